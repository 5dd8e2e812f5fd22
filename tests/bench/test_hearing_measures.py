"""The measures of ``prompter bench hearing``, each on a few utterances in made voices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assistant.bench.hearing.measures import MEASURES
from assistant.bench.hearing.moments import cases, hands_free
from assistant.bench.hearing.names import joined, spoken
from assistant.bench.hearing.plan import Plan
from assistant.bench.hearing.pool import LONGEST_STRETCH, Stretch, run, stretches_of
from assistant.bench.hearing.pool import rows as rows_of
from assistant.bench.hearing.rows import Outcome, Row, wilson
from assistant.bench.hearing.speech import Noise, Recording, Speech
from assistant.bench.hearing.talk import pieces
from assistant.settings import load
from hardware.ports import SAMPLE_RATE, HardwareError
from hardware.sounds import to_samples
from tests.bench import recordings
from tests.bench.pebbles import PEBBLES
from tests.bench.stones import STONES

SLT = ("flite:slt",)


@pytest.fixture(scope="module")
def speech(tmp_path_factory: pytest.TempPathFactory) -> Speech:
    return Speech(recordings.make(tmp_path_factory.mktemp("speech")))


def tried(
    what: str, speech: Speech, *, jobs: int = 2, levels: tuple[float | None, ...] = (None,), **more: Any
) -> tuple[list[Row], list[Outcome]]:
    """A measure on the game of pebbles; what hangs on how busy the machine is left out."""
    plan = Plan(load(None, {}), None, PEBBLES, speech, ("none",), levels, **more)
    heard = list(run(MEASURES[what](plan).stretches, jobs))
    outcomes = [replace(one, cpu_seconds=0.0) for part in heard for one in part.outcomes]
    return [replace(row, cpu_seconds=0.0, peak_mib=0) for row in rows_of(heard, plan.engine)], outcomes


def test_orders_are_judged_by_their_slots_and_come_out_the_same_however_many_at_a_time(speech: Speech) -> None:
    rows, heard = tried("coffee", speech, jobs=2, levels=(None, 15.0))
    assert [(row.condition, row.n) for row in rows] == [("clean", 3), ("kitchen 15 dB", 3)]
    clean = {one.said: one for one in heard[:3]}
    assert clean["one.flac"].meant == "drink: latte, milk: a bit of milk, size: small"
    assert [one.exact for one in clean.values()] == [True, True, True]
    assert rows[0].right == rows[0].exact == rows[0].accepted == 3
    assert tried("coffee", speech, jobs=1, levels=(15.0,)) == (rows[1:], heard[3:])


def test_of_talk_only_what_would_be_done_counts(speech: Speech) -> None:
    (row,), heard = tried("talk", speech)
    assert (row.right, row.exact) == (None, None)
    assert row.accepted == sum(one.accepted for one in heard)
    assert row.per_hour == row.accepted / (row.seconds / 3600)
    assert sorted(one.said for one in heard if not one.said.startswith("coffee")) == [
        *("home/oov_1.flac", "home/turn_on_Standing_Light.flac"),  # "pause" is a sentence of the shell
        *("names/computer-01.flac", "names/jarvis-00.flac", "names/smart_mirror-00.flac"),
    ]


def test_names_are_heard_behind_a_lead_in_and_alone(speech: Speech) -> None:
    rows, heard = tried("names", speech, voices=SLT)
    assert [(row.condition, row.n, row.right) for row in rows] == [("“fact on …”, clean", 3, 3), ("alone, clean", 3, 3)]
    assert sorted((one.said, one.heard) for one in heard[:3]) == [
        ("names/computer-01.flac", "fact on computer"),
        ("names/jarvis-00.flac", "fact on jarvis"),
        ("names/smart_mirror-00.flac", "fact on smart mirror"),
    ]


@pytest.mark.slow
def test_invented_names_are_said_as_they_are_meant_and_heard_so_where_it_is_told_how(speech: Speech) -> None:
    rows, heard = tried("invented", speech, voices=SLT, sample=4)
    lexicons = ["untaught", "by hand", "taught", "given by voice"]
    assert [row.condition for row in rows] == [f"{lexicon}, clean" for lexicon in lexicons]
    assert [row.right for row in rows[1:3]] == [4, 4]
    assert [one.said for one in heard] == [one.said for one in heard[:4]] * 4


@pytest.mark.slow
def test_a_name_that_one_voice_gave_to_a_card_is_used_by_another(speech: Speech) -> None:
    rows, _ = tried("invented", speech, voices=(*SLT, "flite:rms"), sample=2)
    assert "given by another voice, clean" in [row.condition for row in rows]


@pytest.mark.slow
def test_the_address_word_is_said_in_one_breath_and_in_two_and_talk_is_counted_by_the_hour(speech: Speech) -> None:
    rows, _ = tried("address", speech, voices=SLT, sample=2)
    assert [(row.condition, row.right) for row in rows[:2]] == [("in one breath, clean", 2), ("in two, clean", 2)]
    *talk, nobody = rows[2:]
    assert {row.condition for row in talk} <= {"talk, clean", "talk, answer awaited, clean"}
    assert (nobody.condition, nobody.alarms, nobody.seconds) == ("nobody speaks, clean", 0, 60.0)
    assert all(row.alarms == row.n for row in rows[:2])
    assert all(row.right is None and row.accepted == 0 and row.per_hour == 0.0 and row.hours > 0 for row in rows[2:])


def test_what_is_a_sentence_of_the_game_is_no_talk() -> None:
    said = cases(None, PEBBLES, 1)
    told = [Recording(Path(f"{words}.flac"), words) for words in ("draw lots", "the cat sat", "")]
    left = [recording.words for recording, _ in pieces(told, said, Noise("kitchen", None, None, 1))]
    assert left == ["the cat sat", ""]


def test_a_game_without_stories_has_nothing_to_say(speech: Speech) -> None:
    with pytest.raises(HardwareError, match="stones has no story"):
        MEASURES["commands"](Plan(load(None, {}), None, STONES, speech, ("none",)))


def test_what_can_be_said_without_a_button_is_understood_without_a_seat() -> None:
    free = hands_free(cases(None, PEBBLES, 2))
    assert {"take one", "draw lots", "how many are left"} <= {case.words for case in free}
    for case in free:
        assert case.network().accepts(case.words)


def test_what_is_said_is_cut_out_and_put_behind_another_as_loud() -> None:
    chance = np.random.default_rng(1)
    speech = chance.normal(0, 0.2, SAMPLE_RATE).astype(np.float32)
    quiet = chance.normal(0, 0.0002, SAMPLE_RATE).astype(np.float32)
    cut = spoken(np.concatenate((quiet, speech, quiet)))
    assert 1.0 <= len(cut) / SAMPLE_RATE < 1.5
    both = joined(speech / 8, speech)
    assert np.mean(both[:SAMPLE_RATE] ** 2) == pytest.approx(np.mean(both[SAMPLE_RATE:] ** 2), rel=1e-3)


def test_noise_is_as_far_below_the_speech_as_is_wanted_and_goes_on_around_it(tmp_path: Path) -> None:
    folder = recordings.make(tmp_path)
    chance = np.random.default_rng(1)
    speech = (0.1 * chance.normal(size=2 * SAMPLE_RATE)).astype(np.float32)
    noise = Noise("kitchen", folder / "kitchen.flac", 9.0, 1)
    sound = to_samples(noise.over(speech, "one", (1.0, 0.5)).pcm)
    assert len(sound) == 3.5 * SAMPLE_RATE
    around = np.concatenate((sound[:SAMPLE_RATE], sound[-SAMPLE_RATE // 2 :]))
    assert 10 * np.log10(np.mean(speech**2) / np.mean(around**2)) == pytest.approx(9.0, abs=0.2)
    assert noise.over(speech, "one").pcm == noise.over(speech, "one").pcm != noise.over(speech, "two").pcm


def test_where_nobody_speaks_the_noise_is_as_loud_as_behind_a_usual_voice(tmp_path: Path) -> None:
    folder = recordings.make(tmp_path)
    room = to_samples(Noise("kitchen", folder / "kitchen.flac", 20.0, 1).alone(1.0, "nobody").pcm)
    assert 10 * np.log10(np.mean(room**2)) == pytest.approx(-47.0, abs=0.2)
    assert not any(Noise("kitchen", None, None, 1).alone(1.0, "nobody").pcm)


def test_all_talk_is_heard_again_at_other_moments_and_as_it_is_only_once(speech: Speech) -> None:
    plan = Plan(load(None, {}), None, PEBBLES, speech, ("none",), (None, 15.0), voices=SLT, times=3)
    heard = Counter(one.condition for one in MEASURES["address"](plan).stretches if one.condition.startswith("talk"))
    assert {condition.rpartition(", ")[2] for condition in heard} == {"clean", "kitchen 15 dB"}
    assert heard["talk, kitchen 15 dB"] == 3 * heard["talk, clean"]


def test_utterances_come_in_stretches_that_no_number_of_workers_changes() -> None:
    parts = list(stretches_of(range(2 * LONGEST_STRETCH + 1)))
    assert [len(part) for part in parts] == [LONGEST_STRETCH, LONGEST_STRETCH, 1]
    assert [each for part in parts for each in part] == list(range(2 * LONGEST_STRETCH + 1))


def test_a_row_is_made_for_each_voice_and_one_for_all() -> None:
    def outcome(right: bool) -> Outcome:
        return Outcome("it", "that", "", accepted=right, right=right, seconds=2.0, cpu_seconds=1.0)

    def stretch(voice: str, *rights: bool) -> Stretch:
        outcomes: Sequence[Outcome] = [outcome(right) for right in rights]
        return Stretch("commands", "clean", "none", len(outcomes), lambda: outcomes, voice)

    rows = list(rows_of(list(run([stretch("a", True), stretch("b", False, True), stretch("b", True)], 1)), "engine"))
    assert [(row.voice, row.n, row.right, row.exact) for row in rows] == [
        ("a", 1, 1, None),
        ("b", 3, 2, None),
        ("all", 4, 3, None),
    ]
    assert rows[-1].rtf == 0.5
    assert rows[-1].peak_mib > 10


def test_the_interval_of_a_share_is_wilsons() -> None:
    low, high = wilson(137, 142)  # worked by hand: centre 0.9527, half-width 0.0325 of n = 142
    assert (round(low, 3), round(high, 3)) == (0.920, 0.985)
    assert wilson(0, 7)[0] == 0.0
    assert wilson(0, 0) == (0.0, 1.0)
