"""The address word in front of a network: what follows it is heard together with it.

The word is decoded once more with its sentence. So its end needs no cutting off, and a sound that only resembled it is
rejected with the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.ports import Network


class AddressedNetwork:
    """The sentences of ``network``, each behind ``word``."""

    def __init__(self, network: Network, word: str) -> None:
        self._network = network
        self._word = word
        self.arcs: Sequence[tuple[int, int, str]] = (
            (0, 1, word),
            *((start + 1, end + 1, said) for start, end, said in network.arcs),
        )
        self.final = network.final + 1

    def phrases(self, limit: int) -> Sequence[str]:
        return tuple(f"{self._word} {phrase}" for phrase in self._network.phrases(limit))

    def accepts(self, text: str) -> bool:
        return text.startswith(f"{self._word} ") and self._network.accepts(text.removeprefix(f"{self._word} "))
