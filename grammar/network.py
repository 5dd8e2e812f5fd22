"""The word network: all that can be said now, for the recogniser to hear and for :mod:`grammar.match` to walk.

One graph serves both, so that what can be heard and what is understood are the same thing. Arcs that are written only
(digits, sound-alikes) are walked but not given to the recogniser.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from grammar.numbers import digits
from grammar.phrases import covering_phrases, first_phrases, useful
from grammar.results import TAIL, OpenLike
from grammar.sentences import Template
from grammar.vocabulary import Token, Vocabulary, tokenise

START, FINAL, PLAIN = 0, 1, 2
"""The nodes that are each network's own: its beginning, its end, and where a sentence begins whose speaker is named."""
WILD = "\0"
"""The word of an arc that takes a few words as they were spoken; never given to a recogniser."""
MOST_PATHS = 512
"""A walk that could go more ways than this at once keeps the first ones."""
MOST_WILD_WORDS = 4


class Begins(NamedTuple):
    """Tag of the first arc of a sentence."""

    template: Template
    opened: OpenLike | None


class Bound(NamedTuple):
    """Tag of the arc that fills a slot."""

    slot: str
    value: str | int
    name_words: int = 0
    many: bool = False


class Captures(NamedTuple):
    """Tag of an arc that takes words as they are."""

    slot: str
    wild: bool = False
    """A few words that stand for a name or a number; otherwise free words, one or more."""
    many: bool = False


Tag = Begins | Bound | Captures


class Arc(NamedTuple):
    """A word, what it means, the next node, and whether it is only written so, not heard (digits, sound-alikes)."""

    word: str
    tags: tuple[Tag, ...]
    to: int
    typed: bool = False


class Span(NamedTuple):
    """Words taken as they are: from this token up to, not including, that one."""

    captures: Captures
    first: int
    end: int


class Path(NamedTuple):
    """How far a walk has come: the node, what was bound, and what it cost."""

    node: int
    tags: tuple[Tag | Span, ...] = ()
    taking: Captures | None = None
    taken_from: int = 0
    inexact: int = 0

    def settled(self, at: int) -> tuple[Tag | Span, ...]:
        """The tags, with the words that are being taken up to token ``at``."""
        return self.tags if self.taking is None else (*self.tags, Span(self.taking, self.taken_from, at))


class Steps(NamedTuple):
    """Where one can go from a node: by a word (an inexact arc costs one), by taking words as they are, or stop."""

    by_word: Mapping[str, Sequence[tuple[Arc, int]]]
    captures: Sequence[Arc]
    ends: bool


class Nodes(list[tuple[Arc, ...]]):
    """The arcs of each node that networks share, and what was found out about them."""

    def __init__(self, nodes: Iterable[tuple[Arc, ...]]) -> None:
        super().__init__(nodes)
        self.steps: dict[int, Steps] = {}
        self.heard: dict[int, list[tuple[str, int]]] = {}


