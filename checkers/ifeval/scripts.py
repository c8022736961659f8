"""Whether a text may be in a language: by the scripts of its letters, then by identification."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from typing import Literal

from immutabledict import immutabledict

from checkers import language
from checkers.finding import Finding
from checkers.normal_form import compatibility_composed
from checkers.text import Text

LanguageCode = Literal[
    "en", "es", "pt", "ar", "hi", "fr", "ru", "de", "ja", "it",
    "bn", "uk", "th", "ur", "ta", "te", "bg", "ko", "pl", "he",
    "fa", "vi", "ne", "sw", "kn", "mr", "gu", "pa", "ml", "fi",
]  # fmt: skip
"""The languages that IFEval asks for (ISO 639-1)."""

_LANGUAGES_OF_SCRIPT = {
    "LATIN": "en es pt fr de it pl vi sw fi",
    "CYRILLIC": "ru uk bg",
    "ARABIC": "ar ur fa",
    "DEVANAGARI": "hi ne mr",
    "BENGALI": "bn",
    "THAI": "th",
    "TAMIL": "ta",
    "TELUGU": "te",
    "HANGUL": "ko",
    "HEBREW": "he",
    "KANNADA": "kn",
    "GUJARATI": "gu",
    "GURMUKHI": "pa",
    "MALAYALAM": "ml",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "CJK": "ja",
}
_SCRIPTS = immutabledict(
    {
        code: frozenset(s for s, codes in _LANGUAGES_OF_SCRIPT.items() if code in codes.split())
        for codes in _LANGUAGES_OF_SCRIPT.values()
        for code in codes.split()
    }
)
_WEB_ADDRESS = re.compile(r"https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}")
_MAIL_ADDRESS = re.compile(r"[-_.0-9A-Za-z]{1,64}@[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_FEWEST_LETTERS = 25
"""Below that, identification is a guess."""


def may_be_in(text: Text, code: LanguageCode) -> Finding:
    """Whether the text may be in the language `code`.

    More than half of its letters are of the language's scripts, and if there are 25 of them,
    the lower-case text is identified as that language. A text without letters may be in any.
    Compatibility variants (full-width letters) count as what they stand for; addresses do not.
    """
    if "LATIN" not in _SCRIPTS[code] or not text.of(_is_plainly_latin):
        finding = _by_script(text, code)
        if finding is not None:
            return finding
    identified = text.of(_identified_in_lower_case)
    return Finding(identified in (code, None), named(identified), repr(code))


def named(identified: str | None) -> str:
    """An identified language for a finding."""
    return "nothing that tells a language" if identified is None else repr(identified)


def _by_script(text: Text, code: LanguageCode) -> Finding | None:
    """The finding if scripts or the number of letters decide."""
    scripts = text.of(_letters_by_script)
    letters = sum(scripts.values())
    if 2 * sum(scripts[script] for script in _SCRIPTS[code]) <= letters and letters:
        (script, _), *_ = scripts.most_common(1)
        return Finding(False, f"mostly {script.title()} letters", repr(code))
    if letters < _FEWEST_LETTERS:
        return Finding(True, f"{letters} letters: too few to tell", repr(code))
    return None


def _is_plainly_latin(text: Text) -> bool:
    """Whether ASCII letters alone are enough to tell, and most whatever the others are."""
    normal = text.of(_normal)
    ascii_only = normal.encode("ascii", "ignore")
    letters = len(ascii_only.translate(None, _NO_LETTERS))
    return letters >= _FEWEST_LETTERS and letters > len(normal) - len(ascii_only)


def _normal(text: Text) -> str:
    normal = compatibility_composed(text.raw)
    if "://" in normal:
        normal = _WEB_ADDRESS.sub(" ", normal)
    return _MAIL_ADDRESS.sub(" ", normal) if "@" in normal else normal


def _letters_by_script(text: Text) -> Counter[str]:
    scripts: Counter[str] = Counter()
    for char, count in Counter(text.of(_normal)).items():
        if char.isalpha():
            scripts[_script(char)] += count
    return scripts


@cache
def _script(letter: str) -> str:
    """The script that the letter's Unicode name begins with."""
    return unicodedata.name(letter, "UNNAMED").split()[0].split("-")[0]


def _identified_in_lower_case(text: Text) -> str | None:
    lower = text.of(_normal).lower()
    return text.language if lower == text.raw else language.identify(lower)
