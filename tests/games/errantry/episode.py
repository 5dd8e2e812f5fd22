"""A table that plays scripted commands with fixed dice. Four players unless told otherwise: Anna, Ben, Cara and Dirk in
seats 1 to 4, who play Mortimer, Ysolde, Jaufre and Rosamund of the shipped company (ids ``c1`` to ``c4``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from assistant.games import errantry
from assistant.games.errantry import GAME, edit, engine
from assistant.games.errantry.config import Config
from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.state import Ability, Character, Episode, Gear, HarmMark, Points
from assistant.games.errantry.terms import Kind, Pool, Role, ScenePhase
from assistant.settings import Settings, game_config
from assistant.table import Command
from tests.games.scripted import ScriptedTable

ANNA, BEN, CARA, DIRK = "1", "2", "3", "4"
FOLDER = Path(str(errantry.__file__)).parent
PLAYERS = ("Anna", "Ben", "Cara", "Dirk")


@cache
def shipped_config() -> Config:
    """The settings and tables as they ship."""
    return game_config(GAME, Settings())


class Table(ScriptedTable[Episode, EpisodeEvent]):
    """An evening of Errantry. Settings are given by name."""

    decide, evolve, narrate = engine.decide, engine.evolve, engine.narrate

    def __init__(self, players: Sequence[str] = PLAYERS, **settings: object) -> None:
        super().__init__(engine.initial_state(replace(shipped_config(), **settings)))
        if players:
            self.do("", "new_game", slots={"players": tuple(players), "facilitator": ""})

    def due(self) -> Sequence[Command]:
        """What falls due on the play clock."""
        return engine.clock(self.state).due

    def character(self, character_id: str) -> Character:
        found = self.state.character(character_id)
        assert found is not None, character_id
        return found

    def change(self, character_id: str, **fields: object) -> None:
        """Write on a character's sheet by hand."""
        self.state = edit.character(self.state, character_id, lambda who: replace(who, **fields))

    def open_scene(self, venan: str = ANNA, tenan: str = BEN, marshal: str = CARA) -> None:
        """A session and a scene in play with these roles, stakes and nobody met yet."""
        self.do(ANNA, "begin_session")
        self.do(ANNA, "next_scene")
        for seat, role in ((venan, Role.VENAN), (tenan, Role.TENAN), (marshal, Role.MARSHAL)):
            if seat != self.state.role(role):
                self.do(ANNA, "assign_role", player=seat, role=role)
        self.do(venan, "set_stakes", stake="other")

    def meet(self, *sheets: Character) -> None:
        """Put these encounter characters into the scene, which is played from now on."""
        assert self.state.scene is not None
        ids = tuple(sheet.id for sheet in sheets)
        scene = replace(
            self.state.scene,
            phase=ScenePhase.PLAY,
            ec_ids=(*self.state.scene.ec_ids, *ids),
            present=self.state.scene.present | set(ids),
        )
        self.state = replace(self.state, characters=(*self.state.characters, *sheets), scene=scene)


def sheet(
    character_id: str,
    name: str,
    ranks: Mapping[str, int],
    *,
    pools: tuple[int, int, int] = (4, 3, 3),
    kind: Kind = Kind.EC,
    weapon: int = 0,
    armour: int = 0,
    marks: Mapping[int, Pool] | None = None,
) -> Character:
    """A character with these ranks (by key of the shipped abilities) and full pools: Valour, Courtesie, Artes."""
    known = shipped_config().ability
    return Character(
        id=character_id,
        name=name,
        spoken=name.lower(),
        kind=kind,
        pools={pool: Points(points, points) for pool, points in zip(Pool, pools, strict=True)},
        abilities={key: Ability(rank, known[key].pool, known[key].innate) for key, rank in ranks.items()},
        weapons=(Gear("weapon", weapon),) if weapon else (),
        armours=(Gear("armour", armour),) if armour else (),
        harm={box: HarmMark(pool) for box, pool in (marks or {}).items()},
    )
