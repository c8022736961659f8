"""Emoji at the ends of sentences: by single code points, and as whole sequences."""

from __future__ import annotations

import string
from functools import cache

from checkers.ifbench.characters import WHITE_SPACE
from checkers.lexicons import words

_AFTER_AN_EMOJI = string.punctuation + WHITE_SPACE + "。！？、，．…”’」』）"
_END = ""
_INVISIBLE = "\ufe0e\ufe0f\u200d"

_Node = dict[str, "_Node"]


def is_single_emoji(character: str) -> bool:
    """Whether one code point alone is an emoji; "" and halves of flags are not."""
    return character in words("emoji")


def begins_with_emoji(text: str) -> bool:
    """Whether an emoji, of however many code points, stands at the beginning of `text`."""
    return _length_of_emoji(text, 0) > 0


def ends_with_emoji(text: str) -> bool:
    """Whether the last thing in `text` before punctuation and white space is an emoji.

    Emoji are read from the left, each as long as possible, so that of three regional letters the
    last is no half of a flag.
    """
    body = text.rstrip(_AFTER_AN_EMOJI)
    if body.rstrip(_INVISIBLE)[-1:] not in _characters():
        return False
    at = end_of_last = 0
    while at < len(body):
        length = _length_of_emoji(body, at)
        at += length or 1
        end_of_last = at if length else end_of_last
    return end_of_last > 0 and not body[end_of_last:].strip(_INVISIBLE)


def _length_of_emoji(text: str, at: int) -> int:
    node, length = _sequences(), 0
    for end in range(at, len(text)):
        if text[end] not in node:
            break
        node = node[text[end]]
        if _END in node:
            length = end + 1 - at
    return length


@cache
def _characters() -> frozenset[str]:
    """What emoji are made of: a text that ends otherwise does not end with one."""
    import emoji

    return frozenset().union(*emoji.EMOJI_DATA)


@cache
def _sequences() -> _Node:
    """All emoji as a tree of code points, with `_END` below the last one of each."""
    import emoji

    root: _Node = {}
    for sequence in emoji.EMOJI_DATA:
        node = root
        for character in sequence:
            node = node.setdefault(character, {})
        node[_END] = {}
    return root
