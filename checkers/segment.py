r"""The cutters behind the text views: runs of `\w`, sentences, tokens."""

from __future__ import annotations

import re

from checkers import treebank
from checkers.punkt import sentences

__all__ = ["sentences", "tokens", "word_runs"]

_WORD_RUN = re.compile(r"\w+")


def word_runs(text: str) -> list[str]:
    r"""Runs of `\w` in the sense of module `re`; equals NLTK 3.9.1's `RegexpTokenizer(r"\w+")`."""
    return _WORD_RUN.findall(text)


def tokens(text: str) -> list[str]:
    """Treebank tokens of the sentences of `text`; equals `nltk.word_tokenize` of NLTK 3.9.1."""
    return treebank.tokens(sentences(text))
