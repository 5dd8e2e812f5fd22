"""The voice that whispers: pyttsx3 on eSpeak NG in a process of its own, and ``espeak-ng`` where that fails.

pyttsx3 may be used by one owner only, may hang, and may take the process with it (``spikes/devices.md`` section 2),
so it lives in :mod:`hardware.voice_worker`, a fresh interpreter behind two pipes. When it overruns the deadline it is
killed and started again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Timer
from typing import IO, Any

from hardware.ports import HardwareError, Sound
from hardware.sounds import from_wav
from hardware.speech_programs import NO_SOUND_SERVER, espeak_command, run_program, run_speech

VOICE_RATE = 22_050
"""Hz of all eSpeak NG voices."""


@dataclass(frozen=True)
class VoiceSettings:
    """How the box speaks."""

    name: str = "en-us"
    """A name of ``prompter voices``, or a language; "+f3" and the like behind it choose a variant."""
    words_per_minute: int = 170
    pitch: int = 50
    """0 to 99."""
    deadline_seconds: float = 2.0
    """For one sentence, which usually takes 0.02 s: later than this, the news is old."""
    start_seconds: float = 5.0
    """For the engine to be there: a new interpreter on a busy small board."""
    tries: int = 2
    """Failures in a row before ``espeak-ng`` takes over."""
    cached_phrases: int = 64
    """About 0.1 MB each; the phrases of an evening repeat."""


@dataclass(frozen=True)
class VoiceInfo:
    """A voice there is: ``name`` is what the settings take."""

    name: str
    language: str
    description: str


class EspeakVoice:
    """A :class:`~hardware.ports.Voice`. Several threads may call it: one sentence is made at a time (C-091)."""

    def __init__(self, settings: VoiceSettings | None = None) -> None:
        self.settings = settings or VoiceSettings()
        self._lock = Lock()
        self._cache: OrderedDict[str, Sound] = OrderedDict()
        self._failures: list[str] = []
        self._worker: _Worker | None = None
        self._closed = False
        self._start_worker()

    @property
    def engine(self) -> str:
        """What speaks now: ``pyttsx3``, or ``espeak-ng`` once that has failed too often."""
        return "pyttsx3" if len(self._failures) < self.settings.tries else "espeak-ng"

    @property
    def worker_pid(self) -> int | None:
        """The process that speaks, where there is one."""
        worker = self._worker
        return worker.pid if worker else None

    def speak(self, text: str) -> Sound:
        """Nothing to say gives an empty sound. Raises HardwareError when neither way gives sound in its time."""
        # Control characters end a text for the library, and stray bytes of a terminal cannot be encoded (C-101).
        text = "".join(letter if letter.isprintable() else " " for letter in text)
        if not text.strip():
            return Sound(b"", VOICE_RATE)
        with self._lock:
            self._check_open()
            if text in self._cache:
                self._cache.move_to_end(text)
                return self._cache[text]
            sound = self._synthesise(text)
            self._cache[text] = sound
            if len(self._cache) > self.settings.cached_phrases:
                self._cache.popitem(last=False)
            return sound

    def voices(self) -> tuple[VoiceInfo, ...]:
        """All voices there are, sorted by language."""
        with self._lock:
            self._check_open()
            data = self._ask_worker(lambda worker: worker.ask({"voices": True}))
        listed = _voices_of_program(self.settings) if data is None else [VoiceInfo(*row) for row in json.loads(data)]
        return tuple(sorted(listed, key=lambda voice: (voice.language, voice.name)))

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._stop_worker()

    def _check_open(self) -> None:
        if self._closed:
            raise HardwareError("the voice is closed")

    def _synthesise(self, text: str) -> Sound:
        data = self._ask_worker(lambda worker: worker.ask({"say": text}))
        if data is not None:
            return from_wav(data, "pyttsx3")
        settings = self.settings
        command = espeak_command(settings.name, settings.words_per_minute, settings.pitch)
        try:
            return run_speech(command, text, settings.deadline_seconds)
        except HardwareError as error:
            why = f"{error}; pyttsx3: {self._failures[-1]}"
            raise HardwareError(f"the voice {settings.name!r} fails, see `prompter voices`: {why}") from error

    def _ask_worker(self, ask: Callable[[_Worker], bytes]) -> bytes | None:
        """The worker's answer; None when it has failed too often."""
        while len(self._failures) < self.settings.tries:
            try:
                answer = ask(self._start_worker())
            except _WorkerError as error:
                self._stop_worker()
                self._failures.append(str(error))
            else:
                self._failures.clear()
                return answer
        return None

    def _start_worker(self) -> _Worker:
        if self._worker is None:
            self._worker = _Worker(self.settings)
        return self._worker

    def _stop_worker(self) -> None:
        if self._worker is not None:
            self._worker.stop()
            self._worker = None


class _WorkerError(Exception):
    """The worker process does not speak."""


class _Worker:
    """The process and its two pipes. Starting it costs no waiting: its first reply is read with the first request."""

    def __init__(self, settings: VoiceSettings) -> None:
        self._settings = settings
        self._is_ready = False
        options = {"voice": settings.name, "rate": settings.words_per_minute, "pitch": settings.pitch}
        script = Path(__file__).with_name("voice_worker.py")
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(script), json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **NO_SOUND_SERVER},
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, request: dict[str, Any]) -> bytes:
        if not self._is_ready:
            self._within(self._settings.start_seconds, self._read_reply)
            self._is_ready = True
        return self._within(self._settings.deadline_seconds, lambda: self._exchange(request))

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in self._pipes():
            with suppress(OSError):  # what was not yet written has nowhere to go
                pipe.close()

    def _within(self, seconds: float, work: Callable[[], bytes]) -> bytes:
        """A pipe's reader has no time limit; killing the other side ends the reading for certain, even half-way."""
        killer = Timer(seconds, self._process.kill)
        killer.daemon = True
        killer.start()
        try:
            return work()
        except (OSError, ValueError, EOFError) as error:
            raise _WorkerError(f"its process ended or was not done in {seconds:g} s") from error
        finally:
            killer.cancel()

    def _exchange(self, request: dict[str, Any]) -> bytes:
        requests, _ = self._pipes()
        requests.write(json.dumps(request).encode() + b"\n")
        requests.flush()
        return self._read_reply()

    def _read_reply(self) -> bytes:
        _, replies = self._pipes()
        head = json.loads(replies.readline())
        if "error" in head:
            raise _WorkerError(head["error"])
        data = replies.read(head["bytes"])
        if len(data) < head["bytes"]:
            raise EOFError
        return data

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        requests, replies = self._process.stdin, self._process.stdout
        assert requests is not None
        assert replies is not None
        return requests, replies


def _voices_of_program(settings: VoiceSettings) -> list[VoiceInfo]:
    table = run_program(["espeak-ng", "--voices"], "", settings.deadline_seconds).decode(errors="replace")
    rows = [line.split() for line in table.splitlines()[1:]]
    names = [(row[4].lower(), row[1], row[3].replace("_", " ")) for row in rows if len(row) > 4]
    return [VoiceInfo(*name) for name in names if not name[0].startswith("mb/")]
