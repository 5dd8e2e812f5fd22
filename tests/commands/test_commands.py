"""The smaller commands, each as a process of its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from assistant.cli import COMMANDS
from hardware.actors import Actor
from hardware.ports import Sound
from hardware.sounds import to_wav, write_wav
from tests.commands.run import SEATS, ask, prompter, talking, typed
from tests.commands.test_examples import OPEN, SET_UP


def test_an_evening_goes_on_under_its_name_and_is_listed_and_replayed(tmp_path: Path) -> None:
    typed(tmp_path, [*SET_UP, *OPEN, "2: fact on me", "3: undo"], "first night", dice=[1])
    typed(tmp_path, ["?state"], "first night")
    listed = [json.loads(line) for line in prompter(tmp_path, "evenings", "--json").stdout.splitlines()]
    replayed = [json.loads(line) for line in prompter(tmp_path, "replay", "first night", "--json").stdout.splitlines()]
    assert [one["name"] for one in listed] == ["first night"]
    assert listed[0]["players"] == ["Paul", "Ann", "Ben", "Cleo", "Dan"]
    fact = next(one for one in replayed if one["intent"] == "establish_fact")
    assert fact["dice"] == [{"sides": 12, "face": 1, "source": "script", "position": 0}]
    assert "SceneOpened" in prompter(tmp_path, "replay", "first night").stdout


def test_chance_is_proved_from_the_revealed_secret(tmp_path: Path) -> None:
    typed(tmp_path, [*SET_UP, *OPEN, "2: fact on me", "3: fact on Atwater"], "dicey")
    done = prompter(tmp_path, "dice", "audit", "dicey")
    assert done.returncode == 0
    assert "2 by chance" in done.stdout
    assert "Every face that chance gave is proved." in done.stdout


def test_the_secret_of_an_evening_is_not_told_while_it_is_played(tmp_path: Path) -> None:
    with talking(tmp_path, "type", "dicey", *SEATS) as process:
        ask(process, "Paul: start the clock", answers=2)
        refused = prompter(tmp_path, "dice", "audit", "dicey")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "is being played" in refused.stderr
    assert prompter(tmp_path, "dice", "audit", "dicey").returncode == 0


def test_config_shows_a_game_s_setting_with_its_reason_and_origin(tmp_path: Path) -> None:
    done = prompter(tmp_path, "config", "--game", "repertoire", "--set", "limit_s=3600", "--json")
    rows = {row["key"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert rows["games.repertoire.limit_s"]["value"] == 3600
    assert rows["games.repertoire.limit_s"]["origin"] == "--set"
    assert rows["games.repertoire.fact_count_mode"]["reason"]


def test_say_prints_the_card_and_what_a_seat_can_say_now(tmp_path: Path) -> None:
    typed(tmp_path, [*SET_UP, *OPEN], "now")
    assert "fact on {card}" in prompter(tmp_path, "say").stdout
    now = prompter(tmp_path, "say", "now", "--seat", "2").stdout.splitlines()
    assert now[0] == "2 Ann"
    assert "  end scene" in now
    assert "  new scene" not in now


@pytest.mark.skipif(shutil.which("flite") is None, reason="needs flite")
def test_hear_tells_what_a_sound_file_means_in_an_evening(tmp_path: Path) -> None:
    typed(tmp_path, [*SET_UP, *OPEN], "now")
    write_wav(tmp_path / "fact_on_the_boss.wav", Actor("flite:rms").speak("fact on the boss"))
    write_wav(tmp_path / "oov.wav", Actor("flite:rms").speak("I wonder what became of my other boot"))
    (tmp_path / "text.wav").write_text("no sound")
    files = [str(tmp_path / name) for name in ("fact_on_the_boss.wav", "oov.wav", "text.wav")]
    done = prompter(tmp_path, "hear", "--evening", "now", "--json", *files)
    heard, other = map(json.loads, done.stdout.splitlines())
    assert heard | {"confidence": 0, "seconds": 0} == {
        "file": files[0],
        "heard": "fact on the boss",
        "confidence": 0,
        "intent": "establish_fact",
        "slots": {"card": "boss"},
        "engine": "pocketsphinx",
        "seconds": 0,
        "why_not": "",
    }
    assert (other["heard"], other["intent"]) == ("", None)
    assert done.returncode == 1
    assert "is no WAV file" in done.stderr


def test_hear_without_a_seat_says_how_to_name_one(tmp_path: Path) -> None:
    done = prompter(tmp_path, "hear", "x.wav")
    assert done.returncode == 2
    assert "--evening" in done.stderr


def test_hands_free_lines_need_the_address_word(tmp_path: Path) -> None:
    talk, addressed, state = typed(tmp_path, ["start the clock", "prompter, start the clock", "?state"])
    assert (talk["intent"], talk["channel"], talk["heard"]) == (None, "none", "")
    assert addressed["intent"] == "start_clock"
    assert state["state"]["clock"]["running"] is True


def test_a_refusal_leaves_the_state_as_it_was(tmp_path: Path) -> None:
    before, refused, after = typed(tmp_path, ["?state", "2: start the clock", "?state"])
    assert refused["refusal"] == "E_NOT_PRODUCER"
    assert before == after


def test_help_lists_every_command(tmp_path: Path) -> None:
    text = prompter(tmp_path, "--help").stdout
    assert [command for command in COMMANDS if f"\n  {command} " not in text] == []


def test_type_for_people_shows_what_is_said_and_shown(tmp_path: Path) -> None:
    done = prompter(tmp_path, "type", *SEATS, lines=["1: start the clock", "2: new scene"])
    opening, clock, refused = done.stdout.splitlines()
    assert (opening, clock) == ("  (ok) Producer: Paul.", "  (resume) Eight hours. Running.")
    assert refused == "  (buzz) Not ready yet."


@pytest.mark.rule("R-129")
def test_an_evening_that_is_gone_on_with_says_where_its_clock_stands(tmp_path: Path) -> None:
    typed(tmp_path, [*SET_UP, "at 3600:"], "later")
    done = prompter(tmp_path, "type", "later", lines=["2: resume"])
    assert done.stdout.splitlines() == ["  (pause) Suspended. Seven hours left.", "  (resume) Clock running."]


def test_every_line_gets_one_answer_blank_ones_too(tmp_path: Path) -> None:
    done = prompter(tmp_path, "type", *SEATS, "--json", lines=["1: start the clock", "", "?state", "at 30: ?state"])
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("intent") for answer in answers] == ["start_clock", None, None, None]
    assert round(answers[-1]["state"]["clock"]["elapsed_s"]) == 30


@pytest.mark.rule("R-001", "R-135")
def test_saying_it_again_is_the_second_press(tmp_path: Path) -> None:
    *_, asked, agreed = typed(tmp_path, [*SET_UP, "2: end the game", "3: end the game"])
    assert asked["ask"]["by"]
    assert any(event["type"] == "GameEnded" for event in agreed["events"])


@pytest.mark.rule("R-128", "R-148")
def test_dice_that_are_waited_for_survive_a_refusal_and_go_with_an_undo(tmp_path: Path) -> None:
    spoken = ("--set", "table.dice_source=spoken")
    lines = [*SET_UP, *OPEN, "2: fact on me: one", "2: rolled one", "2: fact on me: two", "2: undo", "?state"]
    lines += ["2: fact on me: two", "2: pause", "2: rolled one", "2: resume", "2: rolled one", "?state"]
    answers = typed(tmp_path, lines, *spoken)
    after_undo, refused, rolled, state = answers[-7], answers[-4], answers[-2], answers[-1]
    facts = [[line["text"] for line in answer["state"]["cards"][0]["lines"]] for answer in (after_undo, state)]
    assert refused["refusal"] == "E_PAUSED"
    assert rolled["say"] == "One. True."
    assert facts == [["one"], ["one", "two"]]


def test_a_tap_of_no_seat_is_refused(tmp_path: Path) -> None:
    (answer,) = typed(tmp_path, ["9: ?tap"])
    assert answer["refusal"] == "E_NO_SEAT"


def test_a_broken_wav_header_is_one_line(tmp_path: Path) -> None:
    sound = bytearray(to_wav(Sound(bytes(32_000), 16_000)))
    sound[24:28] = (1).to_bytes(4, "little")  # one sample a second
    (tmp_path / "slow.wav").write_bytes(sound)
    done = prompter(tmp_path, "hear", *SEATS, str(tmp_path / "slow.wav"))
    assert done.returncode == 1
    assert "slow.wav says 1 samples a second" in done.stderr
