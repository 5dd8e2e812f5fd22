"""The data files: what ships, all that can be wrong in them, and what is worth a hint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

import pytest

from assistant.games.errantry.config import FILES, Config
from assistant.games.errantry.faults import check, hints
from assistant.games.errantry.tables import (
    Denominations,
    EncounterSuits,
    OnesSuit,
    Population,
    SecretCost,
    SecretEffect,
    SheetHarm,
    SheetPools,
    SuitTexts,
    TensSuit,
    TypeAbilities,
)
from assistant.games.errantry.terms import Pool
from assistant.layers import Findings, Layer, build, read_layer
from tests.games.errantry.episode import FOLDER, shipped_config

SHIPPED = shipped_config()
ENCOUNTER, KNIGHT, SHEET = SHIPPED.encounter[0], SHIPPED.type["knight"], SHIPPED.character[0]
BLOW = SHIPPED.secret["heavy_blow"]


def codes(config: Config) -> list[tuple[str, str]]:
    return [(fault.code, str(fault.slots["key"])) for fault in check(config)]


def changed(**tables: object) -> Config:
    return replace(SHIPPED, **tables)


def encounter(**fields: object) -> Config:
    return changed(encounter=(replace(ENCOUNTER, **fields), *SHIPPED.encounter[1:]))


def chart(**fields: object) -> Config:
    return changed(type={**SHIPPED.type, "knight": replace(KNIGHT, **fields)})


def character(**fields: object) -> Config:
    return changed(character=(replace(SHEET, **fields), *SHIPPED.character[1:]))


def secret(**fields: object) -> Config:
    return changed(secret={**SHIPPED.secret, "heavy_blow": replace(BLOW, **fields)})


def king(**fields: object) -> Config:
    each = replace(SHIPPED.denomination.K, **fields)
    return changed(denomination=replace(SHIPPED.denomination, K=each))


def entry(table: str, key: str, **fields: object) -> Config:
    known: Mapping[str, Any] = getattr(SHIPPED, table)
    return changed(**{table: {**known, key: replace(known[key], **fields)}})


def test_what_ships_is_faultless_and_worth_no_hint() -> None:
    assert list(check(SHIPPED)) == []
    assert list(hints(SHIPPED)) == []


def test_every_file_that_ships_carries_the_notice() -> None:
    for name in FILES:
        text = (FOLDER / name).read_text(encoding="utf-8")
        assert 'license = "CC BY-SA 2.5; after Errantry and the Solar System by Clinton R. Nixon"' in text
        assert "https://creativecommons.org/licenses/by-sa/2.5/" in text
    assert sorted(path.name for path in FOLDER.glob("*.toml")) == sorted(FILES)


FAULTY: Mapping[str, tuple[Callable[[], Config], list[tuple[str, str]]]] = {
    "schema": (lambda: changed(schema_version=2), [("T_SCHEMA", "schema_version")]),
    "licence": (lambda: changed(license=" "), [("T_LICENSE", "license")]),
    "gap": (lambda: encounter(first=2), [("T_GAP", "encounter")]),
    "overlap": (lambda: encounter(last=6), [("T_OVERLAP", "encounter")]),
    "order": (lambda: encounter(first=4, last=1), [("T_ORDER", "encounter[1]"), ("T_GAP", "encounter")]),
    "range": (lambda: encounter(first=0), [("T_RANGE", "encounter[1]")]),
    "reference": (lambda: encounter(type="dragon"), [("T_REF", "encounter[1].type")]),
    "no title": (lambda: encounter(title=" "), [("T_EMPTY", "encounter[1].title")]),
    "long title": (lambda: encounter(title="a b c d e f g"), [("T_RANGE", "encounter[1].title")]),
    "no lands": (lambda: encounter(lands=()), [("T_EMPTY", "encounter[1].lands")]),
    "no types": (
        lambda: changed(type={}, encounter=tuple(replace(one, type="") for one in SHIPPED.encounter[:1])),
        [("T_GAP", "encounter"), ("T_REF", "encounter[1].type"), ("T_EMPTY", "type")],
    ),
    "lead": (lambda: chart(lead=(Pool.VALOUR, Pool.VALOUR, Pool.ARTES)), [("T_POOL", "type.knight.lead")]),
    "ability of a type": (
        lambda: chart(abilities=TypeAbilities("jousting", "sword")),
        [("T_REF", "type.knight.abilities")],
    ),
    "no names": (lambda: chart(names=()), [("T_EMPTY", "type.knight.names")]),
    "no looks": (lambda: chart(looks=()), [("T_EMPTY", "type.knight.looks")]),
    "empty look": (lambda: chart(looks=("", "tall")), [("T_EMPTY", "type.knight.looks")]),
    "name twice": (lambda: chart(names=("Sir Hob", "sir hob")), [("T_DUP", "type.knight.names")]),
    "denomination": (
        lambda: changed(denomination=Denominations(J=SHIPPED.denomination.J, K=SHIPPED.denomination.K)),
        [("T_MISSING_DENOMINATION", "denomination.Q")],
    ),
    "sum": (lambda: king(pools=(6, 4, -1)), [("T_SUM", "denomination.K.pools")]),
    "too few pools": (lambda: king(pools=(6, 4)), [("T_SUM", "denomination.K.pools")]),
    "rank of a king": (
        lambda: king(ranks=replace(SHIPPED.denomination.K.ranks, best=6)),
        [("T_RANK", "denomination.K.ranks.best")],
    ),
    "weapon of a king": (lambda: king(weapon=4), [("T_RANGE", "denomination.K.weapon")]),
    "attitude": (
        lambda: changed(encounter_suit=replace(SHIPPED.encounter_suit, clubs=EncounterSuits().clubs)),
        [("T_MISSING_SUIT", "encounter_suit.clubs")],
    ),
    "lead of a suit": (
        lambda: changed(tens_suit=replace(SHIPPED.tens_suit, hearts=TensSuit())),
        [("T_MISSING_SUIT", "tens_suit.hearts")],
    ),
    "key of a suit": (
        lambda: changed(ones_suit=replace(SHIPPED.ones_suit, spades=OnesSuit("fame", "luck"))),
        [("T_REF", "ones_suit.spades.key"), ("T_REF", "ones_suit.spades.secret")],
    ),
    "innate": (lambda: entry("ability", "sword", innate=True), [("T_INNATE", "ability")]),
    "ability spoken twice": (lambda: entry("ability", "sword", spoken="lance"), [("T_DUP", "ability spoken")]),
    "ability without name": (lambda: entry("ability", "sword", name=""), [("T_EMPTY", "ability.sword.name")]),
    "gear": (lambda: entry("gear", "plate", bonus=4), [("T_RANGE", "gear.plate.bonus")]),
    "pool of a sheet": (
        lambda: character(pools=SheetPools(11, 0, 0)),
        [("T_RANGE", "character[1].pools.valour")],
    ),
    "rank of a sheet": (
        lambda: character(abilities={"sword": 6, "jousting": 1}),
        [("T_REF", "character[1].abilities"), ("T_RANK", "character[1].abilities.sword")],
    ),
    "references of a sheet": (
        lambda: character(secrets=("luck",), keys=("fame",), weapons=("mail",), armours=("lance",)),
        [("T_REF", f"character[1].{what}") for what in ("secrets", "keys", "weapons", "armours")],
    ),
    "harm of a sheet": (
        lambda: character(harm=(SheetHarm(8, Pool.VALOUR),)),
        [("T_RANGE", "character[1].harm.box")],
    ),
    "two of one name": (lambda: character(name="Jaufre"), [("T_DUP", "character names")]),
    "effect": (lambda: secret(effect=SecretEffect("harm", 4)), [("T_RANGE", "secret.heavy_blow.effect.n")]),
    "harm before the roll": (lambda: secret(when="before_roll"), [("T_EFFECT", "secret.heavy_blow.effect.kind")]),
    "level before the roll": (
        lambda: secret(when="before_roll", effect=SecretEffect("sl", 1)),
        [("T_EFFECT", "secret.heavy_blow.effect.kind")],
    ),
    "cost": (lambda: secret(cost=SecretCost(Pool.ARTES, 6)), [("T_COST", "secret.heavy_blow.cost.points")]),
    "ability of a secret": (lambda: secret(ability="jousting"), [("T_REF", "secret.heavy_blow.ability")]),
    "motive": (lambda: entry("key", "vow", motive=" ".join("a" * 21)), [("T_RANGE", "key.vow.motive")]),
    "weather": (
        lambda: changed(environment=True, weather=SuitTexts("a", "b", "c"), population=(Population(1, 99, "few"),)),
        [("T_MISSING_SUIT", "weather.spades"), ("T_GAP", "population")],
    ),
    "word": (
        lambda: changed(word={key: word for key, word in SHIPPED.word.items() if key != "valour"}),
        [("T_EMPTY", "word.valour")],
    ),
    "choice": (lambda: changed(dice_source="chance"), [("T_CHOICE", "dice_source")]),
    "boons": (lambda: changed(boons_required=0), [("T_RANGE", "boons_required")]),
    "window": (lambda: changed(post_roll_window_s=-1), [("T_RANGE", "post_roll_window_s")]),
    "custom ranks": (lambda: changed(rank_scale="custom", rank_names=("None", "Some")), [("T_RANGE", "rank_names")]),
}


@pytest.mark.parametrize("what", FAULTY)
def test_a_fault_is_found(what: str) -> None:
    make, found = FAULTY[what]
    assert codes(make()) == found


def test_all_faults_are_told_at_once() -> None:
    config = replace(encounter(first=2, hook="", type="dragon"), boons_required=0, license="")
    found = ["T_LICENSE", "T_RANGE", "T_GAP", "T_EMPTY", "T_REF"]
    assert [code for code, _ in codes(config)] == found


def test_gaps_and_overlaps_are_told_as_ranges() -> None:
    blocks = ((2, 2), (4, 4), (5, 5), (8, 100))
    config = changed(encounter=tuple(replace(ENCOUNTER, first=first, last=last) for first, last in blocks))
    assert check(config)[0].slots["value"] == "1, 3, 6-7"
    twice = changed(encounter=(*SHIPPED.encounter, replace(ENCOUNTER, first=98, last=102)))
    assert [(fault.code, fault.slots["value"]) for fault in check(twice)] == [
        ("T_RANGE", "98 to 102"),
        ("T_OVERLAP", "98-100"),
    ]
    assert (check(twice)[0].slots["least"], check(twice)[0].slots["most"]) == (1, 100)


@pytest.mark.parametrize(
    ("least", "most", "make"),
    [
        (-3, 3, lambda n: secret(effect=SecretEffect("harm", n))),
        (0, 5, lambda n: secret(cost=SecretCost(Pool.ARTES, n))),
        (1, 7, lambda n: character(harm=(SheetHarm(n, Pool.VALOUR),))),
        (0, 10, lambda n: character(pools=SheetPools(n, 0, 0))),
        (-1, 5, lambda n: character(abilities={"sword": n})),
        (0, 3, lambda n: entry("gear", "plate", bonus=n)),
        (0, 3, lambda n: king(armour=n)),
        (-1, 5, lambda n: king(ranks=replace(SHIPPED.denomination.K.ranks, innate_lead=n))),
        (1, 99, lambda n: changed(boons_required=n)),
        (0, 600, lambda n: changed(post_roll_window_s=n)),
        (0, 3600, lambda n: changed(free_and_clear_reminder_s=n)),
        (0, 3600, lambda n: changed(herald_window_s=n)),
    ],
    ids=[
        *("effect", "cost", "box", "pool", "rank", "gear", "armour of a king", "rank of a king"),
        *("boons", "window", "reminder", "herald"),
    ],
)
def test_what_is_just_in_range_is_taken_and_what_is_not_is_told_the_range(
    least: int, most: int, make: Callable[[int], Config]
) -> None:
    assert codes(make(least)) == codes(make(most)) == []
    for beyond in (least - 1, most + 1):
        (found,) = check(make(beyond))
        assert (found.slots["least"], found.slots["most"]) == (least, most)


@pytest.mark.parametrize(
    ("most", "make"),
    [
        (6, lambda text: encounter(title=text)),
        (25, lambda text: encounter(hook=text)),
        (20, lambda text: entry("key", "vow", motive=text)),
    ],
    ids=["title", "hook", "motive"],
)
def test_a_text_may_have_so_many_words_and_no_more(most: int, make: Callable[[str], Config]) -> None:
    assert codes(make(" ".join("a" * most))) == []
    (found,) = check(make(" ".join("a" * (most + 1))))
    assert (found.slots["words"], found.slots["most"]) == (most + 1, most)


def test_own_ranks_have_seven_names_and_without_them_nobody_counts_them() -> None:
    names = tuple("abcdefg")
    assert codes(changed(rank_scale="custom", rank_names=names)) == []
    assert codes(changed(rank_scale="seed", rank_names=names[:2])) == []
    assert check(changed(rank_scale="custom", rank_names=names[:6]))[0].slots["wanted"] == 7


@pytest.mark.parametrize(
    "key", ["rank_seed_-1", "rank_seed_5", "rank_revised_4", "level_0", "level_7", "spades", "sea", "phase_play"]
)
def test_every_word_that_is_said_or_heard_must_be_there(key: str) -> None:
    without = {each: word for each, word in SHIPPED.word.items() if each != key}
    assert codes(changed(word=without)) == [("T_EMPTY", f"word.{key}")]
    for part in ("name", "spoken"):
        assert codes(entry("word", key, **{part: " "})) == [("T_EMPTY", f"word.{key}")]


def test_a_pool_of_a_denomination_may_be_empty_and_a_beast_needs_no_names() -> None:
    assert codes(king(pools=(6, 4, 0))) == []
    assert codes(chart(named=False, names=())) == []


def test_a_single_number_may_override_a_range_but_not_another_one() -> None:
    seven = replace(ENCOUNTER, first=7, last=7)
    assert codes(changed(encounter=(*SHIPPED.encounter, seven))) == []
    assert codes(changed(encounter=(*SHIPPED.encounter, seven, seven))) == [("T_OVERLAP", "encounter")]


def test_without_environment_its_tables_may_be_missing() -> None:
    assert codes(changed(landscape=SuitTexts(), weather=SuitTexts(), population=())) == []


@pytest.mark.parametrize(
    ("make", "found"),
    [
        (lambda: character(pools=SheetPools(5, 3, 4)), [("T_POOL_SUM", "character[1].pools")]),
        (lambda: character(abilities={"endure": 3}), [("T_INNATE_MISSING", "character[1].abilities")]),
        (lambda: character(spoken="mortimer 2"), [("T_SPOKEN", "character[1].spoken")]),
        (lambda: entry("word", "venan", spoken="venan"), [("T_SPOKEN", "word.venan.spoken")]),
        (lambda: entry("ability", "sword", spoken="a very long sword"), [("T_SPOKEN", "ability.sword.spoken")]),
    ],
)
def test_what_may_be_meant_so_is_a_hint(make: Callable[[], Config], found: list[tuple[str, str]]) -> None:
    assert [(hint.code, hint.slots["key"]) for hint in hints(make())] == found
    assert codes(make()) == []


def test_a_hint_says_what_is_usual() -> None:
    (points,) = hints(character(pools=SheetPools(5, 3, 4)))
    assert (points.slots["value"], points.slots["wanted"]) == ("12", 11)
    (innates,) = hints(character(abilities={"endure": 3}))
    assert (innates.slots["value"], innates.slots["rank"]) == ("react, resist", -1)


def test_three_words_are_not_too_many_to_be_heard() -> None:
    assert list(hints(entry("ability", "sword", spoken="a long sword"))) == []


def test_a_tables_own_copy_overrides_key_by_key(tmp_path: Path) -> None:
    own = tmp_path / "types.toml"
    text = """
    denomination.K.weapon = 3
    encounter_suit.spades.attitude = "furious"
    gear.lance.bonus = 2
    gear.club = {name = "club", kind = "weapon", bonus = 1}
    """
    own.write_text(text, encoding="utf-8")
    found = Findings()
    config = build(Config, [*(read_layer(FOLDER / name, found) for name in FILES), read_layer(own, found)], found)
    assert found.faults == []
    assert (config.denomination.K.weapon, config.denomination.K.armour) == (3, 1)
    assert (config.encounter_suit.spades.attitude, config.encounter_suit.clubs.attitude) == ("furious", "wary")
    assert (config.gear["lance"].name, config.gear["lance"].bonus, config.gear["club"].bonus) == ("lance", 2, 1)
    assert len(config.gear) == len(SHIPPED.gear) + 1
    assert config.type == SHIPPED.type


def test_what_an_entry_leaves_out_is_none_or_as_usual() -> None:
    own = {
        "ability": {"juggling": {"name": "Juggling", "spoken": "juggling", "pool": "artes"}},
        "type": {"giant": {"lead": ["valour"], "abilities": {"best": "brawl", "second": "lore"}, "looks": ["tall"]}},
        "denomination": {"J": {"pools": [4, 2, 2]}},
        "secret": {
            "luck": {
                "name": "Luck",
                "spoken": "luck",
                "when": "before_roll",
                "who": "self",
                "effect": {"kind": "bonus_dice"},
                "cost": {"pool": "artes", "points": 1},
            }
        },
    }
    found = Findings()
    config = build(Config, [Layer("own", own)], found)
    assert found.faults == []
    assert config.schema_version == 1
    assert (config.ability["juggling"].innate, config.ability["juggling"].heals) == (False, False)
    assert (config.type["giant"].named, config.type["giant"].names) == (True, ())
    assert astuple(config.denomination.J) == ((4, 2, 2), (0, 0, 0, 0, 0), 0, 0)
    assert config.secret["luck"].effect.n == 1


def test_the_timers_are_those_of_the_ledger() -> None:
    waits = (SHIPPED.post_roll_window_s, SHIPPED.free_and_clear_reminder_s, SHIPPED.herald_window_s)
    assert waits == (20, 120, 180)


def test_unknown_keys_and_wrong_types_are_found_where_the_files_are_read() -> None:
    found = Findings()
    own = {"encounters": [], "tens_suit": {"hearts": {"lead_pool": "fame"}}, "gear": {"sword": {"name": "sword"}}}
    build(Config, [Layer("own", own)], found)
    assert len(found.faults) == 4
