"""What all tests share: how they are spread over processes. A file stays together, as its fixtures are."""

from __future__ import annotations

from typing import Any

import pytest

REAL_TIME = frozenset(
    {
        "tests/bench/test_latency.py",
        "tests/box/test_play.py",
        "tests/doctor/test_sound_for_real.py",
        "tests/hardware/test_devices.py",
        "tests/hardware/test_microphone.py",
        "tests/hardware/test_speaker.py",
    }
)
"""Files whose sound goes on whether or not anybody keeps up with it: no two of them run at once."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    files = {item.nodeid.partition("::")[0] for item in items if "pulse" in getattr(item, "fixturenames", ())}
    if files - REAL_TIME:
        raise pytest.UsageError(f"these use the sound server: name them in {__name__}.REAL_TIME: {files - REAL_TIME}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """As ``--dist loadfile``, with all files in real time as if they were one."""
    from xdist.scheduler import LoadScopeScheduling

    class Files(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return "real time" if file in REAL_TIME else file

    return Files(config, log) if config.getoption("dist") == "loadfile" else None
