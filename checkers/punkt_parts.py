"""Punkt sentences of a part of a text whose own sentences are known.

Whether a mark ends a sentence depends on its word and on the one after it. Words end at ASCII
blanks, so from a sentence on that begins after one, a text is cut as it would be without what
stands before.
"""

from __future__ import annotations

from checkers.punkt import sentences as cut

_BLANKS = frozenset(" \t\n\r\v\f")


def sentences_of_part(part: str, whole: str, sentences: list[str]) -> list[str]:
    """`punkt.sentences(part)`, as far as possible taken from the `sentences` of `whole`.

    Args:
        part: a piece of `whole`.
        whole: any text.
        sentences: `punkt.sentences(whole)`.
    """
    start = whole.find(part)
    end = start + len(part)
    if start < 0 or part[:1].isspace() or not _stops(whole, end):
        return cut(part)
    from_start = _without_beginning(whole, start, sentences)
    return _without_end(part, whole[start:], from_start)


def _stops(text: str, at: int) -> bool:
    return at == len(text) or text[at].isspace()


def _without_beginning(text: str, start: int, sentences: list[str]) -> list[str]:
    """The sentences of `text[start:]`, which begins with no white space."""
    if start == 0:
        return sentences
    at = 0
    for number, sentence in enumerate(sentences):
        at = text.find(sentence, at)
        end = at + len(sentence)
        if at >= start and text[at - 1] in _BLANKS and _stops(text, end):
            until_here = cut(text[start:end])
            if until_here[-1] == sentence:
                return until_here + sentences[number + 1 :]
            break
        at = end
    return cut(text[start:])


def _without_end(part: str, text: str, sentences: list[str]) -> list[str]:
    """The sentences of `part`, with which `text` begins and after which white space comes."""
    at = len(text)
    for number in range(len(sentences) - 1, 0, -1):
        at = text.rfind(sentences[number], 0, at)
        if at < len(part) and text[at - 1] in _BLANKS:
            return sentences[:number] + cut(part[at:])
    return cut(part)
