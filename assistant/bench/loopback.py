"""A box on a sound server of its own, and players who speak into its microphone: what the benches of the box share.

Everything is real but the air, the fingers and the lamps.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np
import yaml

from assistant.app import Opened, Table, begin_evening, evening_path, playable
from assistant.box import Box
from assistant.box.real import real_devices
from assistant.evening import Answer, JournalFile
from assistant.parts import engine_of, recogniser_of, voice_of
from assistant.settings import Settings, SoundDevices
from hardware.actors import actor
from hardware.ears import Ears
from hardware.fakes.buttons import ScriptedButtons
from hardware.fakes.lamps import RecordingLamps
from hardware.fakes.sound_server import RATE, SoundServer, sound_server
from hardware.heard import Event, Utterance
from hardware.levels import loud
from hardware.ports import Recogniser, Sound
from hardware.resample import resample
from hardware.sounds import to_samples
from hardware.speaker import PortAudioSpeaker
from hardware.voice import EspeakVoice

TABLE = Path(__file__).with_name("table.yaml")
LINE_SECONDS = 30.0
THREADS = ("microphone", "evening", "networks", "aloud")
"""Those that work between a word and its answer: the first is the ears' as well."""


class Aside(msgspec.Struct, frozen=True):
    """Something that is said with the button of a seat held."""

    who: str
    says: str


class Cast(msgspec.Struct, frozen=True):
    """Who plays, and what is said; the fields are told in ``table.yaml``."""

    game: str
    seats: dict[str, str]
    facilitator: str
    names: list[str]
    ready: list[str]
    between: list[Aside]
    scene: list[str]
    undo: str
    within: list[Aside]

    def seat(self, who: str) -> str:
        return str(list(self.seats).index(who) + 1)

    def sound(self, aside: Aside) -> Sound:
        """As it is spoken, without the silence around it."""
        spoken = resample(actor(self.seats[aside.who]).speak(aside.says), RATE)
        blocks = np.flatnonzero(loud(to_samples(spoken.pcm), RATE))
        step = 2 * RATE // 100
        return Sound(spoken.pcm[int(blocks[0]) * step : int(blocks[-1] + 1) * step], RATE)


@dataclass
class Moments:
    """How far the box has come with an aside, by ``time.monotonic``; 0 for what was not reached."""

    heard: float = 0.0
    cpu_heard: float = 0.0
    """CPU seconds of the ears' thread by then."""
    decided: float = 0.0
    given: float = 0.0
    """To the speaker, its first sound."""
    cpu_given: Mapping[str, float] = field(default_factory=dict)
    """CPU seconds by then, see :meth:`Loopback.cpu_seconds`."""


class WatchedSpeaker(PortAudioSpeaker):
    """Notes when it is given its first sound since ``moments`` were made."""

    moments = Moments()
    cpu_seconds: Callable[[], Mapping[str, float]] = staticmethod(dict)

    def play(self, sound: Sound, volume: float = 1.0) -> None:
        if not self.moments.given:
            self.moments.given, self.moments.cpu_given = time.monotonic(), self.cpu_seconds()
        super().play(sound, volume)


class Loopback:
    """The box, and the hands on everything around it."""

    def __init__(
        self,
        server: SoundServer,
        opened: Opened,
        journal: Path,
        settings: Settings,
        recogniser: Callable[[], Recogniser],
    ) -> None:
        self.server = server
        self.journal = journal
        self.cast = read_cast()
        self.speaker = WatchedSpeaker(patient=True)
        self.speaker.cpu_seconds = self.cpu_seconds
        self.voice: EspeakVoice = voice_of(settings)
        self.answers: list[Answer] = []
        self._real = real_devices(settings, speaker=self.speaker, voice=self.voice, make_recogniser=recogniser)
        self.buttons = ScriptedButtons(self._real.ticker)
        devices = replace(self._real, buttons=(self.buttons,), lamps=RecordingLamps(), make_ears=self._make_ears)
        self.box = Box(opened.evening, devices, captions=self._decided)
        self.box.start(opened.answer)

    def type(self, lines: Sequence[str]) -> None:
        """Have these lines done."""
        for line in lines:
            self.box.type(line).result(LINE_SECONDS)

    def watch(self) -> Moments:
        """From now on, for the next aside."""
        self.speaker.moments = Moments()
        return self.speaker.moments

    def cpu_seconds(self) -> Mapping[str, float]:
        """CPU seconds so far: of each of the box's threads by its name, of the ``voice``'s process, and of ``all`` that
        runs in this one, the bench's own recorders among it."""
        spent = {thread.name: _cpu_of(thread) for thread in threading.enumerate() if thread.name in THREADS}
        return {**spent, "voice": _cpu_of_process(self.voice.worker_pid), "all": time.process_time()}

    def _make_ears(self, deliver: Callable[[Event], None]) -> Ears:
        def heard(event: Event) -> None:
            if isinstance(event, Utterance):
                moments = self.speaker.moments
                moments.heard, moments.cpu_heard = time.monotonic(), time.thread_time()
            deliver(event)

        return self._real.make_ears(heard)

    def _decided(self, answer: Answer) -> None:
        if answer.heard:
            self.speaker.moments.decided = time.monotonic()
        self.answers.append(answer)


@contextmanager
def loopback(settings: Settings, wrap: Callable[[Recogniser], Recogniser] | None = None) -> Iterator[Loopback]:
    """The box of these settings, but for its sound devices. HardwareError where no sound server can be had.

    ``wrap``: puts something in front of the recogniser.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="prompter-")))
        server = stack.enter_context(sound_server(folder))
        stack.enter_context(_environment(server.env))
        cast = read_cast()
        settings = replace(settings, sound=SoundDevices())
        path = evening_path(folder, "bench")
        table = Table(tuple(cast.seats), cast.facilitator, tuple(cast.names))
        opened = begin_evening(settings, playable(cast.game), JournalFile.create(path), table)

        def recogniser() -> Recogniser:
            made = recogniser_of(settings, engine_of(settings))
            return wrap(made) if wrap is not None else made

        running = Loopback(server, opened, path, settings, recogniser)
        stack.callback(running.box.close)
        running.type(cast.ready)
        yield running


def _cpu_of(thread: threading.Thread) -> float:
    return time.clock_gettime(time.pthread_getcpuclockid(thread.ident)) if thread.ident is not None else 0.0


def _cpu_of_process(pid: int | None) -> float:
    """Of all its threads; 0 where the kernel does not tell."""
    nanoseconds = (task.read_text().split()[0] for task in Path(f"/proc/{pid}/task").glob("*/schedstat"))
    return sum(map(int, nanoseconds)) / 1e9


def read_cast() -> Cast:
    return msgspec.convert(yaml.safe_load(TABLE.read_text(encoding="utf-8")), Cast)


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    """For this process, while it lasts."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
