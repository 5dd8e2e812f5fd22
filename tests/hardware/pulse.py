"""A sound server of our own, with a loudspeaker and a microphone that exist in it only, to try the real adapters on."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.ports import Sound
from hardware.resample import resample
from hardware.sounds import Samples, to_samples, write_wav
from tests.hardware.tones import loud_seconds

RATE = 48_000
_PROGRAMS = ("pulseaudio", "pactl", "paplay", "parec")
_SERVER = """
.fail
load-module module-null-sink sink_name=speaker rate=48000 channels=2
load-module module-null-sink sink_name=micfeed rate=48000 channels=1
set-default-sink speaker
set-default-source micfeed.monitor
load-module module-native-protocol-unix socket={folder}/pa.sock auth-anonymous=1
"""


def until(condition: Callable[[], object], seconds: float = 15.0) -> bool:
    """Whether something has come true within that time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


class Recording:
    """What the loudspeaker plays, as it comes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pcm = bytearray()
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)

    def samples(self) -> Samples:
        """All that was heard so far."""
        assert self._process.stdout is not None
        while data := self._process.stdout.read(1 << 20):
            self.pcm += data
        return to_samples(bytes(self.pcm))

    def loud_seconds(self) -> float:
        """How much sound there was, beside silence."""
        return loud_seconds(self.samples(), RATE)

    def quiet_at_end(self, seconds: float) -> bool:
        """Whether there was sound, and then none for that long."""
        samples = self.samples()
        last = samples[-round(seconds * RATE) :]
        return loud_seconds(samples, RATE) > 0 and len(last) == round(seconds * RATE) and loud_seconds(last, RATE) == 0


class PulseServer:
    """A running PulseAudio in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.env = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PULSE_SERVER": f"unix:{folder}/pa.sock"}
        self._process: subprocess.Popen[bytes] | None = None
        self._feeders: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        (self._folder / "pa.sock").unlink(missing_ok=True)
        script = self._folder / "t.pa"
        script.write_text(_SERVER.format(folder=self._folder))
        options = ["-n", "-F", str(script), "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
        with (self._folder / "pa.log").open("ab") as log:
            self._process = subprocess.Popen(
                ["pulseaudio", *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.env},
            )
        if not until(lambda: self._run("pactl", "info").returncode == 0):
            pytest.skip("PulseAudio does not start here: " + (self._folder / "pa.log").read_text()[-300:])
        for sink in ("speaker", "micfeed"):
            # A sink that plays nothing gives its recorders a block every two seconds only.
            self._start("pacat", f"--device={sink}", "--latency-msec=20", "--channels=1", "/dev/zero")

    def kill(self) -> None:
        """As if it had crashed."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None
        for feeder in self._feeders:
            feeder.kill()
            feeder.wait()
        self._feeders.clear()

    def freeze(self) -> None:
        """As if it were wedged: there, and silent."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def say_into_microphone(self, sound: Sound) -> None:
        """Plays it to the end of the feed."""
        path = self._folder / "feed.wav"
        write_wav(path, resample(sound, RATE))
        self._run("paplay", "--device=micfeed", "--latency-msec=50", str(path))

    @contextmanager
    def recording(self) -> Iterator[Recording]:
        """Records the loudspeaker, from the moment that something arrives."""
        process = subprocess.Popen(
            ["parec", "-d", "speaker.monitor", "--latency-msec=10", "--raw", "--channels=1", f"--rate={RATE}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **self.env},
        )
        try:
            recording = Recording(process)
            assert until(lambda: len(recording.samples()))
            yield recording
        finally:
            process.kill()
            process.wait()

    def _signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def _start(self, *command: str) -> None:
        nowhere = subprocess.DEVNULL
        env = {**os.environ, **self.env}
        self._feeders.append(subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, env=env))

    def _run(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(command, capture_output=True, timeout=60, env={**os.environ, **self.env}, check=False)


@contextmanager
def running_pulse(folder: Path) -> Iterator[PulseServer]:
    missing = [program for program in _PROGRAMS if not shutil.which(program)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    folder.chmod(0o700)
    server = PulseServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()
