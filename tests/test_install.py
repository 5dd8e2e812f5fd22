"""Setting up a box and undoing it, on the files of a box in a folder; the commands of the system are written down."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from assistant import install
from assistant.install import Box, Leave, Step, plan_install, plan_uninstall
from assistant.install_program import FOLDER, InstallError, Program, running_program
from tests.packaging.checkout import ROOT

CONFIG = '[table]\n#level = "results"\n'
PYTHON = Path("/usr/bin/python3")


@dataclass
class Machine:
    """A box in a folder."""

    folder: Path
    program: Program
    ran: list[str] = field(default_factory=list)

    @property
    def box(self) -> Box:
        return Box(self.folder, self.run)

    def run(self, words: Sequence[str]) -> None:
        """What the commands of systemd leave behind, as far as a second run looks for it."""
        self.ran.append(" ".join(word for word in words if not word.startswith("--root")))
        if words[0] == "systemd-sysusers":
            self.put("/etc/passwd", "root:x:0:0::/root:/bin/sh\nprompter:x:999:999::/var/lib/prompter:/bin/false\n")
        elif words[0] == "systemd-tmpfiles":
            self.at("/var/lib/prompter").mkdir(parents=True, exist_ok=True)
        elif "enable" in words:
            for enabled in self._named(words):
                self.put(str(enabled), "")
        elif "disable" in words:
            for enabled in self._named(words):
                self.at(str(enabled)).unlink()

    def _named(self, words: Sequence[str]) -> list[Path]:
        return [enabled for unit, enabled in install.UNITS.items() if unit.name in words]

    def at(self, path: str) -> Path:
        return self.folder / path.lstrip("/")

    def put(self, path: str, text: str) -> Path:
        self.at(path).parent.mkdir(parents=True, exist_ok=True)
        self.at(path).write_text(text, encoding="utf-8")
        return self.at(path)

    def carry_out(self, steps: Sequence[Step]) -> list[str]:
        for step in steps:
            step.carry_out(self.box)
        return [str(step) for step in steps]

    def install(self, config: str = CONFIG) -> list[str]:
        return self.carry_out(plan_install(self.box, self.program, config))

    def uninstall(self) -> list[str]:
        return self.carry_out(plan_uninstall(self.box))

    def files(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()
        }


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    packages = tmp_path / "checkout"
    for name in ("assistant", "grammar", "hardware"):
        (packages / name).mkdir(parents=True)
        (packages / name / "__init__.py").write_text(f'"""{name}"""\n', encoding="utf-8")
    folder = tmp_path / "box"
    folder.mkdir()
    return Machine(folder, Program(packages, ROOT / "systemd", (), "Name: prompter\nVersion: 1.2\n", PYTHON, False))


def test_an_installation_lays_down_program_units_user_and_settings_and_enables_it(machine: Machine) -> None:
    machine.install()
    assert {name for name in machine.files() if not name.startswith(("opt/", "var/"))} == {
        "etc/passwd",
        "etc/prompter/prompter.toml",
        "etc/systemd/system/multi-user.target.wants/prompter-page.service",
        "etc/systemd/system/multi-user.target.wants/prompter.service",
        "etc/systemd/system/prompter-page.service",
        "etc/systemd/system/prompter.service",
        "etc/sysusers.d/prompter.conf",
        "etc/tmpfiles.d/prompter.conf",
        "usr/local/bin/prompter",
    }
    assert machine.ran == [
        "systemd-sysusers prompter.conf",
        "systemd-tmpfiles --create prompter.conf",
        "systemctl enable prompter.service prompter-page.service",
    ]


def test_a_plan_alone_changes_nothing(machine: Machine) -> None:
    assert plan_install(machine.box, machine.program, CONFIG)
    assert (machine.files(), machine.ran) == ({}, [])


def test_a_second_run_finds_nothing_to_do(machine: Machine) -> None:
    machine.install()
    assert plan_install(machine.box, machine.program, CONFIG) == ()


@pytest.mark.parametrize(
    ("lost", "steps"),
    [
        ("opt/prompter/installed.txt", None),
        ("etc/systemd/system/prompter.service", ["write /etc/systemd/system/prompter.service"]),
        ("etc/systemd/system/prompter-page.service", ["write /etc/systemd/system/prompter-page.service"]),
        ("usr/local/bin/prompter", ["write /usr/local/bin/prompter"]),
    ],
)
def test_what_got_lost_is_made_again_and_no_more(machine: Machine, lost: str, steps: list[str] | None) -> None:
    machine.install()
    machine.at(lost).unlink()
    if steps is None:
        with pytest.raises(InstallError, match="holds another program"):
            machine.install()
    else:
        assert machine.install() == steps


def test_a_box_of_before_the_page_gets_it_and_nothing_else(machine: Machine) -> None:
    machine.install()
    for path in (install.PAGE_UNIT, install.PAGE_ENABLED):
        machine.at(str(path)).unlink()
    assert [line for line in machine.install() if "write" in line] == [f"write {install.PAGE_UNIT}"]
    assert machine.ran[-1] == "systemctl enable prompter-page.service"


def test_a_newer_program_takes_the_place_of_the_older_one(machine: Machine) -> None:
    machine.install()
    (machine.program.packages / "grammar/__init__.py").write_text("NEWER = True\n", encoding="utf-8")
    assert machine.install() == ["copy the program to /opt/prompter"]
    (copied,) = machine.at("/opt/prompter").glob("lib/*/site-packages/grammar/__init__.py")
    assert copied.read_text(encoding="utf-8") == "NEWER = True\n"
    assert [path.name for path in machine.at("/opt").iterdir()] == ["prompter"]


def test_what_only_its_owner_could_read_can_be_read_by_the_service(machine: Machine) -> None:
    (machine.program.packages / "grammar").chmod(0o700)
    (machine.program.packages / "grammar/__init__.py").chmod(0o600)
    machine.install()
    (copied,) = machine.at("/opt/prompter").glob("lib/*/site-packages/grammar")
    modes = [path.stat().st_mode & 0o777 for path in (copied, copied / "__init__.py")]
    assert [oct(mode) for mode in modes] == ["0o755", "0o644"]


def test_edited_settings_stay_and_the_new_ones_lie_beside_them(machine: Machine) -> None:
    machine.install()
    machine.put("/etc/prompter/prompter.toml", "# mine\n")
    said = machine.install('[table]\nlevel = "full"\n')
    assert (machine.at("/etc/prompter/prompter.toml").read_text("utf-8"), said) == (
        "# mine\n",
        [
            "/etc/prompter/prompter.toml is edited; it stays as it is. What it would be now lies beside it",
            "write /etc/prompter/prompter.toml.new",
        ],
    )
    assert machine.install('[table]\nlevel = "full"\n') == []


def test_another_program_of_that_name_stays(machine: Machine) -> None:
    machine.put("/usr/local/bin/prompter", "#!/bin/sh\n")
    assert any("is another program; it stays" in line for line in machine.install())
    machine.uninstall()
    assert machine.at("/usr/local/bin/prompter").read_text("utf-8") == "#!/bin/sh\n"


@pytest.mark.parametrize(
    ("library", "knows"), [("libsystemd-shared-252.so", False), ("libsystemd-shared-257.so", True)]
)
def test_waits_grow_where_systemd_knows_how(machine: Machine, library: str, knows: bool) -> None:
    machine.put(f"/usr/lib/aarch64-linux-gnu/systemd/{library}", "")
    machine.install()
    assert machine.at("/etc/systemd/system/prompter.service.d/growing-waits.conf").exists() == knows


def test_an_uninstallation_keeps_evenings_models_and_settings_and_says_so(machine: Machine) -> None:
    machine.install()
    machine.put("/var/lib/prompter/evenings/2026-11-30.evening", "dear")
    machine.put("/var/lib/prompter/models/in-use", "model")
    said = machine.uninstall()
    assert set(machine.files()) == {
        "etc/passwd",
        "etc/prompter/prompter.toml",
        "var/lib/prompter/evenings/2026-11-30.evening",
        "var/lib/prompter/models/in-use",
    }
    assert said[-1] == (
        "kept, for you to remove: /etc/prompter/prompter.toml, /var/lib/prompter, and the user prompter"
    )


def test_somebodys_own_additions_to_the_unit_stay(machine: Machine) -> None:
    machine.put("/usr/lib/systemd/libsystemd-shared-257.so", "")
    machine.install()
    own = machine.put("/etc/systemd/system/prompter.service.d/override.conf", "[Service]\nNice=5\n")
    machine.uninstall()
    assert [path.name for path in own.parent.iterdir()] == ["override.conf"]


def test_a_second_uninstallation_has_nothing_to_do(machine: Machine) -> None:
    machine.install()
    machine.uninstall()
    assert all(isinstance(step, Leave) for step in plan_uninstall(machine.box))


def test_a_program_that_was_not_put_there_by_an_installation_stays(machine: Machine) -> None:
    machine.put("/opt/prompter/bin/prompter", "")
    machine.uninstall()
    assert machine.at("/opt/prompter/bin/prompter").exists()


def test_started_from_its_place_the_program_is_not_copied_onto_itself(machine: Machine) -> None:
    machine.install()
    (packages,) = machine.at("/opt/prompter").glob("lib/*/site-packages")
    machine.program = replace(machine.program, packages=packages)
    assert machine.install() == []


def test_a_python_in_somebodys_home_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="where the service cannot see it, and there is no other"):
        running_program(tmp_path)


def test_the_program_is_all_that_it_needs_and_nothing_that_only_tests_need(tmp_path: Path) -> None:
    python = tmp_path / f"usr/bin/python{_version()}"
    python.parent.mkdir(parents=True)
    python.touch()
    names = {one.name.lower() for one in running_program(tmp_path).distributions}
    assert ({"vosk", "srt", "cffi", "click"} <= names, names & {"pytest", "ruff", "mypy", "pip"}) == (True, set())


def _version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def test_a_command_that_fails_is_told_with_what_it_said_last() -> None:
    with pytest.raises(InstallError, match=r"exit 3 failed: broken$"):
        install.run(["sh", "-c", "echo so; echo broken >&2; exit 3"])


def test_a_machine_without_systemd_is_told_so() -> None:
    with pytest.raises(InstallError, match="no-such-program is not here: the box needs systemd"):
        install.run(["no-such-program"])


def test_it_lies_where_the_units_look_for_it() -> None:
    for unit, command in (("prompter", "play"), ("prompter-page", "page")):
        text = (ROOT / f"systemd/{unit}.service").read_text("utf-8")
        assert f"ExecStart={FOLDER}/bin/prompter {command}\n" in text
