"""How a name is said: pronunciations of any word out of several sources.

A card may be called anything. What the recogniser's own dictionary lacks is asked of the spelling-to-sound programs
that are installed, and read as if it were Latin, for invented names are seldom English: together they are heard better
than any of them (README.md, "Names that are taught, measured"). What the table gives by hand comes first.
"""

from __future__ import annotations

import re
import subprocess
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby, product
from pathlib import Path

from hardware.ports import Pronounced
from hardware.recogniser.native import model_path

_PHONES = "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"
PHONES = tuple(_PHONES.split())
"""The phones of the English model, ARPAbet without stress."""

_MOST = 6
"""Variants kept of a word: each is one more chance to be heard, and to be heard wrongly."""
_TIMEOUT_SECONDS = 5.0
_ALTERNATE = re.compile(rb"\(\d+\)$")

Source = Callable[[str], Sequence[str]]


class Dictionary:
    """A pronouncing dictionary file, sorted by word, searched where it lies (134,000 words would cost 20 MB parsed)."""

    def __init__(self, path: Path) -> None:
        self._text = path.read_bytes()

    def __call__(self, word: str) -> list[str]:
        """The pronunciations of ``word``, alternates included; none where it is unknown."""
        key = word.encode()
        at = self._line_start(bisect_left(range(len(self._text) - 1), key, key=self._headword))
        if self._headword(at) < key:
            at = self._text.find(b"\n", at) + 1
        found = []
        while self._text[at : at + 1] and self._headword(at) == key:
            end = self._text.find(b"\n", at)
            found.append(" ".join(self._text[at:end].decode().split()[1:]))
            at = end + 1
        return found

    def _line_start(self, place: int) -> int:
        return self._text.rfind(b"\n", 0, place) + 1

    def _headword(self, place: int) -> bytes:
        start = self._line_start(place)
        return _ALTERNATE.sub(b"", self._text[start : self._text.find(b" ", start)])


@cache
def bundled() -> Dictionary:
    """The dictionary that comes with PocketSphinx."""
    return Dictionary(Path(model_path("cmudict-en-us.dict")))


class Pronouncer:
    """Pronunciations of any word; remembers what it found."""

    def __init__(self, dictionary: Source | None = None, guessers: Iterable[Source] | None = None) -> None:
        self._dictionary = dictionary
        self._guessers = tuple(guessers) if guessers is not None else (espeak, flite, latin)
        self._known: dict[str, tuple[str, ...]] = {}

    def __call__(self, word: str, given: Pronounced | None = None) -> tuple[str, ...]:
        """Pronunciations of ``word``, best source first, each once; guesses up to six; empty where nobody knows one.

        What is ``given`` by hand or by takes comes first; then the dictionary; a word that is not in it is asked of
        every program. A word that is no spelling has nothing but what is given.
        """
        by_hand = self._by_hand(given) if given else ()
        found = self._found(word) if given is None or given.is_spelled else ()
        guessed = [phones for phones in found if phones not in by_hand][: max(0, _MOST - len(by_hand))]
        return tuple(dict.fromkeys((*by_hand, *guessed)))

    def _found(self, word: str) -> tuple[str, ...]:
        if word not in self._known:
            self._known[word] = self._look_up(word)
        return self._known[word]

    def _look_up(self, word: str) -> tuple[str, ...]:
        dictionary = self._dictionary or bundled()
        found = dictionary(word) or dictionary(word.replace("’", "'"))
        if not found:
            found = [phones for guess in self._guessers for phones in guess(word)]
        return tuple(dict.fromkeys(phones for phones in found if is_pronunciation(phones)))

    def _by_hand(self, given: Pronounced) -> tuple[str, ...]:
        sounds = [phones for likeness in given.sounds_like for phones in self._joined(likeness)]
        return tuple(phones for phones in (*given.phones, *sounds) if is_pronunciation(phones))

    def _joined(self, words: str) -> list[str]:
        """First two pronunciations of each word of "ale win", put together; no more than four."""
        parts = [self._found(word)[:2] for word in words.lower().split()]
        return [" ".join(choice) for choice in product(*parts)][:4] if parts else []


def is_pronunciation(phones: str) -> bool:
    """Whether ``phones`` is a row of known phones; the native library takes nothing else."""
    row = phones.split()
    return bool(row) and all(phone in PHONES for phone in row)


def espeak(word: str) -> list[str]:
    """eSpeak NG's guess; none where the program is missing."""
    return _ipa_read("en-us", word, _table("ipa"))


def latin(word: str) -> list[str]:
    """How somebody says it who gives every letter the sound it has in Latin; none where eSpeak NG is missing."""
    read = _ipa_read("la", word, {**_table("ipa"), **_table("latin")})
    return [" ".join(phone for phone, _ in groupby(phones.split())) for phones in read]  # double letters sound once


def flite(word: str) -> list[str]:
    """Flite's guess; none where the program is missing."""
    told = _run("flite", "-ps", "-t", word, "none")
    table = _table("flite")
    row = [table.get(sign, sign.upper()) for sign in told.split()]
    return [" ".join(phone for phone in row if phone)] if told else []


def _run(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_TIMEOUT_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""  # a missing program, or a word it chokes on, is one source less
    return done.stdout.decode("utf-8", "replace").strip()


def _ipa_read(voice: str, word: str, table: Mapping[str, str]) -> list[str]:
    ipa = _run("espeak-ng", "-q", "--ipa", "-v", voice, "--", word)
    return [_from_ipa(ipa, table)] if ipa else []


def _from_ipa(text: str, table: Mapping[str, str]) -> str:
    longest = max(map(len, table))
    row, at = [], 0
    while at < len(text):
        for width in range(longest, 0, -1):
            if (sign := text[at : at + width]) in table:
                row.append(table[sign])
                break
        else:
            width = 1  # stress, length and joining marks say nothing that the model could tell
        at += width
    return " ".join(phone for phone in row if phone)


@cache
def _table(name: str) -> dict[str, str]:
    tables: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "phones.toml").read_text("utf-8"))
    return tables[name]
