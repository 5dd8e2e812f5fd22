from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from hardware.fakes.microphone import FileMicrophone
from hardware.microphone import PortAudioMicrophone
from hardware.ports import BLOCK_BYTES, HardwareError, Sound
from hardware.sounds import write_wav
from hardware.speaker import PortAudioSpeaker
from tests.hardware.microphone_contract import SOUND, Listener, MicrophoneContract
from tests.hardware.pulse import PulseServer, until
from tests.hardware.tones import tone


class TestFileMicrophone(MicrophoneContract):
    @pytest.fixture
    def microphone(self) -> FileMicrophone:
        return FileMicrophone([SOUND])

    def make_heard(self, sound: Sound) -> None:
        """It plays by itself."""

    def test_plays_files_sounds_and_raw_sound_one_after_the_other(self, tmp_path: Path) -> None:
        write_wav(tmp_path / "a.wav", tone(700, 0.15, 48_000))
        listener = Listener()
        microphone = FileMicrophone([tmp_path / "a.wav", tone(700, 0.15, 24_000), bytes(BLOCK_BYTES)])
        microphone.open(listener)
        assert microphone.wait(10)
        assert len(listener.blocks) == 4
        assert listener.loud_seconds == pytest.approx(0.3, abs=0.02)

    def test_a_missing_file_is_an_error_on_opening(self, tmp_path: Path) -> None:
        with pytest.raises(HardwareError, match="gone"):
            FileMicrophone([tmp_path / "gone.wav"]).open(Listener())


class TestPortAudioMicrophone(MicrophoneContract):
    @pytest.fixture
    def microphone(self, pulse: PulseServer) -> Iterator[PortAudioMicrophone]:
        microphone = PortAudioMicrophone()
        self.pulse = pulse
        yield microphone
        microphone.close()

    def make_heard(self, sound: Sound) -> None:
        self.pulse.say_into_microphone(sound)

    @pytest.mark.case("C-085")
    def test_tells_how_far_a_busy_listener_is_behind(self, microphone: PortAudioMicrophone) -> None:
        goes_on = Event()
        microphone.open(lambda block: bool(goes_on.wait(15)))
        assert until(lambda: microphone.behind_seconds > 0.3)
        goes_on.set()
        assert until(lambda: microphone.behind_seconds < 0.2)

    @pytest.mark.case("C-083")
    def test_hears_again_after_the_sound_server_was_killed(self, microphone: PortAudioMicrophone) -> None:
        listener = Listener()
        microphone.open(listener)
        assert until(lambda: listener.blocks)
        self.pulse.kill()
        try:
            assert until(lambda: microphone.trouble)
        finally:
            self.pulse.start()
        count = len(listener.blocks)
        assert until(lambda: len(listener.blocks) > count)
        assert (microphone.trouble, microphone.openings) == ("", 2)

    @pytest.mark.case("C-083")
    def test_microphone_and_speaker_both_come_back(self, microphone: PortAudioMicrophone) -> None:
        listener = Listener()
        speaker = PortAudioSpeaker()
        microphone.open(listener)
        self.pulse.kill()
        try:
            assert until(lambda: microphone.trouble and speaker.trouble)
        finally:
            self.pulse.start()
        assert until(lambda: not microphone.trouble and not speaker.trouble)
        speaker.close()

    @pytest.mark.case("C-085")
    def test_a_listener_that_is_busy_for_a_while_misses_nothing(self, microphone: PortAudioMicrophone) -> None:
        listener = Listener()
        waited: list[bool] = []

        def slow(block: bytes) -> None:
            if not waited:
                waited.append(True)
                self.pulse.say_into_microphone(SOUND)
            listener(block)

        microphone.open(slow)
        assert until(lambda: listener.loud_seconds > SOUND.seconds - 0.03)
        assert microphone.lost_blocks == 0

    @pytest.mark.case("C-082")
    def test_one_channel_of_several_can_be_chosen(self, pulse: PulseServer) -> None:
        listener = Listener()
        microphone = PortAudioMicrophone(channel=1)
        microphone.open(listener)
        assert until(lambda: listener.blocks)
        pulse.say_into_microphone(SOUND)
        assert until(lambda: listener.loud_seconds > SOUND.seconds - 0.03)
        microphone.close()

    @pytest.mark.case("C-082")
    def test_a_channel_that_the_device_lacks_is_an_error_with_the_number(self, pulse: PulseServer) -> None:
        with pytest.raises(HardwareError, match="no channel 99"):
            PortAudioMicrophone(channel=99).open(Listener())

    @pytest.mark.case("C-080")
    def test_a_device_of_another_name_is_not_taken_instead(self, pulse: PulseServer) -> None:
        with pytest.raises(HardwareError, match=r"'Blue Yeti'.*pulse"):
            PortAudioMicrophone("Blue Yeti").open(Listener())

    @pytest.mark.case("C-100")
    def test_no_sound_server_is_an_error_on_opening_and_can_be_tried_again(
        self, microphone: PortAudioMicrophone
    ) -> None:
        self.pulse.kill()
        try:
            with pytest.raises(HardwareError):
                microphone.open(Listener())
        finally:
            self.pulse.start()
        listener = Listener()
        microphone.open(listener)
        assert until(lambda: listener.blocks)
