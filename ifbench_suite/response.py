"""What is judged: a response as it is, and the eight relaxed texts of the loose mode."""

from __future__ import annotations

from collections.abc import Sequence

from checkers.registry import LooseVariants
from checkers.text import Text, view


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
    def _trimmed(self) -> list[str]:
        lines = self.strict.lines
        parts = (lines[1:], lines[:-1], lines[1:-1])
        return ["\n".join(part).strip() for part in parts]

    @view
    def _all(self) -> tuple[Text, ...]:
        raw = self.strict.raw
        without = [trimmed.replace("*", "") for trimmed in self._trimmed]
        return self._texts([raw, raw.replace("*", ""), *self._trimmed, *without])

    @view
    def _asterisks_kept(self) -> tuple[Text, ...]:
        return self._texts([self.strict.raw, *self._trimmed])

    @view
    def _whole_response(self) -> tuple[Text, ...]:
        raw = self.strict.raw
        return self._texts([raw, raw.replace("*", ""), raw.strip()])

    @view
    def _known(self) -> dict[str, Text]:
        return {self.strict.raw: self.strict}

    def _texts(self, raws: Sequence[str]) -> tuple[Text, ...]:
        known, strict = self._known, self.strict
        for raw in raws:
            if raw not in known and raw.strip():
                known[raw] = type(strict)(
                    raw, prompt=strict.prompt, asked_language=strict.asked_language
                )
        return tuple(known[raw] for raw in dict.fromkeys(raws) if raw in known and raw.strip())
