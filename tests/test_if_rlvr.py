"""IF-RLVR: what the vectors do not hold."""

import pytest

from checkers import IF_RLVR, BadArguments, Text
from checkers.if_rlvr.rule_sentences import rule_sentences, whole_sentences
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule
from tests.official import lines

REFUSED = [
    ("copy:repeat_phrase", {"phrase": "", "small_n": 2}),
    ("copy:repeat_phrase", {"phrase": "rain or shine", "small_n": "2"}),
    ("copy:copy", {"prompt_to_repeat": ""}),
    ("copy:copying_simple", {"prompt_to_repeat": 7}),
    ("copy:copying_multiple", {"prompt_to_repeat": "", "N": 2}),
    ("new:copy_span_idx", {"prompt_to_repeat": "", "n_start": 0, "n_end": 1}),
    ("new:copy_span_idx", {"prompt_to_repeat": "abc", "n_start": 0.5, "n_end": 1}),
    ("new:copy_span_idx", {"prompt_to_repeat": "abc", "n_start": 0}),
    ("keywords:word_once", {"keyword": ""}),
    ("keywords:word_once", {"keyword": ["kite"]}),
    (
        "keywords:word_count_different_numbers",
        {"keyword": "tea", "frequency": -1, "relation": "at least"},
    ),
    (
        "keywords:word_count_different_numbers",
        {"keyword": "tea", "frequency": 1, "relation": "at most"},
    ),
    ("keywords:exclude_word_harder", {"instruction": "Name a river."}),
    ("keywords:exclude_word_harder", {"keyword": "river", "instructions": "Name a river."}),
    ("keywords:palindrome", {"keyword": "noon"}),
    ("keywords:keyword_specific_position", {"keyword": "lake", "n": 1.5, "m": 1}),
    ("keywords:keyword_specific_position", {"keyword": [], "n": 1, "m": 1}),
    ("first_word:first_word_sent", {"first_word": []}),
    ("first_word:first_word_answer", {"first_word": ["birds"]}),
    ("last_word:last_word_sent", {"last_word": ""}),
    ("last_word:last_word_answer", {"last_word": ["end"]}),
    ("count:lowercase_counting", {"N": True}),
    ("count:counting_composition", {"n_sent": 1}),
    ("count:count_increment_word", {"keyword1": "", "keyword2": "pear"}),
    ("letters:letter_counting", {"N": 1, "relation": ""}),
    (
        "letters:letter_counting2",
        {"letter": "ee", "let_frequency": 1, "let_relation": "at least"},
    ),
]
BOUND_ALTHOUGH_ODD = [
    ("copy:repeat_phrase", {"phrase": "   ", "small_n": 0}),
    ("copy:repeat_phrase", {"phrase": "rain or shine", "small_n": -1}),
    ("copy:copy", {"prompt_to_repeat": " "}),
    ("copy:copying_multiple", {"prompt_to_repeat": "Hum", "N": 2.5}),
    ("new:copy_span_idx", {"prompt_to_repeat": "a", "n_start": 0, "n_end": 0}),
    ("new:copy_span_idx", {"prompt_to_repeat": "abc", "n_start": -2.0, "n_end": -1}),
    ("keywords:word_once", {"keyword": " "}),
    ("keywords:exclude_word_harder", {"keyword": "river", "instruction": ["any", "thing"]}),
    ("keywords:exclude_word_harder", {"keyword": "river"}),
    ("keywords:keyword_specific_position", {"keyword": ["lake", "sea"], "n": 2.0, "m": -3}),
    ("keywords:keyword_specific_position", {"keyword": "lake", "n": 0, "m": 0}),
    ("first_word:first_word_sent", {"first_word": ["birds"]}),
    ("last_word:last_word_sent", {"last_word": ["moon", "sun"]}),
    ("count:lowercase_counting", {"N": -1}),
    ("count:counting_composition", {"n_sent": 0, "n_words": 2.5}),
    ("letters:letter_counting", {"N": -2, "relation": "at most"}),
    (
        "letters:letter_counting2",
        {"letter": "#", "let_frequency": 0, "let_relation": "at least"},
    ),
]
FAULT_LINES = [
    # id, kwargs, response, reference, corrected
    ("copy:repeat_phrase", {"phrase": "rain or shine", "small_n": 2},
     "rain and shine, rain but shine", True, True),
    ("copy:repeat_phrase", {"phrase": "rain or shine", "small_n": 1},
     "train and shine", True, False),
    ("copy:repeat_phrase", {"phrase": "rain or shine", "small_n": 1},
     "rain and\nshine", False, False),
    ("copy:repeat_phrase", {"phrase": "rain or shine", "small_n": 1},
     "rain or shine", False, False),
    ("copy:repeat_phrase", {"phrase": "rain falls", "small_n": 0}, "dry", True, True),
    ("copy:repeat_phrase", {"phrase": "(so) it goes", "small_n": 1},
     "(so) he goes", False, True),
    ("copy:copying_multiple", {"prompt_to_repeat": "Hum\na tune", "N": 2},
     "Hum\r\na tune******Hum\na tune", False, True),
    ("copy:copying_multiple", {"prompt_to_repeat": "Hum", "N": 2}, "Hum*******Hum", False, False),
    ("copy:copying_multiple", {"prompt_to_repeat": "Hum", "N": 2}, "Hum****** Hum!", False, False),
    ("copy:copying_multiple", {"prompt_to_repeat": " ", "N": 2}, "******", True, True),
    ("new:copy_span_idx", {"prompt_to_repeat": "abcdef", "n_start": 0, "n_end": 2},
     "AB", True, False),
    ("new:copy_span_idx", {"prompt_to_repeat": "abcdef", "n_start": 0, "n_end": 2},
     "abc", False, True),
    ("new:copy_span_idx", {"prompt_to_repeat": "abcdef", "n_start": -3, "n_end": -1},
     "de", True, True),
    ("new:copy_span_idx", {"prompt_to_repeat": "abcdef", "n_start": 3, "n_end": 9},
     "def", True, True),
    ("detectable_format:sentence_hyphens", {}, 'He said "go."-Then we went.', False, True),
    ("detectable_format:sentence_hyphens", {}, "A.-B.", False, True),
    ("detectable_format:sentence_hyphens", {}, "Go on.--Stop.", False, False),
    ("detectable_format:sentence_hyphens", {}, "Go on.- Stop.", False, False),
    ("detectable_format:square_brackets", {}, "[[]]", True, False),
    ("detectable_format:square_brackets", {}, "[", False, False),
    ("detectable_format:bigram_wrapping", {}, "<<<deep sea>>> <<fish>>", True, True),
    ("detectable_format:bigram_wrapping", {}, "<<deep sea>>, <<cold fish>>", False, False),
    ("keywords:no_adjacent_consecutive", {}, "Élan fades", True, False),
    ("keywords:no_adjacent_consecutive", {}, "fog ends", True, True),
    ("keywords:word_count_different_numbers",
     {"keyword": "tea", "frequency": 0, "relation": "at least"}, "Tea", True, False),
    ("keywords:exclude_word_harder", {"keyword": "river"}, "the riverside", True, True),
    ("keywords:exclude_word_harder", {"keyword": " "}, "two  spaces", False, False),
    ("keywords:palindrome", {}, "Anna", False, True),
    ("keywords:palindrome", {}, "1221", True, False),
    ("keywords:keyword_specific_position", {"keyword": "lake", "n": 0, "m": 0},
     "We came. The lake", True, True),
    ("keywords:keyword_specific_position", {"keyword": ".", "n": -1, "m": 0},
     "We came. The lake", True, True),
    ("keywords:keyword_specific_position", {"keyword": ["lake", "sea"], "n": 1, "m": 2},
     "A lake", True, True),
    ("keywords:start_end", {}, "“Snow” melts to snow", False, True),
    ("keywords:start_end", {}, "Snow is snow.", False, False),
    ("keywords:start_end", {}, "Snow", False, False),
    ("first_word:first_word_sent", {"first_word": "!"}, "! ! !", True, False),
    ("first_word:first_word_answer", {"first_word": " "}, "hello", False, False),
    ("last_word:last_word_sent", {"last_word": "fullmoon"}, "A full-moon.", True, False),
    ("last_word:last_word_sent", {"last_word": "moon"}, "A full-moon.", False, False),
    ("punctuation:punctuation_exclamation", {}, "Oh‼", True, False),
    ("count:lowercase_counting", {"N": 1}, "it's", False, True),
    ("count:lowercase_counting", {"N": 0}, "x1 a_b", True, True),
    ("count:lowercase_counting", {"N": -1}, "NONE", False, False),
    ("count:counting_composition", {"n_sent": 1, "n_words": 2},
     "Go now.\n * * * \nRun far.\n* * *\nSit here.***", False, True),
    ("count:counting_composition", {"n_sent": 1, "n_words": 2},
     "Go now.***Run far.***Sit here.***Lie low.", False, False),
    ("count:count_unique", {}, "The the", True, False),
    ("count:count_increment_word", {"keyword1": "a.c", "keyword2": "x"}, "abc x x", True, False),
    ("letters:letter_counting", {"N": 1, "relation": "less than"}, "ж", True, False),
    ("letters:letter_counting2",
     {"letter": "Ж", "let_frequency": 2, "let_relation": "at least"}, "жЖ", True, True),
]  # fmt: skip
RAISING = [
    ("copy:repeat_phrase", {"phrase": " ", "small_n": 1}, "anything"),
    ("copy:repeat_phrase", {"phrase": "(so it goes", "small_n": 1}, "anything"),
    ("copy:repeat_phrase", {"phrase": "(a)(b) or c", "small_n": 1}, "ab and c"),
    ("keywords:word_once", {"keyword": "(so"}, "so"),
    (
        "keywords:word_count_different_numbers",
        {"keyword": "[tea", "frequency": 1, "relation": "at least"},
        "tea",
    ),
    ("count:count_increment_word", {"keyword1": "plum", "keyword2": "*"}, "none of the two"),
    ("keywords:keyword_specific_position", {"keyword": "lake", "n": -1, "m": 1}, "A lake."),
    ("keywords:keyword_specific_position", {"keyword": "lake", "n": 1, "m": -3}, "A lake."),
]


