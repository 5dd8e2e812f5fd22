from __future__ import annotations

import threading
from abc import abstractmethod

import pytest

from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, Microphone, Sound
from hardware.sounds import to_samples
from tests.hardware.pulse import until
from tests.hardware.tones import loud_seconds, main_hz, tone

SOUND = tone(700, 0.65, 44_100)


class Listener:
    """Keeps the blocks, and the thread they came from."""

    def __init__(self) -> None:
        self.blocks: list[bytes] = []
        self.threads: set[int] = set()

    def __call__(self, block: bytes) -> None:
        self.threads.add(threading.get_ident())
        self.blocks.append(block)

    @property
    def loud_seconds(self) -> float:
        return loud_seconds(to_samples(b"".join(self.blocks)), SAMPLE_RATE)


class MicrophoneContract:
    """What every microphone keeps; inherit it, give a ``microphone`` that hears :data:`SOUND`, and let it be heard."""

    @pytest.fixture
    def microphone(self) -> Microphone:
        raise NotImplementedError

    @abstractmethod
    def make_heard(self, sound: Sound) -> None:
        """Have the sound come to the microphone, which is open."""

    @pytest.fixture
    def listener(self, microphone: Microphone) -> Listener:
        """One that has heard the whole sound."""
        listener = Listener()
        microphone.open(listener)
        assert until(lambda: listener.blocks)
        self.make_heard(SOUND)
        assert until(lambda: listener.loud_seconds > SOUND.seconds - 0.03)
        microphone.close()
        return listener

    def test_gives_blocks_of_whole_samples_that_last_no_longer_than_a_tenth_of_a_second(
        self, listener: Listener
    ) -> None:
        assert all(0 < len(block) <= BLOCK_BYTES and len(block) % 2 == 0 for block in listener.blocks)

    @pytest.mark.case("C-019")
    def test_a_tone_of_another_rate_is_heard_at_its_pitch_and_length(self, listener: Listener) -> None:
        samples = to_samples(b"".join(listener.blocks))
        assert main_hz(samples, SAMPLE_RATE) == pytest.approx(700, abs=5)
        assert listener.loud_seconds == pytest.approx(SOUND.seconds, abs=0.06)

    def test_gives_them_from_one_thread_of_its_own(self, listener: Listener) -> None:
        assert len(listener.threads) == 1
        assert threading.get_ident() not in listener.threads

    def test_gives_nothing_after_closing(self, microphone: Microphone) -> None:
        listener = Listener()
        microphone.open(listener)
        assert until(lambda: listener.blocks)
        microphone.close()
        count = len(listener.blocks)
        assert not until(lambda: len(listener.blocks) > count, seconds=0.3)

    def test_can_be_opened_again(self, microphone: Microphone) -> None:
        first, second = Listener(), Listener()
        microphone.open(first)
        assert until(lambda: first.blocks)
        microphone.close()
        microphone.open(second)
        assert until(lambda: second.blocks)

    def test_can_be_closed_before_opening_and_twice(self, microphone: Microphone) -> None:
        microphone.close()
        microphone.close()

    def test_can_be_closed_by_its_listener(self, microphone: Microphone) -> None:
        blocks: list[bytes] = []

        def close_at_once(block: bytes) -> None:
            microphone.close()
            blocks.append(block)

        microphone.open(close_at_once)
        assert until(lambda: blocks)
        assert not until(lambda: len(blocks) > 1, seconds=0.3)
