"""A PulseAudio of our own, with a loudspeaker and a microphone that exist in it only, to try the real adapters on.

For benches and tests: what is said into its microphone and what its loudspeaker plays is in the caller's hands, and it
can be killed, frozen, and robbed of its devices (``spikes/devices.md`` section 1).
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Literal

import numpy as np

from hardware.levels import loud
from hardware.ports import HardwareError, Sound
from hardware.resample import resample
from hardware.sounds import Samples, to_samples, write_wav

RATE = 48_000
_BLOCK_BYTES = 2 * RATE // 100
Sink = Literal["speaker", "micfeed"]
SINKS: dict[Sink, str] = {"speaker": "channels=2", "micfeed": "channels=1"}
"""What is played into ``micfeed`` is what the microphone hears."""

_NOISE_VOLUME = 6_000
"""Of 65,536, cubed: white noise at -67 dB of full scale."""
_PROGRAMS = ("pulseaudio", "pactl", "paplay", "pacat", "parec")
_START_SECONDS = 15.0
_SERVER = f"""
.fail
load-module module-null-sink sink_name=speaker rate={RATE} {SINKS["speaker"]}
load-module module-null-sink sink_name=micfeed rate={RATE} {SINKS["micfeed"]}
set-default-sink speaker
set-default-source micfeed.monitor
load-module module-native-protocol-unix socket={{folder}}/pa.sock auth-anonymous=1
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
    """What goes through a device, as it comes."""

    def __init__(self, process: subprocess.Popen[bytes], keep: bool = True) -> None:
        """``keep``: its samples as well, and not only when there was sound."""
        self._process = process
        self._keep = keep
        self._pcm = bytearray()
        self._rest = b""
        self._loud: list[int] = []
        self._blocks = 0
        self._began = float("inf")
        self._lock = Lock()
        self._thread = Thread(target=self._read, name="recording", daemon=True)
        self._thread.start()

    def samples(self) -> Samples:
        """All that was heard so far."""
        with self._lock:
            return to_samples(bytes(self._pcm))

    @property
    def seconds(self) -> float:
        """How long it is so far, to 0.01 s."""
        return self._blocks / 100

    def first_loud(self, since: float) -> float | None:
        """The moment, by ``time.monotonic``, of the first sound after so many seconds of it.

        What came through the recorder with the least delay tells the moment of all the rest.
        """
        with self._lock:
            at = bisect_left(self._loud, round(100 * since))
            return self._began + self._loud[at] / 100 if at < len(self._loud) else None

    def loud_seconds(self) -> float:
        """How much sound there was, beside silence."""
        return len(self._loud) / 100

    def quiet_at_end(self, seconds: float) -> bool:
        """Whether there was sound, and then none for that long."""
        with self._lock:
            return bool(self._loud) and self._blocks - self._loud[-1] > 100 * seconds

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while data := os.read(self._process.stdout.fileno(), 1 << 16):
            data = self._rest + data
            whole = len(data) - len(data) % _BLOCK_BYTES
            self._rest = data[whole:]
            blocks = loud(to_samples(data[:whole]), RATE)
            with self._lock:
                if self._keep:
                    self._pcm += data[:whole]
                self._loud += (self._blocks + np.flatnonzero(blocks)).tolist()
                self._blocks += len(blocks)
                self._began = min(self._began, time.monotonic() - self._blocks / 100)


class SoundServer:
    """A PulseAudio in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.env = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PULSE_SERVER": f"unix:{folder}/pa.sock"}
        self._process: subprocess.Popen[bytes] | None = None
        self._feeders: dict[Sink, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        """HardwareError when it does not."""
        (self._folder / "pa.sock").unlink(missing_ok=True)
        script, log = self._folder / "t.pa", self._folder / "pa.log"
        script.write_text(_SERVER.format(folder=self._folder))
        options = ["-n", "-F", str(script), "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
        with log.open("ab") as out:
            self._process = self._begin("pulseaudio", *options, out=out)
        if not until(lambda: self._run("pactl", "info").returncode == 0, _START_SECONDS):
            raise HardwareError("PulseAudio does not start here: " + " ".join(log.read_text().split())[-300:])
        for sink in SINKS:
            self._feed(sink)

    def plug(self, sink: Sink) -> None:
        """Put in the loudspeaker, or the microphone, after it was pulled out."""
        self._run("pactl", "load-module", "module-null-sink", f"sink_name={sink}", f"rate={RATE}", SINKS[sink])
        if sink == "speaker":
            self._run("pactl", "set-default-sink", sink)
        else:
            self._run("pactl", "set-default-source", f"{sink}.monitor")
        self._feed(sink)

    def _feed(self, sink: Sink) -> None:
        # A sink that plays nothing gives its recorders a block every two seconds only; and no room is without noise.
        noise = ("/dev/zero",) if sink == "speaker" else (f"--volume={_NOISE_VOLUME}", "/dev/urandom")
        self._feeders[sink] = self._begin("pacat", f"--device={sink}", "--latency-msec=20", "--channels=1", *noise)

    def unplug(self, sink: Sink) -> None:
        """Pull it out."""
        modules = self._run("pactl", "list", "short", "modules").stdout.decode()
        for line in modules.splitlines():
            if f"sink_name={sink} " in line:
                self._run("pactl", "unload-module", line.split()[0])
        self._end_feeder(sink)

    def kill(self) -> None:
        """As if it had crashed."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        for sink in tuple(self._feeders):
            self._end_feeder(sink)

    def freeze(self) -> None:
        """As if it were wedged: there, and silent."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def begin_to_say(self, sound: Sound) -> subprocess.Popen[bytes]:
        """Into the microphone; some 0.6 s after its end the program ends that plays it."""
        path = self._folder / "feed.wav"
        write_wav(path, resample(sound, RATE))
        return self._begin("paplay", "--device=micfeed", "--latency-msec=50", str(path))

    def say_into_microphone(self, sound: Sound) -> None:
        """The same, to the end."""
        self.begin_to_say(sound).wait()

    @contextmanager
    def recording(self, sink: Sink = "speaker", keep: bool = True) -> Iterator[Recording]:
        """Records what the loudspeaker plays or the microphone hears, from the moment that something arrives."""
        options = ("-d", f"{sink}.monitor", "--latency-msec=10", "--raw", "--channels=1", f"--rate={RATE}")
        recording = Recording(
            subprocess.Popen(
                ["parec", *options],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **self.env},
            ),
            keep,
        )
        try:
            if not until(lambda: recording.seconds):
                raise HardwareError(f"nothing comes from {sink}.monitor of the sound server")
            yield recording
        finally:
            recording.close()

    def _signal(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)

    def _end_feeder(self, sink: Sink) -> None:
        feeder = self._feeders.pop(sink, None)
        if feeder is not None:
            feeder.kill()
            feeder.wait()

    def _begin(self, *command: str, out: int | IO[bytes] = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        env = {**os.environ, **self.env}
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=env)

    def _run(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(command, capture_output=True, timeout=60, env={**os.environ, **self.env}, check=False)


@contextmanager
def sound_server(folder: Path) -> Iterator[SoundServer]:
    """One that runs, its files in this folder. HardwareError where its programs are not installed."""
    missing = [program for program in _PROGRAMS if not shutil.which(program)]
    if missing:
        raise HardwareError(
            f"not installed: {', '.join(missing)}: sudo apt install pulseaudio pulseaudio-utils libasound2-plugins"
        )
    folder.chmod(0o700)
    server = SoundServer(folder)
    try:
        server.start()
        yield server
    finally:
        server.kill()
