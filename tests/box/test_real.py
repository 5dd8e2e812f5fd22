"""The devices of this machine, before any of them is opened."""

from __future__ import annotations

from assistant.box.real import real_devices
from assistant.evening import SHELL_LINES, Lines
from assistant.settings import Settings
from hardware.fakes.speaker import CollectingSpeaker
from hardware.fakes.voice import CollectingVoice


def test_each_part_that_may_fail_has_a_line_for_when_it_works_again() -> None:
    devices = real_devices(Settings(), speaker=CollectingSpeaker(), voice=CollectingVoice())
    lines = Lines.load(SHELL_LINES)
    assert [name for name in devices.troubles if f"part_works.{name}" not in lines] == []
