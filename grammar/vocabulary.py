"""Words: how a text is split into them, the spoken form of a written name, fillers and sound-alikes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from grammar.numbers import words_of
from grammar.results import TAIL

_WORD = re.compile(r"\d+|[^\W\d_]+(?:'[^\W\d_]+)*'?|…")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'"})
_LONGEST_NUMBER = 6


class Token(NamedTuple):
    """A word of an utterance, folded, with its place in the original text."""

    word: str
    start: int
    end: int


def fold(word: str) -> str:
    """A word as recognisers know it: lower case, without accents, with a straight apostrophe."""
    plain = unicodedata.normalize("NFKD", word.translate(_APOSTROPHES).casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def tokenise(text: str) -> list[Token]:
    """Split a text into words. Hyphens, dots and blanks separate; "2d6" is three words; "…" is one if alone."""
    straight = text.translate(_APOSTROPHES)
    found = []
    for hit in _WORD.finditer(straight):
        start, end = hit.span()
        if hit.group() == TAIL and text[max(0, start - 1) : end + 1].strip() != TAIL:
            continue
        word = TAIL if hit.group() == TAIL else fold(hit.group())
        found.append(Token(word if word.endswith("s'") else word.rstrip("'"), start, end))
    return [token for token in found if token.word]


@lru_cache(maxsize=4096)
def spoken_words(text: str) -> tuple[str, ...]:
    """The words one says for a written name: "Jean-Luc" -> jean luc, "Act 2" -> act two. Empty: it cannot be said."""
    words: list[str] = []
    for token in tokenise(text):
        if token.word.isdigit() and len(token.word) <= _LONGEST_NUMBER:
            words += words_of(int(token.word))
        elif token.word != TAIL:
            words.append(token.word)
    return tuple(words)


def spoken_form(text: str) -> str:
    """The spoken form of a written name, as one string of lower-case words with single blanks between."""
    return " ".join(spoken_words(text))


@dataclass(frozen=True)
class Vocabulary:
    """The words with a part of their own in every sentence, as ``common.en.yaml`` lists them."""

    fillers: frozenset[str] = frozenset()
    """Words that may be said anywhere and mean nothing; articles of a sentence are among them."""
    dropped: frozenset[str] = frozenset()
    """Words that may be said anywhere, but that a sentence which has them needs ("my cue")."""
    kept: frozenset[tuple[str, str]] = frozenset()
    """Pairs of words whose first is no filler ("my cue")."""
    one: frozenset[str] = frozenset()
    """Words that count as one before a noun ("another trial")."""
    number_alikes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Number word -> words that sound the same; they count as the number in a number slot only."""
    letter_alikes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Letter -> words it is misheard as; they count as the letter where a sentence has it."""
    address: tuple[str, ...] = ()
    """Words that open the hands-free window ("prompter")."""

    def is_filler(self, word: str, following: str) -> bool:
        """Whether this word of an utterance may be passed over."""
        return (word in self.fillers or word in self.dropped) and (word, following) not in self.kept

    def without_fillers(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(word for word in words if word not in self.fillers)
