"""What all tests share."""

from __future__ import annotations

import pytest

REAL_TIME = "real_time"
"""The group, for pytest-xdist, of tests that need a core while their sound goes on: no two of them run at once."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever asks for the sound server is one of them; others are marked where they stand."""
    for item in items:
        if "pulse" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group(REAL_TIME))
