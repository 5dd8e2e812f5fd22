from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hardware.devices import Device, choose, load_sounddevice, sound_devices
from hardware.ports import HardwareError
from tests.hardware.pulse import PulseServer

MIC = Device("USB PnP Sound Device: Audio (hw:1,0)", 0, 1, 0, 44_100)
SPEAKER = Device("USB Speaker: - (hw:2,0)", 1, 0, 2, 48_000, is_default_output=True)
ARRAY = Device("ReSpeaker 4 Mic Array: - (hw:3,0)", 2, 6, 0, 16_000, is_default_input=True)


@pytest.mark.case("C-080")
class TestChoosing:
    @pytest.mark.parametrize("order", [(MIC, SPEAKER, ARRAY), (ARRAY, MIC, SPEAKER), (SPEAKER, ARRAY, MIC)])
    def test_finds_the_name_wherever_it_is_listed(self, order: tuple[Device, ...]) -> None:
        assert choose(order, "usb pnp", "input") is MIC

    def test_without_a_name_takes_the_default(self) -> None:
        assert choose([MIC, SPEAKER, ARRAY], None, "input") is ARRAY

    def test_an_absent_name_is_an_error_that_lists_what_there_is(self) -> None:
        with pytest.raises(HardwareError, match=r"'Blue Yeti'.*PnP.*ReSpeaker"):
            choose([MIC, SPEAKER, ARRAY], "Blue Yeti", "input")

    def test_a_name_that_fits_two_devices_is_an_error_that_lists_both(self) -> None:
        twin = Device("USB PnP Sound Device: Audio (hw:2,0)", 3, 1, 0, 44_100)
        with pytest.raises(HardwareError, match=r"2 devices.*hw:1,0.*hw:2,0"):
            choose([MIC, twin], "USB PnP", "input")

    def test_a_whole_name_wins_over_names_that_hold_it(self) -> None:
        short, long = Device("pulse", 0, 2, 2, 44_100), Device("pulse monitor", 1, 2, 2, 44_100)
        assert choose([long, short], "pulse", "input") is short

    @pytest.mark.case("C-082")
    def test_a_device_that_cannot_record_is_never_a_microphone(self) -> None:
        with pytest.raises(HardwareError, match="no microphone is named"):
            choose([MIC, SPEAKER], "USB Speaker", "input")

    @pytest.mark.case("C-082")
    def test_a_default_that_cannot_record_is_passed_over(self) -> None:
        wrong = Device("HDMI", 9, 0, 2, 48_000, is_default_input=True)
        assert choose([wrong, MIC], None, "input") is MIC

    def test_no_device_at_all_is_said_plainly(self) -> None:
        with pytest.raises(HardwareError, match="no loudspeaker found"):
            choose([MIC], None, "output")


@pytest.mark.case("C-089")
class TestLoading:
    def test_a_missing_python_package_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "sounddevice", None)
        with pytest.raises(HardwareError, match="pip install sounddevice"):
            load_sounddevice()

    def test_a_missing_system_library_is_told_from_it(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
        monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
        monkeypatch.syspath_prepend(tmp_path)
        with pytest.raises(HardwareError, match="sudo apt install libportaudio2"):
            load_sounddevice()


def test_the_devices_of_the_sound_server_are_listed(pulse: PulseServer) -> None:
    assert any(device.is_default_output and device.outputs for device in sound_devices())
