"""The voice's own process: pyttsx3 on eSpeak NG, lines of JSON in, WAV out. Run by :mod:`hardware.voice`.

It runs as a script, alone, so that a hang or a crash of the native library stops no clock. Requests are one JSON object
a line, ``{"say": text}`` or ``{"voices": true}``. Each reply is one line, ``{"bytes": n}`` and then n bytes, or
``{"error": why}``; the first reply, without a request, tells whether the engine is there. Only one sentence is put to
the engine at a time, and only by saving into memory: playing through pyttsx3 ignores failure, and several sentences
before one ``runAndWait`` lose all but the last.
"""

from __future__ import annotations

import io
import json
import os
import sys
import threading
import time
from typing import Any, BinaryIO

_POLL_SECONDS = 0.001


def serve(settings: dict[str, Any], requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer until the other side closes the pipe."""
    try:
        engine = Engine(settings)
    except Exception as error:
        _reply(replies, {"error": f"{type(error).__name__}: {error}"})
        return
    _reply(replies, {"bytes": 0})
    for line in requests:
        try:
            request = json.loads(line)
            data = engine.voices() if "voices" in request else engine.say(request["say"])
        except Exception as error:
            _reply(replies, {"error": f"{type(error).__name__}: {error}"})
        else:
            _reply(replies, {"bytes": len(data)}, data)


class Engine:
    """pyttsx3, saving into memory.

    Its ``runAndWait`` stops the library first if that is still busy, with a setting too, and the next sentence as
    well: about one new process in twenty lost a sentence or its speed. Hence :meth:`_settle` before each call. And
    its errors are events that nobody hears of unless asked for.
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        import pyttsx3
        from pyttsx3.drivers import _espeak

        self._is_playing = _espeak.IsPlaying
        self._engine = pyttsx3.init("espeak")
        self._errors: list[Exception] = []
        self._finished = threading.Event()
        self._engine.connect("error", lambda name, exception: self._errors.append(exception))
        self._engine.connect("finished-utterance", self._on_finished)
        self._settle()
        self._engine.runAndWait()  # until the first of these, settings and sentences are only queued
        for name in ("voice", "rate", "pitch"):
            self._settle()
            self._engine.setProperty(name, settings[name])
        self.say("a")

    def say(self, text: str) -> bytes:
        """The sentence as a WAV file."""
        wav = io.BytesIO()
        self._settle()
        self._finished.clear()
        self._engine.save_to_file(text, wav)
        self._engine.runAndWait()
        if not self._errors:
            self._finished.wait()
        if self._errors:
            raise self._errors.pop()
        return wav.getvalue()

    def _on_finished(self, name: str | None, completed: bool) -> None:
        if not completed:
            self._errors.append(RuntimeError("the sentence was cut off"))
        self._finished.set()

    def _settle(self) -> None:
        """Until the library's own thread has nothing left to do."""
        while self._is_playing():
            time.sleep(_POLL_SECONDS)

    def voices(self) -> bytes:
        """JSON list of (name, language, plain name). MBROLA's are left out: their sound has another rate than told."""
        voices = [voice for voice in self._engine.getProperty("voices") if not voice.id.startswith("mb/")]
        return json.dumps([(voice.id, (voice.languages or [""])[0], voice.name) for voice in voices]).encode()


def _reply(replies: BinaryIO, head: dict[str, Any], data: bytes = b"") -> None:
    replies.write(json.dumps(head).encode() + b"\n" + data)
    replies.flush()


def _keep_noise_out() -> BinaryIO:
    """The real standard output for replies; what native code and pyttsx3 print goes nowhere (C-094)."""
    replies = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return replies


if __name__ == "__main__":
    serve(json.loads(sys.argv[1]), sys.stdin.buffer, _keep_noise_out())
