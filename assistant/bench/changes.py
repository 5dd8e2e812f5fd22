"""What it costs the ears that other words can be said: the networks of each moment in the evening of a story.

Sentences become arcs, and these go into the decoder: one network after the other, each with a block of sound. A door
that opens sooner has its own made ready at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from assistant.app import Playable, lexicon
from assistant.bench.hearing.moments import moments
from assistant.bench.passing import PassingRecogniser
from assistant.bench.rules import Meter, Row
from assistant.hearing import Wanted, listen_for
from assistant.parts import ears_of, engine_of, recogniser_of
from assistant.settings import Settings
from hardware.ears import Ears
from hardware.front_end import NoFrontEnd
from hardware.heard import Event, Listening
from hardware.ports import BLOCK_BYTES, Network, Pronounced, Readiness, Recogniser

STORY = "evening.yaml"
GOAL_MS = 15.0

_SENTENCES, _ARCS, _DECODER = _PARTS = ("sentences", "arcs", "into the decoder")
_NEW = "a new network, arcs to decoder"
_ALL = {
    "all networks, sentences to arcs": (_SENTENCES, _ARCS),
    "all networks, into the decoder": (_DECODER,),
    "all networks": _PARTS,
}
"""Of a moment: of each seat, behind the address word, and of the answers where one is waited for."""


class _Timed(PassingRecogniser):
    """Takes the time of each network."""

    def __init__(self, recogniser: Recogniser) -> None:
        super().__init__(recogniser)
        self.meter = Meter()
        self._had: set[tuple[object, ...]] = set()

    def listen_for(self, network: Network, lexicon: Iterable[Pronounced] = ()) -> Readiness:
        since = counts(self.meter)
        with self.meter.taking(_ARCS):
            what = (tuple(network.arcs), network.final)
        with self.meter.taking(_DECODER):
            told = super().listen_for(network, lexicon)
        if what not in self._had:
            self._had.add(what)
            self.meter.add_up(_NEW, _PARTS, since)
        return told


def counts(meter: Meter) -> tuple[int, ...]:
    """How much of each part was measured so far."""
    return tuple(len(meter.cpu[part]) for part in _PARTS)


def changes(config: Path | None, settings: Settings, play: Playable) -> tuple[Row, ...]:
    """A row for each part of the work, over all changes. Raises HardwareError where there is no recogniser."""
    events: list[Event] = []
    with closing(_Timed(recogniser_of(settings, engine_of(settings)))) as recogniser:
        ears = ears_of(settings, recogniser, NoFrontEnd(), events.append)
        words, last = lexicon(settings), None
        for wanted, _ in moments(config, play, play.folder / "stories" / STORY):
            if wanted == last:
                continue
            _change(recogniser, ears, wanted, words, events)
            if last is None:  # not a change: the recogniser has yet to learn how all of its words are said
                recogniser.meter = Meter()
            last = wanted
    row = recogniser.meter.row
    return (row(_NEW, GOAL_MS), *map(row, _ALL))


def _change(recogniser: _Timed, ears: Ears, wanted: Wanted, words: Iterable[Pronounced], events: list[Event]) -> None:
    """Other words can be said, and nobody says any until the ears are ready."""
    meter = recogniser.meter
    since = counts(meter)
    with meter.taking(_SENTENCES):
        listen_for(ears, wanted, words)
    events.clear()
    while not any(isinstance(event, Listening) for event in events):
        ears.hear(bytes(BLOCK_BYTES))
    for measure, parts in _ALL.items():
        meter.add_up(measure, parts, [since[_PARTS.index(part)] for part in parts])
