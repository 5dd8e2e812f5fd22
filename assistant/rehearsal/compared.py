"""Two recognisers on the same sound: one is believed, the other one is counted."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.ports import Heard, Network, Pronounced, Readiness, Recogniser


class Compared:
    """A :class:`~hardware.ports.Recogniser` that says what ``first`` heard, and remembers what ``second`` did."""

    def __init__(self, first: Recogniser, second: Recogniser) -> None:
        self._first = first
        self._second = second
        self._heard: list[Heard] = []
        self.engine = first.engine
        self.other = second.engine
        """The engine that is only counted."""

    def take(self) -> list[str]:
        """The texts that ``second`` heard since it was last asked: two where an aside was looked at twice."""
        texts, self._heard = [one.text for one in self._heard], []
        return texts

    def listen_for(self, network: Network, lexicon: Iterable[Pronounced] = ()) -> Readiness:
        names = tuple(lexicon)
        self._second.listen_for(network, names)
        return self._first.listen_for(network, names)

    def start(self) -> None:
        self._first.start()
        self._second.start()

    def feed(self, pcm: bytes) -> None:
        self._first.feed(pcm)
        self._second.feed(pcm)

    def finish(self) -> Heard:
        self._heard.append(self._second.finish())
        return self._first.finish()

    def warm(self, pcm: bytes) -> None:
        self._first.warm(pcm)
        self._second.warm(pcm)

    def draft(self, pcm: bytes) -> str:
        return self._first.draft(pcm)

    def close(self) -> None:
        self._first.close()
        self._second.close()
