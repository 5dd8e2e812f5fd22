"""What the doctor asks of the machine beneath: rights, service, clocks, heat and power.

All of it is looked up in files and by commands that a test can stand in for. What a machine does not have is no fault.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from assistant.doctor.findings import Finding
from hardware.pins import is_raspberry_pi

UNIT = "prompter.service"
HOT_DEGREES = 80.0
"""From here on a Pi slows down."""
OLDEST_DATE = date(2026, 11, 1)
"""No clock that is right shows an earlier day."""
SOUND_SERVERS = ("pulseaudio", "pipewire")
THROTTLED = {
    0: "the voltage is too low now",
    1: "the processor is held back now",
    2: "the processor is throttled now",
    3: "the processor is slowed by heat now",
    16: "the voltage was too low since the start",
    17: "the processor was held back since the start",
    18: "the processor was throttled since the start",
    19: "the processor was slowed by heat since the start",
}
"""Bits of the firmware's answer."""
_LOW_VOLTAGE = 1 << 0 | 1 << 16

_RIGHTS = {"audio": "dev/snd/pcm*", "gpio": "dev/gpiochip*"}
"""Group to the devices that it opens."""


def ask_program(words: Sequence[str]) -> str | None:
    """What a program of the system answers; None where it is not here or fails."""
    if not shutil.which(words[0]):
        return None
    try:
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout


def _may_use(path: Path) -> bool:
    return os.access(path, os.R_OK | os.W_OK)


