"""What the doctor says of the machine beneath, by files and answers as machines give them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import pytest

from assistant.doctor import Finding
from assistant.doctor.machine import Machine, clock, groups, heat, power, service, sound_servers

PI = "Raspberry Pi 4 Model B Rev 1.4\0"


def machine(
    folder: Path, files: Mapping[str, str] | None = None, answers: Mapping[str, str] | None = None, **more: object
) -> Machine:
    """A machine of these files, whose programs answer so."""
    for name, text in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def ask(words: Sequence[str]) -> str | None:
        return (answers or {}).get(words[0])

    return Machine(folder, ask, **more)


def told(findings: Sequence[Finding]) -> list[tuple[str, str]]:
    assert all(finding.do for finding in findings if finding.state != "ok"), "each fault says what to do"
    return [(finding.check, finding.state) for finding in findings]


@pytest.mark.parametrize(
    ("bits", "state", "says"),
    [
        ("0", "ok", "high enough"),
        ("50000", "warn", "the voltage was too low since the start; the processor was throttled since the start"),
        ("50005", "warn", "the voltage is too low now"),
        ("80008", "warn", "slowed by heat now"),
    ],
)
def test_a_pi_tells_by_its_bits_whether_the_power_supply_is_weak(
    tmp_path: Path, bits: str, state: str, says: str
) -> None:
    firmware = "sys/devices/platform/soc/soc:firmware/get_throttled"
    (found,) = power(machine(tmp_path, {"proc/device-tree/model": PI, firmware: f"{bits}\n"}))
    assert (found.state, says in found.found) == (state, True)


def test_where_the_kernel_has_no_such_file_the_firmware_is_asked(tmp_path: Path) -> None:
    box = machine(tmp_path, {"proc/device-tree/model": PI}, {"vcgencmd": "throttled=0x50005\n"})
    (found,) = power(box)
    assert "the voltage is too low now" in found.found


def test_heat_alone_is_not_put_on_the_power_supply(tmp_path: Path) -> None:
    (found,) = power(machine(tmp_path, {"proc/device-tree/model": PI}, {"vcgencmd": "throttled=0x80000\n"}))
    assert "power supply" not in found.do


def test_a_laptop_is_not_asked_for_a_firmware_it_has_not(tmp_path: Path) -> None:
    assert list(power(machine(tmp_path, answers={"vcgencmd": "throttled=0x50005\n"}))) == []


@pytest.mark.parametrize(("millidegrees", "state"), [("54200", "ok"), ("84100", "warn")])
def test_the_hottest_place_counts(tmp_path: Path, millidegrees: str, state: str) -> None:
    zones = {"thermal_zone0": "31000", "thermal_zone1": millidegrees, "thermal_zone2": "no number"}
    box = machine(tmp_path, {f"sys/class/thermal/{name}/temp": f"{text}\n" for name, text in zones.items()})
    assert told(list(heat(box))) == [("temperature", state)]


def test_a_user_who_may_not_use_cards_or_pins_is_told_the_line_that_lets_him(tmp_path: Path) -> None:
    files = {"dev/snd/pcmC0D0c": "", "dev/gpiochip0": ""}
    shut = machine(tmp_path, files, may_use=lambda path: "gpiochip" not in path.name, user=0)
    sound, pins = groups(shut)
    assert (sound.state, pins.state) == ("ok", "warn")
    assert pins.do == "sudo usermod -aG gpio root, then log in again"


def test_without_cards_and_pins_there_is_nothing_to_be_allowed(tmp_path: Path) -> None:
    assert list(groups(machine(tmp_path))) == []


@pytest.mark.parametrize(
    ("user", "state", "says"), [(12_345, "ok", "your own"), (12_346, "warn", "pipewire of user 12345")]
)
def test_a_sound_server_is_of_use_to_its_own_user_only(tmp_path: Path, user: int, state: str, says: str) -> None:
    box = machine(tmp_path, {"proc/1/comm": "systemd\n", "proc/812/comm": "pipewire\n"}, user=user)
    owner = (tmp_path / "proc/812/comm").stat().st_uid
    seen_as = {12_345: owner, 12_346: owner + 1}[user]
    (found,) = sound_servers(Machine(box.root, user=seen_as))
    assert found.state == state
    assert ("your own" in found.found) == (state == "ok")


def show(**state: str) -> dict[str, str]:
    usual = {"LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled", "NRestarts": "0"}
    return {"systemctl": "".join(f"{key}={value}\n" for key, value in {**usual, **state}.items())}


@pytest.mark.parametrize(
    ("answers", "findings"),
    [
        ({}, [("service", "ok")]),
        (show(LoadState="not-found", ActiveState="inactive", UnitFileState=""), [("service", "ok")]),
        (show(), [("service", "ok")]),
        (show(NRestarts="3"), [("service", "warn")]),
        (show(ActiveState="inactive"), [("service", "warn")]),
        (show(ActiveState="failed", Result="exit-code"), [("service", "fail")]),
        (show(UnitFileState="disabled"), [("service", "ok"), ("service at start", "warn")]),
    ],
)
def test_a_service_that_is_installed_must_run_and_one_that_is_not_is_no_fault(
    tmp_path: Path, answers: Mapping[str, str], findings: list[tuple[str, str]]
) -> None:
    assert told(list(service(machine(tmp_path, answers=answers)))) == findings


BOOT = {"proc/sys/kernel/random/boot_id": "2c9a6a1e-8f7e-4d43-9c86-7d9e1f9c2f5d\n"}


@pytest.mark.parametrize(
    ("files", "today", "states"),
    [
        (BOOT, date(2026, 12, 24), ["ok", "ok"]),
        (BOOT, date(1970, 1, 1), ["ok", "warn"]),
        ({}, date(2026, 12, 24), ["warn", "ok"]),
    ],
)
def test_the_steady_clock_and_the_date_are_told_apart(
    tmp_path: Path, files: Mapping[str, str], today: date, states: list[str]
) -> None:
    findings = list(clock(machine(tmp_path, files, today=lambda: today)))
    assert told(findings) == list(zip(("clock", "date"), states, strict=True))


def test_a_system_that_does_not_count_suspend_is_named(tmp_path: Path) -> None:
    clocks = frozenset(name for name in dir(time) if name.startswith("CLOCK_")) - {"CLOCK_BOOTTIME"}
    assert next(clock(machine(tmp_path, BOOT, clocks=clocks))).state == "warn"
