"""A table that plays scripted commands with fixed dice. Five players unless told otherwise: P is the Producer, A to D
are Ann, Ben, Cleo and Dan, whose Actors are Atwater, Belisar, Corvin and Delphine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.games.repertoire import GAME
from assistant.games.repertoire.config import Config
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.state import Card, Line, Player, Scene, Troupe
from assistant.games.repertoire.terms import LineStatus, Phase
from tests.games import scripted
from tests.games.scripted import ScriptedTable

P, A, B, C, D = "1", "2", "3", "4", "5"
PLAYERS = ("Paul", "Ann", "Ben", "Cleo", "Dan")
ACTORS = ("Atwater", "Belisar", "Corvin", "Delphine")
Outcome = scripted.Outcome[TroupeEvent]
_MARKS = {"T": LineStatus.TRUE, "X": LineStatus.STRUCK, "W": LineStatus.WITHDRAWN}


class Table(ScriptedTable[Troupe, TroupeEvent]):
    """A game of Repertoire. Settings are given by name."""

    decide, evolve, narrate = GAME.decide, GAME.evolve, GAME.narrate

    def __init__(self, players: Sequence[str] = PLAYERS, **settings: object) -> None:
        super().__init__(GAME.initial_state(replace(Config(), **settings)))
        self.players = tuple(players)

    def tick(self, at: float) -> list[str]:
        """Let the play clock reach ``at``: everything that falls due by then, in its order; the intents."""
        given = []
        while due := [command for command in GAME.clock(self.state).due if command.at <= at]:
            self.at = max(self.at, due[0].at)
            self.do(due[0].seat, due[0].intent, slots=due[0].slots)
            given.append(due[0].intent)
        self.at = at
        return given

    # What tests read

    def player(self, seat: str) -> Player:
        player = self.state.seat(seat)
        assert player is not None
        return player

    def held(self, *seats: str) -> tuple[int, ...]:
        return tuple(self.player(seat).held for seat in seats)

    @property
    def scene(self) -> Scene:
        assert self.state.scene is not None
        return self.state.scene

    def card(self, name: str) -> Card:
        return next(card for card in self.state.cards if card.name == name)

    def written(self, name: str) -> str:
        """A card as the ledger writes it: "TXT / 1"."""
        card = self.card(name)
        marks = "".join(mark for line in card.lines for mark, status in _MARKS.items() if status is line.status)
        return f"{marks} / {card.tokens}"

    @property
    def rancor(self) -> tuple[int, ...]:
        return tuple(self.state.rancor[size] for size in (4, 6, 8, 10, 12))

    def lines(self) -> list[str]:
        """The lines with which the last command was announced."""
        return [cue.line for cue in self.cues]

    # Where tests start

    def seated(self) -> Table:
        """New game, the first seat is the Producer, nothing else."""
        self.do(P, "new_game", players=self.players, facilitator=P)
        return self

    def cast(self) -> Table:
        """The clock runs and every card is written."""
        self.seated().do(P, "start_clock")
        self.do(P, "name_card", text="Grimsby")
        actors = (*ACTORS, "Ermengard", "Fenwick", "Gillian")
        for seat, actor in zip(range(2, len(self.players) + 1), actors, strict=False):
            self.do(str(seat), "name_card", text=actor)
            self.do(str(seat), "write_desire", text="to leave the Company")
        return self

    def begun(self, phase: Phase = Phase.DEPARTURE) -> Table:
        """Play has begun, in this phase."""
        self.cast().do(A, "begin_play")
        self.state = replace(self.state, phase=phase)
        return self

    def in_scene(self, *participants: str, phase: Phase = Phase.TRAVEL) -> Table:
        """A scene is open with these participants, the first of them its starter; in the Travel by default."""
        self.begun(phase).do(participants[0], "start_scene")
        for seat in participants[1:]:
            self.do(seat, "join_scene")
        return self

    def mark(self, name: str, marks: str, tokens: int) -> Table:
        """Give a card these lines and tokens: ``mark("Atwater", "TXT", 1)``."""
        lines = tuple(
            Line(no, None, _MARKS[mark], A, scene_no=0, roll=1, die=12, count_at_roll=1)
            for no, mark in enumerate(marks, start=1)
        )
        card = replace(self.card(name), lines=lines, tokens=tokens)
        cards = tuple(card if other.id == card.id else other for other in self.state.cards)
        self.state = replace(self.state, cards=cards)
        return self

    def hold(self, **tokens: int) -> Table:
        """Give seats tokens: ``hold(A=6, P=2)``."""
        seats = {"P": P, "A": A, "B": B, "C": C, "D": D}
        held = {seats[letter]: count for letter, count in tokens.items()}
        players = tuple(replace(p, held=held.get(p.id, p.held)) for p in self.state.seats)
        self.state = replace(self.state, seats=players)
        return self

    def rancor_is(self, *counts: int) -> Table:
        """Give the Producer so many dice of each size, d4 to d12."""
        self.state = replace(self.state, rancor=dict(zip((4, 6, 8, 10, 12), counts, strict=True)))
        return self
