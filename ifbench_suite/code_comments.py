"""Comments in an answer's code, found by a lexer: what "Code without Comments" can be held to."""

from __future__ import annotations

from collections.abc import Iterator

_FENCE = "```"
_NO_COMMENTS = ("Token.Comment.Hashbang", "Token.Comment.Preproc")
_LONGEST = 50_000
"""Characters of code beyond which nothing is said: some lexers take long over odd input."""


def has_comments(answer: str) -> bool | None:
    """Whether the fenced code of an answer has comments.

    None: it has no fenced code, none whose language is named and known, or too much of it. A
    shebang and preprocessor lines are no comments; a docstring is none either.
    """
    blocks = _fenced(answer) if len(answer) <= _LONGEST else ()
    found = [_has_comments(language, code) for language, code in blocks]
    known = [one for one in found if one is not None]
    return any(known) if known else None


def _fenced(answer: str) -> Iterator[tuple[str, str]]:
    """The language and content of each fenced block; one that never closes is none."""
    opening: str | None = None
    code: list[str] = []
    for line in answer.splitlines():
        is_fence = line.strip().startswith(_FENCE)
        if is_fence and opening is None:
            opening, code = line.strip().strip("`").strip(), []
        elif is_fence and opening is not None:
            yield opening.partition(" ")[0], "\n".join(code)
            opening = None
        else:
            code.append(line)


def _has_comments(language: str, code: str) -> bool | None:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    if not language:
        return None
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        return None
    kinds = {str(kind) for kind, text in lexer.get_tokens(code) if text.strip()}
    return any(k.startswith("Token.Comment") and not k.startswith(_NO_COMMENTS) for k in kinds)
