"""The ears: what of the room's sound is a word to the prompter.

There are two doors. A seat's button, held, opens one for that seat; the address word opens the other for one
sentence. While the state waits for an answer of the table, the answers alone are heard without address word. Whatever
is said outside the doors is never decoded and not kept beyond a second (design section 4, C-031, C-038).

Time is counted in samples, so a sound file may run through faster than it lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from hardware.ports import FrontEnd, Heard, Network, Pronounced, Readiness, Recogniser, Spotter

Door = Literal["button", "address", "answer"]


@dataclass(frozen=True)
class Utterance:
    """One sentence that came through a door."""

    seat: str | None
    """Who held the button; None hands-free."""
    door: Door
    heard: Heard
    tail: bytes | None = None
    """The sound of the free words, for :meth:`~hardware.ports.Recogniser.draft`; None where there are none."""


@dataclass(frozen=True)
class DoorShut:
    """A press that is not listened to."""

    seat: str
    why: Literal["taken", "muted"]


@dataclass(frozen=True)
class Addressed:
    """The address word was heard; a command may follow."""


@dataclass(frozen=True)
class Listening:
    """New networks are in use; what of them cannot be heard."""

    readiness: Readiness


Event = Utterance | DoorShut | Addressed | Listening


class Ears:
    """See the module. ``hear`` is the microphone's listener; all else may be called from any thread at any time and
    takes effect with the next block. ``deliver`` is called on the microphone's thread and must not block."""

    def __init__(
        self,
        recogniser: Recogniser,
        deliver: Callable[[Event], None],
        *,
        front_end: FrontEnd | None = None,
        spotter: Spotter | None = None,
        address_word: str = "prompter",
        settings: EarsSettings | None = None,
    ) -> None: ...

    def listen_for(
        self,
        *,
        button: Mapping[str, Network],
        hands_free: Network | None = None,
        answers: Network | None = None,
        lexicon: Iterable[Pronounced] = (),
    ) -> None:
        """What may be said from the next utterance on; ``answers`` None: nothing is heard without address word."""

    def press(self, seat: str) -> None: ...

    def release(self, seat: str) -> None: ...

    def speaking(self, on: bool) -> None:
        """The box itself is about to speak, or has ended: deaf in between and a tail after."""

    def mute(self, on: bool) -> None:
        """Hear nothing at all until told otherwise."""

    def hear(self, block: bytes) -> None: ...


@dataclass(frozen=True)
class EarsSettings: ...
