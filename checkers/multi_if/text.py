"""The view of a response that tells Multi-IF's counts from IFEval's."""

from __future__ import annotations

from checkers import segment
from checkers.segment_multilingual import (
    chinese_sentences,
    chinese_words,
    hindi_sentences,
    thai_sentences,
    thai_words,
)
from checkers.text import Text, view


class MultilingualText(Text):
    """A response whose words and sentences are cut by the language that it is identified as.

    Text that is identified as Thai needs the extra `thai`; the two views raise `MissingThai`
    without it.
    """

    @view
    def words(self) -> list[str]:
        r"""Chinese and Japanese by character, Thai by dictionary, the rest as runs of `\w`.

        Short Chinese text is often identified as Korean, and is then one word.
        """
        match self.language:
            case "zh-cn" | "zh-tw" | "ja":
                return chinese_words(self.raw)
            case "th":
                return thai_words(self.raw)
            case _:
                return segment.word_runs(self.raw)

    @view
    def word_count(self) -> int:
        """How many `words` there are."""
        return len(self.words)

    @view
    def sentences(self) -> list[str]:
        """Chinese, Japanese, Hindi by marks, Thai by a model, others by the English Punkt model."""
        match self.language:
            case "zh-cn" | "zh-tw" | "ja":
                return chinese_sentences(self.raw)
            case "hi":
                return hindi_sentences(self.raw)
            case "th":
                return thai_sentences(self.raw)
            case _:
                return self.punkt_sentences
