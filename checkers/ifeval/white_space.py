"""Stripping white space together with signs."""

from __future__ import annotations

WHITE_SPACE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""The characters that `str.strip` removes without an argument, for use in one."""

IN_LINE = WHITE_SPACE.replace("\n", "")
"""Those that end no line, to stand in a set: `(?:(?!\\n)[\\s*])*` would take memory per round."""
