"""Chats: the text of a message, and which answer follows which prompt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

_TEXT = (None, "text", "output_text")
"""Types of the parts that hold what the model said; reasoning, images and tools have others."""


class Turn(NamedTuple):
    """What a user said and what the model answered; None for what there is not."""

    prompt: str | None
    answer: str | None


def text_of(content: Any, separator: str = "") -> str | None:
    """The text of a message's `content`, which is a string or a list of parts.

    Args:
        content: as the log holds it; its reasoning parts are left out.
        separator: what the log's own harness joins several text parts with.

    Returns:
        None if there is no text.
    """
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    parts = [_part(part) for part in content]
    texts = [part for part in parts if part is not None]
    return separator.join(texts) if texts else None


def _part(part: Any) -> str | None:
    if isinstance(part, str):
        return part
    if not isinstance(part, Mapping) or part.get("type") not in _TEXT:
        return None
    text = part.get("text")
    return text if isinstance(text, str) else None


def turns_of(messages: Any, separator: str = "") -> list[Turn]:
    """The turns of a chat that the model answered; if it answered none, the last prompt alone.

    Answers that were part of the prompt (`source` is "input") are not the model's. Of several
    messages of the model in a row, as tool calls make them, the last with text is the answer.
    """
    turns: list[Turn] = []
    prompt: str | None = None
    is_answered = False
    for message in messages if isinstance(messages, list) else ():
        role = message.get("role") if isinstance(message, Mapping) else None
        text = text_of(message["content"], separator) if role and "content" in message else None
        if role == "user":
            prompt, is_answered = text, False
        elif role == "assistant" and message.get("source") != "input":
            earlier = turns.pop().answer if is_answered else None
            turns.append(Turn(prompt, text or earlier))
            is_answered = True
    return turns or [Turn(prompt, None)]


def last_prompt(value: Any, separator: str = "") -> str | None:
    """The prompt in a field that holds it as text or as messages."""
    if isinstance(value, str):
        return value
    asked = [m for m in value if _is_user(m)] if isinstance(value, list) else []
    return text_of(asked[-1].get("content"), separator) if asked else None


def _is_user(message: Any) -> bool:
    return isinstance(message, Mapping) and message.get("role") == "user"
