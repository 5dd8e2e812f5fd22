"""Whether the doctor tells a microphone that hears the speaker from one that does not, and why not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from assistant.doctor import Finding
from assistant.doctor.sound import judge, spoken
from hardware.fakes.front_end import LateFrontEnd
from hardware.fakes.recogniser import ScriptedRecogniser
from hardware.listen_back import listen_back
from hardware.ports import SAMPLE_RATE, HardwareError, Sound
from hardware.sounds import Samples, to_pcm, to_samples
from tests.doctor.room import Room
from tests.hardware.networks import PhraseNetwork
from tests.hardware.speech import said


def echoing(samples: Samples) -> Samples:
    """Through a room that gives back more than it lets pass, and softly."""
    chance = np.random.default_rng(2)
    count = SAMPLE_RATE // 2
    echo = chance.normal(0, 1, count) * np.exp(-7 * np.arange(count) / count)
    echo *= np.sqrt(0.8 / (echo**2).sum())
    echo[0] += np.sqrt(0.2)
    return np.asarray(0.2 * np.convolve(samples, echo), np.float32)


def at_speed(speed: float) -> Callable[[Samples], Samples]:
    """As it comes from a microphone that is taken for another rate."""

    def change(samples: Samples) -> Samples:
        places = np.arange(0, len(samples) - 1, speed)
        return np.asarray(np.interp(places, np.arange(len(samples)), samples), np.float32)

    return change


def findings(room: Room) -> dict[str, Finding]:
    return {found.check: found for found in judge(listen_back(room, room))}


def test_through_a_room_the_sweep_is_heard() -> None:
    found = findings(Room(echoing))
    assert {name: one.state for name, one in found.items()} == {"heard back": "ok", "level": "ok"}


def test_a_speaker_that_is_not_heard_is_the_one_to_turn_up() -> None:
    found = findings(Room(lambda samples: 0 * samples))["heard back"]
    assert (found.state, "but not the speaker" in found.found) == ("fail", True)


@pytest.mark.case("C-088")
def test_a_muted_microphone_is_told_from_a_quiet_room() -> None:
    found = findings(Room(lambda samples: 0 * samples, noise=0))
    assert list(found) == ["heard back"]
    assert (found["heard back"].state, "muted" in found["heard back"].found) == ("fail", True)


@pytest.mark.case("C-032")
def test_what_comes_back_without_a_room_is_the_speakers_own_monitor() -> None:
    found = findings(Room(noise=0))["heard back"]
    assert (found.state, "own monitor" in found.found) == ("fail", True)


def test_a_monitor_of_which_a_busy_machine_lost_a_piece_is_still_one() -> None:
    def torn(samples: Samples) -> Samples:
        return np.where(np.arange(len(samples)) % 4000 < 500, np.float32(0), samples)

    assert "own monitor" in findings(Room(torn, noise=0))["heard back"].found
    assert findings(Room(torn))["heard back"].state == "ok"


def test_a_sweep_that_came_in_pieces_is_not_called_well() -> None:
    def in_rags(samples: Samples) -> Samples:
        return np.where(np.arange(len(samples)) % 1000 < 700, np.float32(0), samples)

    found = findings(Room(in_rags, noise=0))["heard back"]
    assert (found.state, "too busy" in found.found, "ask again" in found.do) == ("warn", True, True)


def test_a_sweep_of_which_the_microphone_lost_blocks_is_not_called_well() -> None:
    room = Room(echoing)
    assert next(iter(judge(listen_back(room, room), lost_blocks=2))).state == "warn"


def test_a_microphone_that_switches_itself_off_in_a_quiet_room_is_no_monitor() -> None:
    assert findings(Room(echoing, noise=0))["heard back"].state == "ok"


@pytest.mark.case("C-019")
@pytest.mark.parametrize("speed", [48 / 44.1, 1 / 2, 3.0])
def test_a_microphone_that_is_taken_for_another_rate_is_found_out(speed: float) -> None:
    found = findings(Room(at_speed(speed)))["heard back"]
    assert (found.state, f"{speed:.2f} times too fast" in found.found) == ("fail", True)


@pytest.mark.case("C-088")
def test_a_microphone_that_cuts_off_is_turned_down_and_a_faint_one_up() -> None:
    loud = findings(Room(lambda samples: np.clip(20 * echoing(samples), -1, 1)))["level"]
    faint = findings(Room(lambda samples: 0.01 * echoing(samples), noise=0.0001))["level"]
    assert (loud.state, "less gain" in loud.do) == ("warn", True)
    assert (faint.state, "more gain" in faint.do) == ("warn", True)


def test_a_microphone_that_hums_louder_than_people_is_named() -> None:
    assert "the room is loud" in findings(Room(noise=0.1))["level"].found


def test_talk_is_not_taken_for_the_sweep() -> None:
    talk = to_samples(said("the axle broke at noon and by evening the wolves were singing to us"))
    assert "but not the speaker" in findings(Room(lambda samples: talk))["heard back"].found


@pytest.mark.parametrize("part", ["microphone", "speaker"])
def test_a_device_that_is_open_and_does_nothing_is_named(part: str) -> None:
    class Stuck(Room):
        def wait(self, timeout: float | None = None) -> bool:
            return part != "speaker"

    with pytest.raises(HardwareError, match=f"the {part} is open and"):
        listen_back(Stuck(deaf=part == "microphone"), Stuck(), first_seconds=0.01)


SAID = Sound(to_pcm(np.asarray(0.3 * np.sin(np.arange(SAMPLE_RATE)), np.float32)), SAMPLE_RATE)


@pytest.mark.parametrize(("heard", "state"), [("say again", "ok"), ("help", "warn"), ("", "warn")])
def test_the_boxs_own_words_must_be_heard_as_said(heard: str, state: str) -> None:
    recogniser = ScriptedRecogniser([heard])
    room = Room(echoing)
    found = spoken("say again", SAID, room, room, recogniser, LateFrontEnd(), PhraseNetwork(["say again", "help"]))
    assert found.state == state
    assert room.played[0][0] == SAID
