"""Responses that try to take over whatever shows them, and a run full of them."""

from ifbench_suite import evaluate
from ifbench_suite.report import Report

HOSTILE = (
    "</script><script>document.title='taken'</script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "<!--<script>document.title='taken'//",
    "{{ 7 * 7 }} {% raw %} ${7*7}",
    "\u202eevil\u202c \u2066 \u200b \ufeff",
    "\x1b]0;taken\x07\x1b[31mred\x1b[0m \x00\x08",
    "\ud800 alone \udfff",
    '=HYPERLINK("http://example.invalid","click")',
    "| a | b |\n|---|---|\n[x](javascript:alert(1)) `code` &lt;b&gt;",
    "line\u2028separator\u2029paragraph",
    "javascript:alert(1), 'quotes' \" & <b>",
)
KEYS = [f"{text} {number}" for number, text in enumerate(HOSTILE)]


def hostile_report() -> Report:
    """A run whose keys, prompts, responses, languages and types are all hostile."""
    records = [
        {
            "key": key,
            "prompt": f"Say it without commas: {key}",
            "instruction_id_list": ["punctuation:no_comma", "keywords:existence"],
            "kwargs": [{}, {"keywords": [text, "zebra"]}],
            "language": text,
            "type": text,
            "response": f"{text}, and again {text}",
        }
        for key, text in zip(KEYS, HOSTILE, strict=True)
    ]
    run = evaluate(records)
    return Report(run.outcomes, run.signature, unmatched=[f"lost {text}" for text in HOSTILE])
