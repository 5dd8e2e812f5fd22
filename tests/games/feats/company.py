"""A table that plays scripted commands with fixed dice: Paul is the game master, Ann, Ben, Cleo and Dan play Ana, Ben,
Cleo and Dev of the shipped company (seats G, A, B, C, D)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from assistant import settings
from assistant.games import feats
from assistant.games.feats import GAME, edit, engine
from assistant.games.feats.config import Config
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.state import Character, Contest, Feat, Injury, Play
from assistant.games.feats.terms import Side
from assistant.table import Ask, Cue, Refusal, Roll
from tests.games.scripted import ScriptedTable

G, A, B, C, D = "1", "2", "3", "4", "5"
FOLDER = Path(str(feats.__file__)).parent
PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan")
Settings = Mapping[str, Mapping[str, object]]


@cache
def shipped_config() -> Config:
    """The data files as they ship."""
    return settings.game_config(GAME, settings.Settings())


def configured(**sections: Mapping[str, object]) -> Config:
    """The shipped data with some keys of some sections changed: ``tie={"equal_dice": "gm"}``."""
    config: Any = shipped_config()
    changed = {name: replace(getattr(config, name), **keys) for name, keys in sections.items()}
    made: Config = replace(config, **changed)
    return made


class Table(ScriptedTable[Play, PlayEvent]):
    """An evening of The Play."""

    decide, evolve, narrate = engine.RULES.decide, engine.RULES.evolve, engine.RULES.narrate

    def __init__(self, config: Config | None = None, players: Sequence[str] = PLAYERS, **sections: Any) -> None:
        super().__init__(engine.initial_state(config or configured(**sections)))
        if players:
            self.do("", "new_game", slots={"players": tuple(players), "facilitator": G})

    def sure(self, seat: str, intent: str, /, **how: object) -> Sequence[PlayEvent]:
        """A command that asks back, with yes for an answer."""
        assert len(self.asked(seat, intent, **how).choices) == 1
        return self.do(seat, intent, confirmed_by=seat, **how)

    def rolls(self, seat: str, *faces: int, intent: str = "roll", **how: object) -> Sequence[PlayEvent]:
        """Dice fall; the rules must ask for just so many, in as many goes as they like."""
        given = 0
        while isinstance(asked := self.try_(seat, intent, dice=faces[:given], **how), Roll):
            given += len(asked.sides)
            assert given <= len(faces), f"{given} dice are wanted"
        assert not isinstance(asked, Cue | Refusal | Ask), asked
        assert given == len(faces), f"{given} dice are wanted"
        return asked

    # What tests read

    def who(self, character_id: str) -> Character:
        found = self.state.character(character_id)
        assert found is not None, character_id
        return found

    @property
    def feat(self) -> Feat:
        assert self.state.feat is not None
        return self.state.feat

    @property
    def contest(self) -> Contest:
        return self.feat.contest

    def lines(self) -> list[str]:
        """The lines with which the last command was announced."""
        return [cue.line for cue in self.cues]

    def order(self) -> str:
        """In which order statements are made until this contest is told: A the acting side, R the other.

        They are made here, the first one as far as the rules allow a success.
        """
        from assistant.games.feats import stating

        made, contest = "", self.contest.id
        while self.state.feat is not None and self.contest.id == contest:
            now = stating.tale(self.state)
            assert now.turn is not None
            made += "A" if now.turn.side is Side.ACTING else "R"
            seat = self.seat_of(now.turn.who)
            if now.outcome is not None:
                self.do(seat, "next")
            elif isinstance(self.try_(seat, "success"), Refusal):
                self.do(seat, "failure")
        return made

    def seat_of(self, who: str) -> str:
        character = self.state.character(who)
        return character.seat if character else G

    # Where tests start

    def change(self, character_id: str, **fields: object) -> None:
        """Write on a character's sheet by hand."""
        self.state = edit.character(self.state, character_id, lambda one: replace(one, **fields))

    def hurt(self, character_id: str, *labels: str) -> None:
        """Injuries noted before, by their labels."""
        first = self.state.last_injury + 1
        injuries = tuple(Injury(f"i{n}", label) for n, label in enumerate(labels, start=first))
        self.change(character_id, injuries=(*self.who(character_id).injuries, *injuries))
        self.state = replace(self.state, last_injury=self.state.last_injury + len(labels))

    def npc(self, template: str, name: str, **fields: object) -> None:
        """A GM character of this template, with some things otherwise."""
        self.do(G, "add_npc", template=template, text=name)
        self.change(name.lower(), **fields)

    def tries(self, who: str, stat: str, level: str | None = "tough") -> None:
        """A feat is declared, and how hard it is."""
        self.do(G, "declare_feat", name=who, stat=stat)
        if level is not None:
            self.do(G, "set_difficulty", level=level)

    def rolled(self, who: str, stat: str, level: str, *faces: int) -> None:
        """A feat is declared and rolled."""
        self.tries(who, stat, level)
        self.rolls(G, *faces)
