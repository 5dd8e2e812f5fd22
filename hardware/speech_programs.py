"""Speech from programs that write WAV: ``espeak-ng``, ``flite`` and others, a process for each sentence."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from hardware.ports import HardwareError, Sound
from hardware.sounds import from_wav, read_wav

NO_SOUND_SERVER = {"PULSE_SERVER": "unix:/nonexistent"}
"""eSpeak NG asks for a sound server even when it only writes; a wedged one would hold it up for 30 s."""

_PACKAGES = {"text2wave": "festival"}
"""Where a program's package is not called as it is."""
_PHONES = re.compile(r"\[\[([a-z ]+)\]\]")


def is_installed(program: str) -> bool:
    return shutil.which(program) is not None


def espeak_command(voice: str, rate: int, pitch: int) -> list[str]:
    """Says its standard input; ``rate`` in words a minute, ``pitch`` 0 to 99."""
    return ["espeak-ng", "-v", voice, "-s", str(rate), "-p", str(pitch), "--stdout", "--stdin", "-b", "1"]


def flite_command(voice: str, stretch: float, text: str, file: str = "/dev/stdout") -> list[str]:
    """Says ``text``; ``stretch`` above 1 is slower."""
    return ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch:.3f}", "-t", text, "-o", file]


def run_flite_phones(voice: str, stretch: float, text: str, deadline_seconds: float) -> Sound:
    """Have flite say a text with phones in it, ``[[b r ae k ih t]]`` in CMU's letters. HardwareError as run_speech."""
    marked = _PHONES.sub(r'<phoneme ph="\1">name</phoneme>', escape(text))
    with TemporaryDirectory(prefix="prompter-") as folder:  # it appends to what it has written: a pipe gets nothing
        file = Path(folder) / "said.wav"
        run_program([*flite_command(voice, stretch, marked, str(file)), "-ssml"], "", deadline_seconds)
        return read_wav(file)


def has_phones(text: str) -> bool:
    """Whether a text is for run_flite_phones."""
    return _PHONES.search(text) is not None


def festival_command(voice: str, stretch: float) -> list[str]:
    """Says its standard input as bare samples at 16 kHz: its WAV cannot be written into a pipe."""
    slower = f"(Parameter.set 'Duration_Stretch {stretch:.3f})"
    return ["text2wave", "-eval", f"(voice_{voice})", "-eval", slower, "-F", "16000", "-otype", "raw", "-o", "-"]


def piper_command(voice: str, stretch: float) -> list[str]:
    """Says its standard input; ``voice`` is a model in the folder ``PIPER_VOICES``."""
    folder = os.environ.get("PIPER_VOICES", ".")
    return ["piper", "-m", voice, "--data-dir", folder, "--length-scale", f"{stretch:.3f}", "-f", "-"]


def run_speech(command: Sequence[str], text: str, deadline_seconds: float) -> Sound:
    """Run such a program. HardwareError when it is not there, fails, gives no sound or is not done in time."""
    data = run_program(command, text, deadline_seconds)
    if not data.startswith(b"RIFF"):
        raise HardwareError(f"{command[0]} gave no sound: try `{' '.join(command[:3])} hello`")
    return from_wav(data, command[0])


def run_program(command: Sequence[str], text: str, deadline_seconds: float) -> bytes:
    """What a program writes to its standard output, given ``text`` on its standard input."""
    name = command[0]
    try:
        done = subprocess.run(
            command,
            input=text.encode(),
            capture_output=True,
            timeout=deadline_seconds,
            env={**os.environ, **NO_SOUND_SERVER},
            check=True,
        )
    except FileNotFoundError as error:
        raise HardwareError(f"{name} is not installed: sudo apt install {_PACKAGES.get(name, name)}") from error
    except subprocess.TimeoutExpired as error:
        raise HardwareError(f"{name} did not speak within {deadline_seconds:g} s") from error
    except (subprocess.CalledProcessError, OSError, ValueError) as error:
        raise HardwareError(f"{name} cannot speak: {_last_line(error)}") from error
    return done.stdout


def _last_line(error: Exception) -> str:
    stderr = getattr(error, "stderr", None) or b""
    lines = stderr.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else str(error)
