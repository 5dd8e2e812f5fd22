"""The units of the box, as systemd itself reads them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path

import pytest

from assistant.web.gate import LOCAL
from tests.packaging.checkout import ROOT

SYSTEMD = ROOT / "systemd"
UNIT = (SYSTEMD / "prompter.service").read_text(encoding="utf-8")
PAGE = (SYSTEMD / "prompter-page.service").read_text(encoding="utf-8")
MOST_EXPOSED_TENTHS = 10
"""Of 10.0, which a unit without any protection nearly has."""

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze (apt: systemd)")


def _analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


@pytest.fixture(params=["prompter.service", "prompter-page.service"])
def unit(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A unit, beside the other, with a program that is on every machine."""
    for name in ("prompter.service", "prompter-page.service"):
        text = (SYSTEMD / name).read_text(encoding="utf-8")
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / str(request.param)


@needs_systemd
def test_systemd_has_nothing_to_say_about_it(unit: Path) -> None:
    done = _analyze("verify", unit)
    assert (done.returncode, done.stdout) == (0, "")


@needs_systemd
def test_it_can_do_next_to_nothing_beyond_its_task(unit: Path) -> None:
    done = _analyze("security", "--offline=yes", f"--threshold={MOST_EXPOSED_TENTHS}", unit)
    assert done.returncode == 0, done.stdout


def test_the_page_is_let_out_to_the_very_networks_from_which_it_lets_in() -> None:
    allowed = re.findall(r"^IPAddressAllow=(.*)$", PAGE, re.MULTILINE)
    assert {ip_network(one) for line in allowed for one in line.split()} == set(LOCAL)


def test_the_page_finds_the_socket_where_the_box_has_put_it() -> None:
    (folder,) = re.findall(r"^RuntimeDirectory=(\S+)$", UNIT, re.MULTILINE)
    (told,) = re.findall(r"\bRUNTIME_DIRECTORY=(\S+)$", PAGE, re.MULTILINE)
    assert told == f"/run/{folder}"


def test_the_launcher_has_the_same_surroundings_as_the_service() -> None:
    assignment = r"\b((?:XDG|LC)_[A-Z_]+=\S+)"
    launcher = (SYSTEMD / "prompter.sh").read_text(encoding="utf-8")
    assert sorted(re.findall(assignment, launcher)) == sorted(re.findall(assignment, UNIT)) != []


@pytest.mark.case("C-020", "C-101")
def test_letters_are_utf_8_and_numbers_have_a_point_whatever_the_machine_is_set_to() -> None:
    assigned = dict(re.findall(r"\b([A-Z_]+)=(\S+)", " ".join(re.findall(r"^Environment=(.*)$", UNIT, re.MULTILINE))))
    told = (
        "import locale, sys; locale.setlocale(locale.LC_ALL, ''); print(locale.str(0.5), sys.getfilesystemencoding())"
    )
    done = subprocess.run(
        [sys.executable, "-c", told], env={"LANG": "de_DE", **assigned}, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0.5", "utf-8"]


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("systemd-sysusers"), reason="needs root and systemd-sysusers")
@pytest.mark.case("C-079")
def test_its_user_has_the_rights_to_sound_and_pins_and_no_other(tmp_path: Path) -> None:
    rules = tmp_path / "etc/sysusers.d/prompter.conf"
    rules.parent.mkdir(parents=True)
    shutil.copy(SYSTEMD / "prompter.sysusers", rules)
    subprocess.run(["systemd-sysusers", f"--root={tmp_path}", rules.name], check=True, capture_output=True)
    groups = (tmp_path / "etc/group").read_text(encoding="utf-8").splitlines()
    of_the_box = {line.split(":")[0] for line in groups if line.endswith(":prompter") or line.startswith("prompter:")}
    assert of_the_box == {"prompter", "audio", "gpio"}
    (groups_of_the_unit,) = re.findall(r"^SupplementaryGroups=(.*)$", UNIT, re.MULTILINE)
    assert set(groups_of_the_unit.split()) == of_the_box - {"prompter"}
