"""The sentence files as read: intents with their templates, lists of face words, and the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from grammar.card import CardPlan
from grammar.results import PhrasebookError
from grammar.templates import Slot, Symbol, TemplateError, Variant, flat_texts, symbols
from grammar.vocabulary import Vocabulary, fold

FREE_SLOTS = frozenset({"text", "dice", "who"})
"""Slots that no opening has to declare: free words, faces told along, and the seat that speaks."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The one in C, where PyYAML has it, is nine times as fast: no small part of a start."""
FIELDS = frozenset({"sentences", "third_person", "written", "answer", "never_with"})


class SymbolTree:
    """The variants of a template as a tree of words and slots."""

    __slots__ = ("children", "ends", "is_end")

    def __init__(self, tails: list[Variant]) -> None:
        self.ends = () in tails
        branches: dict[Symbol, list[Variant]] = {}
        for tail in tails:
            if tail:
                branches.setdefault(tail[0], []).append(tail[1:])
        self.children = tuple((symbol, SymbolTree(rest)) for symbol, rest in branches.items())
        self.is_end = self.ends and not self.children


@dataclass(frozen=True, eq=False)
class Template:
    """One sentence template of an intent."""

    intent: str
    text: str
    """As written in the file."""
    canonical: str
    """The first way to say it, its slots in braces."""
    variants: tuple[Variant, ...]
    constants: Mapping[str, str | int] = field(default_factory=dict)
    third_person: bool = False
    written: bool = False
    """Understood where it is typed, never listened for: it sounds too much like another sentence."""

    @cached_property
    def root(self) -> SymbolTree:
        return SymbolTree(list(self.variants))

    @cached_property
    def slots(self) -> frozenset[Slot]:
        return frozenset(symbol for variant in self.variants for symbol in variant if isinstance(symbol, Slot))

    @cached_property
    def names_speaker(self) -> bool:
        """Whether the sentence itself says who speaks; then no name goes before or after it."""
        return any(slot.name == "who" for slot in self.slots)

    @cached_property
    def has_text(self) -> bool:
        return any(slot.name == "text" for slot in self.slots)

    @cached_property
    def is_anchored(self) -> bool:
        """Whether every variant has a fixed word."""
        return all(any(isinstance(symbol, str) for symbol in variant) for variant in self.variants)


@dataclass(frozen=True)
class Intent:
    """All sentences of one intent; the first template has the canonical form."""

    name: str
    templates: tuple[Template, ...]
    answer: bool = False
    """The state waits for this from the table: hands-free it needs no address word."""
    never_with: frozenset[str] = frozenset()
    """Intents that are never open together with this one, and may therefore share a sentence with it."""


@dataclass
class Pages:
    """What has been read from sentence files so far, and all that is wrong with them."""

    intents: dict[str, Intent] = field(default_factory=dict)
    lists: dict[str, dict[str, int]] = field(default_factory=dict)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    card: CardPlan = field(default_factory=CardPlan)
    faults: list[str] = field(default_factory=list)

    def read(self, path: Path) -> None:
        """Add one file. Wrong YAML raises :class:`PhrasebookError` at once; other faults are collected."""
        try:
            page = yaml.load(path.read_text(encoding="utf-8"), _LOADER) or {}
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise PhrasebookError((f"{path}: cannot be read: {error}",)) from error
        if not isinstance(page, dict):
            raise PhrasebookError((f"{path}: must be a mapping with intents",))
        reader = _Reader(self, path.name)
        if "vocabulary" in page and self.intents:
            reader.fault("vocabulary", "belongs to the common sentences only")
        elif "vocabulary" in page:
            self.vocabulary = reader.vocabulary(page["vocabulary"])
        for name, faces in (page.get("lists") or {}).items():
            self.lists[str(name)] = reader.faces(str(name), faces)
        for name, entry in (page.get("intents") or {}).items():
            if isinstance(name, str):
                reader.intent(name, entry)
            else:
                reader.fault(str(name), "put the name of this intent in quotes: YAML takes it for something else")
        if "card" in page:
            for fault in self.card.read(page["card"], page.get("intents") or (), self.intents):
                reader.fault("card", fault)


@dataclass
class _Reader:
    pages: Pages
    file: str

    def fault(self, where: str, what: str) -> None:
        self.pages.faults.append(f"{self.file}: {where}: {what}")

    def vocabulary(self, entry: Mapping[str, Any]) -> Vocabulary:
        def words(key: str) -> frozenset[str]:
            return frozenset(fold(str(word)) for word in entry.get(key, ()))

        def alikes(key: str) -> dict[str, tuple[str, ...]]:
            return {str(word): tuple(map(str, others)) for word, others in entry.get(key, {}).items()}

        pairs = [str(pair).split() for pair in entry.get("kept", ())]
        return Vocabulary(
            fillers=words("fillers"),
            dropped=words("dropped"),
            kept=frozenset((first, second) for first, second in pairs),
            one=words("one"),
            number_alikes=alikes("number_alikes"),
            letter_alikes=alikes("letter_alikes"),
            address=tuple(map(str, entry.get("address", ()))),
        )

    def faces(self, name: str, entry: Any) -> dict[str, int]:
        """Face value -> its words, as written; word -> value, as used."""
        if not isinstance(entry, dict):
            self.fault(f"list {name}", "must map each value to its words")
            return {}
        found: dict[str, int] = {}
        for value, words in entry.items():
            for word in [words] if isinstance(words, str) else words:
                found[str(word)] = int(value)
        return found

    def intent(self, name: str, entry: Any) -> None:
        if not isinstance(entry, dict) or not (entry.get("sentences") or entry.get("written")):
            self.fault(name, "has no sentences")
            return
        for key in entry.keys() - FIELDS:
            self.fault(name, f"unknown field {key!r}")
        templates = [t for said in entry.get("sentences", ()) for t in self.templates(name, said)]
        for kind in ("third_person", "written"):
            templates += [t for said in entry.get(kind, ()) for t in self.templates(name, said, **{kind: True})]
        before = self.pages.intents.get(name, Intent(name, ()))
        self.pages.intents[name] = Intent(
            name,
            (*before.templates, *templates),
            answer=before.answer or bool(entry.get("answer", False)),
            never_with=before.never_with | frozenset(entry.get("never_with", ())),
        )

    def templates(self, intent: str, said: Any, **kind: bool) -> list[Template]:
        """One line of a file: a template, or several with constant slots."""
        constants: dict[str, str | int] = {}
        if isinstance(said, dict):
            constants = dict(said.get("slots", {}))
            lines = said.get("sentences", [])
        else:
            lines = [said]
        found = []
        for line in lines:
            if not isinstance(line, str):
                self.fault(intent, f"{line!r} is not a sentence: put it in quotes")
                continue
            try:
                texts = flat_texts(line)
            except TemplateError as error:
                self.fault(intent, str(error))
                continue
            ways = self.shortened(tuple(symbols(text) for text in texts))
            if () in ways:
                self.fault(intent, f"“{line}” may be wholly left out")
            elif ways:
                found.append(Template(intent, line, " ".join(texts[0].split()), ways, constants, **kind))
        return found

    def shortened(self, ways: tuple[Variant, ...]) -> tuple[Variant, ...]:
        """The variants, each also without the fillers in it: what one drops, the sentence must not need."""
        fillers = self.pages.vocabulary.fillers
        short = (tuple(s for s in way if not (isinstance(s, str) and s in fillers)) for way in ways)
        return tuple(dict.fromkeys((*ways, *short)))
