"""A response and its views: every derived form is made at most once per text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, overload

from checkers import language, segment, treebank

T = TypeVar("T")
_STARS = re.compile(r"\s?\*\*\*\s?")
_PUNCTUATION = str.maketrans("", "", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


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


class Part(NamedTuple):
    """That a text is another one without some lines, but for white space at its ends."""

    whole: Text
    lacks_first: bool
    lacks_last: bool

    def cut(self, into: Callable[[str], list[T]]) -> list[T]:
        """The pieces of the whole but those of the lines that are not there."""
        pieces, lines = self.whole.cut(into), self.whole.lines
        start = len(into(lines[0])) if self.lacks_first else 0
        end = len(into(lines[-1])) if self.lacks_last else 0
        return pieces[start : len(pieces) - end]


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
    def bare(self) -> str:
        """The text without the 32 ASCII punctuation characters."""
        return self.raw.translate(_PUNCTUATION)

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
        return _STARS.split(self.raw) if "***" in self.raw else [self.raw]

    @view
    def words(self) -> list[str]:
        r"""Runs of `\w`, as NLTK 3.9.1's word runs."""
        return self.cut(segment.word_runs)

    @view
    def punkt_sentences(self) -> list[str]:
        """Sentences of the English Punkt model, as NLTK 3.9.1 cuts them."""
        return segment.sentences(self.raw)

    @view
    def sentences(self) -> list[str]:
        """Sentences: those of Punkt, unless a view for other languages says otherwise."""
        return self.punkt_sentences

    @view
    def tokens(self) -> list[str]:
        """Treebank tokens of the Punkt sentences, as NLTK 3.9.1 cuts them."""
        return treebank.tokens(self.punkt_sentences)

    @view
    def language(self) -> str | None:
        """The code that langdetect gives with seed 0; None where there is nothing to identify."""
        return language.identify(self.raw)

    def cut(self, into: Callable[[str], list[T]]) -> list[T]:
        """`into(self.raw)`, once per text; a part of a text takes the pieces of the whole.

        Args:
            into: what it cuts must not go over a line end, and must depend neither on other lines
                nor on white space at the ends of its own.
        """
        cuts: dict[Callable[[str], list[T]], list[T]] = self.__dict__.setdefault("cuts", {})
        if into not in cuts:
            cuts[into] = into(self.raw) if self.part is None else self.part.cut(into)
        return cuts[into]

    def of(self, make: Callable[[Text], T]) -> T:
        """`make(self)`, computed once per text: a view that only one family of checkers needs."""
        key = f"{make.__module__}.{make.__qualname__}"
        if key not in self.__dict__:
            self.__dict__[key] = make(self)
        value: T = self.__dict__[key]
        return value
