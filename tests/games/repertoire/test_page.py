"""What the page shows: the headline, the lamps, and every block of a table with something of each kind on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.repertoire import GAME
from assistant.games.repertoire.terms import Phase, RivalryStatus
from assistant.table import Cue
from repertoire.acts import production
from repertoire.fights import facing
from repertoire.play import A, B, C, D, P, Table


def _written(cue: Cue) -> str:
    """A line and its slots, as ``seat.tokens n=2``."""
    return " ".join((cue.line, *(f"{name}={value}" for name, value in cue.slots.items())))


def _page(table: Table) -> list[list[str]]:
    return [[_written(cue) for cue in block] for block in GAME.view(table.state, B).cards]


def _laden() -> Table:
    """A scene with a die, a rivalry, a player lent, and cards of every kind of line."""
    table = Table().in_scene(A, B).mark("Atwater", "TXW", 2)
    table.do(A, "stake_trial")
    table.do(A, "stake_triumph")
    table.do(P, "question_event", kind="triumph")
    table.do(A, "relent")
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(A, "start_rivalry", text="Finest Hat")
    table.do(P, "lend_player", seat=C, text="a customs man")
    table.hold(A=4, B=2)
    seats = tuple(replace(p, steel={6: 2, 10: 1}) if p.id == A else p for p in table.state.seats)
    voice, hat = table.state.rivalries
    rivalries = (replace(voice, owner=D, status=RivalryStatus.HELD), replace(hat, status=RivalryStatus.DISCARDED))
    table.state = replace(table.state, seats=seats, rivalries=rivalries)
    return table


def test_everything_lies_open_on_the_table_and_a_seat_s_own_things_come_first() -> None:
    desire = "card.desire text=to leave the Company"
    assert _page(_laden()) == [
        ["table.rancor dice=2d4 2d6 2d8 2d10 2d12 n=10"],
        [
            "table.scene n=1",
            "table.die die=6 actor=Atwater",
            "table.rivalry title=Best Voice",
            "table.rivalry title=Finest Hat",
            "table.lent player=Cleo name=a customs man",
        ],
        ["seat.actor player=Ben actor=Belisar", "seat.tokens n=2", "seat.steel dice=", "seat.pending"],
        ["seat.producer player=Paul actor=Grimsby", "seat.tokens n=0"],
        ["seat.actor player=Ann actor=Atwater", "seat.tokens n=4", "seat.steel dice=2d6 1d10", "seat.pending"],
        ["seat.actor player=Cleo actor=Corvin", "seat.tokens n=0", "seat.steel dice=", "seat.pending"],
        ["seat.actor player=Dan actor=Delphine", "seat.tokens n=0", "seat.steel dice=", "seat.pending"],
        ["card.title number=1 name=Grimsby", "card.tokens n=0"],
        [
            "card.title number=2 name=Atwater",
            desire,
            "card.true line=1 ✓",
            "card.struck line=2 ✗",
            "card.withdrawn line=3 –",
            "card.tokens n=2",
        ],
        ["card.title number=3 name=Belisar", desire, "card.tokens n=0"],
        ["card.title number=4 name=Corvin", desire, "card.tokens n=0"],
        ["card.title number=5 name=Delphine", desire, "card.tokens n=0"],
        ["rivalry.title number=1 title=Best Voice owner=Delphine"],
    ]


def test_a_confrontation_shows_both_pools_and_after_the_roll_its_points() -> None:
    table = facing((6, 6, 8), (4, 6, 10))
    pools = "fight.pools round=1 steel=2d6 1d8 rancor=1d4 1d6 1d10"
    assert _page(table)[1] == [pools]
    table.do(C, "roll", dice=(6, 1, 8, 4, 1, 1))
    assert _page(table)[1] == [pools, "fight.points actor=2 producer=1"]


def _curtain() -> Table:
    table = Table().in_scene(A, B)
    table.do(A, "stake_trial")
    table.hold(A=1, B=3).do(A, "call_curtain")
    table.do(A, "dedicate", slots={"for": 1})
    return table


def _asked() -> Table:
    table = Table().in_scene(A, B)
    table.do(A, "stake_trial")
    table.do(P, "question_event", kind="trial")
    return table


def _on_stage() -> Table:
    table = production()
    table.do(B, "give_cue", seat=A)
    return table


def _over() -> Table:
    table = Table().begun()
    table.tick(28_800.0)
    return table


@pytest.mark.parametrize(
    ("table", "headline", "lamps"),
    [
        (lambda: Table().cast(), "headline.setup", {}),
        (lambda: Table().begun(), "headline.departure cycle=0 step=between", {}),
        (lambda: Table().in_scene(A, B), "headline.travel cycle=0 step=open", {A: "on", B: "on"}),
        (_asked, "headline.travel cycle=0 step=open", {A: "glow", B: "on"}),
        (_curtain, "headline.travel cycle=0 step=dedicating", {A: "on", B: "glow"}),
        (_on_stage, "headline.production cycle=0 step=open", {A: "blink", B: "on", C: "on", D: "on"}),
        (lambda: facing((6, 8), (4, 6)), "headline.confrontation actor=Corvin", {P: "glow", C: "glow"}),
        (_over, "headline.over", {}),
    ],
    ids=["set-up", "between", "scene", "asked", "curtain", "on stage", "confrontation", "over"],
)
def test_the_headline_tells_where_the_game_stands_and_the_lamps_whom_it_waits_for(table, headline, lamps) -> None:
    view = GAME.view(table().state, None)
    assert (_written(view.headline), view.lamps) == (headline, lamps)


@pytest.mark.parametrize(
    ("phase", "cycle", "line"),
    [
        (Phase.TRAVEL, 1, "headline.travel cycle=1 step=between"),
        (Phase.ARRIVAL, 2, "headline.arrival cycle=2 step=between"),
    ],
)
def test_the_headline_counts_the_performances(phase: Phase, cycle: int, line: str) -> None:
    table = Table().begun(phase)
    table.state = replace(table.state, cycle=cycle)
    assert _written(GAME.view(table.state, None).headline) == line
