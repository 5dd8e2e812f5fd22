"""The data of a table: what overrides what, every fault and hint at once (section 5), and its own words spoken."""

from __future__ import annotations

import tomllib

import pytest

from assistant.games.feats import engine
from assistant.games.feats.config import FILES, Config
from assistant.games.feats.faults import check, hints
from assistant.layers import NOTHING, Findings, Layer, build, read_layer
from assistant.table import Name, Refusal
from feats.company import FOLDER, A, G, Table, shipped_config
from grammar import Matches, Phrasebook


def read(text: str) -> tuple[Config, list[str]]:
    """The shipped files under a table's own copy, and the faults that reading it finds."""
    found = Findings()
    shipped = [read_layer(FOLDER / name, found) for name in FILES]
    return build(Config, [*shipped, Layer("feats.toml", tomllib.loads(text))], found), found.faults


def told(refusals: tuple[Refusal, ...]) -> list[tuple[str, str]]:
    return [(one.code, str(one.slots["key"])) for one in refusals]


def faults(text: str) -> list[tuple[str, str]]:
    config, shell = read(text)
    assert shell == []
    return told(check(config))


@pytest.mark.rule("F-001")
def test_the_shipped_data_are_faultless() -> None:
    assert (check(shipped_config()), hints(shipped_config())) == ((), ())


@pytest.mark.rule("F-001")
def test_a_tables_copy_overrides_key_by_key_and_named_tables_whole() -> None:
    config, shell = read("""
        tie.equal_dice = "gm"
        [difficulty]
        easy = { dice = 1 }
        [[rep.buy]]
        id = "nudge"
        spoken = ["nudge"]
        effect = "raise_one"
        cost = 2
        per_roll = 1
    """)
    assert shell == []
    assert (config.tie.equal_dice, config.tie.zero_zero) == ("gm", "fails_tie_rule_tells")
    assert list(config.difficulty) == ["easy"]
    assert [one.id for one in config.rep.buy] == ["nudge"]
    assert config.rep.start == 3


@pytest.mark.rule("F-001")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dise = 1", "dise: unknown key (did you mean dice?)"),
        ("dice.sides = 'six'", 'dice.sides = "six": expected int, got str'),
        ("tie.equal_dice = 'gmm'", "tie.equal_dice"),
        ("[[rep.buy]]\nid = 'x'\nspoken = ['x']\neffect = 'add_die'\ncost = 1", "rep.buy[1].per_roll: missing"),
    ],
)
def test_what_the_reading_finds_names_file_and_key(text: str, told: str) -> None:
    _, shell = read(text)
    assert [line for line in shell if line.startswith(f"feats.toml: {told}")]


@pytest.mark.rule("F-001")
def test_without_a_required_key_there_is_no_game() -> None:
    found = Findings()
    assert build(Config, [Layer("feats.toml", {"schema": 1})], found) is NOTHING
    assert "feats.toml: dice: missing" in found.faults


STATS = """
[stats]
prowess = { spoken = ["prowess"] }
wits = { spoken = ["wits"] }
[npc]
[[character]]
name = "Ana"
stats = { prowess = 5, wits = 5 }
"""
"""A table with two stats, one of its own."""


@pytest.mark.rule("F-001", "F-144")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dice.sides = 3", [("V04", "dice.sides"), ("V04", "dice.success_from")]),
        ("dice.success_from = 7", [("V04", "dice.success_from")]),
        ("dice.max_pool = 41", [("V04", "dice.max_pool")]),
        ("stat_range.min = -1", [("V04", "stat_range.min")]),
        ("difficulty.hard = { dice = 13 }", [("V04", "difficulty.hard.dice")]),
        ("modifiers.max_edges = 6", [("V04", "modifiers.max_edges")]),
        ("rep.start = -1", [("V04", "rep.start")]),
        ("health.player = 0", [("V04", "health.player")]),
        ("statements.needed_max = 0", [("V04", "statements.needed_max")]),
        ("modifiers.edge_rating_max = 2", [("V04", "character[4].edges[1].rating")]),
        ("combat.stat = 'luck'", [("V07", "combat.stat")]),
        ("schema = 2", [("V10", "schema")]),
        ("difficulty = {}", [("V12", "difficulty")]),
        (STATS.replace('["wits"]', "[]"), [("V12", "stats.wits.spoken")]),
        (STATS, []),
        (STATS.replace("5, wits = 5", "9, wits = 1"), [("V04", "character[1].stats.prowess")]),
        (STATS.replace("wits = 5", "wit = 5"), [("V11", "character[1].stats")] * 2),
        (
            STATS.replace("[npc]", "[npc]\nrat = { health = 30, stats = { wits = 1 } }"),
            [
                ("V04", "npc.rat.health"),
                ("V11", "npc.rat.stats"),
            ],
        ),
        (STATS.replace('["wits"]', '["Prowess"]'), [("V08", "stats.wits")]),
        (STATS.replace('name = "Ana"', 'name = "!"'), [("V12", "character[1].name")]),
    ],
)
def test_each_fault_has_its_code_and_key(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text) == expected


