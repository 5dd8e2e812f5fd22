"""What fills the slots of sentences: names, numbers, faces of dice, free words."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from grammar.builder import Entry, SlotContent
from grammar.network import Bound, Captures
from grammar.numbers import number_in, typed_spellings, words_of
from grammar.results import NameLike, OpenLike, Value
from grammar.sentences import Template
from grammar.templates import Slot
from grammar.vocabulary import Token, Vocabulary, spoken_words

DIE_FACES = range(1, 21)
"""Faces that can be told along with a command where the opening does not say which dice lie there."""
_MOST_KEPT = 512
_MOST_WORDS = 24


def open_to(opens: Iterable[OpenLike], seat: str | None) -> Iterator[OpenLike]:
    """What this seat (``None``: anyone) may ask for."""
    for opened in opens:
        if seat is None or opened.seats is None or seat in opened.seats:
            yield opened


class Contents:
    """Makes the contents of slots, and keeps them: a table's names change seldom."""

    def __init__(self, vocabulary: Vocabulary, lists: Mapping[str, Mapping[str, int]]) -> None:
        self._vocabulary = vocabulary
        self._lists = lists
        self._kept: dict[Hashable, SlotContent] = {}

    def suit(self, template: Template, opened: OpenLike) -> bool:
        """Whether the constant slots of a sentence are among what the opening offers."""
        for slot, value in template.constants.items():
            content = opened.slots.get(slot)
            if isinstance(content, range):
                if isinstance(value, int) and value not in content:
                    return False
            elif content is not None and not any(name.id == value for name in content):
                return False
        return True

    def of(self, slot: Slot, opened: OpenLike) -> SlotContent | None:
        """What fills a slot now; ``None`` where nothing does."""
        content = opened.slots.get(slot.name)
        if slot.name == "dice" and not content:
            return self._keep((slot, "dice"), self._faces(slot))
        if not content:
            return None
        if isinstance(content, range):
            return self._keep((slot, content), self._numbers(slot, content))
        return self._keep((slot, _key(content)), self._names(slot, content))

    def of_names(self, slot: str, names: Sequence[NameLike]) -> SlotContent:
        wanted = Slot(slot)
        return self._keep((wanted, _key(names)), self._names(wanted, names))

    def free_words(self, expected: Sequence[NameLike]) -> SlotContent:
        """Free words, which may turn out to be one of these names written down beforehand."""
        entries = (
            Entry(words, Bound("text", name.display, len(words)), typed)
            for name in expected
            for words, typed in self._ways(name)
        )
        return self._keep(("text", _key(expected)), entries, tail=Captures("text"))

    def wild(self, slot: Slot) -> SlotContent:
        """Whatever is said: a few words for a name or number, all the rest for free words."""
        if slot.name == "text":
            return self.free_words(())
        return self._keep(("wild", slot), (), wild=Captures(slot.name, wild=True, many=slot.many))

    def _keep(
        self, key: Hashable, entries: Iterable[Entry], tail: Captures | None = None, wild: Captures | None = None
    ) -> SlotContent:
        content = self._kept.get(key)
        if content is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept = {}
            content = self._kept[key] = SlotContent(entries, tail, wild)
        return content

    def _ways(self, name: NameLike) -> Iterator[tuple[tuple[str, ...], bool]]:
        """The ways to say a name, and whether each is only written so and not listened for."""
        heard = dict.fromkeys(filter(None, map(spoken_words, name.heard)))
        heard.update(dict.fromkeys(filter(None, map(self._vocabulary.without_fillers, list(heard)))))
        written = spoken_words(name.display)
        for words in [*heard, written]:
            if len(words) > _MOST_WORDS:  # nobody says that in one breath, and the graph would be as deep
                continue
            yield words, words not in heard
            for spelling in typed_spellings(words, self._vocabulary.number_alikes):
                yield spelling, True

    def _names(self, slot: Slot, names: Sequence[NameLike]) -> Iterator[Entry]:
        # A name may be an int in disguise where a game names the faces of its dice.
        for name in names:
            value = int(name.id) if slot.name == "dice" else name.id
            for words, typed in self._ways(name):
                tag = Bound(slot.name, value, len(words), slot.many)
                if not slot.whose:
                    yield Entry(words, tag, typed)
                elif words:
                    yield Entry((*words[:-1], words[-1] + "'s"), tag, typed)

    def _numbers(self, slot: Slot, numbers: Iterable[int]) -> Iterator[Entry]:
        for number in numbers:
            tag = Bound(slot.name, number, 0, slot.many)
            yield Entry(words_of(number), tag)
            for spelling in typed_spellings(words_of(number), self._vocabulary.number_alikes):
                yield Entry(spelling, tag, True)
            if number == 1 and slot.leads and not slot.many:
                for word in sorted(self._vocabulary.one):
                    yield Entry((word,), tag)

    def _faces(self, slot: Slot) -> Iterator[Entry]:
        yield from self._numbers(slot, DIE_FACES)
        for words in self._lists.values():
            for word, face in words.items():
                yield Entry(spoken_words(word), Bound(slot.name, face, 0, True))


