"""What a check of the doctor says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warn", "fail"]


@dataclass(frozen=True)
class Finding:
    """What one check found."""

    check: str
    state: State
    found: str
    do: str = ""
    """What to do, where something is wrong."""
