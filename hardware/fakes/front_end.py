"""Front end and spotter without native libraries, for tests."""

from __future__ import annotations

from collections.abc import Iterable


class LateFrontEnd:
    """Keeps the :class:`~hardware.ports.FrontEnd` port and holds back a little, as real suppressors do."""

    name = "late"

    def __init__(self, held_bytes: int = 640) -> None:
        self._held_bytes = held_bytes
        self.start()

    def start(self) -> None:
        self._held = b""

    def feed(self, pcm: bytes) -> bytes:
        self._held += pcm
        ready = max(0, len(self._held) - self._held_bytes)
        out, self._held = self._held[:ready], self._held[ready:]
        return out

    def finish(self) -> bytes:
        out, self._held = self._held, b""
        return out


class ScriptedSpotter:
    """Keeps the :class:`~hardware.ports.Spotter` port: hears the address word in the blocks told, counted from
    0 among those it is given."""

    def __init__(self, blocks: Iterable[int] = ()) -> None:
        self._blocks = frozenset(blocks)
        self._count = 0
        self.heard = bytearray()
        """All that it was given."""

    def feed(self, pcm: bytes) -> bool:
        self.heard += pcm
        self._count += 1
        return self._count - 1 in self._blocks

    def reset(self) -> None:
        """Nothing begun."""

    def close(self) -> None:
        """Nothing held."""
