"""The additive diagnostic `judge_label_perm`: labels in both orders, read by log-probability."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import ifbench_suite as suite
from ifbench_suite import client as client_module
from ifbench_suite.cli import main
from ifbench_suite.completion import Reply, Token
from ifbench_suite.judge_labels import labelled, orders, p_follows, parameters
from ifbench_suite.judge_replies import JudgeReplies
from ifbench_suite.report.saved import load_report
from ifbench_suite.resources import data_file
from tests.chat_server import Body, ChatServer, Fault, chatting, completion, with_logprobs

ROWS, ANSWERS = (
    data_file(f"samples/inverse_ifeval_{name}.jsonl") for name in ("rows", "responses")
)
VERDICT = 'So it is.\n【JSON】\n```json\n{"answer_score": 1}\n```'

FRACTIONS = [
    ("AB", 0.0, []),
    ("AB", 0.001, ["AB", "BA"]),
    ("AB", 0.5, ["AB", "BA"]),
    ("AB", 1.0, ["AB", "BA"]),
    ("ABC", 0.1, ["ABC", "BCA", "CAB"]),
    ("ABC", 0.5, ["ABC", "BCA", "CAB"]),
    ("ABC", 0.51, ["ABC", "BCA", "CAB", "ACB", "CBA", "BAC"]),
]


@pytest.mark.parametrize(("labels", "fraction", "expected"), FRACTIONS)
def test_a_fraction_of_the_orders_is_rounded_up_to_a_balanced_set(
    labels: str, fraction: float, expected: list[str]
) -> None:
    assert ["".join(order) for order in orders(fraction, labels)] == expected


def test_one_sentence_more_says_what_each_label_stands_for() -> None:
    messages = [{"role": "system", "content": "s"}, {"role": "user", "content": "Mark {response}."}]
    sent = [labelled(messages, order) for order in (("A", "B"), ("B", "A"))]
    for one, says in zip(
        sent, ("A if the score is 1 and B if it is 0.", "0 and B if it is 1."), strict=True
    ):
        assert one[0] == messages[0]
        assert one[1]["content"].startswith("Mark {response}.\n\nGive the verdict in another form")
        assert one[1]["content"].endswith(says)


def reply(*tokens: dict[str, float]) -> Reply:
    read = [Token(next(iter(one)), one) for one in tokens]
    return Reply("".join(one.text for one in read), None, "stop", 1, 1, {}, read)


SURE, LN_HALF = 0.0, -0.6931471805599453
READ = [
    # (reply, order, the probability of 1)
    ([{"A": LN_HALF, "B": LN_HALF}], "AB", 0.5),
    ([{"A": -0.1, "B": -0.1 - 1.0986122886681098}], "AB", 0.75),
    ([{"A": -0.1, "B": -0.1 - 1.0986122886681098}], "BA", 0.25),
    ([{"A": SURE}], "AB", 1.0),
    ([{"B": SURE, "C": -1.0}], "AB", 0.0),
    # Spellings of one label are added up: 1/2 + 1/4 against 1/4.
    ([{" A": LN_HALF, "A": 2 * LN_HALF, "B": 2 * LN_HALF}], "AB", 0.75),
    # The label need not be the first token, nor the last.
    ([{"**": SURE}, {"B": LN_HALF, "A": LN_HALF}, {"**": SURE}, {"\n\nFor": SURE}], "AB", 0.5),
    # No label: nothing is read.
    ([{"A": SURE}, {" careful": SURE}], "AB", None),
    ([{"I": SURE}, {" think": SURE}], "AB", None),
    ([{"1": SURE}], "AB", None),
    ([], "AB", None),
    ([{"A": -9999.0, "B": -9999.0}], "AB", None),
]  # fmt: skip


@pytest.mark.parametrize(("tokens", "order", "expected"), READ)
def test_the_probability_is_read_where_the_label_stands(
    tokens: list[dict[str, float]], order: str, expected: float | None
) -> None:
    found = p_follows(reply(*tokens), tuple(order))
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-12))


def test_a_label_is_asked_for_with_log_probabilities_and_a_short_reply() -> None:
    sampling = {"temperature": 0.0, "max_tokens": 4096, "max_completion_tokens": 4096}
    assert parameters(sampling) == {
        "temperature": 0.0, "max_tokens": 16, "logprobs": True, "top_logprobs": 20
    }  # fmt: skip


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr(client_module, "_FIRST_WAIT", 0.01)
    with chatting() as server:
        server.answer = biased
        yield server


def biased(body: Body) -> Any:
    """A judge that says followed with 0.6 if A stands for it, and with 0.2 if B does."""
    if not body.get("logprobs"):
        return VERDICT
    of_one = "A" if "A if the score is 1" in body["messages"][-1]["content"] else "B"
    return with_logprobs({"A": 0.6, "B": 0.4} if of_one == "A" else {"A": 0.8, "B": 0.2})


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def judging(server: ChatServer, replies: Path, *more: str, perm: str = "1") -> list[str]:
    files = ["--responses", str(ANSWERS), "--data", str(ROWS), "--output", str(replies)]
    where = ["--base_url", server.url, "--model", "stern", "--judge_label_perm", perm]
    return ["judge", *files, *where, *more]


def report_of(replies: Path | JudgeReplies) -> suite.Report:
    return suite.evaluate(ANSWERS, "inverse_ifeval", data=ROWS, judging=replies)


def test_labels_are_asked_for_in_both_orders_and_averaged_beside_the_score(
    server: ChatServer, tmp_path: Path
) -> None:
    replies = tmp_path / "replies.jsonl"
    assert main(judging(server, replies, perm="0.01")) == 0
    assert len(server.asked) == 15 + 2 * 15
    entries = objects(replies)
    assert [(e["key"], e.get("labels"), e.get("p_follows")) for e in entries[:4]] == [
        (1, None, None),
        (1, ["A", "B"], pytest.approx(0.6)),
        (1, ["B", "A"], pytest.approx(0.2)),
        (2, None, None),
    ]
    report = report_of(replies)
    assert report.metrics["prompt_level_strict"].value == 15 / 16
    assert report.to_dict()["judging"]["judge_label_perm"] == {
        "num": 15, "unread": 0, "mean": pytest.approx(0.4), "agreeing": 0, "order_dependent": 15
    }  # fmt: skip
    judgement = report.outcomes[0].judgement
    assert judgement is not None and judgement.p_follows is not None
    assert judgement.p_follows == pytest.approx((0.6, 0.2))
    assert main(judging(server, replies)) == 0
    assert len(server.asked) == 45


def test_the_report_shows_and_saves_it(server: ChatServer, tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    main(judging(server, replies))
    report = report_of(replies)
    folder = report.save(tmp_path / "out")
    shown = (folder / "report.md").read_text()
    assert (
        "asked for labels in both orders, the judge gives 'followed' a "
        "probability of 40.00 % on average over 15 answers, is on the side of its verdict on 0, "
        "and changes sides with the order on 15." in shown
    )
    for name, items in (
        ("report", [json.loads((folder / "report.json").read_text())]),
        ("outcome", objects(folder / "outcomes.jsonl")),
    ):
        schema = json.loads(data_file(f"schemas/{name}.schema.json").read_text())
        for item in items:
            Draft202012Validator(schema).validate(item)
    assert load_report(folder).outcomes == report.outcomes


def test_without_the_flag_and_without_labels_nothing_is_said(
    server: ChatServer, tmp_path: Path
) -> None:
    replies = tmp_path / "replies.jsonl"
    main(judging(server, replies, perm="0"))
    assert len(server.asked) == 15
    report = report_of(replies)
    assert report.to_dict()["judging"]["judge_label_perm"] is None


def test_a_score_is_the_same_with_and_without_labels(server: ChatServer, tmp_path: Path) -> None:
    main(judging(server, tmp_path / "with.jsonl"))
    main(judging(server, tmp_path / "without.jsonl", perm="0"))
    reports = [report_of(tmp_path / f"{name}.jsonl") for name in ("with", "without")]
    assert reports[0].signature == reports[1].signature
    assert reports[0].metrics == reports[1].metrics


@pytest.mark.parametrize("lost", [(), ("p_follows",)], ids=["the line", "the probability"])
def test_one_order_alone_is_no_average(
    server: ChatServer, tmp_path: Path, lost: tuple[str, ...]
) -> None:
    replies = tmp_path / "replies.jsonl"
    main(judging(server, replies))
    kept = [
        {**one, **dict.fromkeys(lost)}
        for one in objects(replies)
        if lost or one.get("labels") != ["B", "A"] or one["key"] > 1
    ]
    replies.write_text("".join(json.dumps(one) + "\n" for one in kept))
    report = report_of(replies)
    perm = report.to_dict()["judging"]["judge_label_perm"]
    assert (perm["num"], perm["unread"]) == ((0, 15) if lost else (14, 1))
    assert (perm["mean"] is None) == bool(lost)
    shown = (report.save(tmp_path / "out") / "report.md").read_text()
    assert ("for 15 answers it wrote none." if lost else "for 1 answer it wrote none.") in shown
    schema = json.loads(data_file("schemas/report.schema.json").read_text())
    Draft202012Validator(schema).validate(json.loads((tmp_path / "out/report.json").read_text()))


WITHOUT = {
    "left out": (VERDICT, None),
    "null": ({"message": {"content": "A"}, "logprobs": None}, None),
    "empty": ({"message": {"content": "A"}, "logprobs": {"content": []}}, None),
    "no alternatives": (with_logprobs({"A": 1.0}), None),
    "refused": (None, b'{"error": {"message": "logprobs are not supported"}}'),
    "another refusal": (None, b'{"error": {"message": "Unsupported parameter: max_tokens"}}'),
}


@pytest.mark.parametrize(("answer", "refusal"), WITHOUT.values(), ids=WITHOUT.keys())
def test_a_judge_without_log_probabilities_is_one_line_before_anything_else_is_asked(
    server: ChatServer,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    answer: Any,
    refusal: bytes | None,
) -> None:
    server.answer = lambda body: answer
    if refusal:
        server.faults.append(Fault(400, body=refusal))
    assert main(judging(server, tmp_path / "out" / "replies.jsonl")) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("error: field '--judge_label_perm': stern returns no log-probabilities")
    assert shown.count("\n") == 1
    assert len(server.asked) == 1
    assert list((tmp_path / "out").iterdir()) == []


def test_a_fraction_is_from_0_to_1(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(judging(server, tmp_path / "r.jsonl", perm="2")) == 2
    assert "'2' is not a number from 0 to 1" in capsys.readouterr().err


def test_labels_go_out_and_come_back_in_a_batch(server: ChatServer, tmp_path: Path) -> None:
    replies, batch, output = (tmp_path / f"{name}.jsonl" for name in ("r", "batch", "output"))
    assert main([*judging(server, replies), "--export_batch", str(batch)]) == 0
    requests = objects(batch)
    assert len({one["custom_id"] for one in requests}) == 45
    answers = [
        {
            "custom_id": one["custom_id"],
            "response": {"status_code": 200, "body": json.loads(completion(biased(one["body"])))},
        }
        for one in requests
    ]
    output.write_text("".join(json.dumps(one) + "\n" for one in answers))
    assert main([*judging(server, replies), "--import_batch", str(output)]) == 0
    assert report_of(replies).to_dict()["judging"]["judge_label_perm"]["num"] == 15


def test_a_file_of_labels_alone_decides_nothing(server: ChatServer, tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    main(judging(server, replies))
    labels = [one for one in objects(replies) if "labels" in one]
    replies.write_text("".join(json.dumps(one) + "\n" for one in labels))
    with pytest.raises(suite.InputError, match="no replies with a verdict"):
        report_of(replies)
    replies.write_text(json.dumps({**labels[0], "labels": ["A"]}))
    with pytest.raises(suite.InputError, match="field 'labels': is not the label of 1 and that"):
        report_of(replies)
