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


def checks_of(settings: Settings | SettingsError, *, with_sound: bool = False) -> Mapping[str, Check]:
    """Every check by its name. ``with_sound``: also those that can be heard in the room.

    Where the settings cannot be used, that is one of the checks, and only those are left that need none.
    """
    box = machine.Machine()
    return {
        **(_broken(settings) if isinstance(settings, SettingsError) else _of_settings(settings, with_sound)),
        **checks.WITHOUT_SETTINGS,
        **{name: partial(check, box) for name, check in machine.CHECKS.items()},
    }


def _of_settings(settings: Settings, with_sound: bool) -> Mapping[str, Check]:
    of_program = {**checks.CHECKS, **(sound.ALOUD if with_sound else {})}
    return {name: partial(check, settings) for name, check in of_program.items()}


def _broken(error: SettingsError) -> Mapping[str, Check]:
    def check() -> Iterable[Finding]:
        raise error

    return {"settings": check}


def examine(checks: Mapping[str, Check]) -> Iterator[Finding]:
    """Every check in turn. One that breaks is a finding of its own, and the next one runs."""
    for name, check in checks.items():
        try:
            yield from check()
        except (HardwareError, SettingsError, OSError) as error:
            yield Finding(name, "fail", "; ".join(str(error).splitlines()), "put that right, then ask again")
