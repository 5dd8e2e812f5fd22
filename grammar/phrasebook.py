"""The phrasebook: all sentences of the shell and one game, and what they mean now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path as File
from threading import Lock
from typing import NamedTuple

from grammar.builder import Builder, Graph, SlotContent
from grammar.card import CardPlan
from grammar.contents import Contents, KnownNames, open_to
from grammar.lint import shared_sentences
from grammar.match import Candidate, best, candidate
from grammar.network import FINAL, WordNetwork
from grammar.numbers import digits, words_of
from grammar.results import Matches, NameLike, NoMatch, OpenLike, PhrasebookError
from grammar.sentences import Intent, Pages, Template
from grammar.templates import Slot
from grammar.vocabulary import Token, Vocabulary, spoken_form, tokenise

COMMON = File(__file__).with_name("common.en.yaml")
"""The sentences that the shell understands in every game, and the words with a part of their own."""
BY = "by"
LONGEST_TEXT = 2_000
"""Characters; a longer utterance is none (a command buried in a monologue is no command)."""
_KEPT_NETWORKS = 32
_MOST_TIMES = 4
"""So many nodes as its first network took may a graph have (Repertoire 300 to 400, Errantry 1,100): each is 5 kB with
all that goes with it, and most are of moments that are over."""
_SLOT = re.compile(r"\{(\w+)\+?\}")


class _Situation(NamedTuple):
    """What a network is made for; equal situations have equal networks, whoever the seats are that are in them."""

    hands_free: bool
    opens: tuple[OpenLike, ...]
    closed: tuple[OpenLike, ...]
    seats: tuple[NameLike, ...]
    expected: tuple[NameLike, ...]


class Phrasebook:
    """Sentences by intent. Made with :meth:`load`; unchanging afterwards."""

    def __init__(self, pages: Pages) -> None:
        self.intents: Mapping[str, Intent] = pages.intents
        self.lists: Mapping[str, Mapping[str, int]] = pages.lists
        """Words for the faces of dice that carry no numbers, by list: word -> face."""
        self.vocabulary: Vocabulary = pages.vocabulary
        self.card: CardPlan = pages.card
        self._contents: Contents
        self._kept: list[tuple[_Situation, WordNetwork]]
        self._graph: Graph
        self._most_nodes: int
        """Of this graph; 0 until its first network tells."""
        self._begin_anew()
        self._building = Lock()
        digits()  # the counting words take a moment once: now, not at the first press

    @classmethod
    def load(cls, *paths: str | File) -> Phrasebook:
        """Read the common sentences and these files. Raises :class:`PhrasebookError` with all that is wrong."""
        pages = Pages()
        for path in dict.fromkeys([COMMON, *map(File, paths)]):
            pages.read(path)
        faults = [*pages.faults, *shared_sentences(pages.intents.values())]
        if faults:
            raise PhrasebookError(tuple(faults))
        return cls(pages)

    def words(self) -> frozenset[str]:
        """All fixed words of the sentences, as a recogniser must know them."""
        return frozenset(
            symbol
            for intent in self.intents.values()
            for template in intent.templates
            for variant in template.variants
            for symbol in variant
            if isinstance(symbol, str)
        )

    def network(
        self,
        opens: Sequence[OpenLike],
        *,
        seat: str | None,
        seats: Sequence[NameLike],
        hands_free: bool,
        answers_only: bool = False,
        closed: Sequence[OpenLike] = (),
        expected: Sequence[NameLike] = (),
    ) -> WordNetwork:
        """All that ``seat`` (``None``: anyone) can say now. ``hands_free`` sentences may name one of ``seats`` first.

        ``answers_only`` leaves what the state waits for; ``expected`` are names that free words may turn out to be.
        ``closed`` is what cannot be done now and is heard all the same: a sentence that has no place of its own is
        forced onto a neighbour ("new scene" onto "end scene"). Those with free words are left out, since they take any
        talk for theirs.
        Networks of recent situations are kept, so asking again costs next to nothing.
        """
        mine = tuple(one for one in open_to(opens, seat) if not answers_only or self._is_answer(one))
        wanted = _Situation(hands_free, mine, tuple(closed), tuple(seats), tuple(expected))
        with self._building:
            for kept in self._kept:
                if kept[0] == wanted:
                    return kept[1]
            if self._most_nodes and len(self._graph.nodes) > self._most_nodes:
                self._begin_anew()
            network = self._build(wanted)
            self._most_nodes = self._most_nodes or _MOST_TIMES * len(self._graph.nodes)
            self._kept = [(wanted, network), *self._kept[: _KEPT_NETWORKS - 1]]
        return network

    def match(
        self,
        text: str,
        opens: Sequence[OpenLike],
        *,
        seat: str | None,
        seats: Sequence[NameLike],
        expected: Sequence[NameLike] = (),
    ) -> Matches | NoMatch:
        """What an utterance means: by ``seat`` with its button held, or by anyone hands-free (``None``).

        The whole utterance or nothing. First among what can be said now; else among all sentences of the book, so that
        the game can say why not (:attr:`Reading.open` False).
        """
        tokens = tokenise(text) if len(text) <= LONGEST_TEXT else []
        if not tokens:
            return NoMatch(text[:LONGEST_TEXT].strip())
        network = self.network(opens, seat=seat, seats=seats, hands_free=seat is None, expected=expected)
        found = [candidate(path, text, tokens) for path in network.paths_through(tokens)]
        chosen = best(one for one in found if _may(one))
        if chosen:
            return Matches(tuple(one.reading for one in chosen))
        return self._match_closed(text, tokens, network, opens, seat, seats)

    def examples(self, opens: Sequence[OpenLike], seat: str | None, which: int = 0) -> tuple[str, ...]:
        """One sentence for each thing that ``seat`` can say now, with names filled in; :meth:`match` takes them.

        ``which`` of the names and numbers that fit are filled in, counted round.
        """
        found = (
            next(filter(None, (_example(template, opened, which) for template in self._said(opened))), None)
            for opened in open_to(opens, seat)
        )
        return tuple(dict.fromkeys(example for example in found if example))

    def sentences_of(self, opened: OpenLike, hands_free: bool = False) -> Iterator[Template]:
        """The templates of what is open; ``hands_free`` also those that tell of another: "Ann adds a fact"."""
        intent = self.intents.get(opened.intent)
        for template in intent.templates if intent else ():
            if (hands_free or not template.third_person) and self._contents.suit(template, opened):
                yield template

    def _said(self, opened: OpenLike) -> Iterator[Template]:
        return (template for template in self.sentences_of(opened) if not template.written)

    def _begin_anew(self) -> None:
        """With nothing laid down: what was lies there for good, with the names of hours ago."""
        self._contents = Contents(self.vocabulary, self.lists)
        self._kept = []
        self._graph = Graph()
        self._most_nodes = 0

    def _build(self, wanted: _Situation) -> WordNetwork:
        builder = Builder(self._graph)
        naming = wanted.hands_free and bool(wanted.seats)
        who = self._contents.of_names("who", wanted.seats) if wanted.seats else None
        end = self._graph.end_with(BY, who) if who and naming else FINAL
        text = self._contents.free_words(wanted.expected)
        for opened in wanted.opens:
            for template in self.sentences_of(opened, naming):
                contents = self._fill(template, opened, who, text)
                builder.add(template, opened, contents, FINAL if template.names_speaker or template.has_text else end)
        for shut in wanted.closed:
            for template in self.sentences_of(shut, naming):
                if not template.has_text:
                    contents = self._fill(template, shut, who, text)
                    builder.add(template, shut, contents, FINAL if template.names_speaker else end)
        return builder.finish(self.vocabulary, who if naming else None)

    def _fill(
        self, template: Template, opened: OpenLike, who: SlotContent | None, text: SlotContent
    ) -> dict[Slot, SlotContent]:
        filled = {}
        for slot in template.slots:
            content = {"who": who, "text": text}.get(slot.name) or self._contents.of(slot, opened)
            if content is not None:
                filled[slot] = content
        return filled

    def _is_answer(self, opened: OpenLike) -> bool:
        intent = self.intents.get(opened.intent)
        return intent is not None and intent.answer

    @cached_property
    def _all_sentences(self) -> WordNetwork:
        """Every sentence of the book, with words as spoken in the slots."""
        builder = Builder(Graph())
        for intent in self.intents.values():
            for template in intent.templates:
                builder.add(template, None, {slot: self._contents.wild(slot) for slot in template.slots}, FINAL)
        return builder.finish(self.vocabulary)

    def _match_closed(
        self,
        text: str,
        tokens: list[Token],
        network: WordNetwork,
        opens: Sequence[OpenLike],
        seat: str | None,
        seats: Sequence[NameLike],
    ) -> Matches | NoMatch:
        known = KnownNames(opens, seats)
        found = []
        for part, who in [(tokens, None), *(known.speakers(tokens, BY) if seat is None else ())]:
            for path in self._all_sentences.paths_through(part):
                one = candidate(path, text, part, known.resolve)
                template = one.begins.template
                if (who and (template.names_speaker or (template.has_text and part[-1] is not tokens[-1]))) or (
                    template.third_person and seat is not None
                ):
                    continue
                if not one.unresolved or template.is_anchored:
                    found.append(one if who is None else one.said_by(who))
        now = {opened.intent for opened in open_to(opens, seat)}
        # Nothing of this will be done, so there is nothing to choose: the game says why not to the likeliest one.
        chosen = sorted(best(found), key=lambda one: one.reading.intent not in now)[:1]
        strange = next((one.unknown for one in chosen if one.unknown and one.reading.intent in now), None)
        if chosen and strange is None:
            return Matches((chosen[0].reading,))
        return NoMatch(text.strip(), self._nearest(text, opens, seat), strange or _rest(text, tokens, network))

    def _nearest(self, text: str, opens: Sequence[OpenLike], seat: str | None) -> str | None:
        said: dict[str, str] = {}
        for opened in open_to(opens, seat):
            for template in self.sentences_of(opened):
                example = _example(template, opened)
                if example:
                    said.setdefault(spoken_form(example), example)
        near = get_close_matches(spoken_form(text[:100]), said, n=1, cutoff=0.7)
        return said[near[0]] if near else None


def _may(one: Candidate) -> bool:
    """Whether the seat that named itself may ask for this."""
    who, opened = one.reading.who, one.begins.opened
    return who is None or opened is None or opened.seats is None or who in opened.seats


def _rest(text: str, tokens: list[Token], network: WordNetwork) -> str | None:
    """The part of an utterance after which nothing fits, where its beginning does."""
    fits = network.furthest(tokens)
    return text[tokens[fits].start :].strip() if 0 < fits < len(tokens) else None


def _example(template: Template, opened: OpenLike, which: int = 0) -> str | None:
    """The sentence with names and numbers that fit; ``None`` where a slot cannot be filled now."""
    missing = False

    def one(slot: re.Match[str]) -> str:
        nonlocal missing
        content = opened.slots.get(slot[1], range(1, 2) if slot[1] == "dice" else ())
        if slot[1] == "text":
            return "…"
        if not content:
            missing = True
            return ""
        chosen = content[which % len(content)]
        return chosen.display if not isinstance(chosen, int) else " ".join(words_of(chosen))

    text = _SLOT.sub(one, template.canonical)
    return None if missing else text
