"""`combination:*`: two responses, and the repeated request."""

from __future__ import annotations

import re

from checkers.finding import Finding, excerpt
from checkers.ifeval import combination as reference
from checkers.multi_if.registry import MULTI_IF
from checkers.parameters import Filled
from checkers.phrases import is_right_edge, lowered, unix_lines
from checkers.registry import no, ok
from checkers.text import Text

_SIX_STARS = re.compile(r"(?<!\*)\*{6}(?!\*)")


@MULTI_IF.correction(
    "combination:two_responses",
    why="seven asterisks are no divider, and a further blank makes no other response",
    examples=(no("Tea.\n*******\nMilk."), no("Black tea.\n******\nBlack  tea.")),
    loose_variants="asterisks kept",
)
def two_responses(text: Text) -> Finding:
    """Two different responses are given, divided by six asterisks.

    Corrected: exactly six in a row; responses that differ in white space only are the same.
    """
    wanted = "two different responses"
    pieces = [" ".join(piece.split()) for piece in _SIX_STARS.split(text.raw)]
    if not all(pieces[1:-1]):
        return Finding(False, "a blank response between two others", wanted)
    given = [piece for piece in pieces if piece]
    if len(given) == 2 and given[0] == given[1]:
        return Finding(False, "the same response twice", wanted)
    return Finding(len(given) == 2, f"{len(given)} responses", wanted)


@MULTI_IF.correction(
    "combination:repeat_prompt",
    why="an answer has to follow; line ends and composition are not words",
    examples=(
        no("Name a tea.", prompt_to_repeat="Name a tea."),
        no("Teatime is at five.", prompt_to_repeat="Tea"),
        ok("Où est l'e\u0301tang ? Ici.", prompt_to_repeat="Où est l'étang ?"),
    ),
)
def repeat_prompt(text: Text, *, prompt_to_repeat: Filled) -> Finding:
    """The request `prompt_to_repeat` is repeated word for word, then answered.

    Corrected: without regard to case, composition and kind of line end, and with text after it.
    """
    if not prompt_to_repeat.strip():
        return reference.repeat_prompt(text, prompt_to_repeat=prompt_to_repeat)
    prompt = lowered(unix_lines(prompt_to_repeat.strip()))
    response = lowered(unix_lines(text.stripped))
    answer = response[len(prompt) :]
    repeated = response.startswith(prompt) and is_right_edge(prompt[-1], answer[:1])
    wanted = f"{excerpt(prompt_to_repeat)} and an answer"
    if repeated and not answer.strip():
        return Finding(False, "the request without an answer", wanted)
    found = "the request and an answer" if repeated else excerpt(text.stripped[:80])
    return Finding(repeated, found, wanted)