@dataclass(frozen=True)
class Machine:
    """The machine that this program runs on."""

    root: Path = Path("/")
    ask: Callable[[Sequence[str]], str | None] = ask_program
    may_use: Callable[[Path], bool] = _may_use
    user: int = field(default_factory=os.getuid)
    clocks: frozenset[str] = frozenset(name for name in dir(time) if name.startswith("CLOCK_"))
    today: Callable[[], date] = date.today

    def text(self, path: str) -> str | None:
        """What a file of the machine says, None where it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None

    def board(self) -> str:
        """The model of a single-board computer; empty elsewhere."""
        return self.text("proc/device-tree/model") or ""

    def is_raspberry_pi(self) -> bool:
        return is_raspberry_pi(self.root / "proc/device-tree/model")


def board(machine: Machine) -> Iterator[Finding]:
    """Which machine this is. That a laptop has no pins, the check of the pins says."""
    name = machine.board() or "no Raspberry Pi"
    yield Finding("board", "ok", f"{name}, {os.uname().machine}, Linux {os.uname().release}")


def groups(machine: Machine) -> Iterator[Finding]:
    """Whether this user may use sound cards and pins."""
    name = _user_name(machine.user)
    for group, pattern in _RIGHTS.items():
        devices = sorted(machine.root.glob(pattern))
        shut = [device for device in devices if not machine.may_use(device)]
        if shut:
            do = f"sudo usermod -aG {group} {name}, then log in again"
            yield Finding(f"group {group}", "warn", f"{name} may not use {shut[0].relative_to(machine.root)}", do)
        elif devices:
            yield Finding(f"group {group}", "ok", f"{name} may use all of {pattern}")


def sound_servers(machine: Machine) -> Iterator[Finding]:
    """Whether a sound server of somebody else holds the sound cards."""
    found: dict[int, str] = {}
    for comm in machine.root.glob("proc/[0-9]*/comm"):
        try:
            name, owner = comm.read_text(encoding="utf-8", errors="replace").strip(), comm.stat().st_uid
        except OSError:  # it has ended
            continue
        if name in SOUND_SERVERS:
            found[owner] = name
    if machine.user in found:
        yield Finding("sound server", "ok", f"{found[machine.user]}, your own")
    elif found:
        owner, name = next(iter(found.items()))
        told = f"{name} of {_user_name(owner)} may hold the sound cards; another user's sound cannot be reached"
        yield Finding("sound server", "warn", told, "end that session, or use Raspberry Pi OS Lite, which has none")
    else:
        yield Finding("sound server", "ok", "none: sound goes straight to the cards")


def service(machine: Machine) -> Iterator[Finding]:
    """Whether the box runs by itself, where it is installed to."""
    answer = machine.ask(("systemctl", "show", UNIT, "--property=LoadState,ActiveState,UnitFileState,NRestarts,Result"))
    state = dict(line.split("=", 1) for line in (answer or "").splitlines() if "=" in line)
    if state.get("LoadState") != "loaded":
        yield Finding("service", "ok", "not installed here: prompter play runs it, prompter install makes a box")
        return
    yield _service(state)
    if state.get("UnitFileState") != "enabled":
        do = f"sudo systemctl enable {UNIT}"
        yield Finding("service at start", "warn", "the box does not start with the machine", do)


def _service(state: Mapping[str, str]) -> Finding:
    active, restarts = state.get("ActiveState", ""), int(state.get("NRestarts", "0") or 0)
    log = "see: journalctl -u prompter -n 50"
    if active == "failed":
        return Finding("service", "fail", f"it has failed ({state.get('Result')}) and stays down", log)
    if active not in ("active", "reloading"):
        return Finding("service", "warn", f"it does not run ({active})", f"sudo systemctl start {UNIT}; {log}")
    if restarts:
        return Finding("service", "warn", f"it runs, and was started again {restarts} times", log)
    return Finding("service", "ok", "it runs, and never had to be started again")


def clock(machine: Machine) -> Iterator[Finding]:
    """Whether play time can be counted; the date is only for people to read."""
    if "CLOCK_BOOTTIME" not in machine.clocks:
        yield Finding("clock", "warn", "this system does not count suspend", "do not let it suspend while you play")
    elif not machine.text("proc/sys/kernel/random/boot_id"):
        told = "boots cannot be told apart: after each start of the program the clock stands where it was last noted"
        yield Finding("clock", "warn", told, "let /proc be readable")
    else:
        yield Finding("clock", "ok", "steady, through suspend and restarts")
    if machine.today() < OLDEST_DATE:
        told = f"it says {machine.today().isoformat()}; play time does not depend on it, names of evenings do"
        yield Finding("date", "warn", told, "let the machine on the network once, or add a battery (Pi 5)")
    else:
        yield Finding("date", "ok", machine.today().isoformat())


def heat(machine: Machine) -> Iterator[Finding]:
    """How hot it is, where the machine tells."""
    zones = [machine.text(str(path.relative_to(machine.root))) for path in _thermal_zones(machine.root)]
    degrees = [int(text) / 1000 for text in zones if text and text.lstrip("-").isdigit()]
    if not degrees:
        return
    told = f"{max(degrees):.0f} °C"
    if max(degrees) < HOT_DEGREES:
        yield Finding("temperature", "ok", told)
    else:
        yield Finding("temperature", "warn", f"{told}: it slows down", "give it air, or a heat sink")


def _thermal_zones(root: Path) -> Iterator[Path]:
    return root.glob("sys/class/thermal/thermal_zone*/temp")


def power(machine: Machine) -> Iterator[Finding]:
    """What a Pi's firmware says of its power supply."""
    if not machine.is_raspberry_pi():
        return
    bits = _throttled(machine)
    if bits is None:
        yield Finding("power", "ok", "the firmware does not tell this user; as root: vcgencmd get_throttled")
    elif not any(bits >> bit & 1 for bit in THROTTLED):
        yield Finding("power", "ok", "the voltage has been high enough since the start")
    else:
        told = "; ".join(what for bit, what in THROTTLED.items() if bits >> bit & 1)
        low = "use the Pi's own power supply and a short cable: a low voltage ruins cards and drops USB microphones"
        yield Finding("power", "warn", told, low if bits & _LOW_VOLTAGE else "give it air, or a heat sink")


def _throttled(machine: Machine) -> int | None:
    files = sorted(machine.root.glob("sys/devices/platform/*/*:firmware/get_throttled"))
    texts = [machine.text(str(file.relative_to(machine.root))) for file in files]
    texts.append(machine.ask(("vcgencmd", "get_throttled")))
    for text in texts:
        try:
            return int((text or "").strip().rpartition("=")[2], 16)
        except ValueError:
            continue
    return None


def _user_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


CHECKS: Mapping[str, Callable[[Machine], Iterator[Finding]]] = {
    "board": board,
    "groups": groups,
    "sound server": sound_servers,
    "service": service,
    "clock": clock,
    "temperature": heat,
    "power": power,
}
