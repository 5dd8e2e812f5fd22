"""Ways into a scene: Anna comes, Ben holds, Dirk is Marshal."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.errantry.state import Boon, Obligation
from assistant.games.errantry.terms import Role
from tests.games.errantry.episode import ANNA, BEN, Table, sheet


def staking(**how: object) -> Table:
    """Anna comes, Ben holds, Dirk is Marshal; the stakes are to be set."""
    table = Table(**how)
    table.do(ANNA, "begin_session")
    table.do(ANNA, "next_scene")
    return table


def meeting(**how: object) -> Table:
    """The stakes are set; whom do they meet?"""
    table = staking(**how)
    table.do(ANNA, "set_stakes", stake="other")
    return table


def met(card: str = "queen of hearts", first: str = "two of clubs", second: str = "two of spades") -> Table:
    """A new encounter character is in the scene."""
    table = meeting()
    return made(table, card, first, second)


def made(
    table: Table, card: str = "queen of hearts", first: str = "two of clubs", second: str = "two of spades"
) -> Table:
    tenan = table.state.role(Role.TENAN) or BEN
    table.do(tenan, "tell_court_card", card=card)
    table.do(tenan, "tell_number", first=first, second=second)
    table.do(tenan, "build")
    return table


def again(table: Table, card: str = "queen of hearts") -> str:
    """The next scene, in which the same card comes up; the Tenan's seat."""
    if table.state.scene is not None:
        table.do(ANNA, "end_scene")
    table.do(ANNA, "next_scene")
    assert table.state.scene is not None
    table.do(table.state.scene.roles[Role.VENAN], "set_stakes", stake="other")
    tenan = table.state.scene.roles[Role.TENAN]
    table.do(tenan, "tell_court_card", card=card)
    return tenan


def owing(*names: str) -> Table:
    """Mortimer owes these, who are encounter characters, and has a boon of each."""
    table = staking()
    people = tuple(sheet(f"x{name}", name, {}) for name in names)
    debts = tuple(Obligation(f"o{name}", "c1", f"x{name}") for name in names)
    boons = tuple(Boon(f"b{name}", "c1", f"x{name}") for name in names)
    quest = replace(table.state.quest, obligations=debts, boons=boons)
    table.state = replace(table.state, quest=quest, characters=(*table.state.characters, *people))
    return table


def drawing() -> Table:
    """Who is met gets a new card, and the environment is drawn too."""
    table = meeting(environment=True)
    table.do(BEN, "tell_court_card", card="queen of hearts")
    return table


def drawn() -> Table:
    """The same with the number drawn."""
    table = drawing()
    table.do(BEN, "tell_number", first="ten of clubs", second="seven of diamonds")
    return table


def ended() -> Table:
    """A scene in which an obligation was at stake has come to its outcome."""
    table = owing("Hob")
    table.do(ANNA, "set_stakes", stake="discharge")
    made(table)
    table.do(ANNA, "end_scene")
    return table
