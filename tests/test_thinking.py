import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifbench_suite.thinking import DEFAULT_TAGS, Tags, Trace, without_thinking

REMOVED = {
    "block": ("<think>\nplan\n</think>\n\nHello.", "Hello."),
    "leading space": ("  <think>a</think> Hello.", "Hello."),
    "empty block": ("<think>\n\n</think>\n\nHello.", "Hello."),
    "no opener": ("plan\n</think>\n\nHello.", "Hello."),
    "no opener, no white space": ("plan</think>Hello.", "Hello."),
    "only a closer": ("</think>\nHello.", "Hello."),
    "two blocks": ("<think>a</think>One <think>b</think>Two", "One Two"),
    "interleaved": ("Start<think>x</think> middle <think>y</think> end", "Start middle  end"),
    "nested": ("<think>a <think>b</think> c</think>Done", "Done"),
    "opener in the trace": ("<think>I open <think> once more.</think>Done", "Done"),
    "no opener, then a block": ("plan</think>\n\nOne <think>b</think>Two", "One Two"),
    "closer in the answer": ("<think>a</think>The tag </think> ends.", "The tag </think> ends."),
    "attributes": ('<think signature="abc">a</think>Hello.', "Hello."),
    "thinking": ("<thinking>a</thinking>Hello.", "Hello."),
    "Magistral": ("[THINK]a[/THINK]Hello.", "Hello."),
    "Seed": ("<seed:think>a</seed:think>Hello.", "Hello."),
    "Kimi": ("◁think▷a◁/think▷Hello.", "Hello."),
    "answer tags stay": ("<think>a</think><answer>Hi.</answer>", "<answer>Hi.</answer>"),
    "nothing else": ("<think>a</think>", ""),
    "the end stays": ("<think>a</think>\n\nOne.\n\nTwo.\n\n", "One.\n\nTwo.\n\n"),
}
KEPT = [
    "Hello world.",
    "",
    "\n\nHello.\n",
    "Use `<think>` and `</think>` tags like this.",
    'The tag "<think>" opens, the tag "</think>" closes.',
    "<THINK>a</THINK>Hello.",
    "<thinker>a</thinker>",
    "I think so.",
]
UNCLOSED = [
    "<think>\nplan and never stop",
    "Answer first. <think>then plan",
    "<think>a</think>One <think>b",
    "plan</think>One <think>b",
    "[THINK]plan",
    "<think x='1'>plan",
]


@pytest.mark.parametrize("name", REMOVED)
def test_a_complete_trace_is_removed(name: str) -> None:
    response, answer = REMOVED[name]
    assert without_thinking(response) == (answer, Trace.REMOVED)


@pytest.mark.parametrize("response", KEPT)
def test_a_response_without_a_trace_stays_as_it_is(response: str) -> None:
    assert without_thinking(response) == (response, Trace.ABSENT)


@pytest.mark.parametrize("response", UNCLOSED)
def test_a_trace_that_never_closes_leaves_nothing(response: str) -> None:
    assert without_thinking(response) == ("", Trace.UNCLOSED)


def test_own_tags_replace_the_usual_ones() -> None:
    tags = (Tags("<plan>", "</plan>"),)
    assert without_thinking("<plan>a</plan>Hi.", tags) == ("Hi.", Trace.REMOVED)
    assert without_thinking("<think>a</think>Hi.", tags).trace is Trace.ABSENT


@given(st.text(), st.text(), st.sampled_from(DEFAULT_TAGS))
def test_a_block_in_front_of_an_answer_goes(trace: str, answer: str, tags: Tags) -> None:
    marks = [mark for pair in DEFAULT_TAGS for mark in pair]
    if not any(mark.rstrip(">") in trace + answer for mark in marks):
        response = f"{tags.opener}{trace}{tags.closer}{answer}"
        quoted = trace[-1:] in tuple("`\"'“‘«")
        if not quoted:
            assert without_thinking(response) == (answer.lstrip(), Trace.REMOVED)


@given(st.lists(st.sampled_from(["<think>", "</think>", "`", "a", "\n", "<think "])).map("".join))
def test_every_text_gets_an_answer(response: str) -> None:
    answer = without_thinking(response)
    assert (answer.text == response) if answer.trace is Trace.ABSENT else True
    assert answer.text == "" if answer.trace is Trace.UNCLOSED else True
