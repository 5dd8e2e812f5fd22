from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from hardware.chimes import earcon
from hardware.fakes.speaker import CollectingSpeaker, FileSpeaker
from hardware.ports import HardwareError, Sound, Speaker
from hardware.sounds import Samples, read_wav, to_samples
from hardware.speaker import PortAudioSpeaker
from hardware.streams import is_wedged
from tests.hardware.pulse import RATE, PulseServer, Recording, until
from tests.hardware.speaker_contract import SpeakerContract
from tests.hardware.tones import loud_seconds, tone


class TestCollectingSpeaker(SpeakerContract):
    @pytest.fixture
    def speaker(self) -> CollectingSpeaker:
        return CollectingSpeaker()

    def heard(self, speaker: Speaker) -> tuple[Samples, int]:
        assert isinstance(speaker, CollectingSpeaker)
        rates = {sound.rate for sound, _ in speaker.played} or {RATE}
        pieces = [to_samples(sound.pcm) * np.float32(volume) for sound, volume in speaker.played]
        return np.concatenate((np.zeros(0, np.float32), *pieces)), rates.pop()

    def test_a_lasting_sound_is_busy_until_it_is_finished(self) -> None:
        speaker = CollectingSpeaker(lasting=True)
        speaker.play(earcon("bell"))
        assert speaker.busy
        assert not speaker.wait(0)
        speaker.finish()
        assert speaker.wait(0)

    def test_stop_ends_a_lasting_sound_and_is_counted(self) -> None:
        speaker = CollectingSpeaker(lasting=True)
        speaker.play(earcon("bell"))
        speaker.stop()
        assert (speaker.busy, speaker.stops) == (False, 1)


class TestFileSpeaker(SpeakerContract):
    @pytest.fixture
    def speaker(self, tmp_path: Path) -> Iterator[FileSpeaker]:
        speaker = FileSpeaker(tmp_path / "evening.wav")
        self.path = tmp_path / "evening.wav"
        yield speaker
        speaker.close()

    def heard(self, speaker: Speaker) -> tuple[Samples, int]:
        speaker.close()
        sound = read_wav(self.path)
        return to_samples(sound.pcm), sound.rate

    def test_leaves_a_gap_after_each_sound_where_asked(self, tmp_path: Path) -> None:
        speaker = FileSpeaker(tmp_path / "gaps.wav", gap_seconds=0.5)
        speaker.play(tone(700, 0.5, 22_050))
        speaker.play(tone(700, 0.5, 16_000))
        speaker.close()
        assert read_wav(tmp_path / "gaps.wav").seconds == pytest.approx(2.0, abs=0.001)

    def test_an_evening_without_a_word_is_a_sound_file_too(self, tmp_path: Path) -> None:
        FileSpeaker(tmp_path / "silent.wav").close()
        assert read_wav(tmp_path / "silent.wav").pcm == b""

    def test_a_place_that_cannot_be_written_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(HardwareError, match="cannot write"):
            FileSpeaker(tmp_path / "none" / "evening.wav")


class TestPortAudioSpeaker(SpeakerContract):
    @pytest.fixture
    def recording(self, pulse: PulseServer) -> Iterator[Recording]:
        with pulse.recording() as recording:
            yield recording

    @pytest.fixture
    def speaker(self, recording: Recording) -> Iterator[PortAudioSpeaker]:
        speaker = PortAudioSpeaker()
        self.ear = recording
        yield speaker
        speaker.close()

    def heard(self, speaker: Speaker) -> tuple[Samples, int]:
        length = len(self.ear.samples())
        assert until(lambda: len(self.ear.samples()) > length + RATE // 3)
        return self.ear.samples(), RATE

    @pytest.mark.case("C-034")
    def test_stop_cuts_a_sound_off_and_empties_the_queue(self, speaker: PortAudioSpeaker) -> None:
        for _ in range(3):
            speaker.play(tone(700, 5.0, 22_050))
        assert until(lambda: self.ear.loud_seconds() > 0.1)
        speaker.stop()
        before = self.ear.loud_seconds()
        assert speaker.wait(10)
        assert loud_seconds(*self.heard(speaker)) < before + 0.4

    @pytest.mark.case("C-091")
    def test_sounds_from_several_threads_are_all_played(self, speaker: PortAudioSpeaker) -> None:
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(speaker.play, [tone(700, 0.2, 22_050)] * 3))
        assert speaker.wait(10)
        assert loud_seconds(*self.heard(speaker)) == pytest.approx(0.6, abs=0.05)

    @pytest.mark.case("C-032")
    def test_is_busy_from_the_moment_that_a_sound_is_queued(self, speaker: PortAudioSpeaker) -> None:
        speaker.play(tone(700, 0.3, 22_050))
        assert speaker.busy
        assert not speaker.wait(0)

    def test_a_rate_of_no_voice_is_left_out_and_the_next_sound_is_played(self, speaker: PortAudioSpeaker) -> None:
        speaker.play(Sound(bytes(2000), 47_999))
        speaker.play(tone(700, 0.2, 22_050))
        assert speaker.wait(10)
        assert loud_seconds(*self.heard(speaker)) == pytest.approx(0.2, abs=0.03)


@pytest.mark.case("C-083")
class TestFaults:
    def test_a_speaker_plays_again_after_the_sound_server_was_killed(self, pulse: PulseServer) -> None:
        speaker = PortAudioSpeaker()
        pulse.kill()
        try:
            assert until(lambda: speaker.trouble)
            speaker.play(tone(700, 0.2, 22_050))
            assert speaker.wait(10)
        finally:
            pulse.start()
        assert until(lambda: not speaker.trouble)
        with pulse.recording() as recording:
            speaker.play(tone(700, 0.3, 22_050))
            assert speaker.wait(10)
            assert until(lambda: recording.quiet_at_end(0.2))
            assert recording.loud_seconds() == pytest.approx(0.3, abs=0.03)
        speaker.close()

    def test_a_wedged_sound_server_holds_nobody_up(self, pulse: PulseServer) -> None:
        speaker = PortAudioSpeaker()
        pulse.freeze()
        try:
            speaker.play(tone(700, 0.2, 22_050))
            assert speaker.wait(10)
            assert "no longer answers" in speaker.trouble
        finally:
            pulse.thaw()
        assert until(lambda: not speaker.trouble)
        speaker.close()

    def test_a_stream_that_hangs_when_it_is_closed_is_known_of_until_it_has_ended(self, pulse: PulseServer) -> None:
        speaker = PortAudioSpeaker()
        pulse.freeze()
        try:
            speaker.close()
            assert is_wedged()
        finally:
            pulse.thaw()
        assert until(lambda: not is_wedged())

    def test_no_sound_server_is_an_error_on_opening(self, pulse: PulseServer) -> None:
        pulse.kill()
        try:
            with pytest.raises(HardwareError, match=r"no loudspeaker found|cannot open"):
                PortAudioSpeaker()
        finally:
            pulse.start()

    @pytest.mark.case("C-080")
    def test_a_device_of_another_name_is_not_taken_instead(self, pulse: PulseServer) -> None:
        with pytest.raises(HardwareError, match=r"'Jabra'.*pulse"):
            PortAudioSpeaker("Jabra")

    @pytest.mark.case("C-100")
    def test_a_speaker_can_be_made_once_the_device_is_there(self, pulse: PulseServer) -> None:
        pulse.kill()
        try:
            with pytest.raises(HardwareError):
                PortAudioSpeaker("pulse")
        finally:
            pulse.start()
        PortAudioSpeaker("pulse").close()
