"""The words of the rules ledger for what a thing is now; each member's name is its value."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    SETUP = "SETUP"
    PLAYING = "PLAYING"
    DISCUSSING = "DISCUSSING"
    SUSPENDED = "SUSPENDED"
    OVER = "OVER"


class Role(StrEnum):
    PRODUCER = "PRODUCER"
    ACTOR = "ACTOR"


class Phase(StrEnum):
    DEPARTURE = "DEPARTURE"
    TRAVEL = "TRAVEL"
    ARRIVAL = "ARRIVAL"
    PRODUCTION = "PRODUCTION"


class Kind(StrEnum):
    ACTOR = "ACTOR"
    PRODUCER = "PRODUCER"
    ENCLAVE = "ENCLAVE"
    PLAY = "PLAY"


CAST = (Kind.ACTOR, Kind.PRODUCER)
"""Kinds of card that a player has."""


class LineStatus(StrEnum):
    TRUE = "TRUE"
    STRUCK = "STRUCK"
    WITHDRAWN = "WITHDRAWN"


class Outcome(StrEnum):
    PENDING = "PENDING"
    WON = "WON"
    BROKEN = "BROKEN"
    CHICKENED = "CHICKENED"


class Demeanour(StrEnum):
    DEPRESSIVE = "DEPRESSIVE"
    INSUFFERABLE = "INSUFFERABLE"


class RivalryStatus(StrEnum):
    HELD = "HELD"
    UNOWNED = "UNOWNED"
    DISCARDED = "DISCARDED"


class SceneState(StrEnum):
    OPEN = "OPEN"
    DEDICATING = "DEDICATING"
    PICKING = "PICKING"
    RANCOR_PICK = "RANCOR_PICK"


class SceneOutcome(StrEnum):
    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"


class EventKind(StrEnum):
    TRIAL = "TRIAL"
    TRIUMPH = "TRIUMPH"


class StakeStatus(StrEnum):
    LIVE = "LIVE"
    WITHDRAWN = "WITHDRAWN"


class UseKind(StrEnum):
    ESTABLISH = "ESTABLISH"
    REFERENCE = "REFERENCE"


class Answer(StrEnum):
    NONE = "NONE"
    RELENTED = "RELENTED"
    INSISTED = "INSISTED"


class Criterion(StrEnum):
    VALIDITY = "VALIDITY"
    UTILITY = "UTILITY"


class QuestionState(StrEnum):
    ASKED = "ASKED"
    INSISTED_WAITING_FOR_PRODUCER = "INSISTED_WAITING_FOR_PRODUCER"


class Step(StrEnum):
    ROLL = "ROLL"
    ARGUE = "ARGUE"
    SET_ASIDE = "SET_ASIDE"


class Result(StrEnum):
    ACTOR_WINS = "ACTOR_WINS"
    PRODUCER_WINS = "PRODUCER_WINS"
