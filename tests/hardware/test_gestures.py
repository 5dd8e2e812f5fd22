from __future__ import annotations

import pytest

from hardware.ears import EarsSettings
from hardware.gestures import Debouncer, Gesture, Gestures, GestureSettings
from hardware.ports import Press

SETTINGS = GestureSettings()


def _at_rest(button: str = "1") -> Debouncer:
    debouncer = Debouncer(button, False, 0.0, SETTINGS)
    debouncer.check(False, 1.0)
    return debouncer


def _gestures(*presses: tuple[str, bool, float], polls: tuple[float, ...] = ()) -> list[tuple[str, str]]:
    """What comes of presses and polls, in the order of their times."""
    gestures = Gestures()
    moments = [(at, Press(button, is_down, at)) for button, is_down, at in presses] + [(at, None) for at in polls]
    made: list[Gesture] = []
    for at, press in sorted(moments, key=lambda moment: moment[0]):
        made += gestures.press(press) if press else gestures.poll(at)
    return [(gesture.button, gesture.kind) for gesture in made]


def test_the_first_edge_counts_at_once() -> None:
    assert _at_rest().edge(True, 5.0) == (Press("1", True, 5.0),)


def test_bounces_after_it_are_left_out() -> None:
    debouncer = _at_rest()
    debouncer.edge(True, 5.0)
    bounces = [debouncer.edge(level, at) for level, at in ((False, 5.004), (True, 5.009), (False, 5.02), (True, 5.03))]
    assert bounces == [(), (), (), ()]
    assert debouncer.check(True, 5.06) == ()


def test_a_release_within_the_bounces_is_told_when_they_end_with_the_time_it_had() -> None:
    debouncer = _at_rest()
    debouncer.edge(True, 5.0)
    debouncer.edge(False, 5.02)
    assert debouncer.check(False, 5.049) == ()
    assert debouncer.check(False, 5.051) == (Press("1", False, 5.02),)


def test_a_release_is_told_also_where_nobody_looked_before_the_next_press() -> None:
    debouncer = _at_rest()
    debouncer.edge(True, 5.0)
    debouncer.edge(False, 5.02)
    assert debouncer.edge(True, 6.0) == (Press("1", False, 5.02), Press("1", True, 6.0))


def test_a_release_whose_edge_was_lost_is_seen_by_its_level() -> None:
    debouncer = _at_rest()
    debouncer.edge(True, 5.0)
    debouncer.check(True, 5.1)
    assert debouncer.due == pytest.approx(5.1 + SETTINGS.recheck_seconds)
    assert debouncer.check(False, 5.7) == (Press("1", False, 5.7),)


def test_nothing_is_looked_at_while_a_button_is_up() -> None:
    debouncer = _at_rest()
    assert debouncer.due is None


def test_a_storm_of_edges_is_one_press() -> None:
    debouncer = _at_rest()
    presses = [press for count in range(3000) for press in debouncer.edge(count % 2 == 0, 5 + count / 1000)]
    presses += debouncer.check(False, 9.0)
    assert [press.is_down for press in presses] == [True, False]


@pytest.mark.case("C-074")
def test_a_button_down_at_the_start_gives_no_press_and_no_release() -> None:
    debouncer = Debouncer("clock", True, 0.0, SETTINGS)
    assert (debouncer.check(True, 3.0), debouncer.edge(False, 3.0), debouncer.check(False, 4.0)) == ((), (), ())
    assert debouncer.edge(True, 5.0) == (Press("clock", True, 5.0),)


@pytest.mark.case("C-074")
@pytest.mark.parametrize("is_down_first", [True, False])
def test_a_pin_that_flickers_in_the_first_two_seconds_gives_nothing(is_down_first: bool) -> None:
    debouncer = Debouncer("clock", is_down_first, 0.0, SETTINGS)
    presses: list[Press] = []
    for count in range(20):
        presses += debouncer.edge(count % 2 == 0, count / 10)
        presses += debouncer.check(count % 2 == 0, count / 10 + 0.05)
    assert presses == []


