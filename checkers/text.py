"""A response and its views: every derived form is made at most once per text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, Generic, NamedTuple, TypeVar, overload

from checkers import language, segment, treebank
from checkers.punkt_parts import sentences_of_part
from checkers.treebank_parts import tokens_of_part

T = TypeVar("T")
_STARS = re.compile(r"\*\*\*\s?")
_FEW = 3  # sentences; a rule that compares each with the next reads two, or looks one further


class view(Generic[T]):  # noqa: N801 - read as a decorator, like property
    """A property that is computed once per text.

    `functools.cached_property` of Python 3.11 takes one lock for all instances, so that threads
    would wait for one another's sentence splitting; computing a view twice in a race is harmless.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, text: None, owner: type) -> view[T]: ...

    @overload
    def __get__(self, text: object, owner: type) -> T: ...

    def __get__(self, text: object | None, owner: type) -> view[T] | T:
        if text is None:
            return self
        value = text.__dict__[self.name] = self.make(text)
        return value


def _without_asterisks(raw: str) -> str:
    return raw.replace("*", "")


class Part(NamedTuple):
    """That a text is another one without some lines, but for white space at its ends."""

    whole: Text
    lacks_first: bool
    lacks_last: bool

    def cut(self, into: Callable[[str], list[T]]) -> list[T]:
        """The pieces of the whole but those of the lines that are not there."""
        pieces = self.whole.cut(into)
        in_first, in_last = self.whole.pieces_in_outer_lines(into)
        end = len(pieces) - (in_last if self.lacks_last else 0)
        return pieces[in_first if self.lacks_first else 0 : end]

    def count(self, pieces: Callable[[str], int]) -> int:
        """How many pieces the whole has without those of the lines that are not there."""
        raw, count = self.whole.raw, self.whole.count(pieces)
        if self.lacks_first:
            count -= pieces(raw.partition("\n")[0])
        if self.lacks_last:
            count -= pieces(raw.rpartition("\n")[2])
        return count


