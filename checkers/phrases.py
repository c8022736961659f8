"""Finding words and phrases in any script: what corrected rules share.

Everything here is literal (no keyword is a pattern), blind to case and to the way in which an
accented letter is composed, and takes combining marks for parts of words, as the reference does
not.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from typing import Literal

from checkers.normal_form import composed
from checkers.on_use import compiled

Writing = Literal["none", "cjk", "thai", "devanagari", "other"]

_JOINERS = frozenset("\u200c\u200d")
_HYPHENS = frozenset("-\u2010\u2011")
_QUOTES = frozenset("\"'¿¡")
_BRACKETS = frozenset({"Pi", "Pf", "Ps", "Pe"})
_WITHOUT_SPACES = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_CJK = "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]"
_HANGUL = "[\uac00-\ud7af]"
_THAI = re.compile("[\u0e00-\u0e7f]")
_DEVANAGARI = re.compile("[\u0900-\u097f]")
_CIRCLED_LETTERS = re.compile(
    "[\u24b6-\u24e9\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189]"
)
_HALF_WIDTH = str.maketrans("［］＜＞＂", '[]<>"')
_WORD_RUN = re.compile(r"\w+")
_LETTER_RUN = re.compile("l[lm]*")
_BOLD_ITALIC = re.compile(r"(?<!\S)\*{3}(?=[^\s*])[^*\n]*[^\s*]\*{3}(?![\w*])")
_DIVIDER = re.compile(r"\s?\*{3}\s?")
_EMPTY_LINES = re.compile(r"\n\s*\n")


def fold(text: str) -> str:
    """`text` as it is compared: composed, and without differences of case ("ß" is "ss")."""
    return composed(composed(text).casefold())


def lowered(text: str) -> str:
    """`text` composed and in lower case; unlike `fold` it keeps "ß"."""
    return composed(composed(text).lower())


def unix_lines(text: str) -> str:
    r"""`text` with every line end (`\r\n` or a lone `\r`) as `\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def half_width(text: str) -> str:
    """`text` with full-width square and angle brackets and double quotes as the ASCII ones."""
    return text.translate(_HALF_WIDTH)


@cache
def is_word_character(char: str) -> bool:
    """Whether `char` is part of words: alphanumeric, `_`, a combining mark or zero-width joiner."""
    return char.isalnum() or char == "_" or char in _JOINERS or _is_mark(char)


def needs_no_spaces(char: str) -> bool:
    """Whether `char` is of a script without spaces between words (Han, kana, Thai, ...)."""
    return bool(compiled(_WITHOUT_SPACES).match(char))


def is_left_edge(before: str, first: str) -> bool:
    """Whether a word may begin with `first` after `before` ("" at the beginning of the text)."""
    if not (is_word_character(before) and is_word_character(first)):
        return True
    return needs_no_spaces(before) or needs_no_spaces(first)


def is_right_edge(last: str, after: str) -> bool:
    """Whether a word may end with `last` in front of `after` ("" at the end of the text).

    Korean attaches particles to its words, so a Hangul syllable always may.
    """
    return is_left_edge(last, after) or bool(compiled(_HANGUL).match(last))


def occurrences(text: str, phrase: str) -> int:
    """How often `phrase`, which is not blank, stands in `text` as a word of its own.

    Both are compared folded; places do not overlap.
    """
    text, phrase = fold(text), fold(phrase.strip())
    found = start = 0
    while (place := text.find(phrase, start)) >= 0:
        end = place + len(phrase)
        stands_alone = is_left_edge(text[place - 1 : place], phrase[0]) and is_right_edge(
            phrase[-1], text[end : end + 1]
        )
        found += stands_alone
        start = end if stands_alone else place + 1
    return found


def starts_with(text: str, phrase: str) -> bool:
    """Whether `text` begins with the words of `phrase`, which is not blank.

    Leading white space is no matter, nor are opening quotes, brackets and inverted marks; the
    first part of a hyphenated word is not the word.
    """
    text, phrase = fold(text).lstrip(), fold(phrase.strip())
    return _begins(text, phrase) or _begins(text[_opening(text) :], phrase)


def ends_with(text: str, phrase: str) -> bool:
    """Whether the last words of `text` are those of `phrase`, which is not blank.

    What follows the last word is no matter, in both; the last part of a hyphenated word is not
    the word. A phrase without any word character ends the text as it stands.
    """
    text, phrase = fold(text), fold(phrase.strip())
    last_words = _until_last_word(phrase)
    if not last_words:
        return text.rstrip().endswith(phrase)
    text = _until_last_word(text)
    if not text.endswith(last_words):
        return False
    rest = text[: len(text) - len(last_words)]
    return is_left_edge(rest[-1:], last_words[0]) and not (
        rest[-1:] in _HYPHENS and is_word_character(rest[-2:-1])
    )


def words(text: str, *, joined_by: str = "'’-‐‑") -> list[str]:
    """The words of the composed `text`: "don't" and "well-known" are one each.

    Args:
        text: words are runs of word characters, numbers such as "²" and "½" among them.
        joined_by: signs of which a single one inside a word does not end it.
    """
    text = composed(text)
    word = re.compile(rf"\w+(?:[{re.escape(joined_by)}]\w+)*")
    return [text[match.start() : match.end()] for match in word.finditer(_plain(text))]


def word_runs(text: str, *, numerals: bool = False) -> list[str]:
    r"""Runs of word characters in `text`: what `\w+` finds in engines that know combining marks.

    Args:
        text: it is not composed first.
        numerals: whether numbers that are no digits ("²", "½") are word characters.
    """
    plain = _plain(text, numerals=numerals)
    return [text[match.start() : match.end()] for match in _WORD_RUN.finditer(plain)]


def cjk_characters(text: str) -> list[str]:
    """The kana and Han characters of `text`, each of which counts as a word."""
    return compiled(_CJK).findall(text)


def without_cjk(text: str) -> str:
    """`text` with a blank for each kana or Han character."""
    return compiled(_CJK).sub(" ", text)


def without_spaceless_scripts(text: str) -> str:
    """`text` with a blank for each character of a script without spaces between words."""
    return compiled(_WITHOUT_SPACES).sub(" ", text)


def writing(text: str) -> Writing:
    """How `text` is written, as far as the counting of words and sentences depends on it.

    "cjk" if it has at least as many kana and Han characters as runs of other letters; "thai" and
    "devanagari" if half of the letters are; "none" without any letter.
    """
    chars = Counter(text)
    letters = {char: n for char, n in chars.items() if char.isalpha()}
    if not letters:
        return "none"
    cjk = sum(n for char, n in chars.items() if compiled(_CJK).match(char))
    if cjk and cjk >= len(_LETTER_RUN.findall(text.translate(_letter_classes(chars)))):
        return "cjk"
    half = sum(letters.values()) / 2
    if sum(n for char, n in letters.items() if _THAI.match(char)) >= half:
        return "thai"
    if sum(n for char, n in letters.items() if _DEVANAGARI.match(char)) >= half:
        return "devanagari"
    return "other"


def star_divided(text: str) -> list[str]:
    """Pieces between `***` dividers, blank ones included; `***bold italic***` divides nothing."""
    text = unix_lines(text)
    masked = _BOLD_ITALIC.sub(lambda span: "x" * len(span[0]), text)
    ends = [0, *(at for match in _DIVIDER.finditer(masked) for at in match.span()), len(text)]
    return [text[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True)]


def paragraphs_between(pieces: list[str]) -> int | None:
    """How many paragraphs `pieces` between dividers are; None if one in the middle is blank.

    A blank first and a blank last piece are what a divider at the text's ends leaves.
    """
    if any(not piece.strip() for piece in pieces[1:-1]):
        return None
    outer = pieces[:1] + pieces[1:][-1:]
    return len(pieces) - sum(1 for piece in outer if not piece.strip())


def blocks(text: str) -> list[str]:
    """The paragraphs between empty lines, stripped; a line of white space is an empty one."""
    pieces = (piece.strip() for piece in _EMPTY_LINES.split(unix_lines(text)))
    return [piece for piece in pieces if piece]


def _is_mark(char: str) -> bool:
    return char != "" and unicodedata.category(char).startswith("M")


def _begins(text: str, phrase: str) -> bool:
    if not text.startswith(phrase):
        return False
    end = len(phrase)
    after = text[end : end + 1]
    hyphenated = after in _HYPHENS and is_word_character(text[end + 1 : end + 2])
    return is_right_edge(phrase[-1], after) and not hyphenated


def _opening(text: str) -> int:
    return next((at for at, char in enumerate(text) if not _opens(char)), len(text))


def _opens(char: str) -> bool:
    return char.isspace() or char in _QUOTES or unicodedata.category(char) in _BRACKETS


def _until_last_word(text: str) -> str:
    end = len(text)
    while end and not is_word_character(text[end - 1]):
        end -= 1
    return text[:end]


def _plain(text: str, *, numerals: bool = True) -> str:
    r"""`text`, character by character, with a letter for what is `\w` only to wider engines."""
    table = {ord(char): "x" for char in set(text) if _is_word_beyond_re(char)}
    if not numerals:
        table |= {ord(char): " " for char in set(text) if unicodedata.category(char) == "No"}
    return text.translate(table)


def _is_word_beyond_re(char: str) -> bool:
    connects = unicodedata.category(char) == "Pc"
    return _is_mark(char) or connects or char in _JOINERS or bool(_CIRCLED_LETTERS.match(char))


def _letter_classes(chars: Counter[str]) -> dict[int, str]:
    return {ord(char): _letter_class(char) for char in chars}


def _letter_class(char: str) -> Literal["l", "m", " "]:
    if compiled(_CJK).match(char):
        return " "
    if char.isalpha():
        return "l"
    return "m" if _is_mark(char) else " "