def test_a_button_down_at_the_start_is_trouble_until_it_came_up() -> None:
    debouncer = Debouncer("1", True, 0.0, SETTINGS)
    assert "down since the start" in debouncer.trouble(0.0)
    debouncer.edge(False, 2.0)
    assert debouncer.trouble(2.0) == ""


def test_a_button_is_stuck_after_a_minute() -> None:
    debouncer = _at_rest()
    debouncer.edge(True, 5.0)
    debouncer.check(True, 60.0)
    assert debouncer.trouble(64.0) == ""
    assert "stuck" in debouncer.trouble(65.1)


@pytest.mark.case("C-073")
def test_the_clock_button_is_tapped_when_it_is_let_go_before_a_second() -> None:
    assert _gestures(("clock", True, 5.0), ("clock", False, 5.9), polls=(5.5, 5.8, 6.5)) == [("clock", "tap")]


@pytest.mark.case("C-073")
def test_the_clock_button_is_held_after_a_second_while_it_is_still_down_and_that_is_all() -> None:
    gestures = Gestures()
    gestures.press(Press("clock", True, 5.0))
    assert gestures.poll(5.99) == ()
    assert [gesture.kind for gesture in gestures.poll(6.0)] == ["hold"]
    assert (gestures.poll(7.0), gestures.press(Press("clock", False, 7.0))) == ((), ())


@pytest.mark.case("C-073")
@pytest.mark.parametrize(("released", "kind"), [(5.99, "tap"), (6.0, "hold"), (6.2, "hold")])
def test_a_release_at_the_very_threshold_is_one_act_also_if_nobody_polled(released: float, kind: str) -> None:
    assert _gestures(("clock", True, 5.0), ("clock", False, released)) == [("clock", kind)]


@pytest.mark.case("C-073")
def test_a_release_that_is_learnt_of_late_does_not_add_a_tap_to_the_hold() -> None:
    gestures = Gestures()
    gestures.press(Press("clock", True, 5.0))
    gestures.poll(6.0)
    assert gestures.press(Press("clock", False, 5.99)) == ()


@pytest.mark.case("C-073")
def test_two_taps_in_quick_succession_are_two() -> None:
    presses = (("clock", True, 5.0), ("clock", False, 5.1), ("clock", True, 5.2), ("clock", False, 5.3))
    assert _gestures(*presses) == [("clock", "tap"), ("clock", "tap")]


def test_a_seat_goes_down_and_up_at_once_for_the_ears() -> None:
    assert _gestures(("3", True, 5.0), ("3", False, 7.0)) == [("3", "down"), ("3", "up")]


def test_a_short_press_of_a_seat_is_a_tap_as_well() -> None:
    assert _gestures(("3", True, 5.0), ("3", False, 5.29)) == [("3", "down"), ("3", "up"), ("3", "tap")]


def test_what_is_a_tap_to_the_gestures_is_no_aside_to_the_ears() -> None:
    assert SETTINGS.tap_seconds == EarsSettings().shortest_press_seconds


def test_a_seat_that_is_held_is_never_a_hold() -> None:
    assert _gestures(("3", True, 5.0), polls=(6.0, 9.0)) == [("3", "down")]


@pytest.mark.parametrize("button", ["clock", "3"])
def test_a_spark_on_the_wire_is_no_tap(button: str) -> None:
    assert "tap" not in dict.fromkeys(kind for _, kind in _gestures((button, True, 5.0), (button, False, 5.001)))


@pytest.mark.case("C-074")
@pytest.mark.parametrize("button", ["clock", "3"])
def test_a_release_without_a_press_does_nothing(button: str) -> None:
    assert _gestures((button, False, 5.0)) == []


def test_two_at_once_are_told_apart() -> None:
    presses = (("clock", True, 5.0), ("2", True, 5.0), ("2", False, 5.2), ("clock", False, 5.5))
    assert _gestures(*presses) == [("2", "down"), ("2", "up"), ("2", "tap"), ("clock", "tap")]
