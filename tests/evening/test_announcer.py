"""What is said, sounded and shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.evening.announcer import Announcer, Level
from assistant.evening.lines import SHELL_LINES, LineError, Lines, shown, spoken
from assistant.table import Cue, Refusal, Window
from tests.evening.stones import LINES, Table

ROLLED = Cue("Thrown", {"pile": "Atwater", "face": 4})
TALK = Cue("BellRang")
SAID = {"Atwater": "at water"}


@pytest.mark.rule("A-111", "R-143")
@pytest.mark.parametrize(
    ("window", "level", "result", "talk"),
    [
        ("open", "earcon", "Four. Thrown.", "The bell."),
        ("open", "results", "Four. Thrown.", "The bell."),
        ("open", "full", "At water: four. Thrown.", "The bell."),
        ("quiet", "earcon", None, None),
        ("quiet", "results", "Four. Thrown.", None),
        ("quiet", "full", "At water: four. Thrown.", None),
        ("hushed", "full", None, None),
        ("silent", "full", None, None),
    ],
)
def test_the_window_and_the_level_of_the_table_decide_what_is_spoken(
    window: Window, level: Level, result: str | None, talk: str | None
) -> None:
    announcer = Announcer(LINES, level)
    assert [announcer.announce(cue, window, SAID).say for cue in (ROLLED, TALK)] == [result, talk]


@pytest.mark.parametrize(
    ("window", "earcon", "low"), [("open", "bell", False), ("quiet", "bell", True), ("hushed", "bell", True)]
)
def test_earcons_sound_in_every_window_but_the_silent_one(window: Window, earcon: str, low: bool) -> None:
    told = Announcer(LINES).announce(TALK, window, {})
    assert (told.earcon, told.low) == (earcon, low)


def test_a_silent_window_has_the_page_only() -> None:
    told = Announcer(LINES).announce(TALK, "silent", {})
    assert (told.channel, told.show) == ("page", "The bell.")


@pytest.mark.parametrize("window", ["open", "quiet"])
def test_what_is_for_some_seats_is_on_their_pages_only(window: Window) -> None:
    told = Announcer(LINES).announce(Cue("BellRang", audience=frozenset({"2"})), window, {})
    assert (told.say, told.earcon, told.channel, told.audience) == (None, None, "page", frozenset({"2"}))


@pytest.mark.rule("R-147")
def test_a_refusal_buzzes_and_is_spoken_outside_scenes_only() -> None:
    announcer = Announcer(LINES)
    told = [announcer.refuse(Refusal("E_PILE"), window, {}) for window in ("open", "quiet")]
    assert [(one.earcon, one.say) for one in told] == [("buzz", "Which pile?"), ("buzz", None)]


@pytest.mark.rule("R-144")
def test_what_grew_too_long_to_be_spoken_is_shown_only() -> None:
    told = Announcer(LINES).announce(Cue("count", {"pile": "a b c d e f g h i j", "stones": 2}), "open", {})
    assert (told.say, told.show) == (None, "A b c d e f g h i j: 2")


def test_full_falls_back_to_the_short_line_where_it_grew_too_long() -> None:
    long = Cue("Thrown", {"pile": "a b c d e f g h i j", "face": 4})
    assert Announcer(LINES, "full").announce(long, "open", {}).say == "Four. Thrown."


def test_a_missing_line_is_shown_by_its_key_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert Announcer(LINES).announce(Cue("nowhere"), "open", {}).show == "nowhere"
    assert ["nowhere" in record.getMessage() for record in caplog.records] == [True]


def test_numbers_are_words_when_spoken_and_digits_when_shown() -> None:
    slots = {"size": 8, "faces": (5, 12), "card": "Isolde"}
    assert spoken("d {size}: {faces} {card}", slots, {"Isolde": "Ee sold"}) == "D eight: five, twelve Ee sold"
    assert shown("d{size}: {faces} {card}", slots) == "D8: 5, 12 Isolde"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: {say: hello, volume: 3}", "volume"),
        ("a: {earcon: trumpet}", "no earcon trumpet"),
        ("a: {say: one two three four five six seven eight nine ten eleven}", "more than 10 words"),
        ("{limit: 2, a: {say: one two three}}", "more than 2 words"),
        ("a: {say: '{unclosed'}", "expected '}'"),
        ("limit: many", "limit: Expected `int`"),
        ("- a", "a table of lines"),
        ("a: {", "expected"),
    ],
)
def test_a_fault_in_a_file_of_lines_is_told(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "lines.en.yaml"
    path.write_text(text)
    with pytest.raises(LineError, match=fault):
        Lines.load(path)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "lines.en.yaml"
    path.write_text("a: {earcon: trumpet}\nb: {earcon: horn}")
    with pytest.raises(LineError, match=r"trumpet\n.*horn"):
        Lines.load(path)


def test_a_game_may_word_a_line_of_the_shell_anew(tmp_path: Path) -> None:
    path = tmp_path / "lines.en.yaml"
    path.write_text("undone: {say: Forgotten.}")
    assert Lines.load(SHELL_LINES, path).line("undone").say == "Forgotten."


# The table's own wishes


@pytest.mark.case("C-098")
def test_quiet_leaves_sounds_and_page_until_speech_is_wanted_again() -> None:
    table = Table([4, 4])
    table.type("1: new pile Bell", "1: quiet")
    assert table.type("2: throw on Bell").channel == "earcon"
    table.type("1: speak")
    assert table.type("2: throw on Bell").channel == "voice"


@pytest.mark.case("C-098")
def test_repeat_says_the_last_thing_said_once_more() -> None:
    table = Table([4])
    table.type("1: new pile Bell", "2: throw on Bell", "2: put one on Bell")
    assert table.type("3: repeat").say == "Four. Thrown."


def test_repeat_before_anything_was_said_is_told_calmly() -> None:
    assert Table().type("3: repeat").say == "Nothing said yet."


def test_help_shows_all_that_can_be_said_and_speaks_a_few() -> None:
    answer = Table().type("3: help")
    assert "new pile …" in answer.show
    assert answer.say == "Pause. New pile. Hush. Draw."


@pytest.mark.case("C-098")
def test_a_quiet_scene_of_silent_acts_speaks_the_rolls_only() -> None:
    table = Table([4, 2, 6])
    table.type("1: new pile Bell", "1: hush")
    acts = [table.type("2: put one on Bell") for _ in range(20)]
    rolls = [table.type("2: throw on Bell") for _ in range(3)]
    noise = [table.type("2: blether blather") for _ in range(5)]
    assert [answer.say for answer in acts + noise] == [None] * 25
    assert [answer.say for answer in rolls] == ["Four. Thrown.", "Two. Thrown.", "Six. Thrown."]
