from __future__ import annotations

import time
from pathlib import Path

import pytest

from hardware.fakes.ticker import HandTicker
from hardware.ports import Ticker
from hardware.ticker import BOOT_ID, BootTicker
from tests.hardware.ticker_contract import TickerContract


class TestBootTicker(TickerContract):
    @pytest.fixture
    def ticker(self) -> Ticker:
        return BootTicker()

    @pytest.mark.case("C-053", "C-056")
    @pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="this system has no such clock")
    def test_reads_the_clock_that_goes_on_in_suspend_and_that_nobody_can_set(self, ticker: Ticker) -> None:
        before = time.clock_gettime(time.CLOCK_BOOTTIME)
        assert before <= ticker.seconds() <= time.clock_gettime(time.CLOCK_BOOTTIME)

    @pytest.mark.skipif(not BOOT_ID.exists(), reason="this system tells no boots apart")
    def test_two_runs_in_one_boot_name_the_same_boot(self, ticker: Ticker) -> None:
        assert ticker.boot() == BootTicker().boot()

    def test_without_the_boot_file_every_run_counts_as_a_boot_of_its_own(self, tmp_path: Path) -> None:
        first, second = BootTicker(tmp_path / "none"), BootTicker(tmp_path / "none")
        assert first.boot() != second.boot()

    def test_an_empty_boot_file_is_no_boot_file(self, tmp_path: Path) -> None:
        empty = tmp_path / "boot_id"
        empty.write_text("\n")
        assert BootTicker(empty).boot() != BootTicker(empty).boot()


class TestHandTicker(TickerContract):
    @pytest.fixture
    def ticker(self) -> HandTicker:
        return HandTicker()

    def test_stands_until_it_is_moved(self, ticker: HandTicker) -> None:
        ticker.advance(2.5)
        assert ticker.seconds() == 2.5

    def test_refuses_to_run_back(self, ticker: HandTicker) -> None:
        with pytest.raises(ValueError, match="back"):
            ticker.advance(-1)

    def test_begins_anew_after_a_reboot(self, ticker: HandTicker) -> None:
        ticker.advance(100)
        ticker.reboot("boot-2")
        assert (ticker.boot(), ticker.seconds()) == ("boot-2", 0)
