from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.box.running import Running


@pytest.fixture
def run() -> Iterator[Callable[..., Running]]:
    """Starts boxes, and puts them away."""
    boxes: list[Running] = []

    def start(*script: str, **options: Any) -> Running:
        boxes.append(Running(*script, **options))
        return boxes[-1]

    yield start
    for box in boxes:
        box.close()
