"""Readers: from the logs of every harness to records of our own form (docs/response-formats.md).

A reader is a function in a module of this package, registered by `@reader`. Formats are told by
the keys of their objects, in the order of these imports: what has a response of our own form is
taken for it, whatever else it has.
"""

from __future__ import annotations

# isort: off
from ifbench_suite.readers import (
    results,
    multi_if,
    own,
    lm_eval,
    lighteval,
    inspect_logs,
    evalscope,
    opencompass,
    evalution,
    verifiers,
    verl,
    batches,
    pipeline,
    without_text,
    chats,
)

# isort: on
from ifbench_suite.readers.files import read, understood
from ifbench_suite.readers.registry import FORMATS, Format, NoText, UnknownFormat, reader

__all__ = [
    "FORMATS",
    "Format",
    "NoText",
    "UnknownFormat",
    "batches",
    "chats",
    "evalscope",
    "evalution",
    "inspect_logs",
    "lighteval",
    "lm_eval",
    "multi_if",
    "opencompass",
    "own",
    "pipeline",
    "read",
    "reader",
    "results",
    "understood",
    "verifiers",
    "verl",
    "without_text",
]
