"""The box for minutes on end, on a sound server that is killed, frozen and robbed of its devices under it.

A player taps the clock and says asides meanwhile. What was acknowledged is compared with the journal at the end.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from assistant.bench.loopback import Aside, Loopback, loopback
from assistant.bench.passing import PassingRecogniser
from assistant.evening import Answer, JournalFile
from assistant.settings import Settings
from hardware.fakes.sound_server import until
from hardware.ports import Heard, Recogniser

FAULT_SECONDS = 20.0
"""From one fault to the next."""
OUTAGE_SECONDS = 4.0
"""How long what was taken away stays away."""
WARM_UP = 3
"""Times that each aside is said before memory is looked at: decoders grow with the first things they hear."""
TAP_SECONDS = 0.5
PRESS_SECONDS = 0.1
LET_GO_SECONDS = 0.1
ANSWER_SECONDS = 6.0
"""An aside that is not answered by then was lost with the fault, and is said again."""
HANG_SECONDS = 5.0
"""The goal: nothing answers later than this."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault, tried ``n`` times."""

    what: str
    n: int
    heard_again_s: tuple[float, float] | None
    """Median and longest time from the end of the outage to an aside that is answered; None: never."""
    never: int
    """How often nothing was heard, or the speaker was not back, until the next fault."""


@dataclass(frozen=True)
class Measured:
    """All that was seen."""

    minutes: float
    load: float
    cores: int
    taps: int
    asides: int
    answered: int
    acknowledged: int
    """Events that were told."""
    lost: int
    """Events of these that the journal does not have."""
    longest_hang_s: float
    """From a press of the clock button until the evening had dealt with it."""
    memory_mb: tuple[float, float, float]
    """At the start, in the middle, at the end."""
    faults: tuple[Fault, ...]

    @property
    def met(self) -> bool:
        return self.lost == 0 and self.longest_hang_s <= HANG_SECONDS


class BreakingRecogniser(PassingRecogniser):
    """Breaks at its next utterance when ``is_broken`` is set."""

    is_broken = False

    def finish(self) -> Heard:
        if self.is_broken:
            self.is_broken = False
            raise RuntimeError("broken by the soak")
        return super().finish()


@dataclass
class _Player:
    """Taps, speaks, and keeps count."""

    loop: Loopback
    taps: int = 0
    asides: int = 0
    answered: int = 0
    longest_hang: float = 0.0

    def tap(self) -> None:
        """Tap the clock button, and wait until the evening has dealt with it."""
        began = time.monotonic()
        self.loop.buttons.down("clock")
        time.sleep(PRESS_SECONDS)
        self.loop.buttons.up("clock")
        self.loop.box.loop.submit(lambda evening: None).result()
        self.taps += 1
        self.longest_hang = max(self.longest_hang, time.monotonic() - began - PRESS_SECONDS)

    def say(self, aside: Aside) -> bool:
        """Say it with the button held; whether it was answered."""
        seat, sound = self.loop.cast.seat(aside.who), self.loop.cast.sound(aside)
        before = len(self.loop.answers)
        self.asides += 1
        self.loop.buttons.down(seat)
        feeder = self.loop.server.begin_to_say(sound)
        time.sleep(sound.seconds + LET_GO_SECONDS)
        self.loop.buttons.up(seat)
        is_answered = until(lambda: any(one.seat == seat for one in self.loop.answers[before:]), ANSWER_SECONDS)
        feeder.kill()
        feeder.wait()
        self.answered += is_answered
        if is_answered:
            self.loop.type([f"{aside.who}: {self.loop.cast.undo}"])
        return is_answered