def _key(names: Sequence[NameLike]) -> Hashable:
    return tuple((name.id, name.display, name.heard) for name in names)


class KnownNames:
    """All names of the table, for sentences that are not open: there a slot takes those it has elsewhere, a number of
    its own or of such a name ("card ninety" where there is a card two), or words as spoken."""

    def __init__(self, opens: Iterable[OpenLike], seats: Sequence[NameLike]) -> None:
        self._of_slot: dict[tuple[str, tuple[str, ...]], str] = {}
        self._named = {"who"}
        self._numbered: set[tuple[str, tuple[str, ...]]] = set()
        for seat in seats:
            self._learn("who", seat)
        for opened in opens:
            for slot, content in opened.slots.items():
                for name in () if isinstance(content, range) else content:
                    self._learn(slot, name)

    def _learn(self, slot: str, name: NameLike) -> None:
        self._named.add(slot)
        for form in (name.display, *name.heard):
            words = spoken_words(form)
            self._of_slot.setdefault((slot, words), name.id)
            self._numbered.update((slot, before) for before, _ in _numbered(words))

    def speakers(self, tokens: list[Token], by: str) -> Iterator[tuple[list[Token], str]]:
        """The utterance without the seat named first or last, and that seat."""
        words = tuple(token.word for token in tokens)
        for (slot, name), seat in self._of_slot.items():
            size = len(name)
            if slot != "who" or not name or size + 1 > len(words):
                continue
            first, last = words[:size] == name, words[-size:] == name and words[-size - 1] == by
            if first:
                yield tokens[size:], seat
            if last:
                yield tokens[: -size - 1], seat
            if first and last and len(words) > 2 * size + 1:
                yield tokens[size : -size - 1], seat

    def resolve(self, captures: Captures, words: tuple[str, ...], said: str) -> Value | None:
        """The id of a name, or a number; several for a repeated slot; ``None`` where it is neither."""
        if not captures.many:
            return self._one(captures.slot, words)
        found: list[str | int] = []
        while words:
            for size in range(len(words), 0, -1):
                value = self._one(captures.slot, words[:size])
                if value is not None:
                    found.append(value)
                    words = words[size:]
                    break
            else:
                return None
        return tuple(found)

    def _one(self, slot: str, words: tuple[str, ...]) -> str | int | None:
        words = (*words[:-1], words[-1].removesuffix("'s"))
        name = self._of_slot.get((slot, words))
        if name is not None:
            return name
        for before, number in _numbered(words):
            if (slot, before) in self._numbered:
                spelt = (*before, *words_of(number))
                return self._of_slot.get((slot, spelt), " ".join(spelt))
        return None if slot in self._named else number_in(words)


def _numbered(words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The readings of words that end in a number: what stands before it, and the number."""
    for at in range(max(1, len(words) - 2), len(words)):
        number = number_in(words[at:])
        if number is not None:
            yield words[:at], number
