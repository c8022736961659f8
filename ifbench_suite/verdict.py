"""Strict and loose: how one bound rule judges one response."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from checkers import BLANK
from checkers.finding import Finding
from checkers.registry import BoundCheck, Instruction, LooseVariants
from ifbench_suite.response import Response


class BoundRule(NamedTuple):
    """An instruction of one rule set with a row's kwargs filled in."""

    check: BoundCheck
    loose_variants: LooseVariants

    @classmethod
    def of(cls, rule: Instruction, kwargs: Mapping[str, object]) -> BoundRule:
        """Binds `rule` to `kwargs`.

        Raises:
            BadArguments: they do not fit.
        """
        return cls(rule.bind(kwargs), rule.loose_variants)

    def strict(self, response: Response) -> Finding:
        """The finding on the response as it is; a blank response follows nothing."""
        return self.check(response.strict) if response.strict.stripped else BLANK

    def loose(self, response: Response, strict: Finding) -> bool:
        """Whether some relaxed text passes, given the finding of `strict`.

        Texts are tried in the official order; where the official check raises, trying ends.
        """
        if strict.followed or strict.raised:
            return strict.followed
        for text in response.loose(self.loose_variants):
            if text is response.strict:
                continue
            finding = self.check(text)
            if finding.followed or finding.raised:
                return finding.followed
        return False
