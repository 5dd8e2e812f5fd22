"""``prompter bench hearing``: what a sentence said comes to, and what is counted."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from assistant.bench.hearing.coffee import Bar
from tests.bench import recordings
from tests.commands.run import prompter
from tests.rehearsal.elsewhere import installed

COMMANDS = ("--game", "pebbles", "--each", "2")

needs_flite = pytest.mark.skipif(shutil.which("flite") is None, reason="needs flite")


def measured(
    tmp_path: Path, *words: str, env: dict[str, str] | None = None
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows and the utterances."""
    more = ("--json", "--set", "hearing.front_end=none", *words)
    done = prompter(tmp_path, "bench", "hearing", *more, env=env, timeout=120)
    assert done.returncode == 0, done.stderr
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    return [one for one in objects if "n" in one], [one for one in objects if "said" in one]


@needs_flite
def test_every_intent_is_said_and_judged_by_what_it_comes_to(tmp_path: Path) -> None:
    env = installed(tmp_path / "site")
    rows, heard = measured(tmp_path, *COMMANDS, "--voice", "flite:slt", env=dict(env))
    of_the_game = {one["meant"]: one for one in heard if one["meant"] in ("take", "draw", "left")}
    assert sorted(of_the_game) == ["draw", "left", "take"]
    assert all(one["right"] for one in of_the_game.values())
    assert [one["said"] for one in heard if one["meant"] == "take"] == ["take one", "take two"]
    assert [row["n"] for row in rows] == [len(heard)]
    assert rows[0]["right"] == sum(one["right"] for one in heard)


@needs_flite
def test_a_voice_that_is_not_there_is_no_row_and_none_at_all_is_one_line(tmp_path: Path) -> None:
    env = {**installed(tmp_path / "site"), "PATH": ""}
    done = prompter(tmp_path, "bench", "hearing", *COMMANDS, "--voice", "piper:nobody", env=env)
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["prompter: none of these voices is installed: piper:nobody"]


def sentences(
    opener: str, article: str, drink: str, orders: Iterator[tuple[str, ...]], extras: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, str]]]:
    """What can be said, made without the phrasebook, and the slots that it must come to."""
    of_slot = {"size": "twelve ounce", "roast": "dark roast", "shots": "double shot"}
    for order in orders:
        for extra in extras:
            words = [opener, article, *(of_slot[slot] for slot in order), drink, *(["with", extra] if extra else [])]
            slots = {slot: of_slot[slot] for slot in order} | {"drink": drink}
            slots |= {"milk": "a bit of milk"} if "milk" in extra else {}
            slots |= {"sugar": "brown sugar"} if "sugar" in extra else {}
            yield " ".join(words), slots


def all_sentences() -> Iterator[tuple[str, dict[str, str]]]:
    free = ("size", "roast", "shots")
    every_order = [order for count in range(4) for order in permutations(free, count)]
    milk, sugar = "a bit of milk", "brown sugar"
    extras = ("", milk, sugar, f"{milk} and {sugar}", f"{sugar} and {milk}")
    yield from sentences("I'd like", "an", "iced coffee", iter(every_order), extras)
    openers = "brew|can I get|can I have|I want|get me|give me|I'd like|make me|may I have"
    for opener in openers.split("|"):
        for article in ("a", "an"):
            yield from sentences(opener, article, "latte", iter([("shots",)]), ("", milk))


def test_every_order_can_be_heard_and_comes_to_its_slots() -> None:
    bar = Bar(recordings.LISTS)
    network = bar.network()
    for sentence, slots in all_sentences():
        reading = bar.reading(sentence)
        assert reading is not None, sentence
        assert dict(reading.slots) == slots, sentence
        assert network.accepts(sentence), sentence


@pytest.mark.parametrize(
    "sentence", ["can I get a", "brew a small", "brew a latte with", "a latte", "brew a dark milk"]
)
def test_what_is_no_whole_order_is_none(sentence: str) -> None:
    bar = Bar(recordings.LISTS)
    assert bar.reading(sentence) is None
    assert not bar.network().accepts(sentence)


def test_a_folder_without_recordings_is_wrong_use_and_says_what_it_should_hold(tmp_path: Path) -> None:
    words = ("--what", "coffee", "--speech", str(tmp_path), "--front-end", "none", "--game", "errantry")
    done = prompter(tmp_path, "bench", "hearing", *words)
    assert done.returncode == 2
    assert f"{tmp_path} has no coffee/labels.json" in " ".join(done.stderr.split())
    assert "--speech DIR" in done.stderr


def test_what_is_not_measured_and_levels_that_are_none_are_wrong_use(tmp_path: Path) -> None:
    for words, told in ((("--what", "coffee,tea"), "'tea' is not measured"), (("--noise-levels", "loud"), "in dB")):
        done = prompter(tmp_path, "bench", "hearing", *words)
        assert done.returncode == 2
        assert told in " ".join(done.stderr.split())
