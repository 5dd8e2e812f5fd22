"""What is wrong, or only odd, in the data of a table, all of it at once (5.3).

Types, missing and unknown keys are found before, where the files are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise

from assistant.games.feats import names
from assistant.games.feats.config import Config, Sheet
from assistant.table import Refusal, Value
from assistant.table.naming import fold

SCHEMAS = (1,)
"""Versions of the data file that are read."""
MOST_STATS, MOST_DIFFICULTIES = 12, 6

Form = tuple[str, str]
"""A form heard, and the key of what it means."""


def check(config: Config) -> tuple[Refusal, ...]:
    """Everything that keeps a table from playing (V codes)."""
    ranges = (_range(key, value, low, high) for key, value, low, high in _limits(config))
    return (*_schema(config), *_tables(config), *filter(None, ranges), *_stats(config), *_twice(config))


def hints(config: Config) -> tuple[Refusal, ...]:
    """Everything that may be meant so (W codes)."""
    return (*_rising(config), *_points(config), *_alike(config))


def _schema(config: Config) -> Iterator[Refusal]:
    if config.schema not in SCHEMAS:
        yield Refusal("V10", {"key": "schema", "value": config.schema, "list": ", ".join(map(str, SCHEMAS))})


def _tables(config: Config) -> Iterator[Refusal]:
    """V12: what may not be empty."""
    tables: dict[str, Mapping[str, object] | tuple[str, ...]] = {
        "stats": config.stats,
        "difficulty": config.difficulty,
        **{f"stats.{key}.spoken": stat.spoken for key, stat in config.stats.items()},
        **{f"{_item('rep.buy', n)}.spoken": one.spoken for n, one in enumerate(config.rep.buy, start=1)},
        **{f"{_item('character', n)}.name": (fold(one.name),) * bool(fold(one.name)) for n, one in _sheets(config)},
    }
    yield from (Refusal("V12", {"key": key, "value": ""}) for key, table in tables.items() if not table)


def _item(key: str, number: int) -> str:
    return f"{key}[{number}]"


def _sheets(config: Config) -> Iterable[tuple[int, Sheet]]:
    return enumerate(config.character, start=1)


def _range(key: str, value: int, low: int, high: int) -> Refusal | None:
    if low <= value <= high:
        return None
    return Refusal("V04", {"key": key, "value": value, "lo": low, "hi": high})


def _limits(config: Config) -> Iterator[tuple[str, int, int, int]]:
    """V04: key, value, least, most (5.2)."""
    dice, modifiers = config.dice, config.modifiers
    yield "dice.sides", dice.sides, 4, 20
    yield "dice.success_from", dice.success_from, 2, dice.sides
    yield "dice.max_pool", dice.max_pool, 8, 40
    yield "stat_range.max", config.stat_range.max, 0, 10
    yield "stat_range.min", config.stat_range.min, 0, config.stat_range.max - 1
    yield "stats", len(config.stats), min(1, len(config.stats)), MOST_STATS
    yield "difficulty", len(config.difficulty), min(1, len(config.difficulty)), MOST_DIFFICULTIES
    yield from ((f"difficulty.{key}.dice", one.dice, 0, 12) for key, one in config.difficulty.items())
    yield from ((f"modifiers.{key}", value, 0, 5) for key, value in vars(modifiers).items())
    yield "rep.start", config.rep.start, 0, 20
    yield "rep.spend_max_per_roll", config.rep.spend_max_per_roll, 0, 20
    for number, purchase in enumerate(config.rep.buy, start=1):
        yield f"{_item('rep.buy', number)}.cost", purchase.cost, 1, 10
        yield f"{_item('rep.buy', number)}.per_roll", purchase.per_roll, 1, 10
    yield "health.player", config.health.player, 1, 20
    yield from ((f"npc.{key}.health", one.health, 1, 20) for key, one in config.npc.items())
    yield "statements.needed_max", config.statements.needed_max, 1, dice.max_pool
    yield from _rating_limits(config)


def _rating_limits(config: Config) -> Iterator[tuple[str, int, int, int]]:
    """Stats of templates and characters, and edges."""
    low, high = config.stat_range.min, config.stat_range.max
    for where, rated in _rated(config):
        yield from ((f"{where}.{stat}", rating, low, high) for stat, rating in rated.items() if stat in config.stats)
    for number, sheet in _sheets(config):
        for place, edge in enumerate(sheet.edges, start=1):
            key = f"{_item('character', number)}.{_item('edges', place)}.rating"
            yield key, edge.rating, min(1, config.modifiers.edge_rating_max), config.modifiers.edge_rating_max


def _rated(config: Config) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Everything that has stats, by the key of its table of them."""
    yield from ((f"npc.{key}.stats", template.stats) for key, template in config.npc.items())
    yield from ((f"{_item('character', number)}.stats", sheet.stats) for number, sheet in _sheets(config))


