"""Language identification answers as langdetect 1.0.9 does with seed 0."""

import random
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers import language_trials
from checkers.language import identify, prepared
from checkers.language_ngrams import Ngrams
from checkers.language_tables import tables
from tools.language_texts import made_up

ANSWERS = [
    ("The kettle on the stove began to sing before anyone was awake.", "en"),
    ("THE KETTLE ON THE STOVE BEGAN TO SING BEFORE ANYONE WAS AWAKE.", "vi"),
    ("El hervidor empezó a silbar antes de que nadie despertara.", "es"),
    ("EL HERVIDOR EMPEZÓ A SILBAR ANTES DE QUE NADIE DESPERTARA.", "en"),
    ("La bouilloire s'est mise à chanter avant le réveil.", "fr"),
    ("Чайник запел раньше, чем кто-либо проснулся.", "ru"),
    ("やかんは誰も起きないうちに歌い始めた。", "ja"),
    ("水壶在大家醒来之前就开始唱歌了。", "zh-cn"),
    ("水壺在大家醒來之前就開始唱歌了。", "ko"),
    ("모두가 깨기 전에 주전자가 노래하기 시작했다.", "ko"),
    ("กาน้ำเริ่มร้องเพลงก่อนที่ใครจะตื่น", "th"),
    ("केतली सबके जागने से पहले गाने लगी।", "hi"),
    ("Ấm nước bắt đầu reo trước khi mọi người thức dậy.", "vi"),
    ("A\u0302\u0301m n\u01b0\u01a1\u0301c ba\u0306\u0301t \u0111a\u0302\u0300u reo", "vi"),
    ("بدأ الإبريق يغني قبل أن يستيقظ أحد.", "ar"),
    ("کتری پیش از بیدار شدن همه آواز خواند.", "fa"),
    ("ok", "sk"),
    ("no", "tl"),
    ("a", "tl"),
    ("hello", "fi"),
    ("Hello world", "en"),
    ("OK THEN", "en"),
    ("AAAA", "tl"),
    ("zzzz zzzz", "hu"),
    ("Ω", "el"),
    ("私", "ko"),
    ("Привет world", "bg"),
    ("Hello мир и всё остальное тоже", "ru"),
    ("The 猫 sat", "en"),
    ("see https://example.org or write to me@example.org, merci", "en"),
    ("\ud800 the \udfff", "en"),
    ("\ud800", None),
    ("", None),
    (" ", None),
    ("12345 !?", None),
    ("😀🎉", None),
    ("https://example.org/a?b=c", None),
    ("someone@example.org", None),
    ("ＨＥＬＬＯ", None),
]

same_capitals = pytest.mark.skipif(
    unicodedata.unidata_version[:2] not in ("14", "15"),
    reason="the reference's capitals are those of Unicode 14 to 15.1",
)
same_sums = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="the reference's sum of floats is Python 3.11's"
)


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def langdetect_answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str | None]:
    langdetect = pytest.importorskip("langdetect")
    monkeypatch.setattr(langdetect.DetectorFactory, "seed", 0)

    def answer(text: str) -> str | None:
        try:
            found: str = langdetect.detect(text)
        except langdetect.LangDetectException:
            return None
        return found

    return answer


@pytest.mark.parametrize(("text", "language"), ANSWERS)
def test_recorded_answers(text: str, language: str | None) -> None:
    assert identify(text) == language


@same_capitals
def test_answers_are_those_of_langdetect(
    langdetect_answer: Callable[[str], str | None],
) -> None:
    texts = list(made_up(160, seed=1))
    assert [identify(text) for text in texts] == [langdetect_answer(text) for text in texts]


@same_capitals
@same_sums
def test_trials_are_those_of_langdetect() -> None:
    pytest.importorskip("langdetect")
    from tools.prove_language import Reference, Tally

    reference, tally = Reference(), Tally()
    for text in made_up(40, seed=2):
        tally.compare(text, reference)
    assert tally.differences == []
    assert tally.trials > 200


@same_capitals
def test_shipped_tables_equal_a_rebuild() -> None:
    pytest.importorskip("langdetect")
    from tools.build_language_tables import table_bytes

    shipped = files("checkers") / "lexicons" / "language_tables.bin"
    assert shipped.read_bytes() == table_bytes()


def test_languages_are_in_the_recorded_order() -> None:
    languages = tables().languages
    assert len(languages) == 55
    assert list(languages) == sorted(languages)


@pytest.mark.parametrize(
    ("name", "value"), [("_SHARE_MARGIN", 0.5), ("_AVERAGE_MARGIN", 9.0), ("_NEGLIGIBLE", 0.0)]
)
def test_undecided_texts_get_the_exact_answer(
    monkeypatch: pytest.MonkeyPatch, name: str, value: float
) -> None:
    texts = [text for text, _ in ANSWERS]
    expected = [identify(text) for text in texts]
    monkeypatch.setattr(language_trials, name, value)
    assert [identify(text) for text in texts] == expected


