"""Treebank word cutter, as NLTK 3.9.1 behaves.

NLTK pads what is to become a token with blanks, sentence by sentence, in some 25 substitutions
of which each reads what the ones before it left. Here the sentences are joined by line feeds and
padded together. A line feed is no blank: where a substitution asks for a blank, it does not see
into the sentence beside.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def _padded(*signs: str) -> tuple[tuple[str, str], ...]:
    return tuple((sign, f" {sign} ") for sign in signs)


# All patterns begin with the sign they are about, which lets the search jump to the next one;
# what stands before the sign is looked up afterwards.
_BACKTICKS = re.compile(r"``?")
_OPENING_DOUBLE = re.compile(r'"(?<=[ (\[{<].)')
_OPENING_PAIR = re.compile(r"''(?<=[ (\[{<]..)")
_BEFORE_SINGLE_CHARACTER = re.compile(r"(?i)'(?!re|ve|ll|m|t|s|d|n)(?=\w\b)")
_COMMA_OR_COLON = re.compile(r"([:,])([^\d])")
_COMMA = re.compile(r",(?!\d)")
_COLON = re.compile(r":(?!\d)")
_DOTS = re.compile(r"\.\.+")
_CLOSING_SINGLE = re.compile(r"'(?<=[^'].) ")
_SHORT_CLITIC = re.compile(r"'(?<=[^' ].)[sSmMdD]? ")
_LONG_CLITIC = re.compile(r"'(?<=[^' ].)(?:ll|LL|re|RE|ve|VE) ")
_NEGATIONS = (re.compile(r"n't (?<=[^' ]....)"), re.compile(r"N'T (?<=[^' ]....)"))
# Patterns for re's own cache: the words are too rare to compile them at start-up.
_CONTRACTIONS = (
    ("cannot", r"\b(can)(not)\b"),
    ("d'ye", r"\b(d)('ye)\b"),
    ("gimme", r"\b(gim)(me)\b"),
    ("gonna", r"\b(gon)(na)\b"),
    ("gotta", r"\b(got)(ta)\b"),
    ("lemme", r"\b(lem)(me)\b"),
    ("more'n", r"\b(more)('n)\b"),
    ("wanna", r"\b(wan)(na)(?=\s)"),
    ("'tis", r" ('t)(is)\b"),
    ("'twas", r" ('t)(was)\b"),
)
_OPENING_SIGNS = _padded(*"«“‘„")
_SIGNS = _padded(*";@#$%&?!")
_LATE_SIGNS = _padded(*"*[](){}<>", "--", *"»”’", "''")
_OTHER_BLANKS = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_CLOSERS = "])}>\"'»”’ "


def tokens(sentences: Iterable[str]) -> list[str]:
    """Cuts sentences into tokens; equals `nltk.word_tokenize` of NLTK 3.9.1 on their text."""
    text = "\n".join(["", *map(_with_ends_padded, sentences), ""])
    apostrophe = "'" in text
    text = _pad_quotes(text)
    text = _pad_marks(text)
    if apostrophe:
        text = _part_clitics(text)
    return _part_contractions(text).split()


def _with_ends_padded(sentence: str) -> str:
    """Pads what is special at the ends of a sentence: a double quote and the last period."""
    if sentence.startswith('"'):
        sentence = " `` " + sentence[1:]
    body = sentence.rstrip(_CLOSERS)
    closers = sentence[len(body) :]
    # A quote after a blank counts as an opening one: then the period is not the last sign.
    opens = ' "' in closers or " ''" in closers
    if body.endswith(".") and body[-2:-1] not in ("", ".") and not opens:
        return f"{body[:-1]} .\n{closers} "
    return sentence


def _pad_quotes(text: str) -> str:
    for sign, padded in _OPENING_SIGNS:
        text = text.replace(sign, padded)
    if "`" in text:
        text = _BACKTICKS.sub(r" \g<0> ", text)
    if '"' in text:
        # No blank after it: the next substitution must not see one that this one made.
        text = _OPENING_DOUBLE.sub(" ``\n", text)
    if "''" in text:
        text = _OPENING_PAIR.sub(" `` ", text)
    return _BEFORE_SINGLE_CHARACTER.sub("' ", text)


def _pad_marks(text: str) -> str:
    text = _pad_commas(text)
    if ".." in text:
        text = _DOTS.sub(r" \g<0> ", text)
    for sign, padded in _SIGNS:
        text = text.replace(sign, padded)
    text = _CLOSING_SINGLE.sub(" ' ", text)
    for sign, padded in _LATE_SIGNS:
        text = text.replace(sign, padded)
    return text.replace('"', " '' ")


def _pad_commas(text: str) -> str:
    if any(pair in text for pair in (",,", ",:", ":,", "::")):
        # Of two in a row the second goes with the first: it is not looked at by itself.
        return _COMMA_OR_COLON.sub(r" \1 \2", text)
    return _COLON.sub(" : ", _COMMA.sub(" , ", text))


def _part_clitics(text: str) -> str:
    for blank in _OTHER_BLANKS:
        text = text.replace(blank, " ")
    text = _SHORT_CLITIC.sub(r" \g<0>", text)
    # A line feed: of two clitics in a row only the last is parted, as none sees a new blank.
    text = _LONG_CLITIC.sub("\n\\g<0>", text)
    for negation in _NEGATIONS:
        text = negation.sub("\n\\g<0>", text)
    return text


def _part_contractions(text: str) -> str:
    # IGNORECASE takes ı and İ for i, ſ for s.
    folded = text.lower().replace("ı", "i").replace("\u0307", "").replace("ſ", "s")
    for whole, parts in _CONTRACTIONS:
        if whole in folded:
            text = re.sub(parts, r" \1 \2 ", text, flags=re.IGNORECASE)
    return text