class Text:
    """A response, unchanged, with the views that checkers read.

    Args:
        raw: the response.
        prompt: the row's prompt, for the one rule that reads it; None if unknown.
        asked_language: code of the language that the row asks for, for the corrected counts of
            Multi-IF; None if unknown.
        part: which text this one is a part of, so that it need not be cut anew.
    """

    def __init__(
        self,
        raw: str,
        *,
        prompt: str | None = None,
        asked_language: str | None = None,
        part: Part | None = None,
    ) -> None:
        self.raw = raw
        self.part = part
        self.prompt = prompt
        self.asked_language = asked_language

    @view
    def lower(self) -> str:
        """The text in lower case."""
        return self.raw.lower()

    @view
    def stripped(self) -> str:
        """The text without white space at its ends."""
        return self.raw.strip()

    @view
    def chunks(self) -> list[str]:
        """Pieces between white space."""
        return self.cut(str.split)

    @view
    def lines(self) -> list[str]:
        r"""Pieces between `\n`; a `\r` stays at the end of its line."""
        return self.raw.split("\n")

    @view
    def paragraphs(self) -> list[str]:
        r"""Pieces between `\n\n`, blank ones included."""
        return self.raw.split("\n\n")

    @view
    def starred(self) -> list[str]:
        """Pieces between `***` dividers, each of which takes one white space on either side."""
        *pieces, last = _STARS.split(self.raw)
        return [*(piece[:-1] if piece[-1:].isspace() else piece for piece in pieces), last]

    @view
    def words(self) -> list[str]:
        r"""Runs of `\w`, as NLTK 3.9.1's word runs."""
        return self.cut(segment.word_runs)

    @view
    def word_count(self) -> int:
        """How many `words` there are, without making them."""
        return self.count(segment.count_word_runs)

    @view
    def punkt_sentences(self) -> list[str]:
        """Sentences of the English Punkt model, as NLTK 3.9.1 cuts them."""
        if self.part is None:
            return segment.sentences(self.raw)
        whole = self.part.whole
        return sentences_of_part(self.raw, whole.raw, whole.punkt_sentences)

    @view
    def sentences(self) -> list[str]:
        """Sentences: those of Punkt, unless a view for other languages says otherwise."""
        return self.punkt_sentences

    @view
    def tokens(self) -> list[str]:
        """Treebank tokens of the Punkt sentences, as NLTK 3.9.1 cuts them."""
        if self.part is None:
            return treebank.tokens(self.punkt_sentences)
        whole = self.part.whole
        return tokens_of_part(self.punkt_sentences, whole.punkt_sentences, whole.tokens)

    def each_punkt_sentence(self) -> Iterator[str]:
        """`punkt_sentences` one by one: for a rule that mostly decides at one of the first.

        The text is cut to its end only where more than a few are read.
        """
        if "punkt_sentences" in self.__dict__:
            yield from self.punkt_sentences
            return
        yield from self._first_sentences
        if len(self._first_sentences) == _FEW:
            yield from islice(self.punkt_sentences, _FEW, None)

    def each_token(self) -> Iterator[str]:
        """`tokens` one by one: for a rule that mostly decides at one of the first."""
        yield from self._first_tokens
        yield from islice(self.tokens, len(self._first_tokens), None)

    @view
    def _first_sentences(self) -> list[str]:
        return list(islice(segment.each_sentence(self.raw), _FEW))

    @view
    def _first_tokens(self) -> list[str]:
        return treebank.tokens(self._first_sentences[:1])

    @view
    def language(self) -> str | None:
        """The code that langdetect gives with seed 0; None where there is nothing to identify."""
        return language.identify(self.raw)

    @property
    def without_asterisks(self) -> Text:
        """What is left if every `*` is deleted."""
        return self.rewritten(_without_asterisks)

    def rewritten(self, rewrite: Callable[[str], str]) -> Text:
        """The text `rewrite(self.raw)`, made once; the text itself where that changes nothing.

        Args:
            rewrite: what becomes of a line must depend neither on other lines nor on white space
                at its own ends, as a part of a text becomes a part of the rewritten one.
        """
        texts: dict[Callable[[str], str], Text | None] = self.__dict__.setdefault("texts", {})
        if rewrite not in texts:
            raw = rewrite(self.raw)
            texts[rewrite] = None if raw == self.raw else self._rewritten(raw, rewrite)
        return texts[rewrite] or self

    def _rewritten(self, raw: str, rewrite: Callable[[str], str]) -> Text:
        if self.part is None:
            return self.derived(raw)
        whole, lacks_first, lacks_last = self.part
        return self.derived(raw, Part(whole.rewritten(rewrite), lacks_first, lacks_last))

    def derived(self, raw: str, part: Part | None = None) -> Text:
        """Another text made of the same response to the same prompt."""
        return type(self)(raw, prompt=self.prompt, asked_language=self.asked_language, part=part)

    def each(self, into: Callable[[str], list[T]]) -> Iterator[T]:
        """The pieces of `cut` one by one: for a rule that mostly decides at one of the first."""
        cuts: dict[Callable[[str], list[T]], list[T]] = self.__dict__.get("cuts", {})
        return iter(cuts[into]) if into in cuts else chain.from_iterable(map(into, self.lines))

    def cut(self, into: Callable[[str], list[T]]) -> list[T]:
        """`into(self.raw)`, once per text; a part of a text takes the pieces of the whole.

        Args:
            into: the pieces of a text must be those of its lines one after the other, and must not
                depend on white space at the ends of a line.
        """
        cuts: dict[Callable[[str], list[T]], list[T]] = self.__dict__.setdefault("cuts", {})
        if into not in cuts:
            cuts[into] = into(self.raw) if self.part is None else self.part.cut(into)
        return cuts[into]

    def count(self, pieces: Callable[[str], int]) -> int:
        """`pieces(self.raw)`, once per text; a part of a text counts by the whole.

        Args:
            pieces: the number of pieces, which are such as `cut` takes.
        """
        counts: dict[Callable[[str], int], int] = self.__dict__.setdefault("counts", {})
        if pieces not in counts:
            counts[pieces] = pieces(self.raw) if self.part is None else self.part.count(pieces)
        return counts[pieces]

    def pieces_in_outer_lines(self, into: Callable[[str], list[T]]) -> tuple[int, int]:
        """How many pieces of `cut` stand in the first line and how many in the last."""
        counts: dict[Callable[[str], list[T]], tuple[int, int]]
        counts = self.__dict__.setdefault("pieces_in_outer", {})
        if into not in counts:
            counts[into] = len(into(self.lines[0])), len(into(self.lines[-1]))
        return counts[into]

    def of(self, make: Callable[[Text], T]) -> T:
        """`make(self)`, computed once per text: a view that only one family of checkers needs."""
        made: dict[Callable[[Text], T], T] = self.__dict__.setdefault("made", {})
        if make not in made:
            made[make] = make(self)
        return made[make]
