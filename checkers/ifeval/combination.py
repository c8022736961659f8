"""`combination:*`: two responses, and the request repeated."""

from __future__ import annotations

from checkers.finding import Finding, excerpt
from checkers.ifeval.white_space import WHITE_SPACE
from checkers.parameters import Filled
from checkers.registry import IFEVAL, no, ok
from checkers.text import Text


@IFEVAL.instruction(
    "combination:two_responses",
    origin="TwoResponsesChecker",
    examples=(
        ok("Walk.\n******\nRide."),
        no("Walk.\n******\nWalk."),
        no("Walk.\n\nRide."),
        ok("Walk.\n*******\nWalk."),
    ),
)
def two_responses(text: Text) -> Finding:
    """There are two different responses, divided by six asterisks.

    Reference: a seventh asterisk belongs to the second response. A blank piece between two others
    fails; a blank first or last one does not count.
    """
    return _two_different([piece.strip() for piece in text.raw.split("******")])


@IFEVAL.correction(
    "combination:two_responses",
    why="a seventh asterisk does not make equal responses differ",
    examples=(no("Walk.\n*******\nWalk."),),
    loose_variants="asterisks kept",
)
def two_responses_without_asterisks(text: Text) -> Finding:
    """There are two different responses, divided by six asterisks.

    Corrected: asterisks at the ends of a response do not belong to it.
    """
    ends = WHITE_SPACE + "*"
    return _two_different([piece.strip(ends) for piece in text.raw.split("******")])


@IFEVAL.instruction(
    "combination:repeat_prompt",
    origin="RepeatPromptThenAnswer",
    examples=(
        ok("Name a tree.\n\nWillow.", prompt_to_repeat="Name a tree."),
        no("You ask: Name a tree.\n\nWillow.", prompt_to_repeat="Name a tree."),
        ok("NAME A TREE.", prompt_to_repeat="Name a tree."),
    ),
)
def repeat_prompt(text: Text, *, prompt_to_repeat: Filled) -> Finding:
    """The request `prompt_to_repeat` is repeated word for word first, then answered.

    Reference: without regard to case and to white space at the ends; nothing needs to follow.
    """
    return _repeats(text.stripped.lower(), prompt_to_repeat.strip().lower())


@IFEVAL.correction(
    "combination:repeat_prompt",
    why='"without change" includes case, and an answer must follow',
    examples=(
        no("NAME A TREE.\n\nWillow.", prompt_to_repeat="Name a tree."),
        no("Name a tree.", prompt_to_repeat="Name a tree."),
    ),
)
def repeat_prompt_then_answer(text: Text, *, prompt_to_repeat: Filled) -> Finding:
    """The request `prompt_to_repeat` is repeated word for word first, then answered.

    Corrected: with regard to case, and something must follow.
    """
    request = prompt_to_repeat.strip()
    if request and text.stripped == request:
        return Finding(False, "no answer after the request", f"{excerpt(request)} and an answer")
    return _repeats(text.stripped, request)


def _two_different(pieces: list[str]) -> Finding:
    wanted = "two different responses"
    if not all(pieces[1:-1]):
        return Finding(False, "a blank response between two others", wanted)
    responses = [piece for piece in pieces if piece]
    if len(responses) != 2:
        return Finding(False, f"{len(responses)} responses", wanted)
    differ = responses[0] != responses[1]
    return Finding(differ, wanted if differ else "the same response twice", wanted)


def _repeats(response: str, request: str) -> Finding:
    wanted = f"{excerpt(request)} first"
    if response.startswith(request):
        return Finding(True, "the request first", wanted)
    same = _shared_length(response, request)
    there, here = excerpt(request[same : same + 30]), excerpt(response[same : same + 30])
    return Finding(False, f"{here} in place of {there}", wanted)


def _shared_length(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