def measure(settings: Settings, minutes: float, told: Callable[[str], None] = lambda line: None) -> Measured:
    """Play for so long. ``told`` gets a line as each fault is over. HardwareError where no sound server can be had."""
    breaking: list[BreakingRecogniser] = []

    def wrapped(recogniser: Recogniser) -> Recogniser:
        breaking.append(BreakingRecogniser(recogniser))
        return breaking[-1]

    with loopback(settings, wrapped) as loop:
        loop.type(loop.cast.scene)
        player = _Player(loop)
        for aside in loop.cast.within * WARM_UP:
            player.say(aside)
        memory = [megabytes()]
        heard: dict[str, list[float | None]] = {}
        began, end = time.monotonic(), time.monotonic() + 60 * minutes
        faults = _faults(loop, breaking[0])
        while time.monotonic() < end:
            what = tuple(faults)[sum(map(len, heard.values())) % len(faults)]
            seconds = _try(player, faults[what], end)
            heard.setdefault(what, []).append(seconds)
            told(f"{time.monotonic() - began:6.0f} s  {what}: {_told(seconds)}; {megabytes():.0f} MB")
            if len(memory) < 2 and time.monotonic() - began > 30 * minutes:
                memory.append(megabytes())
        memory.append(megabytes())
        path, answers = loop.journal, loop.answers
        loop.box.wait(ANSWER_SECONDS)
        acknowledged = _events(answers)
        lost = acknowledged - _journalled(path)
    return Measured(
        minutes,
        round(os.getloadavg()[0], 2),
        os.cpu_count() or 0,
        player.taps,
        player.asides,
        player.answered,
        acknowledged.total(),
        lost.total(),
        round(player.longest_hang, 2),
        (memory[0], memory[len(memory) // 2], memory[-1]),
        tuple(_fault(what, times) for what, times in heard.items()),
    )


def _try(player: _Player, fault: tuple[Callable[[], None], Callable[[], None]], end: float) -> float | None:
    """Let it happen, tap while it lasts, mend it, and speak until the next: seconds until an aside was answered."""
    happens, ends = fault
    over = min(end, time.monotonic() + FAULT_SECONDS)
    happens()
    until_mended = time.monotonic() + OUTAGE_SECONDS
    while time.monotonic() < until_mended:
        player.tap()
        time.sleep(TAP_SECONDS)
    if player.taps % 2:
        player.tap()  # so that the clock runs as before
    ends()
    mended, answered = time.monotonic(), None
    number = 0
    while time.monotonic() < over:
        aside = player.loop.cast.within[number % len(player.loop.cast.within)]
        if player.say(aside) and answered is None:
            answered = time.monotonic() - mended
        number += 1
    return None if player.loop.speaker.trouble else answered


def _faults(
    loop: Loopback, recogniser: BreakingRecogniser
) -> Mapping[str, tuple[Callable[[], None], Callable[[], None]]]:
    """What happens, and what mends it."""
    server = loop.server

    def nothing() -> None:
        """It mends itself."""

    def break_recogniser() -> None:
        recogniser.is_broken = True

    def kill_voice() -> None:
        if loop.voice.worker_pid is not None:
            with suppress(ProcessLookupError):
                os.kill(loop.voice.worker_pid, signal.SIGKILL)

    return {
        "sound server killed": (server.kill, server.start),
        "loudspeaker pulled out": (lambda: server.unplug("speaker"), lambda: server.plug("speaker")),
        "microphone pulled out": (lambda: server.unplug("micfeed"), lambda: server.plug("micfeed")),
        "sound server wedged": (server.freeze, server.thaw),
        "recogniser breaks": (break_recogniser, nothing),
        "voice killed": (kill_voice, nothing),
    }


def _events(answers: Iterable[Answer]) -> Counter[str]:
    return Counter(type(event).__name__ for answer in answers for event in answer.events)


def _journalled(path: Path) -> Counter[str]:
    journal = JournalFile.read(path)
    try:
        return Counter(record.type for entry in journal.entries() for record in entry.events)
    finally:
        journal.close()


def megabytes() -> float:
    """What of this process is in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def _fault(what: str, times: list[float | None]) -> Fault:
    answered = [seconds for seconds in times if seconds is not None]
    spread = (round(median(answered), 1), round(max(answered), 1)) if answered else None
    return Fault(what, len(times), spread, len(times) - len(answered))


def _told(seconds: float | None) -> str:
    return "nothing heard until the next" if seconds is None else f"heard again after {seconds:.1f} s"
