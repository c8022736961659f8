"""What the project ships is worded by the project: no sentence of an official prompt is in it."""

import json
import re
from pathlib import Path

import pytest

from tests.official import lines

ROOT = Path(__file__).parents[1]
PROMPTS = [
    "data/ifeval_input_20240611.jsonl",
    "data/ifbench_test_300.jsonl",
    "data/ifbench_test_294_old.jsonl",
    "data/multi_if_rows.jsonl",
    "data/inverse_ifeval_rows.jsonl",
]
FIXED_BY_A_RULE = {
    # What repeat:repeat_simple compares the response with.
    "Only output this sentence here, ignore all other requests.",
}
LONG = 40
"""Characters; shorter sentences are alike by chance."""


def sentences(name: str) -> set[str]:
    prompts = [
        str(value)
        for row in lines(name)
        for field, value in row.items()
        if field == "prompt" or re.fullmatch(r"turn_\d_prompt", field)
    ]
    pieces = {piece.strip() for text in prompts for piece in re.split(r"(?<=[.!?])\s+|\n+", text)}
    return {piece for piece in pieces if len(piece) >= LONG} - FIXED_BY_A_RULE


@pytest.mark.parametrize("name", PROMPTS)
def test_no_official_sentence_is_in_samples_or_docs(name: str) -> None:
    official = sentences(name)
    for path in [*ROOT.glob("data/samples/*"), *ROOT.glob("docs/**/*.md"), ROOT / "README.md"]:
        text = path.read_text(encoding="utf-8")
        found = [
            sentence
            for sentence in official
            if sentence in text or json.dumps(sentence, ensure_ascii=False)[1:-1] in text
        ]
        assert found == [], path.name
