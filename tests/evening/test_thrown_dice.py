"""Dice of an evening: from chance, from a script."""

from __future__ import annotations

import pytest

from assistant.evening import faces_so_far
from assistant.evening.dice import ChanceDice, Dice, ScriptedDice, draw_secret
from assistant.table.dice import DiceError, faces
from tests.evening.stones import Table


class DiceContract:
    """What every source of faces keeps; inherit it and give ``dice``."""

    @pytest.fixture
    def dice(self) -> Dice:
        raise NotImplementedError

    def test_one_face_for_each_die_that_it_can_show(self, dice: Dice) -> None:
        thrown = dice.faces((6, 6, 12), 0)
        assert len(thrown) == 3
        assert all(1 <= one <= sides for one, sides in zip(thrown, (6, 6, 12), strict=True))

    def test_the_same_position_says_the_same_twice(self, dice: Dice) -> None:
        assert dice.faces((6, 6), 1) == dice.faces((6, 6), 1)

    def test_a_throw_is_made_of_the_faces_of_its_positions(self, dice: Dice) -> None:
        assert dice.faces((6, 6), 0) == (*dice.faces((6,), 0), *dice.faces((6,), 1))


class TestChanceDice(DiceContract):
    @pytest.fixture
    def dice(self) -> Dice:
        return ChanceDice(bytes(32))

    def test_follow_from_the_secret(self) -> None:
        assert ChanceDice(b"x" * 32).faces((6, 8), 3) == faces(b"x" * 32, 3, (6, 8))


class TestScriptedDice(DiceContract):
    @pytest.fixture
    def dice(self) -> Dice:
        return ScriptedDice((4, 6, 5))

    def test_begin_where_the_evening_goes_on(self) -> None:
        assert ScriptedDice((4, 6), start=10).faces((6,), 11) == (6,)

    def test_say_when_they_have_run_out(self) -> None:
        with pytest.raises(DiceError, match="run out: 2 wanted, 1 left"):
            ScriptedDice((4, 6)).faces((6, 6), 1)

    def test_say_when_a_face_is_impossible(self) -> None:
        with pytest.raises(DiceError, match="do not fit: 7 for d6"):
            ScriptedDice((7,)).faces((6,), 0)


def test_after_a_restart_scripted_dice_begin_at_the_first_face_not_yet_thrown_or_taken_back() -> None:
    table = Table([4, 2, 6])
    table.type("1: new pile Bell", "2: throw on Bell", "2: throw on Bell", "2: undo")
    assert faces_so_far(table.journal) == 1


@pytest.mark.case("C-044", "C-047")
def test_every_evening_has_a_secret_of_its_own_from_the_system() -> None:
    secrets = {draw_secret() for _ in range(5)}
    assert len(secrets) == 5
    assert {len(secret) for secret in secrets} == {32}
