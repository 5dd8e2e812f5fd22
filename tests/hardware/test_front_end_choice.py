"""Which front end is taken where the board has the choice."""

from __future__ import annotations

import logging

import pytest

from hardware.fakes.front_end import LateFrontEnd
from hardware.front_end_choice import LIMITS, Chooser, cpu_share
from hardware.ports import BLOCK_BYTES, FrontEnd, HardwareError


class Named(LateFrontEnd):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def missing() -> FrontEnd:
    raise HardwareError("not installed")


BOTH = {name: (lambda name=name: Named(name)) for name in LIMITS}


def chooser(**shares: float) -> Chooser:
    """On a board where each takes this much of a core."""
    return Chooser(lambda front_end: shares[front_end.name], BOTH)


@pytest.mark.parametrize(
    ("deepfilter", "rnnoise", "told"),
    [
        (0.22, 0.16, "deepfilter, 0.22 of a core"),
        (0.38, 0.26, "deepfilter, 0.38 of a core"),
        (0.39, 0.27, "rnnoise, 0.27 of a core; deepfilter would take 0.39"),
        (0.70, 0.45, "none; deepfilter would take 0.70; rnnoise would take 0.45"),
    ],
)
def test_the_best_one_is_taken_that_leaves_the_recogniser_its_part(
    deepfilter: float, rnnoise: float, told: str
) -> None:
    choice = chooser(deepfilter=deepfilter, rnnoise=rnnoise).choose()
    assert (str(choice), choice.front_end.name) == (told, told.replace(";", ",").split(",")[0])


@pytest.mark.case("C-025")
def test_what_is_not_installed_is_passed_over() -> None:
    only = Chooser(lambda front_end: 0.1, {**BOTH, "deepfilter": missing})
    assert str(only.choose()) == "rnnoise, 0.10 of a core"
    assert str(Chooser(lambda front_end: 0.1, dict.fromkeys(BOTH, missing)).choose()) == "none"


def test_it_is_measured_and_logged_once_and_stays_the_same(caplog: pytest.LogCaptureFixture) -> None:
    shares = iter([0.9, 0.1, 0.0, 0.0])
    measured = Chooser(lambda front_end: next(shares), BOTH)
    with caplog.at_level(logging.INFO):
        taken = [measured.choose().front_end.name for _ in range(3)]
    assert taken == ["rnnoise"] * 3
    assert [record.message for record in caplog.records] == [
        "front end: rnnoise, 0.10 of a core; deepfilter would take 0.90"
    ]


@pytest.mark.parametrize(("cost", "blocks", "share"), [(0.02, 10, 0.2), (0.07, 3, 0.7), (0.3, 1, 3.0)])
def test_each_is_run_on_a_second_of_sound_or_until_its_budget_is_spent(cost: float, blocks: int, share: float) -> None:
    class Costly(LateFrontEnd):
        blocks = 0

        def feed(self, pcm: bytes) -> bytes:
            self.blocks += 1
            return super().feed(pcm)

    front_end = Costly()
    assert cpu_share(front_end, lambda: front_end.blocks * cost) == pytest.approx(share)
    assert front_end.blocks == blocks


def test_the_block_counts_in_which_nothing_else_was_at_work() -> None:
    spent = iter([0.0, 0.06, 0.1, 0.12, 0.2, 0.34])
    assert cpu_share(LateFrontEnd(), lambda: next(spent)) == pytest.approx(0.2)


def test_one_that_was_measured_begins_anew() -> None:
    used = LateFrontEnd()
    cpu_share(used)
    assert used.feed(b"\1" * BLOCK_BYTES) == b"\1" * (BLOCK_BYTES - 640)
