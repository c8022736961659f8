"""From answers and recorded judge replies to a report: no endpoint is needed."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import ifbench_suite as suite
from ifbench_suite.cli import main
from ifbench_suite.judge_replies import JudgeReplies
from ifbench_suite.outcome import Status
from ifbench_suite.report.saved import load_report
from ifbench_suite.resources import data_file

ROWS, ANSWERS, REPLIES = (
    data_file(f"samples/inverse_ifeval_{kind}.jsonl")
    for kind in ("rows", "responses", "judge_replies")
)
FOLLOWED = [1, 4, 6, 8, 9, 11, 14]
"""The keys of the sample whose recorded reply gives 1."""


def verdict(score: object, reason: str = "So it is.") -> str:
    return f'{reason}\n得分：{score}分\n【JSON】\n```json\n{{"answer_score": {score}}}\n```'


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def put(path: Path, items: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(item) + "\n" for item in items))
    return path


def report_of(replies: Path | JudgeReplies, answers: Path = ANSWERS) -> suite.Report:
    return suite.evaluate(answers, "inverse_ifeval", data=ROWS, judging=replies)


def test_the_sample_scores_without_an_endpoint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--benchmark", "inverse_ifeval"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.startswith("Beware: 6.25 % of the answers have no verdict; the score lies between")
    for part in (
        "inverse_ifeval, 16 rows",
        "7/16",
        "1 judge reply with both verdicts",
        "1 answer written with what verdicts are written with: key 15.",
        "a token limit cut the judge off (1)",
        "|judge:sample-judge|judge_prompts:",
        "|judge_parser:last|judge_sampling:seed=0,temperature=0.0|",
    ):
        assert part in shown


def test_each_answer_gets_its_verdict_and_rationale() -> None:
    report = report_of(REPLIES)
    assert [o.key for o in report.outcomes if all(o.strict)] == FOLLOWED
    assert all(o.strict == o.loose for o in report.outcomes)
    by_key = {o.key: o for o in report.outcomes}
    assert by_key[3].reference.findings[0].found.endswith("not two. 得分：0分")
    assert by_key[2].response == "B"
    assert (by_key[16].status, by_key[16].judgement) == (Status.EMPTY, None)
    assert report.counts.thinking_removed == 1
    assert report.metrics["prompt_level_strict"].value == 7 / 16


def test_the_report_counts_what_has_no_verdict() -> None:
    content = report_of(REPLIES).to_dict()["judging"]
    whole = {"num": 16, "followed": 7, "unscored": 1, "lowest": 7 / 16, "highest": 8 / 16}
    assert {name: content[name] for name in whole} == whole
    assert content["why_unscored"] == {"a token limit cut the judge off": 1}
    assert content["by"]["type"]["Mid-turn Instruction Modification"]["unscored"] == 1
    assert content["by"]["language"]["chinese"] == {
        "num": 8, "followed": 4, "unscored": 0, "lowest": 0.5, "highest": 0.5
    }  # fmt: skip
    assert len(content["by"]["language+type"]) == 16


def test_the_first_block_rule_is_another_score_and_signed() -> None:
    report = report_of(JudgeReplies.read(REPLIES, parser="opencompass"))
    assert report.metrics["prompt_level_strict"].value == 8 / 16
    assert "|judge_parser:opencompass|" in str(report.signature)


def test_a_saved_report_holds_to_its_schemas_and_can_be_read_again(tmp_path: Path) -> None:
    report = report_of(REPLIES)
    folder = report.save(tmp_path / "out")
    for name, items in (
        ("report", [json.loads((folder / "report.json").read_text())]),
        ("outcome", objects(folder / "outcomes.jsonl")),
    ):
        schema = json.loads(data_file(f"schemas/{name}.schema.json").read_text())
        for item in items:
            Draft202012Validator(schema).validate(item)
    assert load_report(folder).to_dict()["judging"] == report.to_dict()["judging"]
    assert (folder / "report.md").read_text().startswith("**Beware: 6.25 % of the answers")


def test_without_doubt_there_is_no_warning(tmp_path: Path) -> None:
    known = [{**one, "reply": verdict(1), "finish_reason": "stop"} for one in objects(REPLIES)]
    report = report_of(put(tmp_path / "replies.jsonl", known))
    report.save(tmp_path / "out")
    assert (tmp_path / "out" / "report.md").read_text().startswith("# inverse")
    assert report.metrics["prompt_level_strict"].value == 15 / 16


def test_a_reply_to_another_answer_does_not_count(tmp_path: Path) -> None:
    answers = [{**one, "response": one["response"] + "!"} for one in objects(ANSWERS)]
    changed = put(tmp_path / "answers.jsonl", answers)
    with pytest.raises(suite.InputError, match=r"none of the judge replies \(15 answers\)"):
        report_of(REPLIES, changed)
    some = put(tmp_path / "some.jsonl", answers[:1] + objects(ANSWERS)[1:])
    judgement = report_of(REPLIES, some).outcomes[0].judgement
    assert judgement is not None
    assert judgement.why_unscored == "the recorded judge reply is to another answer or prompt"


def test_replies_from_elsewhere_need_only_key_and_reply(tmp_path: Path) -> None:
    plain = [{"key": one["key"], "reply": one["reply"]} for one in objects(REPLIES)]
    report = report_of(put(tmp_path / "plain.jsonl", plain))
    assert [o.key for o in report.outcomes if all(o.strict)] == FOLLOWED
    assert report.signature.judge == "unnamed"


def test_answers_alone_decide_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--benchmark", "inverse_ifeval", "--responses", str(ANSWERS), "--data", str(ROWS)]
    assert main(flags) == 2
    assert "inverse_ifeval is decided by a judge model" in capsys.readouterr().err
    rows = suite.load_rows("inverse_ifeval", ROWS)
    with pytest.raises(suite.InputError, match="decided by a judge model"):
        suite.score(rows, [{"key": 1, "response": verdict(1)}], benchmark="inverse_ifeval")
    with pytest.raises(suite.InputError, match="decided by a judge model"):
        suite.reward(verdict(1), ["inverse:QC"], [{}], "inverse_ifeval")
    with pytest.raises(suite.InputError, match="ifeval is decided by rules"):
        suite.evaluate(ANSWERS, "ifeval", data=ROWS, judging=REPLIES)


def test_workers_do_not_matter() -> None:
    judging = JudgeReplies.read(REPLIES)
    reports = [
        suite.evaluate(ANSWERS, "inverse_ifeval", data=ROWS, judging=judging, workers=n).to_dict()
        for n in (1, 2)
    ]
    assert reports[0] == reports[1]
