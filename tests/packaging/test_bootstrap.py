"""``./prompter`` from a fresh clone, on a machine made of stand-ins: every program it calls is a script of the test.

The real set-up, with real packages, is what the machine that checks changes does before it runs this.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.packaging.checkout import copy_to

TOOLS = (
    *("cat", "chmod", "cksum", "date", "env", "flock", "grep", "ls", "mkdir", "mv"),
    *("readlink", "rm", "sed", "sh", "tail", "uname"),
)
"""Programs that every Debian has, and that the stand-ins use."""

LIBRARIES = "echo 'libportaudio.so.2 libatomic.so.1'"
ORDINARY_USER = "echo 1000"
ROOT_USER = "echo 0"

PYTHON = """
case $1 in
-c) exit 0 ;;
-m)
    if [ "$2" = venv ]; then
        echo venv >>"$CALLS"
        for folder; do :; done
        mkdir -p "$folder/bin" && cat "$0" >"$folder/bin/python" && chmod +x "$folder/bin/python"
        exit
    fi
    echo pip >>"$CALLS"
    pip_does
    printf '#!/bin/sh\\n. "$PROGRAM"\\n' >"${0%/*}/prompter" && chmod +x "${0%/*}/prompter"
    ;;
*) exec "$@" ;;
esac
"""
"""A Python that makes a virtual environment of itself, and whose pip lays down a ``prompter``."""

PROGRAM = """
[ "$1" != model ] || exit 1
for word; do printf '<%s>' "$word"; done
"""
"""The installed program: shows its words, has no model."""


@dataclass
class Machine:
    """A machine with nothing on it but what a test puts there."""

    home: Path
    """The checkout."""
    programs: Path
    calls: Path
    """One line for each call of a stand-in that changes something."""
    environment: dict[str, str] = field(default_factory=dict)

    def put(self, name: str, body: str) -> None:
        """A program of this name, a shell script."""
        path = self.programs / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        path.chmod(0o755)

    def pip(self, does: str) -> None:
        """What pip does before it succeeds."""
        self.put("python3", f"pip_does() {{ {does}; }}\n{PYTHON}")

    def installs(self, program: str) -> None:
        """The ``prompter`` that pip lays down."""
        (self.programs / "program").write_text(program, encoding="utf-8")

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.home / "prompter", *words],
            cwd="/",
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        process = self.start(*words)
        out, err = process.communicate(timeout=30)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def called(self) -> list[str]:
        return self.calls.read_text(encoding="utf-8").splitlines() if self.calls.exists() else []


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_to(tmp_path_factory.mktemp("clone"))


@pytest.fixture
def machine(tmp_path: Path, clone: Path) -> Machine:
    home = tmp_path / "Ann's box, the 2nd [new] é" / "prompter"
    home.mkdir(parents=True)
    for name in ("prompter", "pyproject.toml"):
        shutil.copy2(clone / name, home)
    made = Machine(home, tmp_path / "programs", tmp_path / "calls")
    made.programs.mkdir()
    for tool in TOOLS:
        (made.programs / tool).symlink_to(str(shutil.which(tool)))
    made.environment = {
        "PATH": str(made.programs),
        "CALLS": str(made.calls),
        "PROGRAM": str(made.programs / "program"),
    }
    for name, body in {"ldconfig": LIBRARIES, "id": ORDINARY_USER, "sudo": "exit 1"}.items():
        made.put(name, body)
    for name in ("espeak-ng", "flite", "aplay", "pulseaudio", "pactl", "chromium", "systemd-analyze"):
        made.put(name, "exit 0")
    made.put("apt-get", 'echo "apt-get $*" >>"$CALLS"')
    made.pip(":")
    made.installs(PROGRAM)
    return made


def test_words_pass_through_unchanged(machine: Machine) -> None:
    assert machine.run("type", "an evening", "", "*", 'it\'s "quoted" $HOME').stdout == (
        '<type><an evening><><*><it\'s "quoted" $HOME>'
    )


def test_the_exit_status_passes_through(machine: Machine) -> None:
    machine.installs("exit 7")
    assert machine.run("rehearse").returncode == 7


def test_the_output_belongs_to_the_program_alone(machine: Machine) -> None:
    first = machine.run("type")
    assert (first.stdout, "setting up" in first.stderr) == ("<type>", True)


def test_it_finds_its_folder_through_links(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/box").symlink_to(machine.home / "prompter")
    (tmp_path / "box").symlink_to("bin/box")
    done = subprocess.run([tmp_path / "box"], env=machine.environment, capture_output=True, check=True, cwd="/")
    assert (done.stdout, (machine.home / ".venv/bin/prompter").exists()) == (b"", True)


def test_a_second_run_installs_nothing_and_says_nothing(machine: Machine) -> None:
    machine.run("doctor")
    before = machine.called()
    second = machine.run("doctor")
    assert (machine.called(), second.stderr) == (before, "")


def test_a_second_run_starts_no_python_but_the_programs_own(machine: Machine) -> None:
    machine.run("doctor")
    python = machine.home / ".venv/bin/python"
    python.write_text('#!/bin/sh\necho "$1" >>"$CALLS"\n', encoding="utf-8")
    machine.calls.unlink()
    machine.run("doctor")
    assert machine.called() == [str(machine.home / ".venv/bin/prompter")]


def test_the_time_of_the_set_up_is_handed_to_the_program(machine: Machine) -> None:
    machine.installs('echo "$PROMPTER_SETUP_SECONDS"')
    machine.put("date", 'echo x >>"$CALLS.date"; [ "$(cat "$CALLS.date")" = x ] && echo 1000 || echo 1090')
    assert [machine.run("rehearse").stdout, machine.run("rehearse").stdout] == ["90\n", "0\n"]


def test_a_changed_pyproject_is_installed_again(machine: Machine) -> None:
    machine.run("doctor")
    with (machine.home / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n# one more dependency\n")
    machine.run("doctor")
    assert machine.called() == ["venv", "pip", "pip"]


def test_a_checkout_that_was_moved_is_installed_again(machine: Machine) -> None:
    machine.run("doctor")
    machine.home = machine.home.rename(machine.home.with_name("moved"))
    machine.run("doctor")
    assert machine.called() == ["venv", "pip", "pip"]


def test_an_environment_whose_python_is_gone_is_made_anew(machine: Machine) -> None:
    machine.run("doctor")
    python = machine.home / ".venv/bin/python"
    python.rename(python.with_name("python3.11"))
    python.symlink_to("python3.11")
    machine.run("doctor")
    python.with_name("python3.11").unlink()
    assert machine.run("doctor").stdout == "<doctor>"
    assert machine.called() == ["venv", "pip", "pip", "venv", "pip"]


def test_a_set_up_killed_half_way_is_made_anew(machine: Machine) -> None:
    machine.pip('kill -9 "$PPID"; kill -9 $$')
    assert machine.run("doctor").returncode == -9
    machine.pip(":")
    assert (machine.run("doctor").stdout, machine.called()) == ("<doctor>", ["venv", "pip", "venv", "pip"])


def test_a_failed_update_keeps_the_environment_that_was_there(machine: Machine) -> None:
    machine.run("doctor")
    (machine.home / "pyproject.toml").write_text("# changed\n", encoding="utf-8")
    (machine.home / ".venv/bin/python").write_text(f"#!/bin/sh\npip_does() {{ exit 1; }}\n{PYTHON}", encoding="utf-8")
    machine.run("doctor")
    machine.run("doctor")
    assert machine.called() == ["venv", "pip", "pip", "pip"]


def test_the_second_of_two_set_ups_waits_and_says_so(machine: Machine, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    machine.pip(f"cat '{gate}'")
    first = machine.start("one")
    with gate.open("w", encoding="utf-8"):  # opens when the first one's pip reads it
        second = machine.start("two")
        assert second.stderr is not None
        said = second.stderr.readline()
    assert (first.communicate(timeout=30)[0], second.communicate(timeout=30)[0]) == ("<one>", "<two>")
    assert (said, machine.called()) == (
        "prompter: another set-up is at work here; waiting for it\n",
        ["venv", "pip"],
    )


def test_a_program_that_goes_on_running_keeps_nobody_waiting(machine: Machine, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    machine.installs(f"[ \"$1\" != play ] || cat '{gate}'; echo done")
    first = machine.start("play")
    with gate.open("w", encoding="utf-8"):
        (machine.home / "pyproject.toml").write_text("# changed\n", encoding="utf-8")
        assert machine.run("doctor").stdout == "done\n"
    first.communicate(timeout=30)


def _without(*names: str) -> Callable[[Machine], None]:
    def take_away(machine: Machine) -> None:
        for name in names:
            (machine.programs / name).unlink()

    return take_away


def test_without_rights_it_prints_the_one_line_to_run_and_stops(machine: Machine) -> None:
    _without("espeak-ng", "flite")(machine)
    machine.put("ldconfig", "echo nothing")
    machine.put("uname", "echo x86_64")
    done = machine.run("doctor")
    assert (done.returncode, done.stderr.splitlines()[-1], machine.called()) == (
        1,
        "    sudo sh -c 'apt-get update && apt-get install -y libportaudio2 espeak-ng flite'",
        [],
    )


def test_without_sudo_the_line_is_one_for_su(machine: Machine) -> None:
    _without("flite", "sudo")(machine)
    assert machine.run("doctor").stderr.splitlines()[-1] == ("    su -c 'apt-get update && apt-get install -y flite'")


def test_an_ordinary_user_with_everything_there_needs_no_rights(machine: Machine) -> None:
    assert (machine.run("doctor").stdout, machine.called()) == ("<doctor>", ["venv", "pip"])


@pytest.mark.parametrize(("user", "sudo"), [(ROOT_USER, "exit 1"), (ORDINARY_USER, '[ "$1" = -n ] && shift && "$@"')])
def test_with_rights_it_installs_what_is_missing_and_no_more(machine: Machine, user: str, sudo: str) -> None:
    machine.put("id", user)
    machine.put("sudo", sudo)
    machine.put("true", "exit 0")
    _without("flite")(machine)
    machine.run("doctor")
    (update, install, *_) = machine.called()
    assert (update, install.endswith(" flite"), "--no-remove" in install) == ("apt-get update", True, True)


@pytest.mark.parametrize("board", ["aarch64", "armv7l"])
def test_on_arm_the_library_that_vosk_needs_is_asked_for(machine: Machine, board: str) -> None:
    machine.put("uname", f"echo {board}")
    machine.put("ldconfig", "echo libportaudio.so.2")
    assert machine.run("doctor").stderr.splitlines()[-1].endswith("apt-get install -y libatomic1'")


def test_what_only_tests_need_is_asked_for_at_a_test_alone(machine: Machine) -> None:
    _without("pactl")(machine)
    assert machine.run("doctor").returncode == 0
    assert "pulseaudio-utils" in machine.run("test").stderr.splitlines()[-1]


def test_a_failing_apt_ends_in_one_line_with_its_log(machine: Machine) -> None:
    machine.put("id", ROOT_USER)
    machine.put("apt-get", "echo 'E: Unable to fetch: could not resolve the host' >&2; exit 100")
    _without("flite")(machine)
    done = machine.run("doctor")
    log = machine.home / ".venv/setup.log"
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        1,
        f"prompter: apt could not fetch the system packages flite: is this machine on the network? Log: {log}",
    )


def test_a_failing_pip_ends_in_one_line_with_its_reason(machine: Machine) -> None:
    machine.pip("echo 'ERROR: No space left on device'; exit 1")
    done = machine.run("doctor")
    assert (done.returncode, done.stderr.splitlines()[-1].split(" Log: ")[0]) == (
        1,
        "prompter: pip could not install the Python packages: ERROR: No space left on device",
    )


@pytest.mark.case("C-025")
def test_where_apt_is_absent_it_says_what_is_missing_and_goes_on(machine: Machine) -> None:
    _without("apt-get", "flite", "aplay")(machine)
    done = machine.run("doctor")
    assert done.stdout == "<doctor>"
    assert "not found here: flite alsa-utils" in done.stderr


def test_an_old_python_is_named(machine: Machine) -> None:
    machine.put("python3", '[ "$1" = --version ] && echo Python 3.9.2')
    done = machine.run("doctor")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        1,
        "prompter: needs Python 3.11 or newer; here is Python 3.9.2",
    )


def test_without_python_and_apt_it_stops(machine: Machine) -> None:
    _without("apt-get", "python3")(machine)
    done = machine.run("doctor")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        1,
        "prompter: needs Python 3.11 or newer with its venv module; please install it",
    )


def test_a_missing_python_is_one_of_the_packages(machine: Machine) -> None:
    _without("python3")(machine)
    assert machine.run("doctor").stderr.splitlines()[-1].endswith("apt-get install -y python3 python3-venv'")


def test_a_model_is_looked_for_once_and_not_again_after_a_change(machine: Machine) -> None:
    machine.installs(f'echo "$*" >>"$CALLS"\n{PROGRAM}')
    first = machine.run("doctor")
    (machine.home / "pyproject.toml").write_text("# changed\n", encoding="utf-8")
    machine.run("say")
    assert "PocketSphinx hears instead" in first.stderr
    assert machine.called() == ["venv", "pip", "model get --quiet", "doctor", "pip", "say"]


def test_a_copy_outside_a_checkout_sets_up_nothing(machine: Machine) -> None:
    (machine.home / "pyproject.toml").unlink()
    done = machine.run("doctor")
    assert (done.returncode, done.stderr.count("\n"), list(machine.home.iterdir())) == (
        1,
        1,
        [machine.home / "prompter"],
    )


def test_a_folder_that_cannot_hold_an_environment_is_told(machine: Machine) -> None:
    machine.home = machine.home.rename(machine.home.with_name("a:b"))
    done = machine.run("doctor")
    assert (done.returncode, "cannot be installed in a folder whose name" in done.stderr) == (1, True)


def test_a_test_runs_every_check_and_sums_up(machine: Machine) -> None:
    machine.run("test")
    python = machine.home / ".venv/bin/python"
    python.write_text('#!/bin/sh\necho "$@"\n[ "$2" != mypy ]\n', encoding="utf-8")
    done = machine.run("test", "--all", "-k", "two words")
    assert re.fullmatch(
        r"prompter: checks: ruff ok, mypy FAILED, lint-imports ok, pytest ok; \d+ s", done.stderr.splitlines()[-1]
    )
    assert (done.returncode, done.stdout.splitlines()[-1].endswith(" -m  -k two words")) == (1, True)
