"""A box that runs an evening of Stones with every device scripted; the room's sound is given block by block."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from assistant.box import Box, Devices
from assistant.evening import Answer, Evening, Learnt
from assistant.evening.typed import answer_line
from assistant.mouth import Mouth
from assistant.settings import Voice as VoiceSettings
from hardware.ears import Ears
from hardware.fakes.buttons import ScriptedButtons
from hardware.fakes.front_end import ScriptedSpotter
from hardware.fakes.lamps import RecordingLamps
from hardware.fakes.microphone import FileMicrophone
from hardware.fakes.recogniser import ScriptedRecogniser
from hardware.fakes.speaker import CollectingSpeaker
from hardware.fakes.voice import CollectingVoice
from hardware.heard import Event
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, HardwareError, Sound
from hardware.resample import resample
from tests.evening.stones import Table
from tests.hardware.pulse import until
from tests.hardware.test_ears import QUIET, speech

SECONDS = 30.0
"""Longer than anything here takes on the busiest machine."""


class Voice(CollectingVoice):
    """Does something before it speaks."""

    before_speaking: Callable[[], None] = staticmethod(lambda: None)
    sound: Sound | None = None
    """What it says in place of every sentence."""

    def speak(self, text: str) -> Sound:
        self.before_speaking()
        silence = super().speak(text)
        return self.sound or silence


class Running:
    """Ann, Ben and Cleo at seats 1 to 3, and their box. ``script``: what the recogniser hears, one after the other."""

    def __init__(
        self,
        *script: str,
        table: Table | None = None,
        address_at: tuple[int, ...] = (),
        lasting: bool = False,
        has_ears: bool = True,
        muted: Path | None = None,
    ) -> None:
        self.table = table or Table()
        self.recogniser = ScriptedRecogniser(script)
        self.speaker = CollectingSpeaker(lasting)
        self.voice = Voice()
        self.buttons = ScriptedButtons(self.table.ticker)
        self.lamps = RecordingLamps()
        self.answers: list[Answer] = []
        self.microphone_trouble = ""
        self._spotter = ScriptedSpotter(address_at)
        self.has_ears = has_ears
        self.tries = 0
        self.learnt = Learnt()
        """What is made of the sound of every name."""
        devices = Devices(
            microphone=FileMicrophone([]),
            make_ears=self._make_ears,
            draft=self.recogniser.draft,
            learn=lambda tail, named, listening: self.learnt,
            mouth=Mouth(self.voice, self.speaker, VoiceSettings()),
            speaker=self.speaker,
            buttons=(self.buttons,),
            lamps=self.lamps,
            ticker=self.table.ticker,
            troubles={"microphone": lambda: self.microphone_trouble},
        )
        self.box = Box(self.table.evening, devices, captions=self.answers.append, muted=muted)
        self.box.start(self.table.first)
        self.settle()

    def _make_ears(self, deliver: Callable[[Event], None]) -> Ears:
        self.tries += 1
        if not self.has_ears:
            raise HardwareError("there is no recogniser here")
        return Ears(self.recogniser, deliver, spotter=self._spotter)

    def settle(self) -> Running:
        """Until everything that was posted is done and said."""
        assert self.box.wait(SECONDS)
        return self

    def hear(self, sound: Sound) -> Running:
        """This comes into the microphone."""
        pcm = resample(sound, SAMPLE_RATE).pcm
        for at in range(0, len(pcm), BLOCK_BYTES):
            self.box.hear(pcm[at : at + BLOCK_BYTES])
        return self

    def quiet(self, blocks: int) -> Running:
        for _ in range(blocks):
            self.box.hear(QUIET)
        return self

    def talk(self, blocks: int) -> Running:
        for number in range(blocks):
            self.box.hear(speech(number))
        return self

    def aside(self, seat: str) -> Running:
        """Somebody says with the button held what the script has next."""
        self.quiet(2)
        self.press(seat)
        self.talk(8)
        self.release(seat)
        return self.quiet(4)

    def press(self, button: str) -> None:
        self.buttons.down(button)

    def release(self, button: str, seconds: float = 0.8) -> None:
        """Let go after so long."""
        self.table.ticker.advance(seconds)
        self.buttons.up(button)

    def tap(self, button: str) -> Running:
        self.press(button)
        self.release(button, 0.1)
        return self

    def at_once(self, *lines: str) -> None:
        """Lines that are done as one."""

        def done(evening: Evening) -> Answer:
            first, *others = [answer_line(evening, line) for line in lines]
            for other in others:
                first = first.followed_by(other)
            return first

        self.box.loop.submit(done).result(SECONDS)

    def until_speaking(self) -> None:
        """Until the speaker has something to play."""
        assert until(lambda: self.speaker.busy, SECONDS)

    def until_played(self, sounds: int) -> None:
        """Until the speaker has been given so many."""
        assert until(lambda: len(self.speaker.played) >= sounds, SECONDS)

    def until_silent(self) -> None:
        """Let everything be played, each sound for as long as it takes to look."""

        def silent() -> bool:
            self.speaker.finish()
            return self.box.wait(0.01)

        assert until(silent, SECONDS)

    def state(self, work: Callable[[Evening], object]) -> object:
        """What the evening says, on its own thread."""
        return self.box.loop.submit(work).result(SECONDS)

    @property
    def shown(self) -> list[str]:
        """All that was shown, one caption for each answer that has one."""
        return [answer.show for answer in self.answers if answer.show]

    @property
    def clock_runs(self) -> bool:
        return bool(self.state(lambda evening: evening.clock_runs))

    def close(self) -> None:
        self.box.close()
