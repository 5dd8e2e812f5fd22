from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """An evening with its door, for one test."""
    house = House(tmp_path / "page.socket")
    yield house
    house.close()
