"""A table at which recogniser and spotter say what is in the script; time is counted in blocks of 0.1 s."""

from __future__ import annotations

import numpy as np

from hardware.ears import Ears, EarsSettings
from hardware.fakes.front_end import LateFrontEnd, ScriptedSpotter
from hardware.fakes.recogniser import ScriptedRecogniser
from hardware.heard import Event, Utterance
from hardware.ports import BLOCK_SAMPLES
from tests.hardware.networks import PhraseNetwork

ASIDES = PhraseNetwork(["end scene", "fact on morgan", "fact on morgan …"])
ANSWERS = PhraseNetwork(["yes", "no"])
QUIET = np.random.default_rng(1).normal(0, 10, BLOCK_SAMPLES).astype("<i2").tobytes()


def speech(number: int) -> bytes:
    """A loud block that can be told from others."""
    noise = np.random.default_rng(100 + number).normal(0, 3000, BLOCK_SAMPLES)
    return noise.astype("<i2").tobytes()


class Table:
    """Ears with everything around them scripted."""

    def __init__(self, *script: str, address_at: tuple[int, ...] = (), **settings: float) -> None:
        self.events: list[Event] = []
        self.recogniser = ScriptedRecogniser(script)
        self.spotter = ScriptedSpotter(address_at)
        self.ears = Ears(
            self.recogniser,
            self.events.append,
            front_end=LateFrontEnd(),
            spotter=self.spotter,
            settings=EarsSettings(**settings),
        )

    def listen(self, answers: bool = False) -> Table:
        self.ears.listen_for(button={"1": ASIDES, "2": ASIDES}, hands_free=ASIDES, answers=ANSWERS if answers else None)
        return self

    def quiet(self, blocks: int) -> Table:
        for _ in range(blocks):
            self.ears.hear(QUIET)
        return self

    def talk(self, blocks: int) -> Table:
        for number in range(blocks):
            self.ears.hear(speech(number))
        return self

    def hold(self, seat: str, blocks: int) -> Table:
        """The seat says so much with its button held, and waits until it is heard."""
        self.ears.press(seat)
        self.talk(blocks)
        self.ears.release(seat)
        return self.quiet(3)

    @property
    def heard(self) -> list[Utterance]:
        return [event for event in self.events if isinstance(event, Utterance)]
