"""What goes with a request for help: enough to see what is wrong, and nothing of the table.

Two ways make sure of that. Only what is known to tell nothing of the table is taken: settings that are a number or a
choice, and lines of the log that the service manager or a fault of the program wrote. And from all that is taken,
names of the settings and the home folder are cut out.
"""

from __future__ import annotations

import os
import platform
import pwd
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from assistant.app import playable
from assistant.doctor.findings import Finding
from assistant.doctor.machine import UNIT, Machine
from assistant.settings import Sections, Settings, SettingsError, default_file, describe

OPEN_KEYS = frozenset({"table.game", "voice.name", "sound.microphone", "sound.speaker", "hearing.front_end"})
"""Settings of any text that name a device or a part of the program."""
NAME = "prompter-help.txt"
LOG_LINES = 200
PEOPLE = range(1000, 60_000)
"""Numbers of the users that are people."""
SHORT = 2
"""Letters of a part of a name that is no name by itself, as "of"."""
CUT = "…"

_RECORD = re.compile(r"(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) (?:assistant|hardware|grammar)[\w.]*(?=:)")
"""How a line begins that the program logs; what comes after may hold words of the game."""
_FRAME = re.compile(r'\s*File "[^"]*?((?:assistant|hardware|grammar)/[\w./-]+|[\w.<>-]+)", line (\d+), in ([\w<>]+)')
_ERROR = re.compile(r"(?:\w+\.)*\w+(?:Error|Exception|Interrupt|Exit)(?=:|$)")


@dataclass(frozen=True)
class Section:
    """A part of the file."""

    title: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"== {self.title} ==", *self.lines, "", ""])


def bundle_of(
    settings: Settings | SettingsError, findings: Iterable[Finding], machine: Machine | None = None
) -> tuple[Section, ...]:
    """All of the file. Settings that cannot be used tell no names to cut out: what is wrong with them stays out too."""
    machine = machine or Machine()
    if isinstance(settings, SettingsError):
        settings, findings = Settings(), map(_without_fault, findings)
    scrub = Scrubber(secrets_of(settings), Path.home())
    told = (f"{one.state:4}  {one.check}: {one.found}" + (f" → {one.do}" if one.do else "") for one in findings)
    parts = {
        "versions": versions(machine),
        "findings": told,
        "settings that are not as they come": changed_settings(settings),
        "last lines of the service": log_lines(machine),
    }
    return tuple(Section(title, tuple(map(scrub, lines))) for title, lines in parts.items())


def _without_fault(finding: Finding) -> Finding:
    return replace(finding, found="cannot be used") if finding.check == "settings" else finding


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """Names of people, of the settings and of this machine's users, all names of the game that the settings know, as
    they are written, said and heard, and folders that somebody has named."""
    players = [*settings.table.seats, settings.table.facilitator]
    named = [form for name in settings.names for form in (name.display, name.said, *name.sounds_like, *name.phones)]
    parts = [part for name in (*players, *named) for part in name.split() if len(part) > SHORT]
    users = [user.pw_name for user in pwd.getpwall() if user.pw_uid in PEOPLE]
    folders = [settings.evenings.folder, os.environ.get("PROMPTER_EVENINGS", ""), settings.hearing.model]
    if settings.file != default_file():
        folders.append(str(settings.file.parent))
    return (*players, *named, *parts, *users, *folders)


class Scrubber:
    """Cuts names, home folders and named folders out of a line."""

    def __init__(self, secrets: Iterable[str], home: Path) -> None:
        """Longer ones go first, so that nothing of them is left over."""
        found = sorted({secret for secret in secrets if secret.strip()}, key=len, reverse=True)
        self._home = str(home)
        self._homes = re.compile(rf"{re.escape(self._home)}(?=[/\s'\"]|$)|/home/[^/\s'\"]+|/root(?=[/\s'\"]|$)")
        words = "|".join(rf"(?<!\w){re.escape(secret)}(?!\w)" for secret in found if secret != self._home)
        self._secrets = re.compile(words or r"(?!)", re.IGNORECASE)

    def __call__(self, line: str) -> str:
        return self._homes.sub("~", self._secrets.sub(CUT, line))


