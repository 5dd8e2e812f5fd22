from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.hardware.pulse import PulseServer, running_pulse


@pytest.fixture(scope="module")
def _pulse_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PulseServer]:
    """For a file at a time: it takes a tenth of a core for as long as it lives."""
    with running_pulse(tmp_path_factory.mktemp("pulse")) as server:
        yield server


@pytest.fixture
def pulse(_pulse_server: PulseServer, monkeypatch: pytest.MonkeyPatch) -> PulseServer:
    """A sound server with this process as its client."""
    for name, value in _pulse_server.env.items():
        monkeypatch.setenv(name, value)
    return _pulse_server
