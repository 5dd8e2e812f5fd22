from __future__ import annotations

from abc import abstractmethod

import pytest

from hardware.ports import HardwareError, Lamps


class LampsContract:
    """What all lamps keep; inherit it, give ``lamps``, and tell what they show. "status" and "1" are there."""

    @pytest.fixture
    def lamps(self) -> Lamps:
        raise NotImplementedError

    @abstractmethod
    def shows(self, lamp: str, pattern: str) -> bool:
        """Whether the lamp comes to show that pattern within a moment, all that ends being over."""

    def test_a_lamp_is_off_until_told_otherwise(self, lamps: Lamps) -> None:
        assert self.shows("status", "off")

    def test_a_lamp_shows_what_it_was_told_last(self, lamps: Lamps) -> None:
        lamps.show("status", "listening")
        lamps.show("status", "muted")
        assert self.shows("status", "muted")

    def test_each_lamp_shows_its_own(self, lamps: Lamps) -> None:
        lamps.show("status", "muted")
        lamps.show("1", "on")
        assert self.shows("status", "muted")
        assert self.shows("1", "on")

    def test_a_pattern_that_ends_gives_way_to_the_one_before(self, lamps: Lamps) -> None:
        lamps.show("status", "listening")
        lamps.show("status", "heard")
        lamps.show("status", "not_understood")
        assert self.shows("status", "listening")

    def test_what_was_told_meanwhile_comes_after_a_pattern_that_ends(self, lamps: Lamps) -> None:
        lamps.show("status", "heard")
        lamps.show("status", "muted")
        assert self.shows("status", "muted")

    def test_a_lamp_that_is_not_there_shows_nothing_and_is_no_trouble(self, lamps: Lamps) -> None:
        lamps.show("8", "blink")
        assert lamps.trouble == ""

    def test_a_pattern_that_is_not_there_is_refused_by_name(self, lamps: Lamps) -> None:
        with pytest.raises(HardwareError, match="no lamp pattern 'hurd'"):
            lamps.show("status", "hurd")

    def test_they_show_nothing_more_after_closing(self, lamps: Lamps) -> None:
        lamps.show("status", "muted")
        assert self.shows("status", "muted")
        lamps.close()
        lamps.close()
        lamps.show("status", "muted")
        assert self.shows("status", "off")