def test_trials_that_never_converge_end_after_1001_draws() -> None:
    # Bulgarian and Macedonian use the one n-gram of this text about equally.
    draws = language_trials.Draws(Ngrams("\u0415", tables()), tables())
    quick = list(language_trials.trials(draws, language_trials.quick))
    exact = list(language_trials.trials(draws, language_trials.exact))
    assert [trial.draws for trial in quick] == [1001] * 7
    assert [trial.draws for trial in exact] == [1001] * 7
    for ours, theirs in zip(quick, exact, strict=True):
        assert ours.probability == pytest.approx(theirs.probability, rel=0, abs=1e-11)


def test_trials_do_not_depend_on_how_many_words_are_drawn_at_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The sixth trial makes 61 draws, all that it asks for: the words can end just there.
    ngrams = Ngrams("Hello there, world", tables())
    monkeypatch.setattr(language_trials, "_WORDS", 16_000)
    expected = _draws_made(ngrams)
    for words in range(100, 700):
        monkeypatch.setattr(language_trials, "_WORDS", words)
        assert _draws_made(ngrams) == expected


def _draws_made(ngrams: Ngrams) -> list[tuple[int, float]]:
    draws = language_trials.Draws(ngrams, tables())
    found = language_trials.trials(draws, language_trials.quick)
    return [(trial.draws, float(trial.probability.max())) for trial in found]


def test_the_random_words_suffice_for_the_longest_trials() -> None:
    """A word with its top bit not set always draws, as a number's range is over half filled."""
    words = tables().random_words[:-16]
    assert int((words < 2**31).sum()) >= 7 * 1001


def test_random_words_are_those_of_seed_0() -> None:
    generator = random.Random(0)
    assert tables().random_words[:100].tolist() == [generator.getrandbits(32) for _ in range(100)]


def test_threads_from_a_cold_start_agree_with_one() -> None:
    code = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from checkers.language import identify
texts = ["Guten Morgen allerseits", "Buenos dias a todos", "Good morning to everyone", "ok"]
start = Barrier(16)
def work(number):
    start.wait()
    return [identify(text) for text in texts * 5]
with ThreadPoolExecutor(16) as pool:
    found = list(pool.map(work, range(16)))
print(found == [[identify(text) for text in texts] * 5] * 16)
"""
    assert run(code) == "True"


def test_importing_loads_no_library_and_answering_no_langdetect() -> None:
    code = """
import sys
import checkers.language
early = {"numpy", "langdetect"} & set(sys.modules)
checkers.language.identify("Good morning to everyone")
print(early, "langdetect" in sys.modules)
"""
    assert run(code) == "set() False"


def test_global_random_state_is_untouched() -> None:
    state = random.getstate()
    identify("Good morning to everyone")
    assert random.getstate() == state


@given(st.text(st.characters(exclude_categories=())))
def test_every_string_has_an_answer(text: str) -> None:
    assert identify(text) in {None, "unknown", *tables().languages}


@pytest.mark.parametrize(
    "unit", ["a", "@", "a@", "a@bc ", "http", "http://a ", "A\u0301", "\ud800"]
)
def test_a_million_characters_count_as_the_first_ten_thousand(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    assert identify(text) == identify(text[:200_000])


URL = re.compile(r"https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}")
MAIL = re.compile(r"[-_.0-9A-Za-z]{1,64}@[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}")
PIECES = ["a", "b.", ".", "-", "@", "@", "é", " ", "x" * 63, "y" * 254, "://", "http", "https://"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_addresses_become_blanks(text: str) -> None:
    assert prepared(text) == MAIL.sub(" ", URL.sub(" ", text))


@pytest.mark.parametrize(
    ("text", "composed"),
    [
        ("A\u0300", "\u00c0"),
        ("y\u0301", "\u00fd"),
        ("\u00ea\u0309", "\u1ec3"),
        ("\u01b0\u0323", "\u1ef1"),
        ("\u0103\u0303", "\u1eb5"),
        ("n\u0303", "n\u0303"),
        ("a\u0302", "a\u0302"),
        ("e\u0301\u0301", "\u00e9\u0301"),
    ],
)
def test_vietnamese_marks_are_composed(text: str, composed: str) -> None:
    assert prepared(text) == composed


def test_marks_are_composed_before_the_text_is_cut() -> None:
    assert prepared("x" * 9_999 + "a\u0300bc") == "x" * 9_999 + "\u00e0"
    assert prepared("a\u0300" * 30_000) == "\u00e0" * 10_000
