"""What is for one seat only: where the others could have come upon it, and where that seat finds it."""

from __future__ import annotations

import json
import logging
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest

from assistant.commands.look_back import replayed
from assistant.commands.play import Terminal
from assistant.commands.show import answer_lines
from assistant.evening import Answer
from assistant.evening.replay import secrets
from assistant.evening.secrecy import Known
from assistant.table import Ask, Command, Cue, Dice, Name, Open, View
from tests.contracts.toy import GAME
from tests.evening.stones import Table

BEN = frozenset({"2"})


@pytest.fixture
def table() -> Table:
    """Ben has drawn the seven, and nobody else knows."""
    table = Table(dice=[7, 3, 5])
    table.type("1: new pile Bell", "2: draw")
    return table


def plain_lines(answer: Answer, *, secrets: bool) -> list[str]:
    return [click.unstyle(line) for line in answer_lines(answer, "--secrets shows it", secrets)]


def test_a_line_for_one_seat_stands_apart_with_that_seat_for_scripts(table: Table) -> None:
    told = table.type("2: my card").as_json()
    assert (told["show"], told["say"]) == ("", None)
    assert told["private"] == [{"audience": ["2"], "show": "Your card: 7"}]


def test_the_terminal_says_that_there_is_something_and_shows_it_to_who_asks_for_secrets(table: Table) -> None:
    answer = table.type("2: my card")
    assert plain_lines(answer, secrets=False) == ["  (something for seat 2 only: --secrets shows it)"]
    assert plain_lines(answer, secrets=True) == ["  (for seat 2 only) Your card: 7"]


def test_help_names_to_the_others_only_what_everybody_may_know(table: Table) -> None:
    told = table.type("2: help")
    assert "card 7" not in told.show
    assert "my card" in told.show
    assert [(one.show, one.audience) for one in told.private] == [("Lay card 7", BEN)]


def test_a_question_that_names_a_secret_is_put_to_that_seat_alone_and_lapses_so(table: Table) -> None:
    asked = table.type("2: lay it")
    (question,) = asked.private
    assert (asked.show, asked.say, question.audience) == ("", None, BEN)
    assert not [line for line in plain_lines(asked, secrets=False) if "c7" in line or "7," in line]
    lapsed = table.wait(31)
    assert [(answer.show, [one.audience for one in answer.private]) for answer in lapsed] == [("", [BEN])]


def test_what_was_done_in_secret_is_taken_back_without_a_word_of_what_it_was(table: Table) -> None:
    table.type("2: lay it", "2: yes")
    undone = table.type("2: undo")
    assert (undone.show, undone.earcon) == ("Taken back.", "fall")
    assert [(one.show, one.audience) for one in undone.private] == [("Taken back: lay c7.", BEN)]


@pytest.mark.parametrize(
    ("asked", "audience"),
    [
        (Ask("sure", (), slots={"pile": "Bell"}), None),
        (Ask("sure", (), slots={"card": "card 7"}), BEN),
        (Ask("which", (Command("lay", "2", {"card": "c7"}),)), BEN),
        (Ask("sure", (), audience=frozenset({"3"})), frozenset({"3"})),
    ],
)
def test_a_question_is_for_all_but_where_it_names_what_only_some_can_name_or_the_game_says_so(
    asked: Ask, audience: frozenset[str] | None
) -> None:
    pile, card = Name("p1", "Bell", ("bell",), "Bell"), Name("c7", "card 7", ("card seven",), "card 7")
    players = [Name(seat, seat, (seat,), seat) for seat in "123"]
    opens = [Open("put", None, {"pile": (pile,)}), Open("lay", BEN, {"card": (card,)})]
    assert Known.now(opens, View(Cue("headline")), players).audience(asked, BEN) == audience


def test_a_name_that_the_table_s_view_shows_is_no_secret_though_one_seat_alone_can_say_it() -> None:
    card = Name("c7", "card 7", ("card seven",), "card 7")
    view = View(Cue("headline"), cards=((Cue("pile", {"pile": "card 7"}),),))
    assert Known.now([Open("lay", BEN, {"card": (card,)})], view, ()).hidden == frozenset()


def test_an_evening_looked_at_again_tells_no_secret_not_even_by_the_face_unless_asked_to(table: Table) -> None:
    table.type("2: lay it", "2: yes", "2: undo", "1: throw on Bell", "2: lay it", "2: yes")
    hidden = secrets(table.journal, GAME)
    shown = [json.loads(line) for line in replayed(table.journal, hidden, as_json=True)]
    assert [(one["intent"], one["only_for"]) for one in shown if one["seat"] == "2"] == [(None, ["2"])] * 3
    assert [one["dice"] for one in shown if one["dice"]] == [
        [{"sides": 6, "face": 3, "source": "script", "position": 1}]
    ]
    told = list(replayed(table.journal, hidden, as_json=False))
    assert len([line for line in told if "    2  something for seat 2 only" in line]) == 3
    assert not [line for line in told if "Card" in line or "c7" in line]
    everything = "".join(replayed(table.journal, {}, as_json=False))
    assert "d10 7" in everything
    assert "lay c7" in everything


@pytest.mark.parametrize("intent", ["my_card", "bell"])
def test_the_log_tells_where_a_game_broke_and_not_about_which_card(
    intent: str, caplog: pytest.LogCaptureFixture
) -> None:
    def decide(state: Any, command: Command, dice: Dice) -> Any:
        if command.intent == intent:
            raise KeyError(f"the card is {state.cards['2']}")
        return GAME.decide(state, command, dice)

    caplog.set_level(logging.INFO)
    table = Table(dice=[7], game=replace(GAME, decide=decide))
    table.type("2: draw", "2: ring", "2: my card")
    table.wait(21)
    assert "KeyError" in caplog.text
    assert "card is" not in caplog.text
    assert not [record for record in caplog.records if record.exc_info]


def test_the_system_s_log_has_no_question_look_or_press_of_the_game(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = table.evening.order(Command("count", "2", {"pile": "p1"}))
    table.type("2: clear Bell")
    (lapsed,) = table.wait(31)
    pressed = table.evening.press_clock()
    with (tmp_path / "log").open("w") as log:
        stat = (tmp_path / "log").stat()
        monkeypatch.setenv("JOURNAL_STREAM", f"{stat.st_dev}:{stat.st_ino}")
        monkeypatch.setattr(sys, "stdout", log)
        terminal = Terminal(as_json=False)
        for answer in (looked, lapsed, pressed, table.evening.tell(Cue("part_fails", {"text": "No speaker."}))):
            terminal.show(answer)
        terminal.close()
    assert (tmp_path / "log").read_text().strip() == "No speaker."
