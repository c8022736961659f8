"""`words:` of IFBench: the letters that every word has to have."""

from __future__ import annotations

import re
import string
import unicodedata
from itertools import cycle, islice

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
    initials = [chunk[0].lower() for chunk in text.bare.split()]
    return _successive(initials[:1] + [initial[0] for initial in initials[1:]])


@IFBENCH.correction(
    "words:alphabet",
    why="dashes, quotes and emoji are no words, and an accented letter is that letter",
    examples=(ok("Apes — bears."), ok("“Écoles fermées.”")),
)
def alphabet_by_word(text: Text) -> Finding:
    """Each word begins with the next letter of the alphabet, accents aside; after Z comes A."""
    return _successive([plain.base(word[0]) for word in text.of(plain.words)])


def _successive(initials: list[str]) -> Finding:
    wanted = "words that begin with successive letters of the alphabet"
    if not initials:
        return Finding(False, "no words", wanted)
    if initials[0] not in set(string.ascii_lowercase):
        return Finding(False, f"word 1 begins with {initials[0]!r}", wanted)
    letters = islice(cycle(string.ascii_lowercase), ord(initials[0]) - ord("a"), None)
    for position, (initial, letter) in enumerate(zip(initials, letters, strict=False), start=1):
        if initial != letter:
            found = f"word {position} begins with {initial!r}, not {letter!r}"
            return Finding(False, found, wanted)
    return Finding(True, f"{len(initials)} words in alphabetical order", wanted)


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
    return _three_vowels(text, set(text.lower))


@IFBENCH.correction(
    "words:vowel",
    why="an accented vowel is a vowel",
    examples=(no("Anna a bâti un été."),),
)
def vowel_under_accents(text: Text) -> Finding:
    """One paragraph with at most three types of vowels, accented ones included."""
    # Character by character, as normalising a long run of combining marks takes quadratic time.
    characters = (unicodedata.normalize("NFD", character) for character in set(text.lower))
    return _three_vowels(text, set("".join(characters)))


def _three_vowels(text: Text, characters: set[str]) -> Finding:
    wanted = "one paragraph with at most three vowels"
    if "\n" in text.stripped:
        return Finding(False, "several lines", wanted)
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
    return _all_clustered(text.lower.split())


@IFBENCH.correction(
    "words:consonants",
    why="bullets, dashes and numbers are no words",
    examples=(ok("- Bright stars"), ok("Three & 4 birds sing.")),
)
def consonants_of_words(text: Text) -> Finding:
    """Every word with a letter in it has two or more consonants in a row."""
    words = [word for word in text.of(plain.lower_words) if any(map(str.isalpha, word))]
    return _all_clustered(words)


def _all_clustered(words: list[str]) -> Finding:
    wanted = "two consonants in a row in every word"
    for word in words:
        if not _TWO_CONSONANTS.search(word):
            return Finding(False, f"none in {excerpt(word)}", wanted)
    return Finding(bool(words), f"{len(words)} words with them", wanted)


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
    return _ten_palindromes(text.bare.lower().split())


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
    return _ten_palindromes([word for word in text.of(_words_between_commas) if word.isalpha()])


def _words_between_commas(text: Text) -> list[str]:
    spaced = Text(text.raw.replace(",", " "))
    return [word.lower() for word in plain.squeezed_words(spaced)]


def _ten_palindromes(words: list[str]) -> Finding:
    long_enough = (word for word in words if len(word) >= _SHORTEST_PALINDROME)
    count = sum(1 for word in long_enough if word == word[::-1])
    return at_least(count, _WANTED_PALINDROMES, "palindromes")


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
    return _all_prime(text.bare.split())


@IFBENCH.correction(
    "words:prime_lengths",
    why="quotes and dashes are no letters, 101 is prime too, and no words are no words of a length",
    examples=(ok("“To” — sea"), no("—— ...")),
)
def prime_lengths_of_letters(text: Text) -> Finding:
    """There are words, and each has a prime number of letters and digits."""
    return _all_prime(text.of(plain.squeezed_words), any_size=True)


def _all_prime(words: list[str], *, any_size: bool = False) -> Finding:
    wanted = "words of prime lengths"
    primes = set(filter(_is_prime, set(map(len, words)))) if any_size else _PRIMES_BELOW_100
    for word in words:
        if len(word) not in primes:
            return Finding(False, f"{len(word)} characters in {excerpt(word)}", wanted)
    return Finding(bool(words) or not any_size, f"{len(words)} words of prime lengths", wanted)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))
