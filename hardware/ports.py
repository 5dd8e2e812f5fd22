"""The ports to the world of sound, pins and time. Every real adapter and every fake keeps the contract told here.

Sound is 16-bit little-endian mono PCM at 16 kHz everywhere behind the microphone (``SAMPLE_RATE``), in blocks of
up to 0.1 s (``BLOCK_BYTES``); the voice and the chimes give PCM with its own rate, see :class:`Sound`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

SAMPLE_RATE = 16_000
BLOCK_SAMPLES = 1_600
BLOCK_BYTES = 2 * BLOCK_SAMPLES

TAIL = "…"
"""The word of a network, and of a heard text, that stands for free words."""


class HardwareError(Exception):
    """A device or a native library cannot be used; the message is one line and says what to do."""


@dataclass(frozen=True)
class Sound:
    """A piece of sound to play: 16-bit mono PCM and its rate in Hz."""

    pcm: bytes
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.pcm) / 2 / self.rate


class Network(Protocol):
    """A word network: the sentences that can be said now. Node 0 is its start.

    ``arcs`` are (from node, to node, word); the word is lower case, ``""`` for an arc without a word, :data:`TAIL`
    for one or more free words. Made by ``grammar``, known here by its shape only.
    """

    @property
    def arcs(self) -> Sequence[tuple[int, int, str]]: ...

    @property
    def final(self) -> int: ...

    def phrases(self, limit: int) -> Sequence[str]:
        """The sentences as flat phrases, or, beyond ``limit``, enough of them that every pair of neighbours occurs."""
        ...

    def accepts(self, text: str) -> bool:
        """Whether ``text`` is a whole sentence of this network (:data:`TAIL` stands for free words)."""
        ...


@dataclass(frozen=True)
class Pronounced:
    """A word that may be in no dictionary, with its known pronunciations.

    ``phones`` are ARPAbet without stress, space-separated ("AE T W AO T ER"); ``sounds_like`` are word sequences out
    of common English that sound the same ("ale win"), for recognisers that cannot learn words.
    """

    word: str
    phones: tuple[str, ...] = ()
    sounds_like: tuple[str, ...] = ()
    is_spelled: bool = True
    """Its spelling tells of its sound as well; not so where ``word`` is made up and stands for a sound."""


@dataclass(frozen=True)
class Heard:
    """What a recogniser made of one utterance."""

    text: str
    """The sentence heard, lower case, complete in the network; ``""`` where nothing may be acted on."""
    confidence: float = 1.0
    """0 to 1; comparable within one engine only."""
    engine: str = ""
    seconds: float = 0.0
    """Length of the sound."""
    cpu_seconds: float = 0.0
    """CPU time spent on this utterance."""
    why_not: str = ""
    """Where ``text`` is empty: ``silence``, ``short``, ``incomplete``, ``other talk``."""
    tail_from: float | None = None
    """Where the free words begin, in seconds from the start of the sound."""


@dataclass(frozen=True)
class Readiness:
    """What came of changing the network: what this engine cannot hear, and what stands in for it."""

    unheard: tuple[str, ...] = ()
    replaced: Mapping[str, str] = field(default_factory=dict)


class Recogniser(Protocol):
    """Speech to text, limited to a network. One owner thread. ``start``, ``feed`` …, ``finish``; then the next."""

    engine: str

    def listen_for(self, network: Network, lexicon: Iterable[Pronounced] = ()) -> Readiness:
        """Change what can be heard; only between utterances. Cheap when the network is the same as before."""
        ...

    def start(self) -> None: ...

    def feed(self, pcm: bytes) -> None:
        """Sound of the running utterance, any length; processed as it comes."""
        ...

    def finish(self) -> Heard: ...

    def warm(self, pcm: bytes) -> None:
        """Room sound from outside utterances, for engines that adapt to it. May do nothing."""
        ...

    def draft(self, pcm: bytes) -> str:
        """Best-effort text of free words (a whole piece of sound); ``""`` where this engine has no way to tell.

        Slow; may be called from another thread than the owner's, one call at a time.
        """
        ...

    def close(self) -> None: ...


class FrontEnd(Protocol):
    """Noise suppression in front of a recogniser, streaming. ``start``, ``feed`` …, ``finish`` give clean PCM."""

    name: str

    def start(self) -> None: ...

    def feed(self, pcm: bytes) -> bytes: ...

    def finish(self) -> bytes:
        """What was still inside. All that was fed has come out by now: equal in length, to the sample."""
        ...


class Spotter(Protocol):
    """Finds the address word in running sound."""

    def feed(self, pcm: bytes) -> bool:
        """True once for each time the address word has just ended in this block or shortly before."""
        ...

    def reset(self) -> None: ...

    def close(self) -> None: ...


class Microphone(Protocol):
    """Gives blocks of whole samples, none longer than ``BLOCK_BYTES``, to a listener, from a thread of its own, from
    ``open`` until ``close``."""

    @property
    def behind_seconds(self) -> float:
        """How much sound of the room is there already that a busy listener has not been given yet."""
        ...

    def open(self, listener: Callable[[bytes], None]) -> None: ...

    def close(self) -> None: ...


class Voice(Protocol):
    """Text to sound."""

    def speak(self, text: str) -> Sound:
        """Raises HardwareError when nothing can be said in the time allowed."""
        ...

    def close(self) -> None: ...


class Speaker(Protocol):
    """Plays sounds one after the other."""

    def play(self, sound: Sound, volume: float = 1.0) -> None:
        """Queue a sound; returns at once. ``volume`` is 0 to 1."""
        ...

    def stop(self) -> None:
        """Silence now, and empty the queue."""
        ...

    def wait(self, timeout: float | None = None) -> bool:
        """Until all is played; False when the time ran out first."""
        ...

    @property
    def busy(self) -> bool: ...

    def close(self) -> None: ...


CLOCK_BUTTON = "clock"
"""The name of the big button; the others are called by their seats, "1" to "8"."""

STATUS_LAMP = "status"
"""The name of the lamp of the box; the others are called by their seats."""


@dataclass(frozen=True)
class Press:
    """A button went down or came up, its bounces taken out."""

    button: str
    is_down: bool
    at: float
    """Steady seconds, those of a :class:`Ticker`."""


class Buttons(Protocol):
    """The clock button and the seat buttons, from ``open`` until ``close``."""

    def open(self, listener: Callable[[Press], None]) -> None:
        """Give each press to the listener, on a thread of their own. Missing buttons are no error, see ``trouble``."""
        ...

    @property
    def trouble(self) -> str:
        """What is wrong with them and what to do, in one line; empty while all is well."""
        ...

    def close(self) -> None: ...


class Lamps(Protocol):
    """One lamp for the box, one for each seat that has one."""

    def show(self, lamp: str, pattern: str) -> None:
        """Let a lamp show a pattern of ``hardware.patterns`` until told otherwise; returns at once. A lamp that is not
        there shows nothing."""
        ...

    @property
    def trouble(self) -> str:
        """What is wrong with them and what to do, in one line; empty while all is well."""
        ...

    def close(self) -> None: ...


class Ticker(Protocol):
    """A steady clock for play time."""

    def seconds(self) -> float:
        """Seconds since some fixed moment of this boot; never runs back; counts suspend."""
        ...

    def boot(self) -> str:
        """Which boot this is; nothing is computed across two of them."""
        ...
