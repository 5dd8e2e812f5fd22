"""A recogniser in front of another: what benches stand between the ears and the real one."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.ports import Heard, Network, Pronounced, Readiness, Recogniser


class PassingRecogniser:
    """A :class:`~hardware.ports.Recogniser` that passes everything on."""

    def __init__(self, recogniser: Recogniser) -> None:
        self._recogniser = recogniser
        self.engine = recogniser.engine

    def listen_for(self, network: Network, lexicon: Iterable[Pronounced] = ()) -> Readiness:
        return self._recogniser.listen_for(network, lexicon)

    def start(self) -> None:
        self._recogniser.start()

    def feed(self, pcm: bytes) -> None:
        self._recogniser.feed(pcm)

    def finish(self) -> Heard:
        return self._recogniser.finish()

    def warm(self, pcm: bytes) -> None:
        self._recogniser.warm(pcm)

    def draft(self, pcm: bytes) -> str:
        return self._recogniser.draft(pcm)

    def close(self) -> None:
        self._recogniser.close()
