from __future__ import annotations

import numpy as np
import pytest

from hardware.ports import Sound, Speaker
from hardware.sounds import Samples
from tests.hardware.tones import loud_seconds, tone


class SpeakerContract:
    """What every speaker keeps; inherit it, give a ``speaker`` fixture, and tell what was heard from it."""

    @pytest.fixture
    def speaker(self) -> Speaker:
        raise NotImplementedError

    def heard(self, speaker: Speaker) -> tuple[Samples, int]:
        """All that has been heard so far, once all is played, and its rate."""
        raise NotImplementedError

    @pytest.mark.parametrize("rate", [16_000, 22_050, 48_000])
    def test_plays_a_sound_of_any_rate_to_its_end(self, speaker: Speaker, rate: int) -> None:
        speaker.play(tone(700, 0.5, rate))
        assert speaker.wait(10)
        assert loud_seconds(*self.heard(speaker)) == pytest.approx(0.5, abs=0.03)

    def test_plays_one_sound_after_the_other(self, speaker: Speaker) -> None:
        for _ in range(3):
            speaker.play(tone(700, 0.2, 22_050))
        assert speaker.wait(10)
        assert loud_seconds(*self.heard(speaker)) == pytest.approx(0.6, abs=0.05)

    def test_half_the_volume_is_half_as_loud(self, speaker: Speaker) -> None:
        speaker.play(tone(700, 0.3, 22_050, level=0.8), volume=0.5)
        assert speaker.wait(10)
        assert np.abs(self.heard(speaker)[0]).max() == pytest.approx(0.4, abs=0.03)

    def test_is_not_busy_when_all_is_played(self, speaker: Speaker) -> None:
        speaker.play(tone(700, 0.1, 22_050))
        assert speaker.wait(10)
        assert not speaker.busy

    def test_an_empty_sound_is_no_trouble(self, speaker: Speaker) -> None:
        speaker.play(Sound(b"", 22_050))
        assert speaker.wait(10)

    @pytest.mark.case("C-034", "C-091")
    def test_plays_the_next_sound_after_it_was_stopped(self, speaker: Speaker) -> None:
        speaker.stop()
        assert speaker.wait(10)
        speaker.play(tone(700, 0.2, 22_050))
        assert speaker.wait(10)
        assert loud_seconds(*self.heard(speaker)) == pytest.approx(0.2, abs=0.03)

    def test_a_closed_speaker_takes_sounds_in_silence(self, speaker: Speaker) -> None:
        speaker.close()
        speaker.play(tone(700, 0.2, 22_050))
        assert speaker.wait(10)
        assert loud_seconds(*self.heard(speaker)) == 0

    def test_can_be_closed_twice(self, speaker: Speaker) -> None:
        speaker.close()
        speaker.close()