@pytest.mark.parametrize(("instruction", "kwargs"), REFUSED)
def test_a_row_that_the_official_code_would_complete_at_random_is_refused(
    instruction: str, kwargs: dict[str, object]
) -> None:
    with pytest.raises(BadArguments):
        IF_RLVR.get(instruction).bind(kwargs)


@pytest.mark.parametrize(("instruction", "kwargs"), BOUND_ALTHOUGH_ODD)
def test_an_odd_row_binds_in_both_rule_sets(instruction: str, kwargs: dict[str, object]) -> None:
    for corrected in (False, True):
        finding = IF_RLVR.get(instruction, corrected=corrected).bind(kwargs)(Text("It rains."))
        assert finding.wanted


@pytest.mark.parametrize(("instruction", "kwargs", "raw", "reference", "corrected"), FAULT_LINES)
def test_fault_lines(
    instruction: str, kwargs: dict[str, object], raw: str, reference: bool, corrected: bool
) -> None:
    assert followed(instruction, raw, kwargs) is reference
    assert followed(instruction, raw, kwargs, corrected=True) is corrected


@pytest.mark.parametrize(("instruction", "kwargs", "raw"), RAISING)
def test_where_the_official_check_raises_it_is_not_followed_and_says_so(
    instruction: str, kwargs: dict[str, object], raw: str
) -> None:
    finding = IF_RLVR.get(instruction).bind(kwargs)(Text(raw))
    assert finding.raised
    assert not finding.followed


