"""What new networks cost, on the evening of a small game."""

from __future__ import annotations

from assistant.bench.changes import changes
from assistant.settings import load
from tests.bench.pebbles import PEBBLES


def test_every_change_of_an_evening_is_measured_and_each_network_only_where_it_is_new() -> None:
    new, arcs, decoder, whole = changes(None, load(None, {}), PEBBLES)
    assert arcs.n == decoder.n == whole.n > 1
    assert new.n > 0
    assert new.goal_ms == 15
    assert 0 < decoder.cpu_ms.median < whole.cpu_ms.max
    assert arcs.cpu_ms.max <= whole.cpu_ms.max
