"""The words of the rules ledger for what a thing is now; each member's name is its value."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    IDLE = "IDLE"
    FEAT_SETUP = "FEAT_SETUP"
    FEAT_ROLLED = "FEAT_ROLLED"
    FEAT_STATING = "FEAT_STATING"
    COMBAT_SETUP = "COMBAT_SETUP"
    COMBAT_ROLLED = "COMBAT_ROLLED"
    COMBAT_STATING = "COMBAT_STATING"


FEAT = frozenset({Phase.FEAT_SETUP, Phase.FEAT_ROLLED, Phase.FEAT_STATING})
COMBAT = frozenset({Phase.COMBAT_SETUP, Phase.COMBAT_ROLLED, Phase.COMBAT_STATING})
SETUP = frozenset({Phase.FEAT_SETUP, Phase.COMBAT_SETUP})
ROLLED = frozenset({Phase.FEAT_ROLLED, Phase.COMBAT_ROLLED})
STATING = frozenset({Phase.FEAT_STATING, Phase.COMBAT_STATING})
TELLING = ROLLED | STATING
"""Faces are known: from here on nothing of the set-up changes (E_ROLLED)."""


class Role(StrEnum):
    GM = "GM"
    PLAYER = "PLAYER"


class Kind(StrEnum):
    """Whose side a character is on, whoever plays it (F-143)."""

    PC = "PC"
    NPC = "NPC"


class PartKind(StrEnum):
    """What dice in a pool are there for."""

    STAT = "STAT"
    DIFFICULTY = "DIFFICULTY"
    CONCEPT = "CONCEPT"
    EDGE = "EDGE"
    AGENDA = "AGENDA"
    GREMLIN = "GREMLIN"
    CHARACTER = "CHARACTER"
    REP = "REP"
    RULING = "RULING"


class FeatKind(StrEnum):
    FEAT = "FEAT"
    OPPOSED = "OPPOSED"


class Side(StrEnum):
    ACTING = "ACTING"
    REACTING = "REACTING"

    @property
    def other(self) -> Side:
        return Side.REACTING if self is Side.ACTING else Side.ACTING


class Outcome(StrEnum):
    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"


class StatementKind(StrEnum):
    ESTABLISH_SUCCESS = "ESTABLISH_SUCCESS"
    ESTABLISH_FAILURE = "ESTABLISH_FAILURE"
    DETAIL = "DETAIL"
    INJURY = "INJURY"
    DEFEND = "DEFEND"
    FORGONE = "FORGONE"


class Reason(StrEnum):
    """Why a side speaks first (F-051 to F-054)."""

    SUCCESSES = "SUCCESSES"
    DICE = "DICE"
    TIE = "TIE"
    ROLL_OFF = "ROLL_OFF"
    ZERO = "ZERO"
    BETTER = "BETTER"
    """Another resister did better, and only the best is compared (A25)."""


class Cause(StrEnum):
    """Where an injury is from."""

    RULING = "RULING"
    STATEMENT = "STATEMENT"
    ATTACK = "ATTACK"
    SHEET = "SHEET"
    """A gremlin written on the sheet for good (``injury.sheet_gremlins``)."""
