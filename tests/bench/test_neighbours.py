"""``prompter bench neighbours``: which sentences sound alike, of those that can be said together."""

from __future__ import annotations

import json
from pathlib import Path

from assistant.bench.neighbours import FAR, Sentence, nearest
from tests.commands.run import prompter
from tests.rehearsal.elsewhere import installed

SOUNDS = {"two for": "T UW F AO R", "to for": "T UW F AO R", "two four": "T UW F AO R Z", "goodbye": "G UH D B AY"}


def said(words: str) -> Sentence:
    return Sentence(words, words)


def test_the_nearest_come_first_and_what_sounds_otherwise_is_left_out() -> None:
    pairs = [(said("two for"), said(other)) for other in ("two four", "goodbye", "to for")]
    found = nearest(pairs, lambda words: SOUNDS[words].split())
    assert [pair.other.words for pair in found] == ["to for", "two four"]
    assert found[0].distance == 0 < found[1].distance < FAR


def test_a_sentence_that_nobody_can_pronounce_is_like_no_other() -> None:
    assert nearest([(said("a"), said("b"))], lambda words: []) == []


def test_a_game_is_searched_at_the_moments_of_its_stories(tmp_path: Path) -> None:
    done = prompter(
        tmp_path, "bench", "neighbours", "--game", "pebbles", "--nearest", "3", "--json", env=installed(tmp_path / "x")
    )
    assert done.returncode == 0, done.stderr
    pairs = [json.loads(line) for line in done.stdout.splitlines()]
    assert 0 < len(pairs) <= 3
    assert all(
        (one["one"]["intent"], one["one"]["constants"]) != (one["other"]["intent"], one["other"]["constants"])
        for one in pairs
    )
    assert [one["distance"] for one in pairs] == sorted(one["distance"] for one in pairs)
