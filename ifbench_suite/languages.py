"""The language that a row asks for."""

from __future__ import annotations

from collections.abc import Mapping

from immutabledict import immutabledict

from ifbench_suite.rows import Row

LANGUAGE_CODES: Mapping[str, str] = immutabledict(
    {
        "Chinese": "zh",
        "English": "en",
        "French": "fr",
        "German": "de",
        "Hindi": "hi",
        "Italian": "it",
        "Portuguese": "pt",
        "Russian": "ru",
        "Spanish": "es",
        "Thai": "th",
        "Vietnamese": "vi",
    }
)
"""The languages of Multi-IF's evaluator, as its data names them, and their codes (ISO 639-1)."""
_CODES = frozenset(LANGUAGE_CODES.values())
_ENGLISH = frozenset({"change_case:english_capital", "change_case:english_lowercase"})


def asked_language(row: Row) -> str | None:
    """The code of the language that a response to `row` should be in; None if the row says none.

    An instruction that asks for a language goes before the language of the prompt.
    """
    for id, kwargs in zip(row.instruction_ids, row.kwargs, strict=True):
        if id == "language:response_language" and isinstance(kwargs.get("language"), str):
            return str(kwargs["language"])
        if id in _ENGLISH:
            return "en"
    if row.language is None or row.language in _CODES:
        return row.language
    return LANGUAGE_CODES.get(row.language)
