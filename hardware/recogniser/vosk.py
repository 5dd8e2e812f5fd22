"""Vosk behind the :class:`~hardware.ports.Recogniser` port.

Its lists of sentences are no strict grammar: halves of two sentences come out joined, scores do not tell other talk.
So a text counts only where the network accepts it whole (spikes/recognisers.md sections 4 and 6).
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from hardware.levels import is_silent
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, TAIL, HardwareError, Heard, Network, Pronounced, Readiness
from hardware.recogniser.vosk_model import UNKNOWN

_MOST_PHRASES = 2_000
"""As many are ready in 3 ms; beyond, pairs of neighbours say the same to this engine."""
_MOST_STAND_INS = 3
_SHORTEST_BYTES = 3 * BLOCK_BYTES
"""0.3 s; a shorter sound is a slip of the finger."""
_UNREADABLE = ""

_log = logging.getLogger(__name__)


Alikes = Callable[[Pronounced], Sequence[str]]


class Model(Protocol):
    """What the adapter needs of a model."""

    def knows(self, word: str) -> bool: ...

    @property
    def hears_other_talk(self) -> bool: ...

    def decoder(self, phrases: Sequence[str]) -> Any:
        """A new ``vosk.KaldiRecognizer`` for these phrases; for the whole language where there are none."""
        ...


@dataclass(frozen=True)
class _Word:
    text: str
    start: float
    confidence: float


class Vosk:
    """The recogniser for boxes with an English Vosk model.

    Every utterance gets a new decoder (0.3 ms, 3 ms with 2,000 phrases): sentences never change under pending sound,
    times count from the start of the utterance, and nothing piles up over an evening (field case C-023). A lock keeps a
    stray call from a second thread out of the library.

    Free words (the tail of "fact on Atwater …"): where the model has ``[unk]``, their beginning is found as well as
    that catch-all word fits, and listed words in the tail count as tail. Where it has not, no sentence with free words
    is ever heard; ``listen_for`` reports the tail sign as unheard. The words themselves are told by ``draft`` only.
    """

    engine = "vosk"

    def __init__(self, model: Model, alikes: Alikes = lambda name: name.sounds_like) -> None:
        """``alikes`` gives sound-alikes for a word that the model lacks; see ``with_names`` for any name."""
        self._alikes = alikes
        self._model: Model | None = model
        self._lock = threading.Lock()
        self._network: Network | None = None
        self._lexicon: tuple[Pronounced, ...] = ()
        self._ready = Readiness()
        self._phrases: tuple[str, ...] = ()
        self._words: frozenset[str] = frozenset()
        self._meant: dict[tuple[str, ...], str] = {}
        self._utterance: _Utterance | None = None

    @classmethod
    def with_names(cls, model: Model) -> Self:
        """A recogniser that finds sound-alikes for any name by itself; the first one takes a second."""
        from hardware.recogniser.pronounce import Pronouncer
        from hardware.recogniser.sounds_like import NameSounds

        return cls(model, NameSounds(model.knows, Pronouncer()))

    def listen_for(self, network: Network, lexicon: Iterable[Pronounced] = ()) -> Readiness:
        """Change what can be heard. A word that the model lacks is heard by its sound-alikes; else no sentence with it
        is."""
        given = tuple(lexicon)
        with self._lock:
            if self._utterance is not None:
                raise HardwareError("The network was changed during an utterance; change it between two.")
            if network is not self._network or given != self._lexicon:
                self._prepare(network, given)
            return self._ready

    def start(self) -> None:
        with self._lock:
            if self._utterance is not None:
                raise HardwareError("An utterance is already running; finish it first.")
            model = self._opened()
            self._utterance = _Utterance(model.decoder(self._phrases) if self._phrases else None)

    def feed(self, pcm: bytes) -> None:
        with self._lock:
            self._running().feed(pcm)

    def finish(self) -> Heard:
        with self._lock:
            utterance = self._running()
            self._utterance = None
            pieces = utterance.finish()
            text, confidence, why_not, tail_from = self._judge(utterance, pieces)
        seconds = len(utterance.sound) / 2 / SAMPLE_RATE
        return Heard(text, confidence, self.engine, seconds, utterance.cpu_seconds, why_not, tail_from)

    def warm(self, pcm: bytes) -> None:
        """Nothing: this engine adapts within each utterance."""

    def draft(self, pcm: bytes) -> str:
        model = self._opened()
        if is_silent(pcm):
            return ""
        utterance = _Utterance(model.decoder(()))
        utterance.feed(pcm)
        words = _read(utterance.finish()) or []
        return " ".join(word.text for word in words if word.text != UNKNOWN)

    def close(self) -> None:
        with self._lock:
            self._utterance = self._network = self._model = None

    def _opened(self) -> Model:
        if self._model is None:
            raise HardwareError("The recogniser is closed; make a new one.")
        return self._model

    def _running(self) -> _Utterance:
        if self._utterance is None:
            raise HardwareError("No utterance is running; start one first.")
        return self._utterance

    def _prepare(self, network: Network, lexicon: tuple[Pronounced, ...]) -> None:
        model = self._opened()
        words = {word: None for _, _, word in network.arcs if word}
        missing = [word for word in words if word != TAIL and not model.knows(word)]
        given = {entry.word: entry for entry in lexicon}
        offered = {word: self._alikes(given.get(word, Pronounced(word))) for word in missing}
        stand_ins = _stand_ins(model, words.keys(), offered)
        unheard = [word for word in missing if word not in stand_ins]
        if TAIL in words and not model.hears_other_talk:
            unheard.append(TAIL)
        phrases = list(_phrases(network, set(unheard) - {TAIL}, stand_ins, model.hears_other_talk))
        if phrases and model.hears_other_talk:
            phrases.append(UNKNOWN)
        self._phrases = tuple(dict.fromkeys(phrases))
        self._words = frozenset(words)
        self._meant = {tuple(alike.split()): word for word, alikes in stand_ins.items() for alike in alikes}
        self._network, self._lexicon = network, lexicon
        self._ready = Readiness(tuple(unheard), {word: ", ".join(alikes) for word, alikes in stand_ins.items()})

    def _judge(self, utterance: _Utterance, pieces: Sequence[str]) -> tuple[str, float, str, float | None]:
        """Text, confidence, why there is no text, and where free words begin."""
        if len(utterance.sound) < _SHORTEST_BYTES:
            return "", 0.0, "short", None
        if is_silent(bytes(utterance.sound)):
            return "", 0.0, "silence", None
        words = _read(pieces)
        if not words:
            return "", 0.0, "incomplete" if words is None else "other talk", None
        confidence = min(1.0, sum(word.confidence for word in words) / len(words))
        said, tail_from = _before_tail(words)
        network = self._network
        texts = {" ".join(reading) for reading in self._readings(said)}
        fitting = [text for text in texts if network is not None and network.accepts(text)]
        if len(fitting) == 1:
            return fitting[0], confidence, "", tail_from
        return "", confidence, "incomplete" if tail_from is None else "other talk", None

    def _readings(self, heard: Sequence[str]) -> set[tuple[str, ...]]:
        """The rows of the network's words that ``heard`` can mean, sound-alikes turned back into the word meant."""
        rest: list[set[tuple[str, ...]]] = [set() for _ in heard] + [{()}]
        for at in reversed(range(len(heard))):
            if heard[at] in self._words:
                rest[at] |= {(heard[at], *more) for more in rest[at + 1]}
            for alike, word in self._meant.items():
                if tuple(heard[at : at + len(alike)]) == alike:
                    rest[at] |= {(word, *more) for more in rest[at + len(alike)]}
        return rest[0]


