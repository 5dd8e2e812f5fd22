"""What can become true in the Pain: from its first word to the debts it leaves (E-075 to E-119, E-131)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.errantry.events_base import EpisodeEvent
from assistant.games.errantry.state import CharacterId, Sharing, SideRoll
from assistant.games.errantry.terms import Action, Life, Pool, Relation


@dataclass(frozen=True, kw_only=True)
class PainBegun(EpisodeEvent):
    """The Pain comes down; ``one`` and ``other`` are the two of the check (E-075)."""

    trial_id: str
    one: CharacterId
    other: CharacterId


@dataclass(frozen=True, kw_only=True)
class FighterJoined(EpisodeEvent):
    """E-077."""

    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class SidesFormed(EpisodeEvent):
    """The two sides fight as groups from now on (E-115)."""

    one: tuple[CharacterId, ...]
    other: tuple[CharacterId, ...]


@dataclass(frozen=True, kw_only=True)
class IntentionStated(EpisodeEvent):
    """E-078. ``characters``: one fighter, in Zeitgeist his whole side."""

    characters: tuple[CharacterId, ...]
    target: CharacterId
    text: str = ""
    permanent: bool


@dataclass(frozen=True, kw_only=True)
class IntentionWorded(EpisodeEvent):
    """The words of an intention, worked out after it was stated."""

    character: CharacterId
    text: str


@dataclass(frozen=True, kw_only=True)
class IntentionsClosed(EpisodeEvent):
    """Everybody's intention was told aloud (E-078)."""


@dataclass(frozen=True, kw_only=True)
class IntentionRefused(EpisodeEvent):
    """An objection was upheld (E-079)."""

    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class IntentionLeft(EpisodeEvent):
    """A complete change of intention (E-094); ``at_once`` after a stalemate or a lost target (E-095, A-70)."""

    characters: tuple[CharacterId, ...]
    at_once: bool


@dataclass(frozen=True, kw_only=True)
class StageOpened(EpisodeEvent):
    """The free and clear stage of a round (E-081, E-096)."""

    round: int


@dataclass(frozen=True, kw_only=True)
class ActionNamed(EpisodeEvent):
    """E-081, E-084."""

    character: CharacterId
    ability: str
    rank: int
    pool: Pool
    action: Action


@dataclass(frozen=True, kw_only=True)
class RoundPassed(EpisodeEvent):
    """A fighter takes no action this round (E-085)."""

    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class RelationStated(EpisodeEvent):
    """E-082, E-083."""

    one: CharacterId
    other: CharacterId
    relation: Relation


@dataclass(frozen=True, kw_only=True)
class RoundReady(EpisodeEvent):
    """Dice may fall (E-085); ``passing``: who takes no action, or cannot."""

    round: int
    passing: tuple[CharacterId, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SideRolled(EpisodeEvent):
    """A side's together-check is final, or it takes no action at all (E-116)."""

    side: int
    roll: SideRoll


@dataclass(frozen=True)
class Blow:
    """A hit as it lands: the box it marks, 0 if none was free (E-098, E-107)."""

    attacker: CharacterId
    target: CharacterId
    harm: int
    box: int
    pool: Pool
    beaten: tuple[CharacterId, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RoundResolved(EpisodeEvent):
    """All that a round's dice come to, worked out before any of it counts (E-086 to E-093, E-098, E-107, E-131)."""

    round: int
    levels: tuple[tuple[CharacterId, int], ...] = ()
    """In the order of rolling; in Zeitgeist by last rollers."""
    blows: tuple[Blow, ...] = ()
    stalemates: tuple[CharacterId, ...] = ()
    held: tuple[tuple[CharacterId, int], ...] = ()
    """Who won bonus dice by defending."""
    transcendent: tuple[CharacterId, ...] = ()
    prevailing: tuple[CharacterId, ...] = ()
    """Of these, whose intentions happen (A-42)."""
    sharing: Sharing | None = None
    """What a side has to share among its members (E-118)."""


@dataclass(frozen=True, kw_only=True)
class PartTaken(EpisodeEvent):
    """E-118."""

    character: CharacterId
    harm: int


@dataclass(frozen=True, kw_only=True)
class HarmShared(EpisodeEvent):
    """All parts are told and land (E-118, E-119)."""

    blows: tuple[Blow, ...]


@dataclass(frozen=True, kw_only=True)
class MarkCounted(EpisodeEvent):
    """A mark counts against another pool, as everybody agreed (E-099)."""

    character: CharacterId
    box: int
    pool: Pool


@dataclass(frozen=True, kw_only=True)
class WindowOpened(EpisodeEvent):
    """The next round begins with the question who gives up (E-096)."""

    round: int


@dataclass(frozen=True, kw_only=True)
class FightersGaveUp(EpisodeEvent):
    """E-108; each with those whose intentions happen to him (A-30)."""

    given_up: tuple[tuple[CharacterId, tuple[CharacterId, ...]], ...]


@dataclass(frozen=True, kw_only=True)
class GiveUpQueued(EpisodeEvent):
    """A-29."""

    character: CharacterId
    to: CharacterId = ""


@dataclass(frozen=True, kw_only=True)
class PainEnded(EpisodeEvent):
    """E-109."""

    winners: tuple[CharacterId, ...]


@dataclass(frozen=True, kw_only=True)
class CharacterEnded(EpisodeEvent):
    """A permanent intention takes full effect (E-110)."""

    character: CharacterId
    by: CharacterId
    life: Life = Life.DEAD


@dataclass(frozen=True, kw_only=True)
class ObligationGained(EpisodeEvent):
    """E-111."""

    obligation_id: str
    owner: CharacterId
    to: CharacterId
    trial_id: str


@dataclass(frozen=True, kw_only=True)
class BoonGained(EpisodeEvent):
    """E-112."""

    boon_id: str
    owner: CharacterId
    source: CharacterId
    trial_id: str


@dataclass(frozen=True, kw_only=True)
class HarmShaken(EpisodeEvent):
    """E-113."""

    character: CharacterId


@dataclass(frozen=True, kw_only=True)
class PainClosed(EpisodeEvent):
    """Everything that follows of the Pain has followed; the scene is played again."""
