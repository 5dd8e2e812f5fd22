"""Why a pin cannot be had: one line that says what to do."""

from __future__ import annotations

from pathlib import Path

import gpiozero
import pytest

from hardware.pins import FACTORY_VARIABLE, open_board, why_no_pins, why_not_this_pin
from hardware.ports import HardwareError


@pytest.fixture
def pi(tmp_path: Path) -> tuple[Path, Path]:
    """The files by which a Raspberry Pi is known, and its devices: a chip that this user may not open."""
    model, devices = tmp_path / "model", tmp_path / "dev"
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\x00")
    devices.mkdir()
    return model, devices


@pytest.mark.case("C-076")
def test_a_laptop_is_told_apart_from_a_board_on_which_something_is_wrong(pi: tuple[Path, Path]) -> None:
    model, devices = pi
    assert "this is no Raspberry Pi" in why_no_pins(OSError("x"), model.with_name("gone"), devices)
    model.write_text("Banana Pi BPI-M5")
    assert "this is no Raspberry Pi" in why_no_pins(OSError("x"), model, devices)


@pytest.mark.case("C-079")
def test_a_chip_that_may_not_be_opened_is_told_with_the_group_that_may(pi: tuple[Path, Path]) -> None:
    (pi[1] / "gpiochip0").symlink_to("nowhere")  # which not even root may open
    told = why_no_pins(Exception("can not open gpiochip"), *pi)
    assert told == f"no pins: no permission for {pi[1]}/gpiochip0: sudo usermod -aG gpio $USER, then log in again"


@pytest.mark.case("C-076")
def test_a_board_on_which_the_library_fails_gets_the_librarys_reason(pi: tuple[Path, Path]) -> None:
    (pi[1] / "gpiochip0").touch()
    told = why_no_pins(Exception("can not\nopen gpiochip"), *pi)
    assert told == "no pins: can not open gpiochip; see: prompter doctor"


@pytest.mark.parametrize(
    ("package", "install"), [("lgpio", "sudo apt install python3-lgpio"), ("gpiozero", "pip install gpiozero")]
)
def test_a_missing_package_is_told_with_the_way_to_have_it(pi: tuple[Path, Path], package: str, install: str) -> None:
    told = why_no_pins(ModuleNotFoundError("No module", name=package), *pi)
    assert told == f"no pins: the Python package {package} is missing: {install}"


@pytest.mark.case("C-076")
def test_another_library_is_used_where_the_environment_asks_for_it_and_its_failure_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(FACTORY_VARIABLE, "abacus")
    with pytest.raises(HardwareError, match=f"{FACTORY_VARIABLE} asks for 'abacus', and that fails: Unable to find"):
        open_board()


@pytest.mark.case("C-076")
def test_simulated_pins_are_had_by_asking_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv(FACTORY_VARIABLE, "mock")
    assert type(open_board().Device.pin_factory).__name__ == "MockFactory"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        pytest.param(Exception("'GPIO busy'"), "another program has this pin", marks=pytest.mark.case("C-077")),
        pytest.param(
            gpiozero.GPIOPinInUse("pin GPIO17 is already in use by <x>"),
            "another program has this pin",
            marks=pytest.mark.case("C-077"),
        ),
        pytest.param(PermissionError(13, "x"), "sudo usermod -aG gpio", marks=pytest.mark.case("C-079")),
        pytest.param(Exception("GPIO not permitted"), "sudo usermod -aG gpio", marks=pytest.mark.case("C-079")),
        (gpiozero.PinInvalidPin("99 is not a valid pin name"), "99 is not a valid pin name"),
    ],
)
def test_a_single_pin_that_cannot_be_had_says_why(error: Exception, told: str) -> None:
    assert told in why_not_this_pin(error)
