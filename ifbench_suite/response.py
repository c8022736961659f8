"""What is judged: a response as it is, and the eight relaxed texts of the loose mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from checkers.registry import LooseVariants
from checkers.text import Part, Text, view


class _Relaxed(NamedTuple):
    """A text that loose tries, and which lines of which whole it lacks."""

    raw: str
    whole: Text | None = None
    lacks_first: bool = False
    lacks_last: bool = False

    @property
    def part(self) -> Part | None:
        if self.whole is None:
            return None
        return Part(self.whole, self.lacks_first, self.lacks_last)


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
    def _trimmed(self) -> list[_Relaxed]:
        """Without the first line, the last one, both; the whole is the text as it is."""
        lines = self.strict.lines
        return [
            _Relaxed("\n".join(lines[first : len(lines) - last]).strip(), self.strict, first, last)
            for first, last in ((True, False), (False, True), (True, True))
        ]

    @view
    def _bare(self) -> Text:
        return self._text(_Relaxed(self.strict.raw.replace("*", "")))

    @view
    def _all(self) -> tuple[Text, ...]:
        bare = self._bare
        without = [one._replace(raw=one.raw.replace("*", ""), whole=bare) for one in self._trimmed]
        whole = [_Relaxed(self.strict.raw), _Relaxed(bare.raw)]
        return self._texts([*whole, *self._trimmed, *without])

    @view
    def _asterisks_kept(self) -> tuple[Text, ...]:
        return self._texts([_Relaxed(self.strict.raw), *self._trimmed])

    @view
    def _whole_response(self) -> tuple[Text, ...]:
        raw = self.strict.raw
        return self._texts([_Relaxed(raw), _Relaxed(self._bare.raw), _Relaxed(raw.strip())])

    @view
    def _known(self) -> dict[str, Text]:
        return {self.strict.raw: self.strict}

    def _texts(self, relaxed: Sequence[_Relaxed]) -> tuple[Text, ...]:
        raws = {one.raw: one for one in relaxed if one.raw.strip()}
        return tuple(map(self._text, raws.values()))

    def _text(self, relaxed: _Relaxed) -> Text:
        known, strict = self._known, self.strict
        if relaxed.raw not in known:
            known[relaxed.raw] = type(strict)(
                relaxed.raw,
                prompt=strict.prompt,
                asked_language=strict.asked_language,
                part=relaxed.part,
            )
        return known[relaxed.raw]
