"""Names that a voice mangles have a form of their own to be said by."""

from __future__ import annotations

import pytest

from tests.evening.stones import Table


@pytest.mark.case("C-097")
def test_a_name_is_shown_as_it_is_written_and_said_in_its_said_form_before_and_after_a_restart() -> None:
    table = Table()  # in Stones the said form of a pile has an "old" in front
    table.type("1: new pile St. Ives", "2: put three on St. Ives")
    for at_table in (table, table.again()):
        at_table.type("2: resume")
        answer = at_table.type("3: how many on St. Ives")
        assert (answer.say, answer.show) == ("Three on old St. Ives.", "St. Ives: 3")