def _with(key: str, value: int) -> str:
    """A table's own file with this value; entries of a table that is replaced whole by themselves."""
    table, _, rest = key.partition(".")
    if table == "npc":
        return f"[npc]\nrat = {{ health = {value}, stats = {{ prowess = 2, cunning = 2, knowledge = 1, charm = 1 }} }}"
    if key == "rep.buy[1].cost":
        return BUY.replace("cost = 0", f"cost = {value}")
    if key == "rep.buy[1].per_roll":
        return BUY.replace("per_roll = 11", f"per_roll = {value}")
    if key in ("stats", "difficulty"):
        entry = "{ spoken = ['w%d'] }" if key == "stats" else "{ dice = 1, spoken = ['w%d'] }"
        return f"[{key}]\n" + "\n".join(f"s{n} = {entry % n}" for n in range(value))
    return f"{table}.{rest} = {value}" if "." not in rest else f"[{table}]\n{rest} = {value}"


@pytest.mark.rule("F-001")
@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("dice.sides", 4, 20),
        ("dice.success_from", 2, 6),
        ("dice.max_pool", 8, 40),
        ("stat_range.max", 0, 10),
        ("stat_range.min", 0, 5),
        ("stats", 1, 12),
        ("difficulty", 1, 6),
        ("difficulty.hard.dice", 0, 12),
        ("modifiers.concept_dice", 0, 5),
        ("modifiers.character_dice_held", 0, 5),
        ("rep.start", 0, 20),
        ("rep.spend_max_per_roll", 0, 20),
        ("rep.buy[1].cost", 1, 10),
        ("rep.buy[1].per_roll", 1, 10),
        ("health.player", 1, 20),
        ("npc.rat.health", 1, 20),
        ("statements.needed_max", 1, 20),
    ],
)
def test_every_range_takes_its_ends_and_nothing_beyond(key: str, low: int, high: int) -> None:
    def found(value: int) -> list[tuple[object, object]]:
        config, shell = read(_with(key, value))
        assert shell == []
        return [
            (one.slots["lo"], one.slots["hi"]) for one in check(config) if one.slots["key"] == key and "lo" in one.slots
        ]

    assert (found(low), found(high), found(high + 1)) == ([], [], [(low, high)])
    if key not in ("stats", "difficulty"):  # without any there is another fault
        assert found(low - 1) == [(low, high)]


@pytest.mark.rule("F-001", "F-144")
def test_ratings_of_stats_and_edges_keep_to_the_ranges_of_the_table() -> None:
    sheet = "[[character]]\nname = 'Ana'\nstats = {{ prowess = {}, cunning = {}, knowledge = 1, charm = 1 }}\n"
    assert faults(sheet.format(1, 6)) == []
    assert faults(sheet.format(0, 7)) == [("V04", "character[1].stats.prowess"), ("V04", "character[1].stats.cunning")]
    edges = sheet.format(1, 1).replace("{", "{{").replace("}", "}}")
    edges += "edges = [{{ name = 'a', rating = {} }}, {{ name = 'b', rating = {} }}]"
    assert faults(edges.format(1, 3)) == []
    config, _ = read(edges.format(0, 4))
    assert [(one.slots["key"], one.slots["lo"], one.slots["hi"]) for one in check(config)] == [
        ("character[1].edges[1].rating", 1, 3),
        ("character[1].edges[2].rating", 1, 3),
    ]
    assert faults("modifiers.edge_rating_max = 0\n" + edges.format(0, 0)) == [], "a table without edges"


@pytest.mark.rule("F-001", "F-144")
def test_one_word_for_two_edges_is_told_with_the_second() -> None:
    stats = "stats = { prowess = 4, cunning = 4, knowledge = 1, charm = 1 }"
    edges = "edges = [{ name = 'owl', rating = 1 }, { name = 'eyes', rating = 1, spoken = ['owl'] }]"
    config, _ = read(f"[[character]]\nname = 'Ana'\n{stats}\n{edges}")
    (fault,) = check(config)
    assert (fault.code, fault.slots["a"], fault.slots["b"]) == ("V08", "character[1].edges[1]", "character[1].edges[2]")


@pytest.mark.rule("F-001")
def test_what_a_file_leaves_out_is_as_it_ships() -> None:
    found = Findings()
    layers = [read_layer(FOLDER / name, found) for name in FILES]
    for table in ("modifiers", "tie", "statements", "injury", "opposed", "safe_place"):
        del layers[0].values[table]
    for table, key in (("dice", "max_pool"), ("stat_range", "start_points")):
        del layers[0].values[table][key]
    for table, left in (("combat", {"stat"}), ("speech", {"game_master", "phases"})):
        layers[0].values[table] = {key: value for key, value in layers[0].values[table].items() if key in left}
    assert build(Config, layers, found) == shipped_config()
    assert found.faults == []


