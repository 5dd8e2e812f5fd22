"""What is wrong with the box, and what to do about it: one small check after the other.

``fail`` is for what the main job cannot be done without, ``warn`` for what a table can do without for an evening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from assistant.doctor import checks, machine, sound
from assistant.doctor.findings import Finding
from assistant.settings import Settings, SettingsError
from hardware.ports import HardwareError

__all__ = ["Check", "Finding", "checks_of", "examine"]

Check = Callable[[], Iterable[Finding]]


def checks_of(settings: Settings, *, with_sound: bool = False) -> Mapping[str, Check]:
    """Every check by its name. ``with_sound``: also those that can be heard in the room."""
    box = machine.Machine()
    of_program = {**checks.CHECKS, **(sound.ALOUD if with_sound else {})}
    return {
        **{name: partial(check, settings) for name, check in of_program.items()},
        **{name: partial(check, box) for name, check in machine.CHECKS.items()},
    }


def examine(checks: Mapping[str, Check]) -> Iterator[Finding]:
    """Every check in turn. One that breaks is a finding of its own, and the next one runs."""
    for name, check in checks.items():
        try:
            yield from check()
        except (HardwareError, SettingsError, OSError) as error:
            yield Finding(name, "fail", "; ".join(str(error).splitlines()), "put that right, then ask again")
