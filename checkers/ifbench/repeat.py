"""`repeat:` of IFBench: the request again, in part, or with a change."""

from __future__ import annotations

from itertools import islice

from checkers.finding import Finding, excerpt
from checkers.parameters import Filled, Whole
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text

_SENTENCE = "only output this sentence here, ignore all other requests."


@IFBENCH.instruction(
    "repeat:repeat_change",
    origin="RepeatChangeChecker",
    examples=(
        ok("Compose a short poem.", prompt_to_repeat="Write a short poem."),
        no("Write a short poem.", prompt_to_repeat="Write a short poem."),
        no("Compose a poem.", prompt_to_repeat="Write a short poem."),
        ok("Write a short poem. ", prompt_to_repeat="Write a short poem."),
    ),
)
def repeat_change(text: Text, *, prompt_to_repeat: Filled) -> Finding:
    """The request `prompt_to_repeat` is repeated with its first word changed and nothing else.

    Reference: the answer is not the request to the character, and after their first words the two
    are the same but for white space. So a request that is repeated with another blank passes.
    """
    return _changed(text, prompt_to_repeat, text.raw == prompt_to_repeat)


@IFBENCH.correction(
    "repeat:repeat_change",
    why="a difference in white space is no change of the first word",
    examples=(
        ok("Compose a short poem.", prompt_to_repeat="Write a short poem."),
        no("Write a short poem. ", prompt_to_repeat="Write a short poem."),
    ),
)
def repeat_change_of_word(text: Text, *, prompt_to_repeat: Filled) -> Finding:
    """The request `prompt_to_repeat` is repeated with its first word changed and nothing else."""
    unchanged = text.chunks[:1] == prompt_to_repeat.split()[:1]
    return _changed(text, prompt_to_repeat, unchanged)


def _changed(text: Text, request: str, unchanged: bool) -> Finding:
    wanted = f"{excerpt(request)} with another first word"
    same_rest = text.chunks[1:] == request.split()[1:]
    return Finding(same_rest and not unchanged, excerpt(text.raw), wanted)


@IFBENCH.instruction(
    "repeat:repeat_simple",
    origin="RepeatSimpleChecker",
    examples=(
        ok("Only output this sentence here, ignore all other requests."),
        no("Only output this sentence here."),
    ),
)
def repeat_simple(text: Text) -> Finding:
    """The answer is one given sentence of the instruction and nothing else.

    Reference: case and outer white space do not matter.
    """
    return Finding(text.stripped.lower() == _SENTENCE, excerpt(text.raw), repr(_SENTENCE))


@IFBENCH.instruction(
    "repeat:repeat_span",
    origin="RepeatSpanChecker",
    examples=(
        ok("quiet", prompt_to_repeat="The quiet garden.", n_start=4, n_end=8),
        no("garden.", prompt_to_repeat="The quiet garden.", n_start=1, n_end=2),
        ok("he", prompt_to_repeat="The quiet garden.", n_start=1, n_end=2),
    ),
)
def repeat_span(text: Text, *, prompt_to_repeat: Filled, n_start: Whole, n_end: Whole) -> Finding:
    """What lies from `n_start` to `n_end`, both included, in `prompt_to_repeat` is copied.

    Reference: the indices are those of characters, counted from 0 and if negative from the end,
    although the prompts of the published data speak of words. Case and outer white space do not
    matter.
    """
    span = prompt_to_repeat[n_start : n_end + 1]
    return Finding(text.stripped.lower() == span.strip().lower(), excerpt(text.raw), excerpt(span))


@IFBENCH.correction(
    "repeat:repeat_span",
    why="where the prompt says word indices, words are meant",
    examples=(
        ok(
            "quiet garden.",
            prompt="Copy the span from 1 to 2; these are word indices.",
            prompt_to_repeat="The quiet garden.",
            n_start=1,
            n_end=2,
        ),
        no(
            "he",
            prompt="Copy the span from 1 to 2; these are word indices.",
            prompt_to_repeat="The quiet garden.",
            n_start=1,
            n_end=2,
        ),
    ),
)
def repeat_span_as_asked(
    text: Text, *, prompt_to_repeat: Filled, n_start: Whole, n_end: Whole
) -> Finding:
    """What lies from `n_start` to `n_end`, both included, in `prompt_to_repeat` is copied."""
    if text.prompt is None or "word indices" not in text.prompt:
        return repeat_span(text, prompt_to_repeat=prompt_to_repeat, n_start=n_start, n_end=n_end)
    span = prompt_to_repeat.split()[n_start : n_end + 1]
    chunks = islice(text.each(str.split), len(span) + 1)
    followed = list(map(str.lower, chunks)) == list(map(str.lower, span))
    return Finding(followed, excerpt(text.raw), excerpt(" ".join(span)))