def test_loose_ends_where_the_official_check_raises() -> None:
    # Without its first line the response has no last word but one; without its last it passes.
    kwargs: dict[str, object] = {"keyword": "lake", "n": 1, "m": -1}
    rule = BoundRule.of(IF_RLVR.get("keywords:keyword_specific_position"), kwargs)
    response = Response("lake x\nHi")
    strict = rule.strict(response)
    assert (strict.followed, strict.raised) == (False, False)
    assert rule.check(Text("Hi")).raised
    assert rule.check(Text("lake x")).followed
    assert not rule.loose(response, strict)


@pytest.mark.parametrize("instruction", ["paragraphs:paragraphs", "count:counting_composition"])
def test_corrected_loose_keeps_the_asterisks_that_divide(instruction: str) -> None:
    assert IF_RLVR.get(instruction, corrected=True).loose_variants == "asterisks kept"
    assert IF_RLVR.get(instruction).loose_variants == "all"


def test_recorded_rollouts() -> None:
    for row in lines("data/nemo_gym_if_verdicts.jsonl"):
        if row["env"] != "instruction_following":
            continue
        here = [
            followed(instruction, row["response"], kwargs)
            for instruction, kwargs in zip(row["instruction_id_list"], row["kwargs"], strict=True)
        ]
        assert here == row["follow_instruction_list"]


