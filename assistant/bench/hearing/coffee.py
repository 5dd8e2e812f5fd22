"""Orders at a coffee bar by real people, the published benchmark for understanding speech without a cloud.

Our own path is what is measured: phrasebook, word network, recogniser, strict parse. Right is an order with every slot
that was said, the benchmark's own measure; exact is one with no other slot besides.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from assistant.bench.hearing.plan import Plan, Work
from assistant.bench.hearing.pool import Stretch, stretches_of
from assistant.bench.hearing.rows import Outcome
from assistant.bench.hearing.speech import Noise, Order
from assistant.table import Name, Open
from grammar import Matches, Phrasebook, Reading, WordNetwork
from hardware.measure import press, read_recording

PHRASEBOOK = Path(__file__).with_name("coffee.en.yaml")
INTENT = "order_drink"
NOISES: tuple[float | None, ...] = (None, 24.0, 15.0, 9.0, 6.0)
"""Those of the benchmark, and none."""


class Bar:
    """Where anything on the lists can be ordered at any time."""

    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        slots = {slot: tuple(Name(one, one, (one,), one) for one in values) for slot, values in lists.items()}
        self._book = Phrasebook.load(PHRASEBOOK)
        self._opens = (Open(INTENT, slots=slots),)

    def network(self) -> WordNetwork:
        return self._book.network(self._opens, seat="1", seats=(), hands_free=False)

    def reading(self, text: str) -> Reading | None:
        """The order; None where it is none, or more than one."""
        found = self._book.match(text, self._opens, seat="1", seats=())
        if not isinstance(found, Matches) or len(found.readings) != 1 or not found.readings[0].open:
            return None
        return found.readings[0]


def coffee(plan: Plan) -> Work:
    """A sample of the orders, the same in every noise."""
    orders = plan.sampled(plan.speech.orders())
    bar = Bar(plan.speech.coffee_lists())
    return Work(
        [
            Stretch("coffee", str(noise), front_end, len(some), partial(_hear, plan, front_end, noise, bar, some))
            for front_end in plan.front_ends
            for noise in plan.noises(NOISES)
            for some in stretches_of(orders)
        ]
    )


def _hear(plan: Plan, front_end: str, noise: Noise, bar: Bar, orders: Sequence[Order]) -> list[Outcome]:
    recogniser, front = plan.recogniser(), plan.front_end(front_end)
    recogniser.listen_for(bar.network())
    outcomes = []
    for order in orders:
        sound = noise.over(read_recording(order.path), order.path.name)
        began = time.thread_time()
        heard, _ = press(recogniser, front, sound.pcm)
        took = time.thread_time() - began
        outcomes.append(_judged(order, heard.text, bar.reading(heard.text), sound.seconds, took))
    recogniser.close()
    return outcomes


def _judged(order: Order, text: str, reading: Reading | None, seconds: float, cpu_seconds: float) -> Outcome:
    said, slots = order.slots, {} if reading is None else reading.slots
    return Outcome(
        order.path.name,
        ", ".join(f"{slot}: {value}" for slot, value in sorted(said.items())),
        text,
        accepted=reading is not None,
        right=reading is not None and said.items() <= slots.items(),
        exact=reading is not None and said == slots,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
    )
