"""Lays the sentences that are open down into a word network.

Equal endings are shared, so that sixteen names in sixty sentences stay a small graph: a node is a set of arcs, and two
nodes with the same arcs are one. All networks of a book lie in one graph, so that a network which differs from another
by a few sentences costs little more than those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from grammar.network import FINAL, PLAIN, START, WILD, Arc, Begins, Bound, Captures, Nodes, WordNetwork
from grammar.results import TAIL, OpenLike
from grammar.sentences import SymbolTree, Template
from grammar.templates import Slot
from grammar.vocabulary import Vocabulary

Arcs = tuple[Arc, ...]


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


class Graph:
    """All that was laid down so far, ending first. Nodes are only ever added."""

    def __init__(self) -> None:
        self.nodes = Nodes([(), (), ()])  # START, FINAL and PLAIN are each network's own
        self._known: dict[frozenset[Arc], int] = {}
        self._filled: dict[tuple[SlotContent, int, bool], Arcs] = {}
        self._sentences: dict[tuple[Template, tuple[tuple[Slot, SlotContent], ...], int], Arcs] = {}
        self._ends: dict[int, Arcs] = {FINAL: (Arc("", (), FINAL),)}
        self._ends_with: dict[tuple[str, SlotContent], int] = {}

    def sentence(self, template: Template, contents: Mapping[Slot, SlotContent], end: int) -> Arcs:
        """The first arcs of a sentence that is laid down up to ``end``."""
        key = (template, tuple(contents.items()), end)
        arcs = self._sentences.get(key)
        if arcs is None:
            arcs = self._sentences[key] = self._lay(template.root, contents, end)
        return arcs

    def end_with(self, word: str, content: SlotContent) -> int:
        """A node at which a sentence may end, or go on with ``word`` and a filled slot ("by Ann")."""
        node = self._ends_with.get((word, content))
        if node is None:
            arcs = (*self._ends[FINAL], Arc(word, (), self._node(self.fill(content, FINAL, many=False))))
            node = self._ends_with[word, content] = self._node(arcs)
            self._ends[node] = arcs
        return node

    def fill(self, content: SlotContent, to: int, many: bool) -> Arcs:
        """The first arcs of a slot's content, laid down up to the node ``to``."""
        loops = many and content.wild is None
        arcs = self._filled.get((content, to, loops))
        if arcs is None:
            arcs = self._loop(content, to) if loops else self._once(content, to)
            self._filled[content, to, loops] = arcs
        return arcs

    def _node(self, arcs: Arcs) -> int:
        if arcs == self._ends[FINAL]:
            return FINAL
        key = frozenset(arcs)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self.nodes)
            self.nodes.append(arcs)
        return number

    def _lay(self, symbols: SymbolTree, contents: Mapping[Slot, SlotContent], end: int) -> Arcs:
        arcs: dict[Arc, None] = {}
        if symbols.ends:
            arcs.update(dict.fromkeys(self._ends[end]))
        for symbol, child in symbols.children:
            content = None if isinstance(symbol, str) else contents.get(symbol)
            following = self._lay(child, contents, end)
            if not following or (isinstance(symbol, Slot) and content is None):
                continue
            to = end if child.is_end else self._node(following)
            if isinstance(symbol, str):
                arcs[Arc(symbol, (), to)] = None
            elif content is not None:
                arcs.update(dict.fromkeys(self.fill(content, to, symbol.many)))
        return tuple(arcs)

    def _once(self, content: SlotContent, to: int) -> Arcs:
        arcs = list(self._spread(content.trie, to))
        if content.tail is not None:
            arcs.append(Arc(TAIL, (content.tail,), to))
        if content.wild is not None:
            arcs.append(Arc(WILD, (content.wild,), to, True))
        return tuple(arcs)

    def _loop(self, content: SlotContent, to: int) -> Arcs:
        again = len(self.nodes)
        self.nodes.append(())
        arcs = self._once(content, again)
        self.nodes[again] = (*arcs, Arc("", (), to))
        return arcs

    def _spread(self, trie: _Trie, to: int) -> Iterator[Arc]:
        for word, ends in trie.ends.items():
            for tag, typed in ends.items():
                yield Arc(word, (tag,), to, typed)
        for word, (child, typed) in trie.children.items():
            yield Arc(word, (), self._node(tuple(self._spread(child, to))), typed)


class Builder:
    """Makes one network in a graph, sentence by sentence."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._sentences: list[Arc] = []
        self._naming: list[Arc] = []

    def add(self, template: Template, opened: OpenLike | None, contents: Mapping[Slot, SlotContent], end: int) -> None:
        """Lay one sentence down, from its beginning to ``end``."""
        begins = Begins(template, opened)
        into = self._naming if template.names_speaker else self._sentences
        for arc in self.graph.sentence(template, contents, end):
            into.append(Arc(arc.word, (begins, *arc.tags), arc.to, arc.typed or template.written))

    def finish(self, vocabulary: Vocabulary, who: SlotContent | None = None) -> WordNetwork:
        """The network; with ``who``, a sentence that does not name its speaker may begin with one."""
        if who is None:
            own = {START: (*self._naming, *self._sentences)}
        else:
            named = self.graph.fill(who, PLAIN, many=False)
            own = {START: (*self._naming, Arc("", (), PLAIN), *named), PLAIN: tuple(self._sentences)}
        return WordNetwork(self.graph.nodes, own, vocabulary)
