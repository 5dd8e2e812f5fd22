"""A recogniser that hears what the script says: for tests, and for typed evenings without a microphone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from hardware.ports import SAMPLE_RATE, TAIL, HardwareError, Heard, Network, Pronounced, Readiness

_SHORTEST_SECONDS = 0.3


class ScriptedRecogniser:
    """Keeps the :class:`~hardware.ports.Recogniser` port; the answer to each sound is told beforehand.

    ``will_hear`` names a sentence for the next utterance that has sound; ``""`` is a silent one.
    """

    engine = "scripted"

    def __init__(self, script: Iterable[str] = (), unknown: Iterable[str] = ()) -> None:
        """``unknown`` are words that this recogniser cannot hear."""
        self._script = deque(script)
        self._unknown = frozenset(unknown)
        self._network: Network | None = None
        self._sound: bytearray | None = None
        self.listened_for: list[Network] = []
        """Every network given, in order."""
        self.utterances: list[bytes] = []
        """The sound of every utterance, as it was fed."""

    def will_hear(self, text: str) -> None:
        self._script.append(text)

    def listen_for(self, network: Network, lexicon: Iterable[Pronounced] = ()) -> Readiness:
        del lexicon
        if self._sound is not None:
            raise HardwareError("The network was changed during an utterance; change it between two.")
        self._network = network
        self.listened_for.append(network)
        return Readiness(unheard=tuple(sorted({word for _, _, word in network.arcs} & self._unknown)))

    def start(self) -> None:
        if self._sound is not None:
            raise HardwareError("An utterance is already running; finish it first.")
        self._sound = bytearray()

    def feed(self, pcm: bytes) -> None:
        if self._sound is None:
            raise HardwareError("No utterance is running; start one first.")
        self._sound += pcm

    def finish(self) -> Heard:
        if self._sound is None:
            raise HardwareError("No utterance is running; start one first.")
        sound, self._sound = bytes(self._sound), None
        self.utterances.append(sound)
        seconds = len(sound) / 2 / SAMPLE_RATE
        if seconds < _SHORTEST_SECONDS:
            return self._nothing(seconds, "short")
        text = self._script.popleft() if self._script else ""
        if not text:
            return self._nothing(seconds, "silence")
        if self._network is None or not self._network.accepts(text) or set(text.split()) & self._unknown:
            return self._nothing(seconds, "other talk")
        tail_from = seconds / 2 if TAIL in text.split() else None
        return Heard(text, engine=self.engine, seconds=seconds, tail_from=tail_from)

    def warm(self, pcm: bytes) -> None:
        """Nothing to adapt."""

    def draft(self, pcm: bytes) -> str:
        del pcm
        return self._script.popleft() if self._script else ""

    def close(self) -> None:
        self._network = None

    def _nothing(self, seconds: float, why_not: str) -> Heard:
        return Heard("", 0.0, self.engine, seconds, why_not=why_not)
