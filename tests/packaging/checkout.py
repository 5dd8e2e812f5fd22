"""The files of this checkout, as a fresh clone would have them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("assistant", "grammar", "hardware")


def tracked(root: Path = ROOT) -> tuple[Path, ...]:
    """All files that git knows or would take, relative to ``root``."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
    )
    names = (Path(name) for name in listed.stdout.decode().split("\0") if name)
    return tuple(sorted({name for name in names if (root / name).is_file()}))


def modules() -> tuple[Path, ...]:
    """The Python files among them."""
    return tuple(name for name in tracked() if name.suffix == ".py")


def copy_to(folder: Path) -> Path:
    """Copy the checkout into ``folder``; returns it."""
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder
