"""The page: what lies open on the table, moment by moment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.evening import SHELL_LINES, Lines
from assistant.evening.lines import shown
from assistant.games.errantry.state import Gear, HarmMark, Points
from assistant.games.errantry.terms import Life, Pool
from assistant.games.errantry.view import view
from assistant.table import Cue
from tests.games.errantry.acts import made, meeting, met, owing
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK, FOLDER, PLAYERS, Table

LINES = Lines.load(SHELL_LINES, FOLDER / "lines.en.yaml")


def text(cue: Cue) -> str:
    line = LINES.line(cue.line)
    return shown(line.show or line.full or line.say, cue.slots)


def page(table: Table, seat: str | None = None) -> list[list[str]]:
    """The cards as they are shown."""
    return [[text(cue) for cue in block] for block in view(table.state, seat).cards]


def headline(table: Table) -> str:
    return text(view(table.state, None).headline)


def in_the_pain() -> Table:
    """Mortimer against the knight: after a resisted check the Pain has come down."""
    table = met()
    table.do(ANNA, "resist_check", character="c1", ability="lance", target="c7", defence="sword")
    table.do(ANNA, "roll", dice=(3, 3, 2, 1, 1, 2))
    table.do(DIRK, "let_stand")
    table.do(ANNA, "bring_pain")
    return table


@pytest.mark.rule("E-137")
def test_headlines_say_where_the_table_is() -> None:
    table = Table()
    assert headline(table) == "Between sessions"
    table.do(ANNA, "begin_session")
    assert headline(table) == "Between scenes"
    assert headline(meeting()) == "Scene 1: the encounter"
    pain = in_the_pain()
    assert headline(pain) == "Scene 1, the Pain, round 1: intentions"
    asked = pain.try_(ANNA, "where_are_we")
    assert isinstance(asked, Cue)
    assert text(asked) == headline(pain) + "."


def test_the_scene_lies_open() -> None:
    table = made(meeting(environment=True))
    table.do(BEN, "set_place", land="forest", site="road")
    assert page(table)[0] == [
        "Scene 1",
        "Venan: Anna",
        "Tenan: Ben",
        "Marshal of the Lists: Dirk",
        "Stakes: another goal",
        "Place: forest · road",
        "Encounter card: queen of hearts",
        "Number 22: a squire in borrowed arms",
        "Deep woods, fog or frost, nobody near.",
    ]
    assert page(table, BEN)[0][-1].startswith("He rides under another's shield")
    table.do(BEN, "set_place", text="the glass orchard")
    assert "Place: forest · the glass orchard" in page(table)[0]


@pytest.mark.rule("E-036", "E-047")
def test_a_check_shows_its_dice() -> None:
    table = met()
    table.do(ANNA, "use_ability", ability="lance")
    table.do(DIRK, "give_penalty", n=1)
    assert page(table)[1] == ["Ability Check (free and clear)", "Sir Mortimer: Lance, 0 bonus, 1 penalty dice"]
    table.do(ANNA, "roll", dice=(3, 2, 1, 1))
    assert page(table)[1] == ["Ability Check (rolled)", "Sir Mortimer: Lance, + 0 − − → 1 Marginal"]


@pytest.mark.rule("E-075", "E-108")
def test_the_pain_shows_its_fighters_and_who_is_waited_for() -> None:
    table = in_the_pain()
    (fight,) = (block for block in page(table) if block[0].startswith("Bringing Down the Pain"))
    name = table.character("c7").name
    assert fight == [
        "Bringing Down the Pain, round 1",
        f"Sir Mortimer → {name}: Lance",
        f"{name} → Sir Mortimer: Sword",
    ]
    assert view(table.state, None).lamps == {ANNA: "glow", BEN: "glow"}
    table.do(ANNA, "close_intentions")
    assert view(table.state, None).lamps == {ANNA: "on", BEN: "on"}
    assert table.state.pain is not None
    fighters = tuple(replace(each, ability="", gave_up=each.character == "c7") for each in table.state.pain.fighters)
    table.state = replace(table.state, pain=replace(table.state.pain, fighters=fighters))
    assert view(table.state, None).lamps == {ANNA: "glow", BEN: "on"}
    assert [f"{name} is out" in block for block in page(table)].count(True) == 1


@pytest.mark.rule("E-111", "E-112", "E-005")
def test_the_quest_and_gift_dice_are_counted() -> None:
    table = owing("Hob")
    quest, session = page(table)[1:3]
    assert quest == [
        "Quest: 1 of 3 boons, 1 obligations open",
        "Boon of Sir Mortimer, from Hob",
        "Obligation of Sir Mortimer to Hob",
    ]
    assert session == ["Session 1 · game clock 0 h", *(f"{name}: 4 gift dice" for name in PLAYERS)]


@pytest.mark.rule("E-005")
def test_who_was_away_when_the_session_began_has_no_gift_dice() -> None:
    table = Table()
    table.do(ANNA, "player_leaves", player=DIRK)
    table.do(ANNA, "begin_session")
    table.do(ANNA, "player_returns", player=DIRK)
    assert page(table)[1][1:] == ["Anna: 3 gift dice", "Ben: 3 gift dice", "Cara: 3 gift dice", "Dirk: 0 gift dice"]


def test_a_sheet_is_shown_as_the_text_writes_it() -> None:
    table = met()
    table.change(
        "c3",
        pools={**table.character("c3").pools, Pool.COURTESIE: Points(2, 5)},
        harm={box: HarmMark(Pool.VALOUR) for box in (1, 4)},
        armours=(Gear("mail", 1),),
    )
    own = page(table, CARA)[3]
    assert own == [
        "Jaufre (Cara)",
        "Here",
        "Harm 1 4: bloodied",
        "Valour 2/2 · Courtesie 2/5 · Artes 4/4",
        "React Adept 3 · Music Adept 3 · Resist Competent 2 · Persuade Competent 2 · Cooking Competent 2"
        " · Cards and Dice Competent 2 · Endure None -1",
        "Secret of the Ready Answer · Key of the Rival · mail +1",
    ]
    table.change("c3", life=Life.DEAD)
    assert "Jaufre: no longer in play" in page(table, CARA)[3]


@pytest.mark.rule("E-034")
@pytest.mark.parametrize(
    ("scale", "told"),
    [
        ({"rank_scale": "seed"}, "Lance Adept 3"),
        ({"rank_scale": "revised"}, "Lance Master 3"),
        ({"rank_scale": "custom", "rank_names": ("a", "b", "c", "d", "e", "f", "g")}, "Lance e 3"),
        ({"rank_scale": "custom", "rank_names": ("a", "b", "c", "d")}, "Lance 3 3"),
    ],
)
def test_ranks_are_called_as_the_table_calls_them(scale: dict[str, object], told: str) -> None:
    table = Table(**scale)
    assert any(told in line for block in page(table) for line in block)
