"""A game that is installed as a distribution of its own."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

PEBBLES = Path(__file__).with_name("pebbles")


def installed(place: Path) -> Mapping[str, str]:
    """The environment of a machine where Pebbles is installed, in this folder."""
    shutil.copytree(PEBBLES, place / "pebbles")
    about = place / "pebbles-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[prompter.games]\npebbles = pebbles\n")
    return {"PYTHONPATH": str(place)}