def versions(machine: Machine) -> Iterator[str]:
    """Program, packages, Python, system, board."""
    for name in ("prompter", *_dependencies()):
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} is missing"
    yield f"Python {platform.python_version()}, {sys.implementation.name}"
    system = dict(re.findall(r'^(\w+)="?(.*?)"?$', machine.text("etc/os-release") or "", re.MULTILINE))
    yield f"{system.get('PRETTY_NAME', 'no os-release')}, Linux {platform.release()}, {platform.machine()}"
    yield machine.board() or "no single-board computer"


def _dependencies() -> list[str]:
    try:
        needed = requires("prompter") or []
    except PackageNotFoundError:
        return []
    return [re.split(r"[^\w.-]", one, maxsplit=1)[0] for one in needed if "extra ==" not in one]


def changed_settings(settings: Settings) -> Iterator[str]:
    """Settings with another value than the default; of texts that anyone could have written, only that there is one."""
    game = playable(settings.table.game).game
    choices = _choices(Sections) | {f"games.{game.id}.{key}" for key in _choices(game.config)}
    for row in describe(settings, game):
        if row.origin == "default":
            continue
        if row.key in choices or row.key in OPEN_KEYS or _is_number(row.value):
            yield f"{row.key} = {row.value}"
        else:
            yield f"{row.key} is set"


def _is_number(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_number, value))
    return value is None or isinstance(value, bool | int | float)


def _choices(settings: type[Any], before: str = "") -> set[str]:
    """Keys of the settings whose text is one of a few that the program knows."""
    hints, keys = get_type_hints(settings), set()
    for item in fields(settings):
        hint = hints[item.name]
        if is_dataclass(hint) and isinstance(hint, type):
            keys |= _choices(hint, f"{before}{item.name}.")
        elif get_origin(hint) is Literal and all(isinstance(each, str) for each in get_args(hint)):
            keys.add(f"{before}{item.name}")
    return keys


def log_lines(machine: Machine) -> Iterator[str]:
    """Of the service's last lines those that tell of a fault, without what the program had to say about it."""
    words = ("journalctl", "-u", UNIT, "-n", str(LOG_LINES), "--no-pager", "-o", "short-iso", "--no-hostname")
    lines = (machine.ask(words) or "").splitlines()
    kept = tuple(filter(None, map(without_words, lines)))
    yield from kept or ("none, or none that this user may read; as root: journalctl -u prompter",)


def without_words(line: str) -> str:
    """A line of the log as it may be shown; empty where it may hold words of the game."""
    stamp, _, rest = line.partition(" ")
    source, _, text = rest.partition(": ")
    if source.startswith("systemd["):
        return line
    if found := _RECORD.match(text):
        return f"{stamp} {found[0]}"
    if found := _FRAME.match(text):
        return f"{stamp}   File {found[1]}, line {found[2]}, in {found[3]}"
    if found := _ERROR.match(text):
        return f"{stamp} {found[0]}"
    return ""


def write_bundle(sections: Iterable[Section], file: Path | None) -> Path:
    """Write the file; without a name here or, where this user may not write here, among the temporary files."""
    text = "".join(map(str, sections))
    try:
        path = file or Path(NAME)
        path.write_text(text, encoding="utf-8")
    except PermissionError:
        if file:
            raise
        path = Path(tempfile.mkdtemp(prefix="prompter-")) / NAME
        path.parent.chmod(0o755)
        path.write_text(text, encoding="utf-8")
    return path


def told(sections: Sequence[Section]) -> str:
    """What is in the file, in one line."""
    return "; ".join(f"{section.title} ({len(section.lines)} lines)" for section in sections)
