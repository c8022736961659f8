"""A response and its views: every derived form is made at most once per text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

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


class Text:
    """A response, unchanged, with the views that checkers read.

    Args:
        raw: the response.
        prompt: the row's prompt, for the one rule that reads it; None if unknown.
        asked_language: code of the language that the row asks for, for the corrected counts of
            Multi-IF; None if unknown.
    """

    def __init__(
        self, raw: str, *, prompt: str | None = None, asked_language: str | None = None
    ) -> None:
        self.raw = raw
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
        return self.raw.split()

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
        return _STARS.split(self.raw)

    @view
    def words(self) -> list[str]:
        r"""Runs of `\w`, as NLTK 3.9.1's word runs."""
        return segment.word_runs(self.raw)

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

    def of(self, make: Callable[[Text], T]) -> T:
        """`make(self)`, computed once per text: a view that only one family of checkers needs."""
        key = f"{make.__module__}.{make.__qualname__}"
        if key not in self.__dict__:
            self.__dict__[key] = make(self)
        value: T = self.__dict__[key]
        return value
