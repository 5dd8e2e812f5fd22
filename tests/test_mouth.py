"""How loud the box is: a whisper in a scene, softer still in a Production."""

from __future__ import annotations

import pytest

from assistant.evening import Announcement
from assistant.evening.announcer import Announcer
from assistant.evening.lines import Line, Lines
from assistant.mouth import MOST_CHIMES, Mouth
from assistant.settings import Voice
from assistant.table import Cue, Window
from hardware.fakes.voice import CollectingVoice
from hardware.ports import Sound

LOUDNESS = Voice(volume_between=0.8, volume_scene=0.35, volume_production=0.2)


class Volumes:
    """A speaker that keeps only how loud it was asked to be."""

    def __init__(self) -> None:
        self.heard: list[float] = []

    def play(self, sound: Sound, volume: float = 1.0) -> None:
        self.heard.append(volume)

    def stop(self) -> None: ...

    def wait(self, timeout: float | None = None) -> bool:
        return True

    @property
    def busy(self) -> bool:
        return False

    def close(self) -> None: ...


@pytest.mark.rule("R-098", "R-143")
@pytest.mark.parametrize(("window", "volume"), [("open", 0.8), ("quiet", 0.35), ("hushed", 0.2)])
def test_each_window_has_its_volume(window: Window, volume: float) -> None:
    speaker = Volumes()
    announcement = Announcer(Lines({"struck": Line(earcon="thud")})).announce(Cue("struck"), window, {})
    Mouth(CollectingVoice(), speaker, LOUDNESS).announce([announcement])
    assert speaker.heard == [volume]


@pytest.mark.rule("R-023", "R-047")
def test_nobody_counts_more_than_four_chimes() -> None:
    speaker = Volumes()
    Mouth(CollectingVoice(), speaker, LOUDNESS).announce([Announcement(earcon="coin", times=9)])
    assert len(speaker.heard) == MOST_CHIMES == 4
