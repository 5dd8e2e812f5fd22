"""Names known by their sound: given by voice alone, or said otherwise than they are spelled.

What was heard of a name is kept in the journal under the id of what it names, so that undo, restart and a new spelling
find it. Beside its other forms the name is then heard by a made-up word that stands for its sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.evening.journal import Entry
from assistant.table import Command, Name, Open, Seat
from grammar import spoken_form, spoken_words

SOUNDS_LIKE = "sounds_like"
"""The intent that tells how a name is said; ``text``: in words that are written the usual way."""
NAME_SAID = "name_said"
"""The intent of the journal for a name that was heard; ``text``: its phones, several ways with a slash between."""
NAMED = "named"
"""The slot of the thing that has the name."""
MOST_TAKES = 6
"""Of a name; an older one makes room."""
_PREFIX = "name"
"""The made-up word begins so, and is no word of any sentence."""


@dataclass(frozen=True)
class Sound:
    """How a name is said: by ``phones`` heard, or as words that are written the usual way ("ale win")."""

    phones: tuple[str, ...] = ()
    sounds_like: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sounding:
    """The made-up word of a name, and its sound."""

    word: str
    sound: Sound


Sounds = Mapping[str, Sound]
"""By the id of what is named."""


@dataclass(frozen=True)
class Learnt:
    """What came of listening to a name."""

    phones: str = ""
    """ARPAbet, space-separated, several ways with a slash between; empty where nothing could be learnt."""
    near: str = ""
    """The name that it will be taken for, as it is shown; empty where there is none."""
    why_not: str = ""


def take(seat: Seat, named: str, phones: str, at: float) -> Command:
    """What the journal keeps of a name that was said."""
    return Command(NAME_SAID, seat, {NAMED: named}, phones, at)


def is_sound(command: Command) -> bool:
    """Whether it tells how a name is said."""
    return command.intent in (SOUNDS_LIKE, NAME_SAID)


def sounds_of(entries: Iterable[Entry]) -> Sounds:
    """Of these entries, oldest first: the last takes of each name, each once."""
    found: dict[str, list[tuple[str, str]]] = {}
    for command in (entry.command for entry in entries if is_sound(entry.command)):
        one = command.intent, command.text or ""
        takes = found.setdefault(str(command.slots.get(NAMED)), [])
        takes[:] = [*(take for take in takes if take != one), one][-MOST_TAKES:]
    return {named: Sound(_phones(takes), _of(SOUNDS_LIKE, takes)) for named, takes in found.items()}


def _phones(takes: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    ways = (way.strip() for take in _of(NAME_SAID, takes) for way in take.split("/"))
    return tuple(dict.fromkeys(ways))


def _of(intent: str, takes: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(text for kind, text in takes if kind == intent)


def with_sounds(names: tuple[Name, ...], sounds: Sounds) -> tuple[Name, ...]:
    """The same names, those with a sound heard by it too."""
    if not any(name.id in sounds for name in names):
        return names
    return tuple(replace(one, heard=(*one.heard, _word(one))) if one.id in sounds else one for one in names)


def heard_by_sound(opens: Sequence[Open], sounds: Sounds) -> tuple[Open, ...]:
    """The same openings, with what is known of sounds."""
    if not sounds:
        return tuple(opens)
    return tuple(
        replace(
            each,
            slots={
                slot: content if isinstance(content, range) else with_sounds(content, sounds)
                for slot, content in each.slots.items()
            },
        )
        for each in opens
    )


def soundings(names: Iterable[Name], sounds: Sounds) -> tuple[Sounding, ...]:
    """The made-up words of these names."""
    return tuple(dict.fromkeys(Sounding(_word(name), sounds[name.id]) for name in names if name.id in sounds))


def told_apart(names: Iterable[Name]) -> tuple[Name, ...]:
    """These names, each form with one of them only: with what is called so, else with the first that may be."""
    once = {name.id: name for name in names}
    owners: dict[str, str] = {}
    for name in once.values():
        owners.setdefault(spoken_form(name.display), name.id)
    for name in once.values():
        for form in name.heard:
            owners.setdefault(spoken_form(form), name.id)
    own = (
        replace(name, heard=tuple(form for form in name.heard if owners[spoken_form(form)] == name.id))
        for name in once.values()
        if owners[spoken_form(name.display)] == name.id
    )
    return tuple(name for name in own if name.heard)


def names_in(opens: Iterable[Open]) -> Iterator[Name]:
    """All that can be named there."""
    for each in opens:
        for content in each.slots.values():
            if not isinstance(content, range):
                yield from content


def _word(name: Name) -> str:
    """One word, as a recogniser sees it: name'old'mill."""
    return "'".join((_PREFIX, *(spoken_words(name.display) or spoken_words(name.id))))
