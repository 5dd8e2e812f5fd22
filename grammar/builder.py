"""Lays the sentences that are open down into a word network.

Equal endings are shared, so that sixteen names in sixty sentences stay a small graph: a node is a set of arcs, and two
nodes with the same arcs are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from grammar.network import FINAL, START, WILD, Arc, Begins, Bound, Captures, WordNetwork
from grammar.results import TAIL, OpenLike
from grammar.sentences import SymbolTree, Template
from grammar.templates import Slot
from grammar.vocabulary import Vocabulary


class Entry(NamedTuple):
    """One way to say something that fills a slot."""

    words: tuple[str, ...]
    tag: Bound
    typed: bool = False


class _Trie:
    """The entries of a slot, by their words; made once for a slot's content, laid down wherever the slot occurs."""

    __slots__ = ("children", "ends")

    def __init__(self) -> None:
        self.ends: dict[str, dict[Bound, bool]] = {}
        self.children: dict[str, tuple[_Trie, bool]] = {}

    def add(self, entry: Entry) -> None:
        here, last = self, len(entry.words) - 1
        for word in entry.words[:last]:
            child, typed = here.children.get(word) or (_Trie(), True)
            here.children[word] = (child, typed and entry.typed)
            here = child
        ends = here.ends.setdefault(entry.words[last], {})
        ends[entry.tag] = ends.get(entry.tag, True) and entry.typed


class SlotContent:
    """What may fill a slot now. ``tail``: also free words."""

    __slots__ = ("tail", "trie", "wild")

    def __init__(self, entries: Iterable[Entry], tail: Captures | None = None, wild: Captures | None = None) -> None:
        self.trie = _Trie()
        self.tail = tail
        self.wild = wild
        for entry in entries:
            if entry.words:
                self.trie.add(entry)


class Builder:
    """Lays sentences down into a network, ending first."""

    def __init__(self) -> None:
        self._nodes: list[Iterable[Arc]] = [(), ()]
        self._known: dict[frozenset[Arc], int] = {}
        self._laid: dict[tuple[SlotContent, int], frozenset[Arc]] = {}
        self._ends: dict[int, frozenset[Arc]] = {FINAL: frozenset([Arc("", (), FINAL)])}
        self._sentences: list[Arc] = []
        self._naming: list[Arc] = []

    def add(self, template: Template, opened: OpenLike | None, contents: Mapping[Slot, SlotContent], end: int) -> None:
        """Lay one sentence down, from its beginning to ``end``."""
        begins = Begins(template, opened)
        into = self._naming if template.names_speaker else self._sentences
        for arc in self._lay(template.root, contents, end):
            into.append(Arc(arc.word, (begins, *arc.tags), arc.to, arc.typed))

    def end_with(self, word: str, content: SlotContent) -> int:
        """A node at which a sentence may end, or go on with ``word`` and a filled slot ("by Ann")."""
        arcs = self._ends[FINAL] | {Arc(word, (), self._node(self._fill(content, FINAL, many=False)))}
        node = self._node(arcs)
        self._ends[node] = arcs
        return node

    def finish(self, vocabulary: Vocabulary, who: SlotContent | None = None) -> WordNetwork:
        """The network; with ``who``, a sentence that does not name its speaker may begin with one."""
        if who is None:
            self._nodes[START] = [*self._naming, *self._sentences]
        else:
            plain = len(self._nodes)
            self._nodes.append(self._sentences)
            self._nodes[START] = [*self._naming, Arc("", (), plain), *self._fill(who, plain, many=False)]
        return WordNetwork(self._nodes, vocabulary)

    def _node(self, arcs: frozenset[Arc]) -> int:
        if arcs == self._ends[FINAL]:
            return FINAL
        number = self._known.get(arcs)
        if number is None:
            number = self._known[arcs] = len(self._nodes)
            self._nodes.append(arcs)
        return number

    def _lay(self, symbols: SymbolTree, contents: Mapping[Slot, SlotContent], end: int) -> frozenset[Arc]:
        arcs: set[Arc] = set()
        if symbols.ends:
            arcs |= self._ends[end]
        for symbol, child in symbols.children:
            content = None if isinstance(symbol, str) else contents.get(symbol)
            following = self._lay(child, contents, end)
            if not following or (isinstance(symbol, Slot) and content is None):
                continue
            to = end if child.is_end else self._node(following)
            if isinstance(symbol, str):
                arcs.add(Arc(symbol, (), to))
            elif content is not None:
                arcs |= self._fill(content, to, symbol.many)
        return frozenset(arcs)

    def _fill(self, content: SlotContent, to: int, many: bool) -> frozenset[Arc]:
        arcs = self._laid.get((content, to))
        if arcs is None:
            arcs = self._loop(content, to) if many and content.wild is None else self._once(content, to)
            self._laid[content, to] = arcs
        return arcs

    def _once(self, content: SlotContent, to: int) -> frozenset[Arc]:
        arcs = set(self._spread(content.trie, to))
        if content.tail is not None:
            arcs.add(Arc(TAIL, (content.tail,), to))
        if content.wild is not None:
            arcs.add(Arc(WILD, (content.wild,), to, True))
        return frozenset(arcs)

    def _loop(self, content: SlotContent, to: int) -> frozenset[Arc]:
        again = len(self._nodes)
        self._nodes.append(())
        arcs = self._once(content, again)
        self._nodes[again] = [*arcs, Arc("", (), to)]
        return arcs

    def _spread(self, trie: _Trie, to: int) -> Iterator[Arc]:
        for word, ends in trie.ends.items():
            for tag, typed in ends.items():
                yield Arc(word, (tag,), to, typed)
        for word, (child, typed) in trie.children.items():
            yield Arc(word, (), self._node(frozenset(self._spread(child, to))), typed)
