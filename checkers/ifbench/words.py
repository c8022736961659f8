"""`words:` of IFBench: the letters that every word has to have."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, cycle, islice

from checkers import segment
from checkers.finding import Finding, at_least, excerpt
from checkers.ifbench import plain
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text

_VOWELS = "aeiou"
_TWO_CONSONANTS = re.compile("[b-df-hj-np-tv-z]{2}")
_PRIMES_BELOW_100 = frozenset(
    {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97}
)
_WANTED_PALINDROMES = 10
_SHORTEST_PALINDROME = 5


@IFBENCH.instruction(
    "words:alphabet",
    origin="AlphabetLoopChecker",
    examples=(
        ok("Young zebras ate big-leaf clover."),
        no("Young zebras eat big clover."),
        no("Apes — bears."),
    ),
)
def alphabet(text: Text) -> Finding:
    """Each word begins with the next letter of the alphabet, and after Z comes A.

    Reference: words are the pieces between white space after ASCII punctuation was deleted; dashes,
    curly quotes and emoji are words or first characters, and accented letters do not fit. The first
    word may begin with any letter from a to z.
    """
    initials = (chunk[0].lower() for chunk in text.each(plain.bare_chunks))
    first = islice(initials, 1)
    return _successive(chain(first, (initial[0] for initial in initials)))


@IFBENCH.correction(
    "words:alphabet",
    why="dashes, quotes and emoji are no words, and an accented letter is that letter",
    examples=(ok("Apes — bears."), ok("“Écoles fermées.”")),
)
def alphabet_by_word(text: Text) -> Finding:
    """Each word begins with the next letter of the alphabet, accents aside; after Z comes A."""
    return _successive(plain.base(word[0]) for word in text.each(plain.words_of))


def _successive(initials: Iterator[str]) -> Finding:
    wanted = "words that begin with successive letters of the alphabet"
    first = next(initials, None)
    if first is None:
        return Finding(False, "no words", wanted)
    if first not in set(string.ascii_lowercase):
        return Finding(False, f"word 1 begins with {first!r}", wanted)
    letters = islice(cycle(string.ascii_lowercase), ord(first) - ord("a") + 1, None)
    position = 1
    for position, (initial, letter) in enumerate(zip(initials, letters, strict=False), start=2):
        if initial != letter:
            found = f"word {position} begins with {initial!r}, not {letter!r}"
            return Finding(False, found, wanted)
    return Finding(True, f"{position} words in alphabetical order", wanted)


@IFBENCH.instruction(
    "words:vowel",
    origin="SingleVowelParagraphChecker",
    examples=(
        ok("Anna and Otto sit."),
        no("Anna and Otto sit here."),
        no("Anna sat.\nOtto sat."),
        ok("Anna a bâti un été."),
    ),
)
def vowel(text: Text) -> Finding:
    r"""One paragraph whose words use only three types of vowels.

    Reference: a `\n` inside the stripped text makes more than one paragraph. At most three of the
    five vowels may occur; y is none, and accented vowels are not seen.
    """
    return _three_vowels(text, str.lower)


@IFBENCH.correction(
    "words:vowel",
    why="an accented vowel is a vowel",
    examples=(no("Anna a bâti un été."),),
)
def vowel_under_accents(text: Text) -> Finding:
    """One paragraph with at most three types of vowels, accented ones included."""
    return _three_vowels(text, _lowered_and_decomposed)


def _lowered_and_decomposed(raw: str) -> str:
    # Character by character, as normalising a long run of combining marks takes quadratic time.
    return "".join(unicodedata.normalize("NFD", character) for character in set(raw.lower()))


def _three_vowels(text: Text, fold: Callable[[str], str]) -> Finding:
    wanted = "one paragraph with at most three vowels"
    if "\n" in text.stripped:
        return Finding(False, "several lines", wanted)
    characters = fold(text.raw)
    used = [letter for letter in _VOWELS if letter in characters]
    return Finding(len(used) <= 3, f"the vowels {' '.join(used)}" if used else "no vowel", wanted)


@IFBENCH.instruction(
    "words:consonants",
    origin="ConsonantClusterChecker",
    examples=(
        ok("Bright stars shine by myths."),
        no("Bright stars are shining."),
        no("- Bright stars"),
    ),
)
def consonants(text: Text) -> Finding:
    """Every word has two or more consonants in a row.

    Reference: looks for two neighbouring letters of b to z without e, i, o and u in every piece
    between white space; y is a consonant. Bullets, dashes and numbers that stand alone fail.
    """
    return _all_clustered(map(str.lower, text.each(str.split)))


@IFBENCH.correction(
    "words:consonants",
    why="bullets, dashes and numbers are no words",
    examples=(ok("- Bright stars"), ok("Three & 4 birds sing.")),
)
def consonants_of_words(text: Text) -> Finding:
    """Every word with a letter in it has two or more consonants in a row."""
    lowered = map(str.lower, text.each(plain.words_of))
    return _all_clustered(word for word in lowered if any(map(str.isalpha, word)))


def _all_clustered(words: Iterable[str]) -> Finding:
    wanted = "two consonants in a row in every word"
    number = 0
    for word in words:
        if not _TWO_CONSONANTS.search(word):
            return Finding(False, f"none in {excerpt(word)}", wanted)
        number += 1
    return Finding(number > 0, f"{number} words with them", wanted)


@IFBENCH.instruction(
    "words:palindrome",
    origin="PalindromeChecker",
    examples=(
        ok("Level radar civic rotor kayak refer madam tenet stats race-car."),
        no("Level radar civic rotor kayak refer madam tenet stats noon."),
        ok("12321 " * 10),
    ),
)
def palindrome(text: Text) -> Finding:
    """At least ten one-word palindromes of five or more characters are used.

    Reference: counts the pieces between white space that read the same backwards in lower case,
    after ASCII punctuation was deleted. Repetitions, numbers and nonsense count.
    """
    return _ten_palindromes(text.cut(_palindromes))


def _palindromes(raw: str) -> list[str]:
    return _long_palindromes(segment.without_punctuation(raw).lower().split())


@IFBENCH.correction(
    "words:palindrome",
    why="a number is no word, and quotes, commas and dashes are no part of one",
    examples=(
        no("12321 " * 10),
        ok("“Level” radar,civic rotor kayak refer madam tenet stats solos"),
    ),
)
def palindrome_of_letters(text: Text) -> Finding:
    """At least ten palindromes of five or more letters are used."""
    return _ten_palindromes(text.cut(_palindromes_of_letters))


def _palindromes_of_letters(raw: str) -> list[str]:
    words = (
        word for word in plain.words_of(raw.replace(",", " ")) if len(word) >= _SHORTEST_PALINDROME
    )
    found = _long_palindromes(plain.squeezed(word).lower() for word in words)
    return list(filter(str.isalpha, found))


def _long_palindromes(words: Iterable[str]) -> list[str]:
    return [word for word in words if len(word) >= _SHORTEST_PALINDROME and word == word[::-1]]


def _ten_palindromes(found: list[str]) -> Finding:
    return at_least(len(found), _WANTED_PALINDROMES, "palindromes")


@IFBENCH.instruction(
    "words:prime_lengths",
    origin="PrimeLengthsChecker",
    examples=(
        ok("The river is deep-set."),
        no("The road is long."),
        no("“To” sea"),
        ok("—— ..."),
    ),
)
def prime_lengths(text: Text) -> Finding:
    """Every word has a prime number of characters.

    Reference: measures the pieces between white space after ASCII punctuation was deleted, against
    the primes up to 97. Curly quotes count as characters and a lone dash is a word of one. No
    piece at all passes.
    """
    return _all_prime(text.each(plain.bare_chunks), _PRIMES_BELOW_100.__contains__)


@IFBENCH.correction(
    "words:prime_lengths",
    why="quotes and dashes are no letters, 101 is prime too, and no words are no words of a length",
    examples=(ok("“To” — sea"), no("—— ...")),
)
def prime_lengths_of_letters(text: Text) -> Finding:
    """There are words, and each has a prime number of letters and digits."""
    finding = _all_prime(map(plain.squeezed, text.each(plain.words_of)), _is_prime)
    has_words = next(text.each(plain.words_of), None) is not None
    return finding if has_words else finding._replace(followed=False)


def _all_prime(words: Iterable[str], is_prime: Callable[[int], bool]) -> Finding:
    wanted = "words of prime lengths"
    number = 0
    for word in words:
        if not is_prime(len(word)):
            return Finding(False, f"{len(word)} characters in {excerpt(word)}", wanted)
        number += 1
    return Finding(True, f"{number} words of prime lengths", wanted)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))
