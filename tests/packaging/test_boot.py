"""A whole machine starts with the installed box, hangs it, kills it, stops it: what a service manager really does.

A small Debian is built once, kept in pytest's cache (half a gigabyte, some minutes), and started in ``systemd-nspawn``
without any network or sound.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from assistant.install import ENABLED
from tests.commands.run import prompter
from tests.packaging.checkout import ROOT

PYTHON = f"usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
PACKAGES = ("systemd", "systemd-sysv", "dbus", "python3", "libportaudio2", "espeak-ng")
BOOT = Path(__file__).with_name("boot")

NEEDED = ("debootstrap", "systemd-nspawn")
MISSING = [program for program in NEEDED if not shutil.which(program)]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(
        os.geteuid() != 0 or bool(MISSING),
        reason=f"needs root, debootstrap and systemd-nspawn (apt: debootstrap systemd-container); missing: {MISSING}",
    ),
]

ANSWERS = """
[table]
seats = ["Paul", "Zoë", "Ben", "Cleo"]
facilitator = "Paul"
"""

QUICKER = """
[Service]
WatchdogSec=6
TimeoutStopSec=4
"""
"""So that a hang is found, and the hung process ended, while a test waits."""

BOOT_SECONDS = 400
WHERE = "the clock stands at 1:02:05"

PROBE = """
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh /usr/local/lib/probe.sh
StateDirectory=probe
[Install]
WantedBy=default.target
"""


@dataclass(frozen=True)
class Booted:
    """A machine that has been started and has gone through the steps of ``boot/probe.sh``."""

    reports: Path

    def text(self, step: str) -> str:
        path = self.reports / step
        return path.read_text(encoding="utf-8") if path.exists() else f"the step {step} was not reached"

    def shown(self, step: str) -> dict[str, str]:
        """What ``systemctl show`` told at this step."""
        return dict(line.split("=", 1) for line in self.text(step).splitlines() if "=" in line)

    @cached_property
    def check(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text("check.json"))
        return found


@pytest.fixture(scope="module")
def debian(pytestconfig: pytest.Config) -> Path:
    """A small Debian of this machine's release, built on first use."""
    release = _release()
    folder = pytestconfig.cache.mkdir("boot") / release if pytestconfig.cache else pytest.fail("pytest has no cache")
    if not (folder / "built").exists():
        shutil.rmtree(folder, ignore_errors=True)
        command = ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", release, str(folder)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            pytest.skip(f"no Debian {release!r} could be built: {done.stdout.splitlines()[-1:]}")
        (folder / "built").touch()
    if not (folder / PYTHON).exists():
        pytest.skip(f"Debian {release} has another Python than this one: {PYTHON} is missing there")
    return folder


def _release() -> str:
    found = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else "stable"


@pytest.fixture(scope="module")
def booted(debian: Path, tmp_path_factory: pytest.TempPathFactory) -> Booted:
    work = tmp_path_factory.mktemp("boot")
    root = work / "root"
    subprocess.run(["cp", "-a", "--reflink=auto", debian, root], check=True)
    (work / "answers.toml").write_text(ANSWERS, encoding="utf-8")
    done = prompter(work, "install", "--root", str(root), "--answers", str(work / "answers.toml"))
    assert done.returncode == 0, done.stderr
    _add_evening(root)
    _add_probe(root)
    command = ["systemd-nspawn", "-D", str(root), "--boot", "--register=no", "--keep-unit", "--private-network"]
    with (
        (work / "console").open("wb") as log,
        subprocess.Popen([*command, "--console=pipe"], stdin=subprocess.DEVNULL, stdout=log, stderr=log) as machine,
    ):
        try:
            machine.wait(timeout=BOOT_SECONDS)
        except subprocess.TimeoutExpired:  # what it has come to is told by the tests
            machine.terminate()
    (root / "var/lib/probe").rename(work / "reports")
    shutil.rmtree(root)
    return Booted(work / "reports")


def _add_evening(root: Path) -> None:
    """One that was played before, with an hour, two minutes and five seconds on its clock."""
    state = root / "var/lib"
    subprocess.run(
        [root / "opt/prompter/bin/python", root / "opt/prompter/bin/prompter", "type", "sunday"],
        env={"XDG_STATE_HOME": str(state), "XDG_CONFIG_HOME": str(root / "etc"), "LC_ALL": "C.UTF-8"},
        input="Paul: start the clock\nat 3725: Paul: stop the clock\n",
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    )
    (user,) = re.findall(r"^prompter:x:(\d+):(\d+):", (root / "etc/passwd").read_text(encoding="utf-8"), re.MULTILINE)
    for path in (state / "prompter").rglob("*"):
        os.chown(path, int(user[0]), int(user[1]))


