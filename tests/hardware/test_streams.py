"""What microphone and speaker make of devices that no test machine has."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.devices import LOOK_WANTED
from hardware.microphone import PortAudioMicrophone
from hardware.ports import SAMPLE_RATE, HardwareError
from hardware.sounds import to_samples
from hardware.speaker import PortAudioSpeaker
from tests.hardware.fake_portaudio import FakeDevice, install
from tests.hardware.microphone_contract import Listener
from tests.hardware.pulse import until
from tests.hardware.tones import main_hz, tone


def recorded(rate: int, channels: int, seconds: float = 0.5) -> bytes:
    """A tone of 700 Hz as a device with these channels gives it."""
    mono = np.frombuffer(tone(700, seconds, rate).pcm, "<i2")
    return np.repeat(mono, channels).tobytes()


class TestMicrophone:
    @pytest.mark.case("C-019", "C-082")
    @pytest.mark.parametrize("rate", [16_000, 44_100, 48_000])
    @pytest.mark.parametrize("channels", [1, 2, 6])
    def test_hears_the_same_from_every_kind_of_device(
        self, monkeypatch: pytest.MonkeyPatch, rate: int, channels: int
    ) -> None:
        package = install(monkeypatch, FakeDevice("HDMI", outputs=2), FakeDevice("Mic", inputs=channels, rate=rate))
        microphone, listener = PortAudioMicrophone(), Listener()
        microphone.open(listener)
        package.streams[0].record(recorded(rate, channels))
        assert until(lambda: len(listener.blocks) >= 4)
        microphone.close()
        assert package.streams[0].channels == channels
        assert main_hz(to_samples(b"".join(listener.blocks)), SAMPLE_RATE) == pytest.approx(700, abs=5)

    @pytest.mark.case("C-082")
    def test_hears_the_channel_of_an_array_that_was_chosen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        package = install(monkeypatch, FakeDevice("ReSpeaker 4 Mic Array", inputs=6, rate=16_000))
        microphone, listener = PortAudioMicrophone(channel=4), Listener()
        microphone.open(listener)
        frames = np.zeros((1_600, 6), "<i2")
        frames[:, 4] = 8_192
        package.streams[0].record(frames.tobytes())
        assert until(lambda: listener.blocks)
        microphone.close()
        assert to_samples(listener.blocks[0]) == pytest.approx(0.25)

    @pytest.mark.case("C-019")
    def test_takes_the_rate_that_was_really_opened(self, monkeypatch: pytest.MonkeyPatch) -> None:
        only = FakeDevice("Mic", inputs=1, rate=48_000, takes=lambda rate, channels: rate == 44_100)
        package = install(monkeypatch, only)
        microphone, listener = PortAudioMicrophone(), Listener()
        microphone.open(listener)
        package.streams[0].record(recorded(44_100, 1))
        assert until(lambda: len(listener.blocks) >= 4)
        microphone.close()
        assert main_hz(to_samples(b"".join(listener.blocks)), SAMPLE_RATE) == pytest.approx(700, abs=5)

    @pytest.mark.case("C-085")
    def test_lost_samples_are_counted_and_the_rest_is_heard(self, monkeypatch: pytest.MonkeyPatch) -> None:
        package = install(monkeypatch, FakeDevice("Mic", inputs=1, rate=16_000))
        microphone, listener = PortAudioMicrophone(), Listener()
        microphone.open(listener)
        for overflowed in (False, True, True):
            package.streams[0].record(bytes(3_200), overflowed)
        assert until(lambda: len(listener.blocks) == 3)
        microphone.close()
        assert microphone.lost_blocks == 2

    @pytest.mark.case("C-079", "C-086")
    def test_a_device_that_cannot_be_opened_is_named_with_the_cause(self, monkeypatch: pytest.MonkeyPatch) -> None:
        install(monkeypatch, FakeDevice("USB Mic", inputs=1, refuses="Device unavailable"))
        with pytest.raises(HardwareError, match=r"USB Mic: Device unavailable.*group audio"):
            PortAudioMicrophone().open(Listener())

    @pytest.mark.case("C-080", "C-083")
    def test_is_found_again_by_its_name_under_another_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        mic, webcam = FakeDevice("USB Mic", inputs=1, rate=16_000), FakeDevice("Webcam", inputs=1, rate=16_000)
        package = install(monkeypatch, mic)
        microphone, listener = PortAudioMicrophone("usb mic"), Listener()
        microphone.open(listener)
        package.plugged = [webcam, mic]
        package.streams[0].active = False
        assert until(lambda: microphone.openings == 2)
        package.streams[1].record(bytes(3_200))
        assert until(lambda: listener.blocks)
        microphone.close()
        assert package.streams[1].device is mic

    @pytest.mark.case("C-083")
    def test_says_that_it_is_gone_and_takes_no_other_in_its_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        package = install(monkeypatch, FakeDevice("USB Mic", inputs=1))
        microphone = PortAudioMicrophone("USB Mic")
        microphone.open(Listener())
        package.plugged = [FakeDevice("Webcam", inputs=1)]
        package.streams[0].active = False
        assert until(lambda: "no microphone is named 'USB Mic'" in microphone.trouble)
        microphone.close()
        assert len(package.streams) == 1


class TestSpeaker:
    @pytest.mark.case("C-032")
    def test_is_busy_until_the_latency_of_the_device_is_over_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        package = install(monkeypatch, FakeDevice("USB Speaker", outputs=2, rate=48_000))
        speaker = PortAudioSpeaker()
        speaker.play(tone(700, 0.02, 48_000))
        stream = package.streams[0]
        assert any(stream.play(960))
        busy_seconds = 0.0
        while speaker.busy and busy_seconds < 1:
            assert not any(stream.play(480))
            busy_seconds += 0.01
        speaker.close()
        assert busy_seconds >= stream.latency

    @pytest.mark.case("C-034")
    def test_stop_gives_silence_from_the_next_block_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        package = install(monkeypatch, FakeDevice("USB Speaker", outputs=2))
        speaker = PortAudioSpeaker()
        speaker.play(tone(700, 5.0, 48_000))
        assert any(package.streams[0].play(960))
        speaker.stop()
        assert not any(package.streams[0].play(960))
        speaker.close()

    @pytest.mark.parametrize("channels", [1, 2])
    def test_gives_every_channel_the_same(self, monkeypatch: pytest.MonkeyPatch, channels: int) -> None:
        package = install(monkeypatch, FakeDevice("USB Speaker", outputs=channels))
        speaker = PortAudioSpeaker()
        speaker.play(tone(700, 0.02, 48_000))
        frames = np.frombuffer(package.streams[0].play(960), "<i2").reshape(-1, channels)
        speaker.close()
        assert frames.any()
        assert (frames == frames[:, :1]).all()

    @pytest.mark.case("C-082")
    def test_a_card_that_plays_in_eight_channels_only_is_opened_with_eight(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        package = install(monkeypatch, FakeDevice("HDMI", outputs=8, takes=lambda rate, channels: channels == 8))
        PortAudioSpeaker().close()
        assert package.streams[0].channels == 8

    @pytest.mark.case("C-095")
    def test_what_waited_when_the_device_died_is_not_played_later(self, monkeypatch: pytest.MonkeyPatch) -> None:
        package = install(monkeypatch, FakeDevice("USB Speaker", outputs=2))
        speaker = PortAudioSpeaker()
        speaker.play(tone(700, 5.0, 48_000))
        package.streams[0].active = False
        assert speaker.wait(10)
        assert until(lambda: speaker.openings == 2)
        assert not any(package.streams[1].play(960))
        speaker.close()


class TestPatience:
    """The box runs without its devices, and takes them when they come."""

    @pytest.mark.case("C-083", "C-086")
    def test_a_microphone_that_is_not_there_at_the_start_is_heard_once_it_is_plugged_in(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        package = install(monkeypatch)
        microphone, listener = PortAudioMicrophone(patient=True), Listener()
        microphone.open(listener)
        assert microphone.trouble == "no microphone found: plug one in, then see `prompter devices`"
        package.plugged.append(FakeDevice("USB Mic", inputs=1, rate=16_000))
        assert until(lambda: not microphone.trouble)
        package.streams[0].record(bytes(6_400))
        assert until(lambda: listener.blocks)
        microphone.close()

    @pytest.mark.case("C-088")
    def test_a_microphone_without_any_sound_is_told_and_opened_again_until_there_is_some(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Muted, or a sound server has put a silent source in the place of one that was pulled out."""
        package = install(monkeypatch, FakeDevice("Mic", inputs=1, rate=16_000))
        microphone, listener = PortAudioMicrophone(), Listener()
        microphone.open(listener)
        for _ in range(101):
            package.streams[0].record(bytes(3_200))
        assert until(lambda: microphone.openings == 2)
        assert "no sound at all" in microphone.trouble
        package.streams[1].record(b"\1\0" * 1_600)
        assert until(lambda: not microphone.trouble)
        for _ in range(90):
            package.streams[1].record(bytes(3_200))
        assert until(lambda: len(listener.blocks) == 101 + 1 + 90)
        assert (microphone.openings, microphone.trouble) == (2, "")
        microphone.close()

    @pytest.mark.case("C-086", "C-092")
    def test_a_speaker_that_cannot_be_opened_plays_nothing_until_it_can(self, monkeypatch: pytest.MonkeyPatch) -> None:
        device = FakeDevice("Box", outputs=1, rate=16_000, refuses="Device unavailable")
        package = install(monkeypatch, device)
        speaker = PortAudioSpeaker(patient=True)
        assert "Device unavailable" in speaker.trouble
        speaker.play(tone(700, 0.5, 16_000))
        assert not speaker.busy
        device.refuses = ""
        assert until(lambda: not speaker.trouble)
        speaker.play(tone(700, 0.5, 16_000))
        assert any(package.streams[-1].play(1_600))
        speaker.close()

    @pytest.mark.case("C-083")
    def test_a_microphone_that_is_plugged_in_late_is_found_in_a_moment_when_the_speaker_has_nothing_to_say(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """New devices are seen only while no stream of the process is open."""
        package = install(monkeypatch, FakeDevice("Box", outputs=1, rate=16_000))
        speaker = PortAudioSpeaker()
        speaker.play(tone(700, 0.5, 16_000))
        microphone, listener = PortAudioMicrophone(patient=True), Listener()
        package.plugged.append(FakeDevice("USB Mic", inputs=1, rate=16_000))
        microphone.open(listener)
        assert until(LOOK_WANTED.is_set)
        assert (speaker.openings, bool(microphone.trouble)) == (1, True)
        while speaker.busy:
            package.streams[0].play(1_600)
        assert until(lambda: not microphone.trouble and not speaker.trouble)
        assert speaker.openings == 2
        speaker.close()
        microphone.close()
