"""Finds the address word in running sound, so that the plain box needs no button.

PocketSphinx's keyword search on the sound as it is: noise suppression in front raises false alarms (spikes/tails.md
section 4: in 3.1 hours of talk 1e-20 gave one, 1e-25 three, 1e-30 twenty-five). What it finds is decoded once more
with its sentence and rejected where the two do not fit, so it may rather hear too much than too little.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, HardwareError, Pronounced
from hardware.recogniser.native import make_decoder
from hardware.recogniser.pronounce import Pronouncer

ADDRESS_WORD = Pronounced("prompter", phones=("P R AA M P T ER", "P R AA M T ER", "P R AO M P T ER"))
"""As people say it, the p swallowed or the o long."""

_REFRESH_BYTES = 60 * 2 * SAMPLE_RATE
"""The search remembers its utterance; a new one is begun once a minute, so that hours cost no memory (C-023)."""


class KeywordSpotter:
    """Keeps the :class:`~hardware.ports.Spotter` port. One owner thread."""

    def __init__(
        self, word: Pronounced = ADDRESS_WORD, threshold: float = 1e-25, pronouncer: Pronouncer | None = None
    ) -> None:
        """``threshold`` nearer to 0 hears the word more often, and more often where it was not said."""
        sounds = word.phones or (pronouncer or Pronouncer())(word.word, word)
        if not sounds:
            raise HardwareError(f"Nobody knows how to say the address word {word.word!r}; give its sounds by hand.")
        self._decoder: Any = _keyword_decoder(sounds, threshold)
        self._begin()

    def feed(self, pcm: bytes) -> bool:
        self._fed += len(pcm)
        for at in range(0, len(pcm) & ~1, BLOCK_BYTES):
            self._decoder.process_raw(pcm[at : min(at + BLOCK_BYTES, len(pcm) & ~1)])
        if self._decoder.hyp() is not None:
            self.reset()
            return True
        if self._fed > _REFRESH_BYTES:
            self.reset()
        return False

    def reset(self) -> None:
        """Forget what was begun to be said; the running mean of the room is kept."""
        if self._decoder is not None:
            self._decoder.end_utt()
            self._begin()

    def close(self) -> None:
        if self._decoder is not None:
            self._decoder.end_utt()
            self._decoder = None

    def _begin(self) -> None:
        self._fed = 0
        self._decoder.start_utt()


def _keyword_decoder(sounds: Iterable[str], threshold: float) -> Any:
    with TemporaryDirectory(prefix="prompter-") as folder:
        entries = {f"address{number}": phones for number, phones in enumerate(sounds)}
        words, keys = Path(folder) / "words.dict", Path(folder) / "words.kws"
        words.write_text("".join(f"{entry} {phones}\n" for entry, phones in entries.items()))
        keys.write_text("".join(f"{entry} /{threshold:g}/\n" for entry in entries))
        return make_decoder(dict=str(words), kws=str(keys))
