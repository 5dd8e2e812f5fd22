"""Setting up a box, and undoing it: a plan of small steps, made by looking alone, which can be printed or carried out.

Steps that are so already are not in the plan, so a second run has nothing to do. Nothing that people made is ever
deleted or overwritten: not an evening, not a speech model, not a setting.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assistant.install_program import FOLDER, STAMP, InstallError, Program

CONFIG = Path("/etc/prompter/prompter.toml")
CONFIG_BESIDE = CONFIG.with_suffix(".toml.new")
KEPT = Path("/var/lib/prompter")
LAUNCHER = Path("/usr/local/bin/prompter")
UNIT = Path("/etc/systemd/system/prompter.service")
PAGE_UNIT = UNIT.with_name("prompter-page.service")
WAITS = UNIT.with_name("prompter.service.d") / "growing-waits.conf"
SYSUSERS = Path("/etc/sysusers.d/prompter.conf")
TMPFILES = Path("/etc/tmpfiles.d/prompter.conf")
ENABLED = UNIT.with_name("multi-user.target.wants") / UNIT.name
PAGE_ENABLED = ENABLED.with_name(PAGE_UNIT.name)

SHIPPED = {
    UNIT: "prompter.service",
    PAGE_UNIT: "prompter-page.service",
    SYSUSERS: "prompter.sysusers",
    TMPFILES: "prompter.tmpfiles",
}
"""Place on the box to the name of the file that is put there."""

UNITS = {UNIT: ENABLED, PAGE_UNIT: PAGE_ENABLED}
"""What runs on the box, each with the link that starts it with the machine."""

GROWING_WAITS_SINCE = 254
"""The first version of systemd that knows them."""


def run(words: Sequence[str]) -> None:
    """Run a command of the system. Raises InstallError with the last thing it said."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise InstallError(f"{words[0]} is not here: the box needs systemd") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or [f"status {done.returncode}"]
        raise InstallError(f"{' '.join(words)} failed: {said[-1]}")


@dataclass(frozen=True)
class Box:
    """The machine to set up: its files, which may lie in a folder of another machine, and its service manager."""

    root: Path = Path("/")
    run: Callable[[Sequence[str]], None] = field(default=run)

    def at(self, path: Path) -> Path:
        """Where a file of the box lies from here."""
        return self.root / path.relative_to("/")

    def text(self, path: Path) -> str | None:
        """What a file of the box holds; None where there is none."""
        try:
            return self.at(path).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None

    def has(self, path: Path) -> bool:
        """Whether there is such a file, folder or link."""
        return self.at(path).exists() or self.at(path).is_symlink()

    def is_this_machine(self) -> bool:
        return self.root == Path("/")

    def is_running(self) -> bool:
        """Whether its service manager can be told to start something."""
        return self.is_this_machine() and self.has(Path("/run/systemd/system"))

    def systemd(self, *words: str) -> Command:
        """A command of systemd's, for the files of this box."""
        return Command((words[0], *(() if self.is_this_machine() else (f"--root={self.root}",)), *words[1:]))


@dataclass(frozen=True)
class Write:
    """Write a file of the box."""

    path: Path
    text: str
    mode: int = 0o644

    def __str__(self) -> str:
        return f"write {self.path}"

    def carry_out(self, box: Box) -> None:
        place = box.at(self.path)
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f".{place.name}.tmp")
        beside.write_text(self.text, encoding="utf-8")
        beside.chmod(self.mode)
        beside.replace(place)


@dataclass(frozen=True)
class Copy:
    """Lay down the program."""

    program: Program

    def __str__(self) -> str:
        return f"copy the program to {FOLDER}"

    def carry_out(self, box: Box) -> None:
        box.at(FOLDER).parent.mkdir(parents=True, exist_ok=True)
        self.program.copy_to(box.at(FOLDER))


@dataclass(frozen=True)
class Remove:
    """Remove what an installation has put there."""

    path: Path

    def __str__(self) -> str:
        return f"remove {self.path}"

    def carry_out(self, box: Box) -> None:
        place = box.at(self.path)
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)


