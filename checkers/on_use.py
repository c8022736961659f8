"""Patterns that are compiled when they are first needed."""

from __future__ import annotations

import re
from functools import cache


@cache
def compiled(expression: str) -> re.Pattern[str]:
    """`expression` as a pattern.

    A set of thousands of characters takes milliseconds to compile, which importing this package
    must not; and module `re` forgets patterns once there are more than 512.
    """
    return re.compile(expression)
