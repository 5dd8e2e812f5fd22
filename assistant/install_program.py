"""What has to lie on a box for ``prompter`` to run: the installed packages of this very program, to be copied there.

A copy rather than a second installation: the box gets what was rehearsed, byte by byte, and needs no network for it. A
checkout in somebody's home cannot serve in its place, since the service sees no home.
"""

from __future__ import annotations

import compileall
import hashlib
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution, entry_points
from pathlib import Path

import assistant
from assistant.games import GROUP

FOLDER = Path("/opt/prompter")
"""Where the program lies on a box: a virtual environment of its own."""

STAMP = "installed.txt"
"""In that folder: what was copied there. Written last, so that half a copy is none."""

PACKAGES = ("assistant", "grammar", "hardware")
HOMES = ("/home", "/root", "/run/user")
"""What the service cannot see."""

_SCRIPT = f"""#!{FOLDER}/bin/python
from assistant.cli import main

main()
"""


class InstallError(Exception):
    """The box cannot be set up like this; the message says what to do."""


@dataclass(frozen=True)
class Program:
    """The running program, as it can be copied."""

    packages: Path
    """The folder that holds the three packages."""
    share: Path
    """The folder of the unit files."""
    distributions: tuple[Distribution, ...]
    """Everything it needs that is not the system's."""
    metadata: str
    python: Path
    """The interpreter of the box."""
    system_site: bool
    """Whether packages of the system are seen: lgpio, on a Pi."""

    def stamp(self) -> str:
        """What tells this program from another: the packages with their versions, and a checksum over our own."""
        lines = sorted(f"{one.name} {one.version}" for one in self.distributions)
        lines += [f"python {self.python}", f"system packages {'seen' if self.system_site else 'not seen'}"]
        return "\n".join([f"prompter {self._checksum()}", *lines]) + "\n"

    def _checksum(self) -> str:
        digest = hashlib.sha256()
        for path in sorted((*_own_files(self.packages), *_files(self.share))):
            digest.update(f"{path.relative_to(path.parents[1])}\0".encode() + path.read_bytes())
        return digest.hexdigest()[:16]

    def copy_to(self, folder: Path) -> None:
        """Lay the program down in ``folder``, in one step: until it is complete, what was there stays."""
        new, old = folder.with_name(f".{folder.name}.new"), folder.with_name(f".{folder.name}.old")
        for left_over in (new, old):
            shutil.rmtree(left_over, ignore_errors=True)
        self._build(new)
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
        shutil.rmtree(old, ignore_errors=True)

    def _build(self, folder: Path) -> None:
        site = folder / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
        for source, place in self._site_files():
            _copy(source, site / place)
        for unit in _files(self.share):
            _copy(unit, folder / "share/prompter" / unit.name)
        _write(site / f"prompter-{_version(self.metadata)}.dist-info/METADATA", self.metadata)
        for package in PACKAGES:
            compileall.compile_dir(site / package, quiet=2)
        seen = str(self.system_site).lower()
        _write(folder / "pyvenv.cfg", f"home = {self.python.parent}\ninclude-system-site-packages = {seen}\n")
        _write(folder / "bin/prompter", _SCRIPT, 0o755)
        (folder / "bin/python").symlink_to(self.python)
        _write(folder / STAMP, self.stamp())

    def _site_files(self) -> Iterator[tuple[Path, Path]]:
        """Every file for ``site-packages``, with its place there."""
        for path in _own_files(self.packages):
            yield path, path.relative_to(self.packages)
        for one in self.distributions:
            for file in one.files or ():
                source = Path(str(one.locate_file(file)))
                if ".." not in file.parts and source.is_file():
                    yield source, Path(*file.parts)


def running_program(root: Path) -> Program:
    """The program that runs now, for the box whose files lie under ``root``. Raises InstallError."""
    own = distribution("prompter")
    config = Path(sys.prefix) / "pyvenv.cfg"
    return Program(
        packages=_packages_folder(),
        share=_share_folder(),
        distributions=_needed("prompter", *(point.dist.name for point in entry_points(group=GROUP) if point.dist)),
        metadata=own.read_text("METADATA") or own.read_text("PKG-INFO") or "",
        python=_interpreter(root),
        system_site=not config.exists() or bool(re.search(r"site-packages\s*=\s*true", config.read_text("utf-8"))),
    )


def _packages_folder() -> Path:
    return Path(str(assistant.__file__)).resolve().parents[1]


def _share_folder() -> Path:
    """The unit files: beside the packages in a checkout, else where the wheel has put them."""
    for folder in (_packages_folder() / "systemd", Path(sysconfig.get_path("data")) / "share/prompter"):
        if (folder / "prompter.service").is_file():
            return folder
    raise InstallError("the unit files of the box are missing here: install from a checkout, or the wheel anew")


def _interpreter(root: Path) -> Path:
    """A Python of this very version that the service can see."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    running = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    for python in (running, Path("/usr/bin") / version, Path("/usr/local/bin") / version):
        if not str(python).startswith(HOMES) and (root / python.relative_to("/")).exists():
            return python
    raise InstallError(f"{running} lies where the service cannot see it, and there is no other {version}: install one")


def _needed(*names: str) -> tuple[Distribution, ...]:
    """What these distributions need, all the way down, without prompter itself and without what the system brings."""
    found: dict[str, Distribution | None] = {}
    wanted = list(names)
    while wanted:
        name = re.sub(r"[-_.]+", "-", wanted.pop()).lower()
        if name in found:
            continue
        try:
            found[name] = one = distribution(name)
        except PackageNotFoundError:  # only needed on another system
            found[name] = None
            continue
        wanted += [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in one.requires or () if "extra ==" not in line]
    return tuple(one for name, one in sorted(found.items()) if one is not None and name != "prompter")


def _version(metadata: str) -> str:
    found = re.search(r"^Version: (\S+)", metadata, re.MULTILINE)
    return found[1] if found else "0"


def _own_files(packages: Path) -> Iterator[Path]:
    for name in PACKAGES:
        yield from (path for path in _files(packages / name) if "__pycache__" not in path.parts)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _copy(source: Path, target: Path) -> None:
    """So that everyone can read it: a checkout may be its owner's alone."""
    _make_folder(target.parent)
    shutil.copyfile(source, target)
    shutil.copystat(source, target)
    target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)


def _write(path: Path, text: str, mode: int = 0o644) -> None:
    _make_folder(path.parent)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir()
        folder.chmod(0o755)
