"""`count:` of IFBench: conjunctions, names, pronouns and keywords, each from a given list."""

from __future__ import annotations

import re
import unicodedata

from checkers import lexicons
from checkers.finding import Finding, at_least
from checkers.ifbench import plain
from checkers.normal_form import composed
from checkers.parameters import Count
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text

_COORDINATORS = frozenset({"and", "but", "for", "nor", "or", "so", "yet"})
_DASHES_AND_SLASH = "/\u2012\u2013\u2014\u2015"
_WANTED_TIMES = (1, 2, 3, 5, 7)


@IFBENCH.instruction(
    "count:conjunctions",
    origin="ConjunctionCountChecker",
    examples=(
        ok("Tea and milk, but no sugar.", small_n=2),
        no("Tea and milk and sugar.", small_n=2),
        ok("Tea and milk. And sugar.", small_n=2),
    ),
)
def conjunctions(text: Text, *, small_n: Count) -> Finding:
    """At least `small_n` different coordinating conjunctions are used.

    Reference: counts distinct spellings, so "and", "And" and "and," are three. It does not ask
    what part of speech the word is: "for you" counts.
    """
    spellings = {chunk for chunk in set(text.chunks) if _without_ends(chunk) in _COORDINATORS}
    return at_least(len(spellings), small_n, "coordinating conjunctions")


@IFBENCH.correction(
    "count:conjunctions",
    why='"and", "And" and "and," are one conjunction',
    examples=(no("Tea and milk. And sugar.", small_n=2), ok("“And” yet, rain.", small_n=2)),
)
def conjunctions_by_word(text: Text, *, small_n: Count) -> Finding:
    """At least `small_n` different coordinating conjunctions are used, however spelt."""
    found = _COORDINATORS.intersection(text.of(plain.lower_words))
    return at_least(len(found), small_n, "coordinating conjunctions")


def _without_ends(chunk: str) -> str:
    return chunk.strip(plain.PUNCTUATION_AND_BLANK).lower()


@IFBENCH.instruction(
    "count:person_names",
    origin="PersonNameCountChecker",
    examples=(
        ok("Emma's brother met Leo-Thomas.", N=2),
        no("Miami is far from emma and EMMA.", N=1),
        no("We saw _Emma_ and Emmaさん.", N=1),
    ),
)
def person_names(text: Text, *, N: Count) -> Finding:
    r"""At least `N` different names of a given list of fifty are mentioned.

    Reference: a name counts, in its exact spelling, where it is a whole run of `\w`. So "Emma's"
    counts, but neither "_Emma_" nor a name with Japanese or Chinese letters right after it. "Grace"
    and other names that are also nouns count always.
    """
    found = lexicons.words("person_names").intersection(text.words)
    return at_least(len(found), N, "different names")


@IFBENCH.correction(
    "count:person_names",
    why="an underscore or a letter of another script beside a name does not make it another word",
    examples=(ok("We saw _Emma_.", N=1), ok("Emmaさん is here.", N=1)),
)
def person_names_in_any_script(text: Text, *, N: Count) -> Finding:
    """At least `N` different names of the list stand in no longer Latin word or number."""
    raw = text.rewritten(composed).raw
    names = [name for name in lexicons.words("person_names") if name in raw]
    found = [name for name in names if _stands_alone(name, raw)]
    return at_least(len(found), N, "different names")


def _stands_alone(name: str, raw: str) -> bool:
    start = raw.find(name)
    while start >= 0:
        end = start + len(name)
        neighbours = raw[max(start - 1, 0) : start] + raw[end : end + 1]
        if not any(map(_is_digit_or_latin, neighbours)):
            return True
        start = raw.find(name, start + 1)
    return False


def _is_digit_or_latin(character: str) -> bool:
    return character.isdigit() or (
        character.isalpha() and unicodedata.name(character, "").startswith("LATIN")
    )


@IFBENCH.instruction(
    "count:pronouns",
    origin="PronounCountChecker",
    examples=(
        ok("I know that he/she left them.", N=5),
        no("The cat slept on a mat.", N=1),
        ok("The US border is long.", N=1),
    ),
)
def pronouns(text: Text, *, N: Count) -> Finding:
    """At least `N` pronouns are used.

    Reference: counts every token of the lower-case text, slashes read as blanks, that is one of 63
    personal, possessive, reflexive, demonstrative, interrogative and indefinite forms. So the "I"
    of "I'm", every conjunction "that", and "US" and "IT" count; "one", "others" and "_it_" do not.
    """
    return at_least(len(text.of(_lower_pronouns)), N, "pronouns")


