"""Numbers as words, and words as numbers. Counting words come from hassil; nothing here is a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from hassil.numbers import get_rbnf_engine

LANGUAGE = "en"
_HIGHEST_KNOWN = 100
_MOST_SPELLINGS = 64


@lru_cache(maxsize=4096)
def words_of(number: int) -> tuple[str, ...]:
    """The counting words of a number: 21 -> ("twenty", "one")."""
    return tuple(get_rbnf_engine(LANGUAGE).format_number(number).text.replace("-", " ").split())


@lru_cache(maxsize=1)
def _by_words() -> dict[tuple[str, ...], int]:
    return {words_of(number): number for number in range(_HIGHEST_KNOWN + 1)}


@lru_cache(maxsize=1)
def digits() -> Mapping[str, str]:
    """Number word -> its digits, for numbers of one word: "six" -> "6"."""
    return {words[0]: str(number) for words, number in _by_words().items() if len(words) == 1}


def number_in(words: Sequence[str]) -> int | None:
    """The number that these words or digits are, 0 to 100 in words; ``None`` if they are none."""
    if len(words) == 1 and words[0].isdecimal() and len(words[0]) <= 6:
        return int(words[0])
    return _by_words().get(tuple(words))


def typed_spellings(words: tuple[str, ...], alikes: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Other ways in which a recogniser or a keyboard writes these words: digits, and words that sound like a number.

    "card four" -> card 4, card for …; "card twenty one" -> card 21. Only number words change, and never two neighbours
    into one unless they are one number.
    """
    options = [(word, *((digits()[word],) if word in digits() else ()), *alikes.get(word, ())) for word in words]
    for count, spelling in enumerate(product(*options)):
        if count >= _MOST_SPELLINGS:
            break
        if spelling != words:
            yield spelling
    for at in range(len(words) - 1):
        compound = _by_words().get(words[at : at + 2])
        if compound is not None:
            yield (*words[:at], str(compound), *words[at + 2 :])