class WordNetwork:
    """Sentences as a word network; has the shape of ``hardware.ports.Network``. Immutable. Node 0 is its start."""

    final = FINAL

    def __init__(self, nodes: Nodes, own: Mapping[int, tuple[Arc, ...]], vocabulary: Vocabulary) -> None:
        self._nodes = nodes
        self._own = own
        self._steps: dict[int, Steps] = {}
        self.vocabulary = vocabulary

    @cached_property
    def arcs(self) -> tuple[tuple[int, int, str], ...]:
        """(from node, to node, word) of all that can be heard; ``""`` needs no word, ``"…"`` is free words. The nodes
        are counted anew, as they are come by, so that equal networks have equal arcs wherever they lie."""
        numbers = {START: START, FINAL: FINAL}
        found = []
        for node in (waiting := [START]):
            at = numbers[node]
            for word, to in self._heard(node):
                if to not in numbers:
                    numbers[to] = len(numbers)
                    waiting.append(to)
                found.append((at, numbers[to], word))
        return tuple(useful(found, FINAL))

    def _heard(self, node: int) -> list[tuple[str, int]]:
        """Where a node leads by words that are listened for."""
        if node in self._own:
            return _heard(self._own[node])
        heard = self._nodes.heard.get(node)
        if heard is None:
            heard = self._nodes.heard[node] = _heard(self._nodes[node])
        return heard

    def phrases(self, limit: int) -> tuple[str, ...]:
        """The sentences as flat phrases; more than ``limit``: enough that every pair of neighbours occurs."""
        return first_phrases(self.arcs, FINAL, limit) or covering_phrases(self.arcs, FINAL)

    def accepts(self, text: str) -> bool:
        """Whether ``text`` as a whole can be said now."""
        return bool(self.paths_through(tokenise(text)))

    def paths_through(self, tokens: Sequence[Token]) -> list[Path]:
        """All walks that use up the whole utterance and end at the end of a sentence."""
        paths = [Path(START)]
        for at in range(len(tokens)):
            paths = self._step(paths, tokens, at)[:MOST_PATHS]
        end = len(tokens)
        return [path._replace(tags=path.settled(end)) for path in paths if tokens and self.steps(path.node).ends]

    def furthest(self, tokens: Sequence[Token]) -> int:
        """How many words from the beginning fit some sentence."""
        paths = [Path(START)]
        for at in range(len(tokens)):
            paths = self._step(paths, tokens, at)[:MOST_PATHS]
            if not paths:
                return at
        return len(tokens)

    def _step(self, paths: Sequence[Path], tokens: Sequence[Token], at: int) -> list[Path]:
        word = tokens[at].word
        is_filler = self.vocabulary.is_filler(word, tokens[at + 1].word if at + 1 < len(tokens) else "")
        found: list[Path] = []
        for path in paths:
            if path.taking is not None and not (path.taking.wild and at - path.taken_from >= MOST_WILD_WORDS):
                found.append(path)
            steps = self.steps(path.node)
            for arc, cost in steps.by_word.get(word, ()):
                found.append(Path(arc.to, (*path.settled(at), *arc.tags), inexact=path.inexact + cost))
            found += [_taking(path, arc, at) for arc in steps.captures if arc.word != WILD or word != TAIL]
            if is_filler and path.taking is None:
                found.append(path._replace(inexact=path.inexact + 1))
        return found

    def steps(self, node: int) -> Steps:
        """What can follow at a node; worked out when first asked for."""
        known = self._steps if node in self._own else self._nodes.steps
        steps = known.get(node)
        if steps is None:
            steps = known[node] = self._find_steps(node)
        return steps

    def _find_steps(self, node: int) -> Steps:
        by_word: dict[str, list[tuple[Arc, int]]] = {}
        captures: list[Arc] = []
        seen, waiting = {node}, [node]
        while waiting:
            at = waiting.pop()
            for arc in self._own.get(at) or self._nodes[at]:
                if not arc.word:
                    if arc.to not in seen:
                        seen.add(arc.to)
                        waiting.append(arc.to)
                elif arc.word in (TAIL, WILD):
                    captures.append(arc)
                else:
                    for word, cost in self._spellings(arc.word):
                        by_word.setdefault(word, []).append((arc, cost))
        return Steps(by_word, captures, FINAL in seen)

    def _spellings(self, word: str) -> Iterator[tuple[str, int]]:
        yield word, 0
        if word in digits():
            yield digits()[word], 0
        if "'" in word:
            yield word.replace("'", ""), 0
        for alike in self.vocabulary.letter_alikes.get(word, ()):
            yield alike, 1


def _heard(arcs: Iterable[Arc]) -> list[tuple[str, int]]:
    return sorted({(arc.word, arc.to) for arc in arcs if not arc.typed and (arc.word != TAIL or arc.to == FINAL)})


def _taking(path: Path, arc: Arc, at: int) -> Path:
    *before, last = arc.tags
    assert isinstance(last, Captures)
    return Path(arc.to, (*path.settled(at), *before), last, at, path.inexact)