def _add_probe(root: Path) -> None:
    units = root / "etc/systemd/system"
    _write(units / "probe.service", PROBE)
    _write(units / "prompter.service.d/quicker.conf", QUICKER)
    unit = (ROOT / "systemd/prompter.service").read_text(encoding="utf-8")
    check = re.sub(r"^ExecStart=.*", "ExecStart=/usr/bin/python3 /usr/local/lib/check.py", unit, flags=re.MULTILINE)
    check = re.sub(r"^(Type|WatchdogSec|Restart)=.*", "", check, flags=re.MULTILINE)
    _write(units / "check.service", check.replace("[Service]", "[Service]\nType=oneshot", 1))
    for name in ("probe.sh", "check.py"):
        shutil.copy(BOOT / name, root / "usr/local/lib" / name)
    subprocess.run(["systemctl", f"--root={root}", "-q", "enable", "probe.service"], check=True)
    assert (root / ENABLED.relative_to("/")).is_symlink()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.case("C-100", "C-101")
def test_it_is_up_without_any_device_and_says_which_evening_and_where_its_clock_stands(booted: Booted) -> None:
    up = booted.shown("up")
    assert (up["ActiveState"], up["NRestarts"]) == ("active", "0"), booted.text("log_up")
    assert up["StatusText"].startswith(WHERE)


def test_the_page_is_up_under_its_own_user_and_shows_where_the_clock_stands(booted: Booted) -> None:
    page = booted.shown("page")
    assert (page["ActiveState"], "PIN" in page["StatusText"]) == ("active", True), booted.text("page_seen")
    assert "1:02:05" in booted.text("page_seen")


def test_a_page_that_is_killed_takes_nothing_with_it(booted: Booted) -> None:
    assert (booted.shown("page_killed")["ActiveState"], booted.shown("page_killed")["NRestarts"]) == ("active", "0")


@pytest.mark.parametrize(
    ("what", "outcome"),
    [
        *((folder, "EROFS") for folder in ("/etc", "/opt/prompter", "/usr")),
        ("/home", "EACCES"),
        ("own folder", "allowed"),
        ("IPv4", "EAFNOSUPPORT"),
        ("IPv6", "EAFNOSUPPORT"),
        ("netlink", "EAFNOSUPPORT"),
        ("Unix", "allowed"),
        ("groups", ["audio", "gpio", "prompter"]),
        ("root", False),
    ],
)
@pytest.mark.case("C-079")
def test_it_reaches_its_own_folder_and_no_network(booted: Booted, what: str, outcome: object) -> None:
    assert booted.check[what] == outcome


def test_its_network_is_an_empty_one_of_its_own(booted: Booted) -> None:
    assert booted.check["network"].startswith("net:")
    assert booted.check["network"] != booted.text("network").strip()


def test_a_hung_box_is_ended_by_the_watchdog_and_comes_back(booted: Booted) -> None:
    back = booted.shown("back")
    assert (back["ActiveState"], back["NRestarts"], "Watchdog timeout" in booted.text("log_back")) == (
        "active",
        "1",
        True,
    )
    assert back["MainPID"] != booted.shown("up")["MainPID"]


@pytest.mark.case("C-023", "C-068")
@pytest.mark.parametrize(("step", "restarts"), [("back", "1"), ("killed", "2")])
def test_a_box_that_comes_back_stands_where_it_stood(booted: Booted, step: str, restarts: str) -> None:
    shown = booted.shown(step)
    assert (shown["ActiveState"], shown["NRestarts"]) == ("active", restarts)
    assert shown["StatusText"].startswith(WHERE)
    assert booted.text(f"evenings_{step}") == booted.text("evenings_up")
    assert booted.text("evenings_up").startswith("sunday ")


def test_a_stop_is_clean_and_keeps_the_evening(booted: Booted) -> None:
    stopped = booted.shown("stopped")
    assert (stopped["ActiveState"], stopped["Result"], stopped["ExecMainStatus"]) == ("inactive", "success", "0")
    assert booted.text("evenings_stopped") == booted.text("evenings_up")


@pytest.mark.case("C-100")
def test_settings_that_cannot_be_used_end_it_once_with_a_line(booted: Booted) -> None:
    faulty = booted.shown("faulty")
    assert (faulty["ActiveState"], faulty["NRestarts"], faulty["ExecMainStatus"]) == ("failed", "0", "2")
    assert "/etc/prompter/prompter.toml: is not TOML" in booted.text("log_faulty")


def test_a_second_installation_leaves_a_running_box_alone(booted: Booted) -> None:
    assert booted.text("install_again") == "All of it is so already.\n"


def test_what_an_installation_puts_right_is_in_force_at_once(booted: Booted) -> None:
    assert booted.text("install_edited").splitlines()[:3] == [
        "write /etc/systemd/system/prompter.service",
        "run systemctl daemon-reload",
        "run systemctl restart prompter.service",
    ]
    restarted = booted.shown("restarted")
    assert (restarted["ActiveState"], restarted["MainPID"] != booted.shown("killed")["MainPID"]) == ("active", True)


def test_an_uninstallation_takes_the_box_away_and_leaves_the_evenings(booted: Booted) -> None:
    left = [line for line in booted.text("files_left").splitlines() if line.startswith("/")]
    assert (booted.text("units_left"), left) == ("", ["/var/lib/prompter/evenings/sunday.evening"])
