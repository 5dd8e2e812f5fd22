from __future__ import annotations

import pytest

from hardware.ports import Ticker


class TickerContract:
    """What every ticker keeps; inherit it and give a ``ticker`` fixture."""

    @pytest.fixture
    def ticker(self) -> Ticker:
        raise NotImplementedError

    def test_never_runs_back(self, ticker: Ticker) -> None:
        seen = [ticker.seconds() for _ in range(50)]
        assert seen == sorted(seen)

    def test_names_one_boot_all_the_time(self, ticker: Ticker) -> None:
        assert ticker.boot()
        assert ticker.boot() == ticker.boot()
