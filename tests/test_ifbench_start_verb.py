"""`words:start_verb` and its tagger: a model of a few features, and where the real one is found."""

import json
from pathlib import Path

import pytest

from checkers.ifbench import tagger
from checkers.registry import IFBENCH
from checkers.text import Text

MODEL = "averaged_perceptron_tagger_eng"
WEIGHTS = {
    "bias": {"NN": 1.0},
    "i suffix ing": {"VBG": 2.5},
    "i pref1 S": {"VB": 0.5},
    "i-1 tag -START-": {"VB": 0.5},
    "i-2 tag -START2-": {"VBG": -0.5},
    "i-1 word -START2-": {"JJ": 0.5},
    "i-1 suffix T2-": {"JJ": 0.25},
    "i-2 word -START-": {"JJ": 0.25},
    "i word !HYPHEN": {"JJ": 5.0},
    "i+1 word !YEAR": {"CD": 3.0},
    "i+2 word !DIGITS": {"LS": 4.0},
    "i+1 suffix ND-": {"UH": 1.5},
    "i+2 word -END2-": {"UH": 0.25},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model of thirteen weights in a folder of its own."""
    place = tmp_path / "tagger"
    place.mkdir()
    tags = ["CD", "JJ", "LS", "NN", "UH", "VB", "VBG"]
    parts = {"weights": WEIGHTS, "tagdict": {"The": "DT"}, "classes": tags}
    for part, content in parts.items():
        (place / f"{MODEL}.{part}.json").write_text(json.dumps(content))
    return place


@pytest.mark.parametrize(
    ("tokens", "tag"),
    [
        (["The", "sea", "shines"], "DT"),
        (["Running", "is", "fun"], "VBG"),
        (["Sail", "home", "now"], "VB"),  # NN, JJ and VB have 1.0 each: the last name wins
        (["ten-foot", "waves", "came"], "JJ"),
        (["-ten", "waves", "came"], "NN"),
        (["sail", "1999", "then"], "CD"),
        (["sail", "on", "19"], "LS"),
        (["sail"], "UH"),
    ],
)
def test_the_tag_with_the_highest_score(folder: Path, tokens: list[str], tag: str) -> None:
    assert tagger.load(folder).first_tag(tokens) == tag


def test_folders_in_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NLTK_DATA", str(tmp_path / "nltk"))
    monkeypatch.setenv("IFBENCH_SUITE_CACHE", str(tmp_path / "own"))
    first, *_, last = tagger.folders()
    assert first == tmp_path / "nltk" / "taggers" / MODEL
    assert last == tmp_path / "own" / "tagger"


def test_the_cache_folder_without_its_own_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("IFBENCH_SUITE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert tagger.folders()[-1] == tmp_path / "ifbench_suite" / "tagger"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert tagger.folders()[-1] == tmp_path / ".cache" / "ifbench_suite" / "tagger"


def test_an_incomplete_folder_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    incomplete = tmp_path / "incomplete"
    incomplete.mkdir()
    (incomplete / f"{MODEL}.classes.json").write_text("[]")
    monkeypatch.setattr(tagger, "folders", lambda: [incomplete, folder])
    assert tagger.installed.__wrapped__().first_tag(["The"]) == "DT"


def test_a_missing_tagger_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tagger, "folders", lambda: [tmp_path / "absent"])
    with pytest.raises(tagger.MissingTagger) as error:
        tagger.installed.__wrapped__()
    assert str(error.value) == (
        "words:start_verb needs the English perceptron tagger; "
        "run `python -m ifbench_suite fetch tagger`"
    )


@pytest.mark.parametrize(
    ("response", "reference", "corrected"),
    [
        ("Run the test", True, True),
        ("**Consider** this", False, True),
        ("- Run the test", False, True),
        (" ", False, False),
        ("\ud800", False, False),
        ("Can you swim?", False, True),
        ("The runner won.", False, False),
        ("Stop.", False, False),
        ("...", False, False),
    ],
)
def test_first_verbs(response: str, reference: bool, corrected: bool) -> None:
    try:
        rules = [IFBENCH.get("words:start_verb", corrected=c).bind({}) for c in (False, True)]
    except tagger.MissingTagger as error:
        pytest.skip(str(error))
    assert [rule(Text(response)).followed for rule in rules] == [reference, corrected]