@pytest.mark.rule("F-001")
def test_the_lowest_rating_is_below_the_highest() -> None:
    assert faults("stat_range.min = 6")[0] == ("V04", "stat_range.min")


BUY = """
[[rep.buy]]
id = "nudge"
spoken = ["nudge"]
effect = "raise_one"
cost = 0
per_roll = 11
"""


@pytest.mark.rule("F-001")
def test_purchases_have_ranges_and_ids_and_words_of_their_own() -> None:
    assert faults(BUY) == [("V04", "rep.buy[1].cost"), ("V04", "rep.buy[1].per_roll")]
    fair = BUY.replace("= 0", "= 1").replace("= 11", "= 1")
    assert faults(fair + fair) == [("V13", "rep.buy"), ("V08", "rep.buy[2]")]
    assert faults(fair.replace('["nudge"]', '["tough"]')) == [("V08", "rep.buy[1]")]
    assert faults(fair + fair.replace('"nudge"', '"push"').replace('["push"]', "[]")) == [("V12", "rep.buy[2].spoken")]


@pytest.mark.rule("F-001")
def test_all_faults_are_told_at_once() -> None:
    codes = [code for code, _ in faults("schema = 9\nhealth.player = 0\ncombat.stat = 'luck'\ndifficulty = {}")]
    assert codes == ["V10", "V12", "V04", "V07"]


@pytest.mark.rule("F-001", "F-144")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[difficulty]\na = { dice = 2 }\nb = { dice = 2 }", [("W01", "difficulty")]),
        ("stat_range.start_points = 11", [("W02", f"character[{n}].stats") for n in range(1, 6)]),
        ("[difficulty]\nhard = { dice = 2 }\nheart = { dice = 3 }", [("W03", "difficulty.heart")]),
        ("[difficulty]\nvery-hard = { dice = 2 }\nvery-soft = { dice = 3 }", []),
    ],
)
def test_each_hint_has_its_code_and_key(text: str, expected: list[tuple[str, str]]) -> None:
    config, shell = read(text)
    assert (shell, check(config)) == ([], ())
    assert told(hints(config)) == expected


@pytest.mark.rule("F-001")
@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("hard", "heart", True),
        ("elder", "alder", True),
        ("hammer", "hamer", True),
        ("sap", "zap", False),
        ("hard", "soft", False),
        ("very hard", "very heart", True),
        ("very hard", "fairy heart", False),
        ("hard ship", "heart", False),
    ],
)
def test_which_words_are_easily_confused(one: str, other: str, alike: bool) -> None:
    config, _ = read(f"[difficulty]\na = {{ dice = 2, spoken = ['{one}'] }}\nb = {{ dice = 3, spoken = ['{other}'] }}")
    assert [(hint.slots["a"], hint.slots["b"]) for hint in hints(config)] == ([(one, other)] if alike else [])


@pytest.mark.rule("F-001", "F-144")
def test_a_hint_says_what_the_points_add_up_to() -> None:
    config, _ = read("stat_range.start_points = 11")
    assert hints(config)[0].slots == {"key": "character[1].stats", "value": 10, "name": "Ana", "sum": 10, "n": 11}


OWN = """
[stats]
steel = { spoken = ["cold steel", "steel"] }
silk = { spoken = ["silk"] }
[difficulty]
child = { dice = 1, spoken = ["child's play"] }
madness = { dice = 5, spoken = ["sheer madness", "madness"] }
[npc]
guard = { health = 1, stats = { steel = 2, silk = 1 }, spoken = ["palace guard"] }
[combat]
stat = "steel"
[[rep.buy]]
id = "favour"
spoken = ["call in a favour"]
effect = "add_die"
cost = 1
per_roll = 1
[[character]]
name = "Ana"
stats = { steel = 4, silk = 6 }
"""


@pytest.mark.rule("F-001", "F-011", "F-012", "F-030")
def test_a_table_speaks_its_own_words_at_once() -> None:
    config, shell = read(OWN)
    assert (shell, check(config)) == ([], ())
    table = Table(config)
    book = Phrasebook.load(FOLDER / "sentences.en.yaml")
    seats = tuple(Name(one.id, one.name, (one.name.lower(),), one.name) for one in table.state.seats)

    def say(seat: str, words: str) -> None:
        found = book.match(words, engine.grammar(table.state), seat=seat, seats=seats)
        assert isinstance(found, Matches), found
        reading = found.readings[0]
        assert len(found.readings) == 1
        table.do(seat, reading.intent, slots=reading.slots)

    say(A, "Ana tries cold steel")
    assert table.cues[0].slots["stat"] == "cold steel"
    say(G, "that is sheer madness")
    assert table.cues[0].slots == {"level": "sheer madness", "gm": "game master", "n": 5}
    say(G, "make it childs play")
    say(A, "call in a favour")
    assert (table.feat.pool.size, table.contest.pool.size) == (5, 1)
    say(G, "add a palace guard")
    assert table.who("palace_guard").health == 1
