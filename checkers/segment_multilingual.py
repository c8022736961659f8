"""Words and sentences of Chinese, Japanese, Hindi and Thai as Multi-IF's official code cuts them.

Each function gives the pieces whose number the official code takes; what counts as a word or a
sentence here is its definition, oddities included.
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from types import ModuleType

from checkers.emoji_sequences import split_emoji
from checkers.on_use import compiled
from checkers.requirement import MissingRequirement

CHINESE_PUNCTUATION = "!\"#$%&'()*+,-./:;<>?@[\\]^_`{}~»—“”…、。《》「」〔〕！（），．：；？￥"
"""What the Chinese word count deletes first, without leaving a blank."""

# pythainlp's sentence tagger is one object that holds the text that it is at.
_ONE_THREAD = Lock()
_DELETE_PUNCTUATION = str.maketrans("", "", CHINESE_PUNCTUATION)
_EAST_ASIAN = "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]"
_CHINESE_PIECE = re.compile("[^!?。.！？．\n]+[!?。.！？．\n]?")
_LONG_NUMBER = re.compile(r"([๐-๙]{1000})[๐-๙]+|((?:(?![๐-๙])\d){1000})(?:(?![๐-๙])\d)+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_HINDI_END = re.compile(r"(?<=[।!?])\s*")


class MissingThai(MissingRequirement):
    """Thai text cannot be cut because the packages for it are not installed."""


def require_thai() -> None:
    """Returns if Thai text can be cut.

    Raises:
        MissingThai: pythainlp or python-crfsuite is not installed.
    """
    if not all(map(find_spec, ("pythainlp", "pycrfsuite"))):
        raise MissingThai(
            'Thai text needs pythainlp and python-crfsuite: pip install "ifbench-suite[thai]"'
        )


def chinese_words(text: str) -> list[str]:
    """Han, kana and Hangul characters and emoji one by one, and the chunks of the rest.

    Punctuation is deleted first, so that "hello,world" is one chunk; what the list of punctuation
    lacks ("『", "=") makes chunks of its own.
    """
    text = text.translate(_DELETE_PUNCTUATION)
    emoji, text = split_emoji(text)
    east_asian = compiled(_EAST_ASIAN)
    return [*emoji, *east_asian.findall(text), *east_asian.sub(" ", text).split()]


def chinese_sentences(text: str) -> list[str]:
    """In each line, runs without an end mark, with the one mark that may follow.

    A closing quote between or after end marks is a sentence, and so is a blank between them.
    """
    lines = map(str.strip, text.splitlines())
    return [piece for line in lines for piece in _CHINESE_PIECE.findall(line)]


def hindi_sentences(text: str) -> list[str]:
    """What is not blank between single "।", "!" and "?"; other stops and line ends do not count."""
    return [piece for piece in _HINDI_END.split(text) if piece.strip()]


def thai_words(text: str) -> list[str]:
    """Tokens of pythainlp's newmm, blanks and punctuation included.

    Raises:
        MissingThai: pythainlp or python-crfsuite is not installed.
    """
    return list(_pythainlp().word_tokenize(_fit_for_pythainlp(text)))


def thai_sentences(text: str) -> list[str]:
    """Sentences of pythainlp's crfcut, line by line.

    Raises:
        MissingThai: pythainlp or python-crfsuite is not installed.
    """
    cut = _pythainlp().sent_tokenize
    lines = _fit_for_pythainlp(text).splitlines()
    with _ONE_THREAD:
        return [piece for line in lines for piece in cut(line)]


def _pythainlp() -> ModuleType:
    require_thai()
    return import_module("pythainlp.tokenize")


def _fit_for_pythainlp(text: str) -> str:
    # It needs quadratic time for a long number and has no encoding for a lone surrogate.
    return _LONG_NUMBER.sub(r"\1\2", _SURROGATE.sub("\ufffd", text))
