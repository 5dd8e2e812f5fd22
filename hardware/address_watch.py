"""Looks for the address word while somebody speaks; in a quiet room the spotter sleeps, and costs nothing."""

from __future__ import annotations

from hardware.ports import SAMPLE_RATE, Spotter

_LOOK_BACK_BYTES = 2 * int(0.5 * SAMPLE_RATE)
"""Heard again where speech begins. It is known for one 0.2 s after its first sound at the latest, in kitchen noise of
12 dB (n = 96 sentences); the rest is for the search to settle."""


class AddressWatch:
    """A :class:`~hardware.ports.Spotter` and when it is awake. Owned by the ears, on their thread."""

    def __init__(self, spotter: Spotter) -> None:
        self._spotter = spotter
        self._is_awake = False

    def hear(self, block: bytes, before: bytes) -> bool:
        """Whether the address word ended in this block of speech. ``before``: the room's sound up to it, whose end the
        spotter hears first where it has slept."""
        sound = block if self._is_awake else before[-_LOOK_BACK_BYTES:] + block
        self._is_awake = True
        return self._spotter.feed(sound)

    def sleep(self) -> None:
        """Nobody speaks any more, or nobody is to be heard: forget what was begun to be said."""
        if self._is_awake:
            self._spotter.reset()
        self._is_awake = False
