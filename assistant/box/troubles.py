"""The devices that do not work, each told once when it ceases to and once when it works again (C-086)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from threading import Lock

from hardware.ports import Ticker


@dataclass
class Troubles:
    """``sources``: the name of each part to a call that says what is wrong with it now, or ``""``."""

    sources: Mapping[str, Callable[[], str]]
    _told: set[str] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def look(self) -> tuple[list[str], list[str]]:
        """What is newly wrong, in lines, and the parts that work again."""
        wrong, well = [], []
        with self._lock:
            for name, source in self.sources.items():
                trouble = source()
                if trouble and name not in self._told:
                    wrong.append(trouble)
                    self._told.add(name)
                elif not trouble and name in self._told:
                    well.append(name)
                    self._told.discard(name)
        return wrong, well

    @property
    def any(self) -> bool:
        """Whether one of the parts does not work."""
        return bool(self._told)


class Waits:
    """From one try to the next, longer each time."""

    def __init__(self, seconds: Sequence[float], ticker: Ticker) -> None:
        self._seconds = chain(seconds, repeat(seconds[-1]))
        self._ticker = ticker
        self._until = 0.0

    def begin(self) -> None:
        """A try has failed."""
        self._until = self._ticker.seconds() + next(self._seconds)

    def is_over(self) -> bool:
        return self._ticker.seconds() >= self._until
