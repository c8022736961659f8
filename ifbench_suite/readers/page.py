"""The generated part of docs/response-formats.md."""

from __future__ import annotations

from ifbench_suite.readers import FORMATS, Format


def formats_page() -> str:
    """How each format is told, as a table, and a section for each with what to know."""
    head = "| format | told by | its files |\n|---|---|---|\n"
    return head + "".join(map(_line, FORMATS)) + "".join(map(_section, FORMATS))


def _line(format: Format) -> str:
    return f"| {format.name} | {_keys(format)} | `{format.path}` |\n"


def _section(format: Format) -> str:
    turns = " --benchmark multi_if" if {"turns", "messages"}.intersection(format.keys[:1]) else ""
    command = f"```bash\npython -m ifbench_suite{turns} --responses '{format.path}'\n```\n\n"
    return f"\n### {format.name}\n\n{command if format.has_text else ''}{format.traps}\n"


def _keys(format: Format) -> str:
    return ", ".join(f"`{key}`" for key in format.keys)
