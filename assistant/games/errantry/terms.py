"""The words of the rules ledger for what a thing is now.

Members that a data file names have the value written there; the others have their own name as value.
"""

from __future__ import annotations

from enum import StrEnum


class Pool(StrEnum):
    """Spendable points; spoken valor, courtesy, arts."""

    VALOUR = "valour"
    COURTESIE = "courtesie"
    ARTES = "artes"


class Suit(StrEnum):
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    SPADES = "spades"


class Land(StrEnum):
    SETTLED = "settled"
    FOREST = "forest"
    WILDERNESS = "wilderness"
    SEA = "sea"


class Site(StrEnum):
    CASTLE = "castle"
    MONASTERY = "monastery"
    SETTLEMENT = "settlement"
    ROAD = "road"


class Role(StrEnum):
    """Roles of a scene (E-007); spoken comer, holder, marshal, herald."""

    VENAN = "venan"
    TENAN = "tenan"
    MARSHAL = "marshal"
    HERALD = "herald"


class Stake(StrEnum):
    """What the Venan plays the scene for (E-016)."""

    DISCHARGE = "discharge"
    BOON = "boon"
    REFRESH = "refresh"
    KEY = "key"
    USE_BOON = "use_boon"
    OTHER = "other"


class EncounterMode(StrEnum):
    NEW = "new"
    SAME = "same"
    ASSOCIATES = "associates"
    GHOST = "ghost"
    ESCAPED = "escaped"
    CHOSEN = "chosen"


class Kind(StrEnum):
    PC = "pc"
    EC = "ec"


class Life(StrEnum):
    ALIVE = "alive"
    DEAD = "dead"
    GHOST = "ghost"
    RETIRED = "retired"


class GearKind(StrEnum):
    WEAPON = "weapon"
    ARMOUR = "armour"


class QuestStatus(StrEnum):
    OPEN = "OPEN"
    COMPLETE = "COMPLETE"


class BoonStatus(StrEnum):
    HELD = "HELD"
    USED = "USED"


class ObligationStatus(StrEnum):
    OPEN = "OPEN"
    DISCHARGED = "DISCHARGED"


class ScenePhase(StrEnum):
    """Where a scene stands by itself; that a check or the Pain is on is seen from those (:class:`Moment`)."""

    ROLES = "ROLES"
    STAKES = "STAKES"
    ENCOUNTER = "ENCOUNTER"
    CREATE = "CREATE"
    PLAY = "PLAY"
    OUTCOME = "OUTCOME"


class CheckKind(StrEnum):
    UNOPPOSED = "unopposed"
    COMPLEX = "complex"
    COMPETITIVE = "competitive"
    RESISTED = "resisted"
    SURPRISE = "surprise"
    GROUP = "group"
    PAIN = "pain"


class CheckPhase(StrEnum):
    """BETWEEN: a failure policy or a tie waits for the table (E-062, E-065). READY is no waiting state."""

    FREE_AND_CLEAR = "FREE_AND_CLEAR"
    ROLLED = "ROLLED"
    BETWEEN = "BETWEEN"
    FINAL = "FINAL"


class Policy(StrEnum):
    """What a failure of an earlier step means (E-062)."""

    STOP = "stop"
    PENALTY = "penalty"
    GO_ON = "go_on"


class TieChoice(StrEnum):
    SHARE = "share"
    AGAIN = "again"


class StepRole(StrEnum):
    ACTOR = "actor"
    INSTIGATOR = "instigator"
    RESISTER = "resister"
    COMPETITOR = "competitor"


class Result(StrEnum):
    SUCCESS = "success"
    FAILURE = "failure"
    WIN = "win"
    LOSS = "loss"
    TIE = "tie"


class PainMode(StrEnum):
    STANDARD = "standard"
    ZEITGEIST = "zeitgeist"


class PainPhase(StrEnum):
    INTENTIONS = "INTENTIONS"
    FREE_AND_CLEAR = "FREE_AND_CLEAR"
    ROLL = "ROLL"
    RESOLVE = "RESOLVE"
    WINDOW = "WINDOW"
    ENDED = "ENDED"


class Action(StrEnum):
    """What a fighter does this round."""

    ATTACK = "attack"
    DEFEND = "defend"
    NONE = "none"


class Relation(StrEnum):
    PERPENDICULAR = "perpendicular"
    PARALLEL = "parallel"


class Harm(StrEnum):
    """Level of harm, by the highest box marked."""

    WHOLE = "whole"
    BRUISED = "bruised"
    BLOODIED = "bloodied"
    BROKEN = "broken"


class Moment(StrEnum):
    """Where the table is now: the rows of "Which commands are live" (section 2 of the ledger)."""

    NO_SCENE = "NO_SCENE"
    ROLES = "ROLES"
    STAKES = "STAKES"
    ENCOUNTER = "ENCOUNTER"
    CREATE = "CREATE"
    PLAY = "PLAY"
    FREE_AND_CLEAR = "FREE_AND_CLEAR"
    ROLLED = "ROLLED"
    BETWEEN = "BETWEEN"
    PAIN_INTENTIONS = "PAIN_INTENTIONS"
    PAIN_FREE_AND_CLEAR = "PAIN_FREE_AND_CLEAR"
    PAIN_ROLL = "PAIN_ROLL"
    PAIN_RESOLVE = "PAIN_RESOLVE"
    PAIN_WINDOW = "PAIN_WINDOW"
    OUTCOME = "OUTCOME"