def _stats(config: Config) -> Iterator[Refusal]:
    """V07, V11: stats that there are not, and stats that are missing."""
    if config.combat.stat not in config.stats:
        yield Refusal("V07", {"key": "combat.stat", "value": config.combat.stat})
    for where, rated in _rated(config):
        odd = sorted(set(rated) ^ set(config.stats))
        yield from (Refusal("V11", {"key": where, "value": stat, "stat": stat}) for stat in odd)


def _twice(config: Config) -> Iterator[Refusal]:
    """V08, V13: one word for two things."""
    ids = [one.id for one in config.rep.buy]
    yield from (Refusal("V13", {"key": "rep.buy", "value": one}) for one in sorted(set(ids)) if ids.count(one) > 1)
    for forms in _vocabularies(config):
        meanings: dict[str, str] = {}
        for form, key in forms:
            first = meanings.setdefault(form, key)
            if first != key:
                yield Refusal("V08", {"key": key, "value": form, "a": first, "b": key})


def _vocabularies(config: Config) -> Iterator[list[Form]]:
    """Forms heard that may not be mistaken for each other: the table's words; its characters; each one's edges."""
    tables: tuple[tuple[str, Mapping[str, names.Spoken]], ...] = (
        ("stats", config.stats),
        ("difficulty", config.difficulty),
        ("npc", config.npc),
    )
    words = [(f, f"{t}.{key}") for t, entries in tables for key, one in entries.items() for f in _heard(key, one)]
    bought = enumerate(config.rep.buy, start=1)
    yield words + [(form, _item("rep.buy", n)) for n, one in bought for form in _heard(one.id, one)]
    yield [(form, _item("character", n)) for n, one in _sheets(config) for form in _heard(one.name, one)]
    for number, sheet in _sheets(config):
        edges = enumerate(sheet.edges, start=1)
        where = _item("character", number)
        yield [(form, f"{where}.{_item('edges', n)}") for n, one in edges for form in _heard(one.name, one)]


def _heard(display: str, one: names.Spoken) -> tuple[str, ...]:
    return names.heard(display, one.spoken)


def _rising(config: Config) -> Iterator[Refusal]:
    """W01: in the order of the file."""
    for (a, easier), (b, harder) in pairwise(config.difficulty.items()):
        if harder.dice <= easier.dice:
            yield Refusal("W01", {"key": "difficulty", "value": b, "a": a, "b": b})


def _points(config: Config) -> Iterator[Refusal]:
    """W02."""
    fair = config.stat_range.start_points
    for number, sheet in _sheets(config):
        total = sum(sheet.stats.values())
        if total != fair:
            slots: dict[str, Value] = {"key": f"{_item('character', number)}.stats", "value": total}
            yield Refusal("W02", slots | {"name": sheet.name, "sum": total, "n": fair})


def _alike(config: Config) -> Iterator[Refusal]:
    """W03: forms of two things that differ in one word, and that by sound hardly."""
    for forms in _vocabularies(config):
        for (one, a), (other, b) in combinations(forms, 2):
            if a != b and _sounds_like(one.split(), other.split()):
                yield Refusal("W03", {"key": b, "value": other, "a": one, "b": other})


def _sounds_like(one: list[str], other: list[str]) -> bool:
    apart = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    return len(one) == len(other) and len(apart) == 1 and _sound(apart[0][0]) == _sound(apart[0][1])


_CLASSES = {letter: str(n) for n, group in enumerate(("bfpv", "cgjkqsxz", "dt", "l", "mn", "r")) for letter in group}
"""Letters that sound alike (Soundex)."""


def _sound(word: str) -> str:
    """The consonants of a word by what they sound like; vowels at its start count, all others do not.

    >>> _sound("hard") == _sound("heart"), _sound("tough") == _sound("tuck")
    (True, True)
    """
    kept = ""
    for letter in word:
        sound = _CLASSES.get(letter, "")
        kept += "" if kept.endswith(sound) else sound
    return ("a" if word[:1] in "aeiouy" else word[:1]) + kept