class _Utterance:
    """One press on its way through a decoder; ``None`` where no sentence can be heard at all."""

    def __init__(self, decoder: Any) -> None:
        self._decoder = decoder
        self._pieces: list[str] = []
        self._decoded = 0
        self.sound = bytearray()
        self.cpu_seconds = 0.0

    def feed(self, pcm: bytes) -> None:
        self.sound += pcm
        while len(self.sound) - self._decoded >= BLOCK_BYTES:
            self._decode(BLOCK_BYTES)  # results change with the size of the pieces: keep to one

    def finish(self) -> list[str]:
        """All pieces of the result: each longer pause closes one, and the last is often empty (field case C-016)."""
        self._decode((len(self.sound) - self._decoded) & ~1)
        self._run(lambda decoder: decoder.FinalResult())
        return self._pieces

    def _decode(self, count: int) -> None:
        block = bytes(self.sound[self._decoded : self._decoded + count])
        self._decoded += count
        if block:
            self._run(lambda decoder: decoder.Result() if decoder.AcceptWaveform(block) else None)

    def _run(self, step: Callable[[Any], str | None]) -> None:
        if self._decoder is None:
            return
        began = time.thread_time()
        try:
            piece = step(self._decoder)
        except Exception as error:  # the library raises nothing narrower
            _log.warning("Vosk gave up on an utterance: %s", error)
            self._decoder, piece = None, _UNREADABLE
        if piece is not None:
            self._pieces.append(piece)
        self.cpu_seconds += time.thread_time() - began


