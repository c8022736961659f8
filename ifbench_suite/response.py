"""What is judged: a response as it is, and the eight relaxed texts of the loose mode."""

from __future__ import annotations

from collections.abc import Iterable

from checkers.registry import LooseVariants
from checkers.text import Part, Text, view


class Response:
    """One response as the text that strict judges and the texts that loose tries.

    Args:
        raw: the response after post-processing.
        text_view: the `Text` class of the registry that judges it.
        prompt: the row's prompt.
        asked_language: code of the language that the row asks for.
    """

    def __init__(
        self,
        raw: str,
        *,
        text_view: type[Text] = Text,
        prompt: str | None = None,
        asked_language: str | None = None,
    ) -> None:
        self.strict = text_view(raw, prompt=prompt, asked_language=asked_language)

    def loose(self, variants: LooseVariants = "all") -> tuple[Text, ...]:
        """The distinct texts, none of them blank, that loose tries in this order."""
        match variants:
            case "asterisks kept":
                return self._asterisks_kept
            case "whole response":
                return self._whole_response
            case "all":
                return self._all

    @view
    def _trimmed(self) -> list[Text]:
        """Without the first line, the last one, both; what is blank then is left out."""
        raw = self.strict.raw
        first, last = raw.find("\n"), raw.rfind("\n")
        if first < 0:
            return []
        parts = (
            (raw[first + 1 :].strip(), Part(self.strict, True, False)),
            (raw[:last].strip(), Part(self.strict, False, True)),
            (raw[first + 1 : last].strip(), Part(self.strict, True, True)),
        )
        return [self.strict.derived(rest, part) for rest, part in parts if rest]

    @view
    def _all(self) -> tuple[Text, ...]:
        if "*" not in self.strict.raw:
            return self._asterisks_kept
        kept = [self.strict, *self._trimmed]
        bare = [text.without_asterisks for text in kept]
        return _distinct(kept[:1] + bare[:1] + kept[1:] + bare[1:])

    @view
    def _asterisks_kept(self) -> tuple[Text, ...]:
        return _distinct([self.strict, *self._trimmed])

    @view
    def _whole_response(self) -> tuple[Text, ...]:
        strict = self.strict
        stripped = strict.derived(strict.stripped)
        return _distinct([strict, strict.without_asterisks, stripped])


def _distinct(texts: Iterable[Text]) -> tuple[Text, ...]:
    """The first of each raw text, without the blank ones."""
    # Not as keys: it takes longer to hash long texts than to see that their lengths differ.
    raws: list[str] = []
    first: list[Text] = []
    for text in texts:
        if text.raw not in raws and text.raw.strip():
            raws.append(text.raw)
            first.append(text)
    return tuple(first)