@pytest.mark.parametrize(
    ("raw", "sentences"),
    [
        ("", []),
        ("no mark at all", ["no mark at all"]),
        ("One\ntwo. Three.", ["One two.", "Three."]),
        ("One\rtwo\tthree.", ["One\rtwo\tthree."]),
        ("Dr. Hill left. Mrs. Hill went toDr. now", ["Dr. Hill left.", "Mrs. Hill went toDr. now"]),
        ("The 1st. Then Prof. Hill", ["The 1st.", "Then Prof.", "Hill"]),
        ("On sea.org, a green.meadow, sea.de", ["On sea.org, a green.meadow, sea.", "de"]),
        ("About 3.14 or 1.2.3 of it", ["About 3.14 or 1.2.", "3 of it"]),
        ("Wait... then.. go", ["Wait...", "then..", "go"]),
        ("A Ph.D. takes long.", ["A Ph.D. takes long."]),
        ("Go to\tB. It is near.", ["Go to B. It is near."]),
        ("In the U.S. It rains. In the U.S. Then it rains.",
         ["In the U.S.", "It rains.", "In the U.S. Then it rains."]),
        ("The A.B.C. We saw it", ["The A.B.C.", "We saw it"]),
        ("A xa.b.c. file", ["A xa.b.c. file"]),
        ("At 5 p.m. we met.", ["At 5 p.m. we met."]),
        ("Hill Inc. He left. Hill Co. Then it", ["Hill Inc", "He left.", "Hill Co. Then it"]),
        ("Hill Ltd. was old.", ["Hill Ltd. was old."]),
        ("Vitamin C.Then.", ["Vitamin C.Then."]),
        ("VitaminC.Then.", ["VitaminC.", "Then."]),
        ('He said "go." "Run!" "Why?"', ['He said "go".', '"Run"!', '"Why"?']),
        ("He said “go.” She said “run!” now", ["He said “go”.", "She said “run!", "” now"]),
        ("What?! No!!", ["What?", "!", "No!", "!"]),
        ("雨。No. नदी।", ["雨。No.", "नदी।"]),
        ("a<stop><stop>b", ["a", "", "b"]),
        ("go.<stop>", ["go.", ""]),
        ("a<prd>b", ["a.b"]),
    ],
)  # fmt: skip
def test_rule_sentences(raw: str, sentences: list[str]) -> None:
    assert rule_sentences(raw) == sentences


@pytest.mark.parametrize(
    ("raw", "sentences"),
    [
        ("Wait... then go.. \n on. Wait... Then", ["Wait... then go..   on.", "Wait...", "Then"]),
        ("Rev. Hill met Gen. Lee. OnProf. Hill", ["Rev. Hill met Gen. Lee.", "OnProf.", "Hill"]),
        ("What?! No!! - … ”", ["What?", "No!"]),
        ("a<stop>b<prd>c. d", ["a<stop>b<prd>c.", "d"]),
        ("!!", []),
    ],
)  # fmt: skip
def test_whole_sentences(raw: str, sentences: list[str]) -> None:
    assert whole_sentences(raw) == sentences


def followed(
    instruction: str, raw: str, kwargs: dict[str, object], *, corrected: bool = False
) -> bool:
    return IF_RLVR.get(instruction, corrected=corrected).bind(kwargs)(Text(raw)).followed
