"""A table for ability checks: a scene in play, characters with the ranks an example wants, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from assistant.evening import SHELL_LINES, Lines
from assistant.evening.announcer import Announcer
from assistant.games.errantry import names
from assistant.games.errantry.state import Ability, Check, CheckStep
from assistant.games.errantry.tables import SecretCost, SecretEffect, SecretEntry
from assistant.games.errantry.terms import Pool
from assistant.table import Name
from tests.games.errantry.episode import ANNA, FOLDER, Table, sheet, shipped_config

MORTIMER, YSOLDE, JAUFRE, ROSAMUND = "c1", "c2", "c3", "c4"
KNIGHT = "knight"
_FACES = {"-": 1, "0": 2, "+": 3}


@cache
def _announcer(level: str) -> Announcer:
    return Announcer(Lines.load(SHELL_LINES, FOLDER / "lines.en.yaml"), level)


def dice(faces: str) -> tuple[int, ...]:
    """Faces as the ledger writes them, "+ 0 -", as the numbers of three-sided dice."""
    return tuple(_FACES[face] for face in faces.replace(" ", "").replace("−", "-"))


class Checks(Table):
    """Anna comes, Ben holds and plays the knight, Cara is Marshal; Mortimer, Jaufre, Ysolde and Rosamund are there."""

    def __init__(self, *, gifts: bool = False, **settings: object) -> None:
        super().__init__(**settings)
        self.open_scene()
        self.meet(sheet(KNIGHT, "Knight", {"sword": 3, "lance": 2, "persuade": 1}))
        if not gifts:
            self.no_gifts()

    def no_gifts(self) -> None:
        """So that windows shut by themselves where nobody has a point left."""
        assert self.state.session is not None
        self.state = replace(self.state, session=replace(self.state.session, gift={}))

    def rank(self, character: str, **ranks: int) -> None:
        who = self.character(character)
        known = shipped_config().ability
        own = {key: Ability(rank, known[key].pool, known[key].innate) for key, rank in ranks.items()}
        self.change(character, abilities={**who.abilities, **own})

    def points(self, character: str, pool: Pool, now: int) -> None:
        who = self.character(character)
        self.change(character, pools={**who.pools, pool: replace(who.pools[pool], now=now)})

    def spent(self) -> None:
        """Nobody has a point left, so windows shut at once."""
        for who in self.state.characters:
            self.change(who.id, pools={pool: replace(points, now=0) for pool, points in who.pools.items()})

    @property
    def check(self) -> Check:
        assert self.state.check is not None
        return self.state.check

    def step(self, place: int = 0) -> CheckStep:
        return self.check.steps[place]

    def said(self, level: str = "full") -> list[str]:
        """What was spoken of the last command, line by line."""
        said = {name.display: name.said for name in self._spoken()}
        announced = (_announcer(level).announce(cue, "open", said) for cue in self.cues)
        return [one.say for one in announced if one.say]

    def _spoken(self) -> tuple[Name, ...]:
        return (*names.pools(self.state), *names.characters(self.state), *names.abilities(self.state))

    def roll(self, faces: str, seat: str = ANNA, intent: str = "roll", **slots: object) -> None:
        self.do(seat, intent, dice=dice(faces), slots=slots)

    def stands(self) -> None:
        """The Marshal says that it stands."""
        self.do("3", "let_stand")

    def secret(self, owner: str, key: str = "test", **fields: object) -> None:
        """A Secret of this owner's, made for a test."""
        entry = SecretEntry(
            name="Test",
            spoken="test",
            when="before_roll",
            who="self",
            effect=SecretEffect("bonus_dice"),
            cost=SecretCost(Pool.ARTES, 1),
        )
        table = {**self.state.settings.secret, key: replace(entry, **fields)}
        self.state = replace(self.state, settings=replace(self.state.settings, secret=table))
        self.change(owner, secrets=(*self.character(owner).secrets, key))