@IFBENCH.correction(
    "count:pronouns",
    why='"US" and "IT" are names; "_it_", "\'it\'", and "it" beside a dash are pronouns',
    examples=(no("The US border is long.", N=1), ok("She saw _it_.", N=2)),
)
def pronouns_not_acronyms(text: Text, *, N: Count) -> Finding:
    """At least `N` pronouns are used; "US" and "IT" are none in a text with lower-case letters."""
    return at_least(len(text.of(_trimmed_pronouns)), N, "pronouns")


def _lower_pronouns(text: Text) -> list[str]:
    tokens = text.rewritten(_lowered_without_slashes).tokens
    return list(filter(lexicons.words("pronouns").__contains__, tokens))


def _lowered_without_slashes(raw: str) -> str:
    return raw.replace("/", " ").lower()


def _trimmed_pronouns(text: Text) -> list[str]:
    tokens = plain.all_trimmed(text.rewritten(_without_dashes_and_slashes).tokens)
    acronyms = {"US", "IT"} if any(map(str.islower, text.raw)) else set()
    known = lexicons.words("pronouns")
    return [token for token in tokens if token.lower() in known and token not in acronyms]


def _without_dashes_and_slashes(raw: str) -> str:
    for sign in _DASHES_AND_SLASH:
        raw = raw.replace(sign, " ")
    return raw


@IFBENCH.instruction(
    "count:keywords_multiple",
    origin="KeywordsMultipleChecker",
    examples=(
        ok(
            "Sea. Fog fog. Elm elm elm. Jug jug jug jug jug. Owl owl owl owl owl owl OWL.",
            keyword1="sea",
            keyword2="fog",
            keyword3="elm",
            keyword4="jug",
            keyword5="owl",
        ),
        no("Sea.", keyword1="sea", keyword2="fog", keyword3="elm", keyword4="jug", keyword5="owl"),
        no(
            "Sea, season. Fog fog. Elm elm elm. Jug jug jug jug jug. Owl owl owl owl owl owl owl.",
            keyword1="sea",
            keyword2="fog",
            keyword3="elm",
            keyword4="jug",
            keyword5="owl",
        ),
    ),
)
def keywords_multiple(
    text: Text, *, keyword1: str, keyword2: str, keyword3: str, keyword4: str, keyword5: str
) -> Finding:
    """`keyword1` stands once, `keyword2` twice, `keyword3` 3, `keyword4` 5, `keyword5` 7 times.

    Reference: counts substrings, whatever their case, so "sea" occurs in "season" too.
    """
    keywords = (keyword1, keyword2, keyword3, keyword4, keyword5)
    counts = [text.lower.count(keyword.strip().lower()) for keyword in keywords]
    return _wanted_times(keywords, counts)


@IFBENCH.correction(
    "count:keywords_multiple",
    why="a keyword inside another word is no use of the keyword",
    examples=(
        ok(
            "Sea, season. Fog fog. Elm elm elm. Jug jug jug jug jug. Owl owl owl owl owl owl owl.",
            keyword1="sea",
            keyword2="fog",
            keyword3="elm",
            keyword4="jug",
            keyword5="owl",
        ),
    ),
)
def keywords_multiple_as_words(
    text: Text, *, keyword1: str, keyword2: str, keyword3: str, keyword4: str, keyword5: str
) -> Finding:
    """`keyword1` to `keyword5` stand 1, 2, 3, 5 and 7 times as words of their own."""
    keywords = (keyword1, keyword2, keyword3, keyword4, keyword5)
    return _wanted_times(keywords, [_times_as_word(keyword, text) for keyword in keywords])


def _times_as_word(keyword: str, text: Text) -> int:
    keyword = keyword.strip()
    # Ignoring case is no more than lowering it where all is ASCII, and takes a pattern its time.
    if text.raw.isascii() and keyword.isascii() and keyword.lower() not in text.lower:
        return 0
    pattern = rf"(?<![^\W_]){re.escape(keyword)}(?![^\W_])"
    return sum(1 for _ in re.finditer(pattern, text.raw, re.IGNORECASE))


def _wanted_times(keywords: tuple[str, ...], counts: list[int]) -> Finding:
    times = zip(keywords, counts, strict=True)
    found = ", ".join(f"{keyword!r} {count}" for keyword, count in times)
    return Finding(counts == list(_WANTED_TIMES), found, "1, 2, 3, 5 and 7 times")
