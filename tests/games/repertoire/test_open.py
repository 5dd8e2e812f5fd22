"""What can be asked for, moment by moment: only what can do something now is listened for.

Each moment in ``open.yaml`` lists its intents, who may ask for them, and what their slots can hold. What is open to
everyone at any time once players sit here (looking, mostly) is listed once.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from assistant.games.repertoire import GAME
from assistant.games.repertoire.terms import Phase
from assistant.table import CLOCK, Open, Slot
from repertoire.acts import arrived, production
from repertoire.fights import facing
from repertoire.play import A, B, C, D, P, Table

LETTERS = {P: "P", A: "A", B: "B", C: "C", D: "D"}
OPEN = yaml.safe_load(Path(__file__).with_name("open.yaml").read_text(encoding="utf-8"))


def _facilitated(producer: str) -> Table:
    table = Table()
    table.do(P, "new_game", players=table.players, facilitator=producer)
    return table


def _contested() -> Table:
    """A trial, a rivalry, a reference, in this order."""
    table = Table().in_scene(A, B).mark("Atwater", "TX", 2)
    table.do(A, "stake_trial")
    table.do(A, "start_rivalry", text="Best Voice")
    table.do(B, "reference_fact", card="Atwater", fact=1)
    return table


def _invited() -> Table:
    """In the Departure B and C have had their scene; A, who has not, invites B into hers."""
    table = Table().begun()
    table.do(B, "start_scene")
    table.do(C, "join_scene")
    table.do(B, "call_curtain")
    table.do(A, "start_scene")
    table.do(A, "invite", seat=B)
    return table


def _asked() -> Table:
    table = _contested()
    table.do(P, "question_fact")
    return table


def _insisted() -> Table:
    table = _asked()
    table.do(B, "insist")
    return table


def _dedicating(**settings: object) -> Table:
    table = Table(**settings).in_scene(A, B)
    table.do(A, "stake_trial", n=2)
    table.do(B, "stake_triumph")
    table.hold(A=3, B=31).do(A, "call_curtain")
    return table


def _rolled(face: int) -> Table:
    table = _dedicating()
    for seat in (A, B):
        table.do(seat, "dedicate", slots={"for": "all"})
    table.do(A, "roll", dice=(face, face, face + 2))
    return table


def _rolling_late() -> Table:
    table = _dedicating()
    for seat in (A, B):
        table.do(seat, "dedicate", slots={"for": "all"})
    table.tick(60.0)
    return table


def _one_away() -> Table:
    """Dan is excused; a rivalry without a title lies unowned in the scene of Ann."""
    table = Table().in_scene(A)
    table.do(A, "start_rivalry", text="…")
    table.do(A, "excuse", slots={"seat": D})
    return table


def _several_uses() -> Table:
    table = _contested()
    table.do(A, "establish_fact", card="Atwater", dice=[1])
    table.do(C, "establish_fact", card="Belisar", dice=[1])
    return table


def _play_in_a_break(table: Table) -> Table:
    table.do(A, "pause")
    return table


def _late_curtain() -> Table:
    table = _dedicating()
    table.at = 28_800.0
    table.do(CLOCK, "expire")
    return table


def _owner_and_rival() -> Table:
    """A owns a rivalry; a scene of A, B and C; nothing is at stake yet."""
    table = Table().in_scene(A)
    table.do(A, "start_rivalry", text="Best Voice")
    table.hold(A=30).do(A, "call_curtain")
    table.do(A, "dedicate", slots={"for": "all"})
    table.do(A, "roll", dice=[1])
    table.do(A, "start_scene")
    table.do(B, "join_scene")
    table.do(C, "join_scene")
    return table


def _on_stage() -> Table:
    table = production()
    table.do(B, "give_cue", seat=A)
    return table


def _arguing() -> Table:
    """Two Points against none."""
    table = facing((6, 6, 8), (4, 6, 10, 12))
    table.do(C, "roll", dice=(6, 1, 8, 1, 1, 1, 1))
    return table


def _setting_aside() -> Table:
    table = facing((6, 6, 8), (4, 6, 10, 12))
    table.do(C, "roll", dice=(6, 1, 8, 4, 1, 1, 1))
    table.do(C, "end_argument")
    return table


def _broken_off(*intents: str, **settings: object) -> Table:
    table = Table(**settings).begun()
    for intent in intents:
        table.do(A, intent)
    return table


def _contested_and_broken_off() -> Table:
    table = _contested()
    table.do(A, "pause")
    return table


def _over() -> Table:
    table = Table().begun()
    table.tick(28_800.0)
    return table


MOMENTS: dict[str, Callable[[], Table]] = {
    "nobody sits here": Table,
    "seated, no Producer": lambda: _facilitated(""),
    "seated, a Producer": lambda: _facilitated(P),
    "cast": lambda: Table().cast(),
    "departure": lambda: Table().begun(),
    "travel": lambda: Table().begun(Phase.TRAVEL),
    "arrival": arrived,
    "production": production,
    "on stage": _on_stage,
    "scene of the departure": lambda: Table().in_scene(A, B, phase=Phase.DEPARTURE),
    "scene by invitation": _invited,
    "scene with things at stake": _contested,
    "owner and rivals": _owner_and_rival,
    "several uses": _several_uses,
    "asked": _asked,
    "insisted": _insisted,
    "dedicating": _dedicating,
    "dedicating, with a veto": lambda: _dedicating(end_veto_s=20),
    "dedicating in order": lambda: _dedicating(dedicate_mode="in_order"),
    "rolling late": _rolling_late,
    "time up while dedicating": _late_curtain,
    "picking": lambda: _rolled(1),
    "picking for Rancor": lambda: _rolled(6),
    "confrontation": lambda: facing((6, 6, 8), (4, 6, 6)),
    "argument": _arguing,
    "setting aside": _setting_aside,
    "after a confrontation": lambda: facing((), (4, 6)),
    "one away": _one_away,
    "talk of a break": lambda: _broken_off("pause"),
    "break": lambda: _broken_off("pause", "suspend"),
    "break that the Producer ends": lambda: _broken_off("pause", "suspend", resume_by="producer"),
    "talk of a break, with things at stake": _contested_and_broken_off,
    "break in which play goes on": lambda: _play_in_a_break(Table(block_when_paused=False).begun()),
    "break of the set-up in which play goes on": lambda: _play_in_a_break(Table(block_when_paused=False).cast()),
    "over": _over,
}


def _written(one: Open) -> str:
    """One opening as ``open.yaml`` writes it: ``stake_trial AB n=1-6``."""
    seats = "all" if one.seats is None else "".join(LETTERS[seat] for seat in sorted(one.seats)) or "-"
    return " ".join((one.intent, seats, *(f"{name}={_filled(fill)}" for name, fill in one.slots.items())))


def _filled(fill: Slot) -> str:
    if not isinstance(fill, range):
        return ",".join(name.id for name in fill)
    return f"{fill[0]}-{fill[-1]}" if fill.step == 1 else ",".join(map(str, fill))


def _always(table: Table) -> list[str]:
    return OPEN["always"] if table.state.seats else []


@pytest.mark.parametrize("moment", MOMENTS)
def test_only_what_can_do_something_now_is_open(moment: str) -> None:
    table = MOMENTS[moment]()
    found = {_written(one) for one in GAME.grammar(table.state)}
    assert found - set(_always(table)) == set(OPEN[moment])
    assert set(_always(table)) <= found


def test_what_is_seldom_meant_comes_last() -> None:
    intents = [one.intent for one in GAME.grammar(_contested().state)]
    assert intents[-4:] == ["new_game", "reword", "spell", "excuse"]


@pytest.mark.parametrize("moment", MOMENTS)
def test_whoever_it_is_not_open_to_is_refused(moment: str) -> None:
    table = MOMENTS[moment]()
    allowed: dict[str, set[str]] = {}
    for one in GAME.grammar(table.state):
        allowed.setdefault(one.intent, set()).update(LETTERS if one.seats is None else one.seats)
    for intent, seats in allowed.items():
        for seat in set(LETTERS) - seats:
            table.refused(seat, intent)
