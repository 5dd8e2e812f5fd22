"""A round of the Pain, from the rolls to who hits whom: steps 4 and 5 of the ledger's algorithm (E-087 to E-091).

Values in, values out: who does what against whom, how high each rolled and who bars whose way. In Zeitgeist the same
function compares two sides (E-116).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.games.errantry.config import Config
from assistant.games.errantry.terms import Action, Relation

Pair = tuple[str, str]
Relations = Mapping[Pair, Relation]
"""What the table said of two, by :func:`pair`; who is not in it goes by the default (E-082, E-083)."""


def pair(one: str, other: str) -> Pair:
    """The key of two in :data:`Relations`: in alphabetical order."""
    first, second = sorted((one, other))
    return first, second


@dataclass(frozen=True)
class Stand:
    """What one fighter still in (or one side) does this round, and how well."""

    id: str
    kind: Action
    level: int = 0
    """Success level; none for one who passes or cannot act."""
    target: str | None = None
    difficulty: int = 1


@dataclass(frozen=True)
class Hit:
    """An action that succeeded; ``beaten``: what stood in its way."""

    attacker: str
    target: str
    level: int
    beaten: tuple[str, ...] = ()


@dataclass(frozen=True)
class Resolution:
    """What the rolls of a round come to, before any mark is made."""

    hits: tuple[Hit, ...] = ()
    """In the order of joining."""
    stalemates: frozenset[str] = frozenset()
    """Who may change intention at once (E-088, E-095)."""
    held: Mapping[str, int] = field(default_factory=dict)
    """Defenders who won bonus dice for their next round (E-090)."""


def _perpendicular(one: Stand, other: Stand, relations: Relations, ways: Config) -> bool:
    """Whether two attacks are in each other's way, as said at the table or else by the default (A-60)."""
    default = Relation(ways.pair_default) if _mutual(one, other) else Relation.PARALLEL
    return relations.get(pair(one.id, other.id), default) is Relation.PERPENDICULAR


def _defends_against(defender: Stand, attacker: Stand) -> bool:
    return defender.kind is Action.DEFEND and attacker.kind is Action.ATTACK and attacker.target == defender.id


def _mutual(one: Stand, other: Stand) -> bool:
    return one.target == other.id and other.target == one.id


def resolve(stands: Sequence[Stand], relations: Relations, ways: Config) -> Resolution:
    """Who hits whom, who is at a stalemate, who held; ``stands`` are all fighters still in, in the order of joining.

    Settings: ``defence_bonus``, ``defence_many``, ``pair_default``, ``defence_tie_frees``, ``cross_block``.
    """
    by_id = {stand.id: stand for stand in stands}
    hits: list[Hit] = []
    freed: set[str] = set()
    for attacker in stands:
        if attacker.kind is not Action.ATTACK or attacker.target not in by_id:
            continue
        rivals = _rivals(attacker, stands, relations, ways)
        tied = [rival for rival in rivals if rival.level == attacker.level]
        if any(rival.level > attacker.level for rival in rivals):
            continue
        if tied:
            freed |= _freed(attacker, tied, ways)
        elif attacker.level >= attacker.difficulty:
            beaten = tuple(rival.id for rival in rivals)
            hits.append(Hit(attacker.id, by_id[attacker.target].id, attacker.level, beaten))
    return Resolution(tuple(hits), frozenset(freed), _held(stands, ways))


def _rivals(attacker: Stand, stands: Sequence[Stand], relations: Relations, ways: Config) -> tuple[Stand, ...]:
    """Everybody whose action bars the attacker's: his target's defence, and attacks that are perpendicular (A-77)."""

    def bars(other: Stand) -> bool:
        if _defends_against(other, attacker):
            return True
        if other.kind is not Action.ATTACK or other is attacker or not (ways.cross_block or _mutual(attacker, other)):
            return False
        return _perpendicular(attacker, other, relations, ways)

    return tuple(other for other in stands if bars(other))


def _freed(attacker: Stand, tied: Iterable[Stand], ways: Config) -> set[str]:
    parties = {rival.id for rival in tied if ways.defence_tie_frees or rival.kind is Action.ATTACK}
    return {attacker.id, *parties} if parties else set()


def _held(stands: Sequence[Stand], ways: Config) -> dict[str, int]:
    held = {}
    for defender in stands:
        threats = [other.level for other in stands if _defends_against(defender, other)]
        beaten = [level for level in threats if level < defender.level]
        if beaten and (ways.defence_many == "any" or len(beaten) == len(threats)):
            held[defender.id] = _bonus(defender.level, max(beaten), ways)
    return held


def _bonus(level: int, beaten: int, ways: Config) -> int:
    return {"level": level, "margin": level - beaten, "one": 1}[ways.defence_bonus]


def landing(hits: Iterable[Hit], harm: Mapping[str, int], order: Sequence[str]) -> tuple[Hit, ...]:
    """Hits in the order in which they are marked: the highest harm (by attacker) first, ties as they joined (E-093)."""
    return tuple(sorted(hits, key=lambda hit: (-harm[hit.attacker], order.index(hit.attacker))))
