"""A table that plays scripted commands with fixed dice: Paul is the game master, Ann, Ben, Cleo and Dan play Ana, Ben,
Cleo and Dev of the shipped company (seats G, A, B, C, D)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from assistant.games.feats import config as shipped
from assistant.games.feats import edit, engine
from assistant.games.feats.config import FILES, Config
from assistant.games.feats.events_base import PlayEvent
from assistant.games.feats.state import Character, Contest, Feat, Injury, Play
from assistant.games.feats.terms import Side
from assistant.layers import Findings, build, read_layer
from assistant.table import Ask, Command, Cue, Refusal, Roll, Value

G, A, B, C, D = "1", "2", "3", "4", "5"
PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan")
FOLDER = Path(str(shipped.__file__)).parent
Outcome = Sequence[PlayEvent] | Cue | Refusal | Ask | Roll
Settings = Mapping[str, Mapping[str, object]]


@cache
def shipped_config() -> Config:
    """The data files as they ship."""
    found = Findings()
    config = build(Config, [read_layer(FOLDER / name, found) for name in FILES], found)
    assert found.faults == []
    return config


def configured(**sections: Mapping[str, object]) -> Config:
    """The shipped data with some keys of some sections changed: ``tie={"equal_dice": "gm"}``."""
    config: Any = shipped_config()
    changed = {name: replace(getattr(config, name), **keys) for name, keys in sections.items()}
    made: Config = replace(config, **changed)
    return made


class Table:
    """One game, and everything that happened in it."""

    def __init__(self, config: Config | None = None, players: Sequence[str] = PLAYERS, **sections: Any) -> None:
        self.state: Play = engine.initial_state(config or configured(**sections))
        self.events: list[PlayEvent] = []
        self.cues: list[Cue] = []
        """Those of the last command."""
        if players:
            self.do("", "new_game", slots={"players": tuple(players), "facilitator": G})

    def try_(
        self,
        seat: str,
        intent: str,
        /,
        *,
        dice: Sequence[int] = (),
        text: str | None = None,
        confirmed_by: str | None = None,
        slots: Mapping[str, Value] | None = None,
        **more: Value,
    ) -> Outcome:
        """What the rules say to a command; events take effect."""
        command = Command(intent, seat, {**(slots or {}), **more}, text, 0.0, confirmed_by)
        outcome = engine.RULES.decide(self.state, command, tuple(dice))
        if isinstance(outcome, Cue | Refusal | Ask | Roll):
            return outcome
        self.cues = []
        for event in outcome:
            self.state = engine.RULES.evolve(self.state, event)
            self.events.append(event)
            self.cues += engine.RULES.narrate(self.state, event)
        return outcome

    def do(self, seat: str, intent: str, /, **how: object) -> Sequence[PlayEvent]:
        """A command that must be accepted; its events."""
        outcome = self.try_(seat, intent, **how)  # type: ignore[arg-type]
        assert not isinstance(outcome, Cue | Refusal | Ask | Roll), outcome
        return outcome

    def refused(self, seat: str, intent: str, /, **how: object) -> str:
        """The code with which a command is refused; the state must stay as it was."""
        before = self.state
        outcome = self.try_(seat, intent, **how)  # type: ignore[arg-type]
        assert isinstance(outcome, Refusal), outcome
        assert self.state == before
        return outcome.code

    def asked(self, seat: str, intent: str, /, **how: object) -> Ask:
        """The question that a command is answered with."""
        outcome = self.try_(seat, intent, **how)  # type: ignore[arg-type]
        assert isinstance(outcome, Ask), outcome
        return outcome

    def sure(self, seat: str, intent: str, /, **how: object) -> Sequence[PlayEvent]:
        """A command that asks back, with yes for an answer."""
        assert len(self.asked(seat, intent, **how).choices) == 1
        return self.do(seat, intent, confirmed_by=seat, **how)

    def rolls(self, seat: str, *faces: int, intent: str = "roll", **how: object) -> Sequence[PlayEvent]:
        """Dice fall; the rules must ask for just so many, in as many goes as they like."""
        given = 0
        while isinstance(asked := self.try_(seat, intent, dice=faces[:given], **how), Roll):  # type: ignore[arg-type]
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
        self.state = edit.character(self.state, character_id, lambda one: replace(one, **fields))  # type: ignore[arg-type]

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
