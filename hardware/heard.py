"""What the ears give: one sentence, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hardware.ports import Heard, Readiness

Door = Literal["button", "address", "answer"]
CLIPPED = 0.005
"""Speech as loud as can be has up to 0.0004 of its samples at full scale, 6 dB more 0.002 to 0.09, 12 dB more 0.03 to
0.3 (five synthetic voices, two sentences)."""


@dataclass(frozen=True)
class Utterance:
    """One sentence that came through a door."""

    seat: str | None
    """Who held the button; None hands-free."""
    door: Door
    heard: Heard
    tail: bytes | None = None
    """The sound of the free words, for :meth:`~hardware.ports.Recogniser.draft`; None where there are none."""
    clipped: float = 0.0
    """Share of the samples that were at full scale, as the microphone gave them; beyond ``CLIPPED`` it is too loud."""


@dataclass(frozen=True)
class DoorShut:
    """A press that is not listened to: another seat holds the door, or the ears are muted."""

    seat: str
    why: Literal["taken", "muted"]


@dataclass(frozen=True)
class Addressed:
    """The address word was heard; its sentence may follow."""


@dataclass(frozen=True)
class Lost:
    """An utterance that was lost because recogniser or front end broke at it; the next one is heard again."""

    seat: str | None
    why: str


@dataclass(frozen=True)
class Listening:
    """New networks are in use; what of them cannot be heard."""

    readiness: Readiness


Event = Utterance | DoorShut | Addressed | Lost | Listening