def _stand_ins(
    model: Model, words: Collection[str], offered: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """Of the sound-alikes offered for missing words those all of whose words the model knows, that stand for one word
    only, and that nobody could mean as they are."""
    taken: set[str] = set()
    found = {}
    for word, alikes in offered.items():
        plain = dict.fromkeys(" ".join(alike.lower().split()) for alike in alikes)
        good = [alike for alike in plain if alike not in taken and _fits(model, words, alike)][:_MOST_STAND_INS]
        if good:
            found[word] = tuple(good)
            taken.update(good)
    return found


def _fits(model: Model, words: Collection[str], alike: str) -> bool:
    parts = alike.split()
    return bool(parts) and all(map(model.knows, parts)) and not all(part in words for part in parts)


def _phrases(
    network: Network, unheard: Collection[str], stand_ins: Mapping[str, tuple[str, ...]], catch_all: bool
) -> Iterator[str]:
    """The sentences as this model can hear them, whole or not at all; each with every rank of sound-alikes."""
    for phrase in network.phrases(_MOST_PHRASES):
        before, tail, _ = phrase.partition(TAIL)
        words = before.split()
        if any(word in unheard for word in words):
            continue
        for rank in range(max((len(stand_ins[word]) for word in words if word in stand_ins), default=1)):
            row = [_ranked(stand_ins[word], rank) if word in stand_ins else word for word in words]
            if row := [*row, UNKNOWN] if tail and catch_all else row:
                yield " ".join(row)


def _ranked(alikes: Sequence[str], rank: int) -> str:
    return alikes[rank % len(alikes)]


def _before_tail(words: Sequence[_Word]) -> tuple[list[str], float | None]:
    """The words up to the first that is no listed one, the tail sign in place of the rest, and where that begins."""
    for at, word in enumerate(words):
        if word.text == UNKNOWN:
            return [*(earlier.text for earlier in words[:at]), TAIL], word.start
    return [word.text for word in words], None


def _read(pieces: Iterable[str]) -> list[_Word] | None:
    """The words of all pieces, in order; None, one lost utterance, where a piece cannot be read (field case C-020)."""
    words = []
    for piece in pieces:
        try:
            for told in json.loads(piece).get("result", []):
                words.append(_Word(str(told["word"]).lower(), float(told["start"]), float(told["conf"])))
        except (ValueError, KeyError, TypeError, AttributeError):
            _log.warning("Vosk gave a result that cannot be read: %.200r", piece)
            return None
    return words
