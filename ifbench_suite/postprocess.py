"""What is done to a response before it is judged: named, applied once, part of the signature."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from ifbench_suite.errors import InputError
from ifbench_suite.thinking import DEFAULT_TAGS, Answer, Tags, Trace, without_thinking


@dataclass(frozen=True)
class Postprocessing:
    """The steps between a response file and the strict text.

    Attributes:
        thinking: remove thinking traces.
        tags: what encloses a thinking trace.
        functions: further steps as "package.module:function", each from str to str, in order.

    Raises:
        InputError: a function is named twice, or cannot be imported.
    """

    thinking: bool = True
    tags: tuple[Tags, ...] = DEFAULT_TAGS
    functions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in self.functions:
            if self.functions.count(name) > 1:
                raise InputError(f"{name} is named twice", field="--postprocess")
            _imported(name)

    def __call__(self, response: str) -> Answer:
        """The answer in `response`, after every step."""
        answer = Answer(response, Trace.ABSENT)
        if self.thinking:
            answer = without_thinking(response, self.tags)
        for name in self.functions:
            answer = answer._replace(text=_imported(name)(answer.text))
        return answer

    def __str__(self) -> str:
        """The steps by name, as the signature gives them."""
        return "+".join([*self._thinking_step(), *self.functions]) or "none"

    def _thinking_step(self) -> Sequence[str]:
        if not self.thinking:
            return []
        if self.tags == DEFAULT_TAGS:
            return ["thinking-removed"]
        return ["thinking-removed(" + ",".join(tag.opener for tag in self.tags) + ")"]


@cache
def _imported(name: str) -> Callable[[str], str]:
    module, separator, attribute = name.partition(":")
    if not separator:
        raise InputError(f"{name!r} is not package.module:function", field="--postprocess")
    try:
        function = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InputError(f"{name} cannot be imported: {error}", field="--postprocess") from None
    if not callable(function):
        raise InputError(f"{name} is not a function", field="--postprocess")
    return function  # type: ignore[no-any-return]
