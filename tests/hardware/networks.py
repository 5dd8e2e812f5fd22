"""Word networks made of flat phrases, for tests of recognisers that know no grammar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class PhraseNetwork:
    """The sentences given, one path each."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self._sentences = tuple(dict.fromkeys(sentences))
        self.final = 1
        self.arcs = tuple(self._paths())

    def _paths(self) -> list[tuple[int, int, str]]:
        arcs, free = [], 2
        for sentence in self._sentences:
            *before, last = sentence.split()
            at = 0
            for word in before:
                arcs.append((at, free, word))
                at, free = free, free + 1
            arcs.append((at, self.final, last))
        return arcs

    def phrases(self, limit: int) -> Sequence[str]:
        del limit  # never many
        return self._sentences

    def accepts(self, text: str) -> bool:
        return text in self._sentences