@dataclass(frozen=True)
class Command:
    """Run a command of the system."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"run {' '.join(self.words)}"

    def carry_out(self, box: Box) -> None:
        box.run(self.words)


@dataclass(frozen=True)
class Leave:
    """Nothing is done; people are told why."""

    what: str

    def __str__(self) -> str:
        return self.what

    def carry_out(self, box: Box) -> None:
        """Nothing."""


Step = Write | Copy | Remove | Command | Leave


def plan_install(box: Box, program: Program, config: str) -> tuple[Step, ...]:
    """What is missing on the box. ``config``: the text of its settings file. Raises InstallError."""
    shipped = {path: (program.share / name).read_text(encoding="utf-8") for path, name in SHIPPED.items()}
    waits = (program.share / WAITS.name).read_text(encoding="utf-8")
    launcher = (program.share / "prompter.sh").read_text(encoding="utf-8")
    steps: list[Step] = [
        *_program(box, program),
        *_files(box, shipped),
        *_files(box, {WAITS: waits} if _knows_growing_waits(box) else {}),
        *_launcher(box, launcher),
        *_config(box, config),
    ]
    return (*steps, *_commands(box, steps))


def _program(box: Box, program: Program) -> Iterator[Step]:
    stamp = box.text(FOLDER / STAMP)
    if program.packages.is_relative_to(box.at(FOLDER)):
        return  # started from there: it is its own installation
    if stamp is None and box.has(FOLDER):
        raise InstallError(f"{FOLDER} holds another program: move it away, or start {FOLDER}/bin/prompter install")
    if stamp != program.stamp():
        yield Copy(program)


def _files(box: Box, texts: Mapping[Path, str], mode: int = 0o644) -> Iterator[Step]:
    return (Write(path, text, mode) for path, text in texts.items() if box.text(path) != text)


def _launcher(box: Box, text: str) -> Iterator[Step]:
    if box.has(LAUNCHER) and not _is_ours(box):
        yield Leave(f"{LAUNCHER} is another program; it stays. The box's own is {FOLDER}/share/prompter/prompter.sh")
    else:
        yield from _files(box, {LAUNCHER: text}, 0o755)


def _is_ours(box: Box) -> bool:
    return f"program={FOLDER}/bin/prompter" in (box.text(LAUNCHER) or "")


def _config(box: Box, text: str) -> Iterator[Step]:
    there = box.text(CONFIG)
    if there is None:
        yield Write(CONFIG, text)
    elif there != text and box.text(CONFIG_BESIDE) != text:
        yield Leave(f"{CONFIG} is edited; it stays as it is. What it would be now lies beside it")
        yield Write(CONFIG_BESIDE, text)


def _knows_growing_waits(box: Box) -> bool:
    """Told from systemd's library, so that it is known of a box that does not run."""
    libraries = box.root.glob("usr/lib/**/systemd/libsystemd-shared-*.so")
    versions = [re.search(r"-(\d+)", library.name.removeprefix("libsystemd-shared")) for library in libraries]
    return any(int(found[1]) >= GROWING_WAITS_SINCE for found in versions if found)


def _commands(box: Box, steps: Sequence[Step]) -> Iterator[Step]:
    """Those that what was written asks for, and those whose effect is not there."""
    written = {step.path for step in steps if isinstance(step, Write)}
    if SYSUSERS in written or not re.search(r"^prompter:", box.text(Path("/etc/passwd")) or "", re.MULTILINE):
        yield box.systemd("systemd-sysusers", SYSUSERS.name)
    if TMPFILES in written or not box.has(KEPT):
        yield box.systemd("systemd-tmpfiles", "--create", TMPFILES.name)
    if box.is_running() and written & {UNIT, WAITS, PAGE_UNIT}:
        yield Command(("systemctl", "daemon-reload"))
    new = [unit.name for unit, enabled in UNITS.items() if not box.has(enabled)]
    if new:
        yield box.systemd("systemctl", "enable", *new)
    if box.is_running():
        of_all = CONFIG in written or any(isinstance(step, Copy) for step in steps)
        changed = {UNIT: of_all or written & {UNIT, WAITS}, PAGE_UNIT: of_all or PAGE_UNIT in written}
        names = [unit.name for unit in UNITS if changed[unit] or unit.name in new]
        if names:
            yield Command(("systemctl", "restart", *names))
    elif new:
        yield Leave("the box starts with the machine")


def plan_uninstall(box: Box) -> tuple[Step, ...]:
    """What takes an installation away. Evenings, speech models, settings and the user who owns them stay."""
    steps: list[Step] = []
    enabled = [unit.name for unit, enabled in UNITS.items() if box.has(enabled)]
    if enabled:
        now = ("--now",) if box.is_running() else ()
        steps.append(box.systemd("systemctl", "disable", *now, *enabled))
    laid_down = [WAITS.parent if _holds_only(box, WAITS) else WAITS, *SHIPPED]
    steps += [Remove(path) for path in laid_down if box.has(path)]
    if _is_ours(box):
        steps.append(Remove(LAUNCHER))
    if box.has(FOLDER / STAMP):
        steps.append(Remove(FOLDER))
    elif box.has(FOLDER):
        steps.append(Leave(f"{FOLDER} was not made by prompter install; it stays"))
    if box.is_running() and any(step == Remove(UNIT) for step in steps):
        steps.append(Command(("systemctl", "daemon-reload")))
    kept = [path for path in (CONFIG, CONFIG_BESIDE, KEPT) if box.has(path)]
    if kept:
        steps.append(Leave(f"kept, for you to remove: {', '.join(map(str, kept))}, and the user prompter"))
    return tuple(steps)


def _holds_only(box: Box, path: Path) -> bool:
    return box.has(path) and len(list(box.at(path).parent.iterdir())) == 1
