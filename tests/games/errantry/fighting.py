"""A table for the Pain: two of a resisted check go on blow by blow, others join, rounds are rolled with fixed dice."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.games.errantry.events_pain import RoundResolved
from assistant.games.errantry.state import Fighter, Gear, HarmMark, Pain, Points
from assistant.games.errantry.terms import Kind, Pool
from tests.games.errantry.checking import Checks, dice
from tests.games.errantry.episode import ANNA, BEN, CARA, DIRK, sheet

MORTIMER, YSOLDE, JAUFRE, ROSAMUND = "c1", "c2", "c3", "c4"
KNIGHT, CAPTAIN, THIEF = "k1", "k2", "k3"
_SEATS = {MORTIMER: ANNA, YSOLDE: BEN, JAUFRE: CARA, ROSAMUND: DIRK}
"""Ben holds: he speaks for all others. Cara is Marshal."""


class Fight(Checks):
    """Mortimer, Ysolde, Jaufre and Rosamund, called so; three who can be met; nobody has gear or Secrets."""

    def __init__(self, *, gifts: bool = False, **settings: object) -> None:
        super().__init__(gifts=gifts, **settings)
        for character, name in zip(_SEATS, ("Mortimer", "Ysolde", "Jaufre", "Rosamund"), strict=True):
            self.change(character, name=name, weapons=(), armours=(), secrets=())
        self.meet(
            *(sheet(each, name, {"sword": 2, "endure": 0, "react": 0, "resist": 0}) for each, name in _ENCOUNTERED)
        )

    # Sheets

    def ranks(self, character: str, **ranks: int) -> None:
        self.change(character, abilities={})
        self.rank(character, **ranks)

    def pool(self, character: str, valour: int, courtesie: int = 0, artes: int = 0) -> None:
        now = dict(zip(Pool, (valour, courtesie, artes), strict=True))
        self.change(character, pools={pool: Points(points, max(points, 1)) for pool, points in now.items()})

    def gear(self, character: str, weapon: int = 0, armour: int = 0) -> None:
        weapons = (Gear("weapon", weapon),) if weapon else ()
        self.change(character, weapons=weapons, armours=(Gear("armour", armour),) if armour else ())

    def marks(self, character: str, *boxes: int, pool: Pool = Pool.VALOUR) -> None:
        self.change(character, harm={box: HarmMark(pool) for box in boxes})

    # What is said

    def of(self, character: str) -> str:
        """Who speaks for a character."""
        return _SEATS.get(character, BEN)

    def order(self, character: str, intent: str, **how: object) -> None:
        self.do(self.of(character), intent, character=character, **how)

    def no(self, character: str, intent: str, **how: object) -> str:
        """The code with which a fighter's order is refused."""
        return self.refused(self.of(character), intent, character=character, **how)

    def check_between(self, one: str, other: str, abilities: tuple[str, str], faces: str = "000 000") -> None:
        """A resisted check, final."""
        ability, defence = abilities
        self.order(one, "resist_check", target=other, ability=ability, defence=defence)
        self.do(ANNA, "roll", dice=dice(faces))
        if self.state.moment == "ROLLED":
            self.stands()

    def pain_between(self, one: str, other: str, abilities: tuple[str, str] = ("sword", "sword"), **how: str) -> None:
        """The Pain has come down between these two, who have still to tell what they want."""
        self.check_between(one, other, abilities, **how)
        self.do(self.of(one if self.character(one).kind is Kind.PC else other), "bring_pain")

    def fight(self, one: str, other: str, abilities: tuple[str, str] = ("sword", "sword")) -> None:
        """Free and clear before the first round between these two."""
        self.pain_between(one, other, abilities)
        self.do(ANNA, "close_intentions")

    def round(self, faces: str) -> None:
        """Ready, rolled, and nobody spends any more."""
        self.do(ANNA, "roll_round", dice=dice(faces))
        if self.state.moment == "PAIN_ROLL":
            self.stands()

    def next_roll(self, faces: str) -> None:
        """The next one in a check together."""
        self.do(ANNA, "roll", dice=dice(faces))

    # What tests read

    @property
    def pain(self) -> Pain:
        assert self.state.pain is not None
        return self.state.pain

    def fighter(self, character: str) -> Fighter:
        fighter = self.pain.fighter(character)
        assert fighter is not None
        return fighter

    def levels(self) -> dict[str, int]:
        """The success levels of the last round."""
        last = next(event for event in reversed(self.events) if isinstance(event, RoundResolved))
        return dict(last.levels)

    def boxes(self, character: str) -> tuple[int, ...]:
        return tuple(self.character(character).harm)

    def boons(self) -> list[tuple[str, str]]:
        return [(boon.owner, boon.source) for boon in self.state.quest.boons]

    def obligations(self) -> list[tuple[str, str]]:
        return [(debt.owner, debt.to) for debt in self.state.quest.obligations]

    def now(self, character: str) -> Mapping[str, int]:
        return {pool: points.now for pool, points in self.character(character).pools.items()}


_ENCOUNTERED = ((KNIGHT, "Ford Knight"), (CAPTAIN, "Captain"), (THIEF, "Thief"))


def sides(**settings: object) -> Fight:
    """Mortimer (Sword 2) and Rosamund (Sword 4) against captain and thief, with Sword each; free and clear."""
    table = Fight(**settings)
    table.ranks(MORTIMER, sword=2, endure=2)
    table.ranks(ROSAMUND, sword=4, endure=1)
    table.rank(CAPTAIN, sword=2)
    table.rank(THIEF, sword=0)
    table.pain_between(MORTIMER, CAPTAIN)
    for who, target in ((ROSAMUND, CAPTAIN), (THIEF, MORTIMER)):
        table.order(who, "join_pain")
        table.order(who, "state_intention", target=target)
    table.do(ANNA, "close_intentions")
    for who in (ROSAMUND, THIEF):
        table.order(who, "use_ability", ability="sword")
    table.do(ANNA, "fight_as_groups")
    return table


def rolls(table: Fight, *faces: str) -> None:
    """The round, roll by roll; each stands."""
    first, *others = faces
    table.do(ANNA, "roll_round", dice=dice(first))
    for each in others:
        table.stands()
        table.next_roll(each)
    table.stands()


def part(table: Fight, **parts: int) -> None:
    names = {"captain": CAPTAIN, "thief": THIEF}
    for who, points in parts.items():
        table.do(BEN, "share_harm", character=names[who], n=points)
