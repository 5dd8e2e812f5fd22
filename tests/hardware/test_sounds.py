from __future__ import annotations

import io
import struct
import wave
from pathlib import Path

import numpy as np
import pytest

from hardware.ports import HardwareError
from hardware.sounds import from_wav, read_wav, to_pcm, to_samples, to_wav, write_wav
from tests.hardware.tones import tone


def wav(width: int, channels: int, frames: bytes) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(16_000)
        file.writeframes(frames)
    return buffer.getvalue()


def test_a_sound_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    sound = tone(440, 0.1, 22_050)
    write_wav(tmp_path / "é.wav", sound)
    assert read_wav(tmp_path / "é.wav") == sound


@pytest.mark.parametrize(
    ("width", "half"),
    [(1, bytes([192])), (2, struct.pack("<h", 16384)), (3, b"\x00\x00\x40"), (4, struct.pack("<i", 1 << 30))],
)
def test_all_widths_of_samples_mean_the_same(width: int, half: bytes) -> None:
    assert to_samples(from_wav(wav(width, 1, half * 4)).pcm) == pytest.approx([0.5] * 4)


@pytest.mark.case("C-082")
def test_channels_are_mixed_to_their_mean() -> None:
    frames = struct.pack("<4h", 16384, 0, -16384, 0)
    assert to_samples(from_wav(wav(2, 2, frames)).pcm) == pytest.approx([0.25, -0.25])


def test_a_header_that_tells_a_wrong_length_does_no_harm() -> None:
    data = to_wav(tone(440, 0.1, 16_000))
    endless = data[:4] + struct.pack("<I", 0x7FFFF024) + data[8:40] + struct.pack("<I", 0x7FFFF000) + data[44:]
    assert from_wav(endless).seconds == pytest.approx(0.1)


@pytest.mark.parametrize("data", [b"", b"RIFF", b"something else altogether"])
def test_what_is_no_sound_file_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(HardwareError, match="no WAV file"):
        from_wav(data)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match=r"gone\.wav"):
        read_wav(tmp_path / "gone.wav")


def test_what_is_too_loud_is_clipped_and_not_wrapped_round() -> None:
    assert to_samples(to_pcm(np.array([1.5, -1.5], np.float32))) == pytest.approx([1.0, -1.0], abs=1e-4)
