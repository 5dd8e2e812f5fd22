"""The box: devices post to the evening's one thread; what comes of it goes to mouth, lamps, captions and ears."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event as Flag
from threading import Thread, Timer

from assistant.box.aloud import Aloud
from assistant.box.courtesy import Courtesy
from assistant.box.echo import Echo
from assistant.box.lights import Lights
from assistant.box.listening import Retuner
from assistant.box.muting import Muting
from assistant.box.troubles import Troubles, Waits
from assistant.evening import Answer, Evening, Loop
from assistant.evening.typed import answer_line
from assistant.hearing import Drafts, Learn, Wanted, learn_nothing, said
from assistant.mouth import Mouth
from assistant.table import Cue
from hardware.ears import Ears
from hardware.gestures import Gesture, Gestures, GestureSettings
from hardware.heard import CLIPPED, Addressed, DoorShut, Event, Lost, Utterance
from hardware.ports import (
    CLOCK_BUTTON,
    SAMPLE_RATE,
    Buttons,
    HardwareError,
    Lamps,
    Microphone,
    Press,
    Pronounced,
    Speaker,
    Ticker,
)

LOOK_SECONDS = 1.0
"""How often the devices are asked what is wrong with them."""
EARS_WAITS = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Between tries to load the ears; the last one again and again."""
DRAFT_SECONDS = 2.0
"""For each piece of free words that is still being made out when the box is put away."""
_HOLD_SECONDS = GestureSettings().hold_seconds + 0.05

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Devices:
    """All that the box is joined to. ``troubles``: what is wrong with each of them now, in a line, or ``""``."""

    microphone: Microphone
    make_ears: Callable[[Callable[[Event], None]], Ears]
    """Gives the ears what they deliver to. May take seconds, and raise HardwareError: the box goes on without."""
    draft: Callable[[bytes], str]
    """See :meth:`hardware.ports.Recogniser.draft`."""
    mouth: Mouth
    speaker: Speaker
    buttons: tuple[Buttons, ...]
    lamps: Lamps
    ticker: Ticker
    learn: Learn = learn_nothing
    """How a name was said."""
    lexicon: tuple[Pronounced, ...] = ()
    troubles: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    others: tuple[Callable[[], None], ...] = ()
    """What else is to be closed at the end."""


class Box:
    """A running evening with its devices. None of them is needed: the clock, the rules and typed lines go on."""

    def __init__(
        self,
        evening: Evening,
        devices: Devices,
        *,
        captions: Callable[[Answer], None] = lambda answer: None,
        muted: Path | None = None,
    ) -> None:
        """``captions`` gets every answer, on the evening's thread: keep it short. ``muted``: where that is kept."""
        self._devices = devices
        self._captions = captions
        self._muting = Muting(muted)
        self._ears: Ears | None = None
        self._retuner: Retuner | None = None
        self._voice_trouble = self._ears_trouble = ""
        self._rounds_seen = self._blocks = self._blocks_seen = 0
        self._is_stopping = Flag()
        self._gestures = Gestures()
        self._lights = Lights(devices.lamps)
        self._is_loudness_told = False
        self._echo = Echo()
        self._ears_waits = Waits(EARS_WAITS, devices.ticker)
        own = {
            "voice": lambda: self._voice_trouble,
            "ears": lambda: self._ears_trouble,
            "sound of the room": self._echo.trouble,
        }
        self._troubles = Troubles({**devices.troubles, **own})
        self._courtesy = Courtesy(self._quiet_seconds, devices.ticker)
        self._aloud = Aloud(
            devices.mouth,
            devices.speaker,
            self._courtesy,
            devices.ticker,
            self._speaks,
            self._cannot_speak,
            self._echo.said,
        )
        self._drafts = Drafts(devices.draft, devices.learn)
        self._evening = evening
        self.loop = Loop(evening, self._publish)

    # Beginning and end.

    def start(self, first: Answer) -> None:
        """Clock, buttons and lines work at once, the ears when they are loaded; then ``first`` is announced."""
        for buttons in self._devices.buttons:
            buttons.open(self.press)
        self._load_ears()
        self._lights.set("starting", False)
        self.loop.submit(lambda evening: first)
        if not self._evening_has_players():
            self._tell("nobody_sits")
        Thread(target=self._look_again_and_again, name="care", daemon=True).start()

    def close(self) -> None:
        """The evening first: its clock is noted and its journal closed before any device can keep it waiting."""
        self._is_stopping.set()
        for buttons in self._devices.buttons:
            buttons.close()
        while self.loop.submit(partial(self._drafts.write_next, timeout=DRAFT_SECONDS)).result() is not None:
            pass
        self.loop.stop()
        self._drafts.close()
        self._aloud.close()
        if self._retuner is not None:
            self._retuner.close()
        for part in (self._devices.microphone, self._devices.speaker, self._devices.lamps):
            part.close()
        for close in self._devices.others:
            close()

    def wait(self, timeout: float) -> bool:
        """Until all that was posted is done and said, and the ears are at it again; False when the time ran out."""
        try:
            self.loop.submit(lambda evening: None).result(timeout)
        except TimeoutError:
            return False
        is_tuned = self._retuner is None or self._retuner.wait(timeout)
        return self._aloud.wait(timeout) and is_tuned

    def _load_ears(self) -> None:
        """A box without ears is a box with a clock: they are tried again by and by."""
        try:
            ears = self._devices.make_ears(self._deliver)
        except HardwareError as error:
            self._ears_trouble = str(error)
        except Exception as error:
            if not self._ears_trouble:
                _log.exception("there are no ears")
            self._ears_trouble = f"no ears: {type(error).__name__}: {error}"
        else:
            self._use(ears)
            return
        self._ears_waits.begin()
        self.look()

    def _use(self, ears: Ears) -> None:
        if self._is_stopping.is_set():
            return
        self._ears_trouble = ""
        self._retuner = Retuner(ears, self._devices.lexicon)
        self._ears = ears
        self.mute(self._muting.is_on)
        self.loop.submit(lambda evening: self._show())
        self._devices.microphone.open(self.hear)

    def _evening_has_players(self) -> bool:
        return self.loop.submit(lambda evening: bool(evening.players())).result()

    # What the devices say. Each of these may come from any thread, and none of them waits.

    def hear(self, block: bytes) -> None:
        """Sound of the room."""
        self._echo.hear(block)
        if self._ears is not None:
            self._ears.hear(block)
            self._blocks += 1
            self._courtesy.heard(len(block) / 2 / SAMPLE_RATE)

    def press(self, press: Press) -> None:
        """A button went down or up. Whatever it means, it cuts speech short (C-034)."""
        if press.is_down:
            self._echo.forget()
            self._aloud.hush()
            if press.button == CLOCK_BUTTON:
                timer = Timer(_HOLD_SECONDS, self.poll)
                timer.daemon = True
                timer.start()
        self._make(self._gestures.press(press))

    def poll(self) -> None:
        """Whether the clock button has been held for long enough."""
        self._make(self._gestures.poll(self._devices.ticker.seconds()))

    def type(self, line: str) -> Future[Answer]:
        """A typed line, as ``prompter type`` has them."""
        return self.loop.submit(lambda evening: answer_line(evening, line))

    def mute(self, on: bool) -> None:
        """Hear nothing until told otherwise, after a restart as well."""
        self._lights.set("muted", on)
        self._muting.turn(on)
        if self._ears is not None:
            self._ears.mute(on)

    # Buttons.

    def _make(self, gestures: Iterable[Gesture]) -> None:
        for gesture in gestures:
            if gesture.button == CLOCK_BUTTON:
                (self._press_clock if gesture.kind == "tap" else self._toggle_ears)()
            elif gesture.kind == "tap":
                self.loop.tap(gesture.button)
            elif self._ears is not None:
                if gesture.kind == "down":
                    self._courtesy.begins(gesture.button)
                    self._ears.press(gesture.button)
                else:
                    self._courtesy.lets_go(gesture.button)
                    self._ears.release(gesture.button, self._devices.microphone.behind_seconds)

    def _press_clock(self) -> None:
        self.loop.submit(Evening.press_clock)

    def _toggle_ears(self) -> None:
        on = not self._muting.is_on
        self.mute(on)
        self._tell("ears_off" if on else "ears_on")

    # Ears.

    def _deliver(self, event: Event) -> None:
        """From the ears, on the microphone's thread."""
        if isinstance(event, Utterance):
            self._courtesy.ends(event.seat or "")
            self._utter(event)
            self._tell_loudness(event)
        elif isinstance(event, Addressed):
            self._courtesy.begins("")
            self._lights.blink("heard")
        elif isinstance(event, DoorShut):
            self._courtesy.ends(event.seat)
            self._lights.blink("not_understood", event.seat)
            self._tell("ears_off" if event.why == "muted" else "door_taken", seat=event.seat)
        elif isinstance(event, Lost):
            self._courtesy.ends(event.seat or "")
            self._lights.blink("not_understood")
            self._tell("ears_broke", text=event.why)

    def _utter(self, utterance: Utterance) -> None:
        words = said(utterance)
        if words is not None:
            self.loop.say(words).add_done_callback(partial(self._draft_of, utterance.tail))
        elif utterance.door == "button" and utterance.heard.why_not == "silence":
            self._lights.blink("not_understood")
            self._tell("nothing_heard")

    def _tell_loudness(self, utterance: Utterance) -> None:
        """Once an evening: it is the microphone's level or its place, and not one speaker's fault (C-088)."""
        if utterance.clipped > CLIPPED and not self._is_loudness_told:
            self._is_loudness_told = True
            self._tell("too_loud")

    def _draft_of(self, tail: bytes | None, answered: Future[Answer]) -> None:
        """On the evening's thread: the free words of what was just said become known later."""
        if answered.cancelled() or answered.exception() is not None:
            return
        self._drafts.take(answered.result(), tail, self._evening, lambda: self.loop.submit(self._drafts.write_next))

    def _quiet_seconds(self) -> float:
        return self._ears.room.quiet_seconds if self._ears is not None else 0.0

    # What comes of it.

    def _publish(self, answer: Answer) -> None:
        """On the evening's thread. The sound first: it is what people wait for."""
        self._aloud.say(answer)
        self._captions(answer)
        if answer.earcon in ("huh", "buzz"):
            self._lights.blink("not_understood")
        elif answer.intent is not None:
            self._lights.blink("heard")
        if answer.intent == "stop_listening":
            self.mute(True)
        self._show()

    def _show(self) -> None:
        evening = self._evening
        self._lights.set("paused", not evening.clock_runs)
        view = evening.game.view(evening.state, None)
        self._lights.seats([player.id for player in evening.players()], view.lamps)
        if self._retuner is not None:
            self._retuner.want(Wanted.of(evening))

    def _tell(self, key: str, **slots: str) -> None:
        self.loop.submit(lambda evening: evening.tell(Cue(key, slots)))

    def _speaks(self, on: bool) -> None:
        self._lights.set("speaking", on)
        self._echo.speaking(on, self._devices.microphone.behind_seconds)
        if self._ears is not None:
            self._ears.speaking(on)

    def _cannot_speak(self, why: str) -> None:
        self._voice_trouble = why

    # Care.

    def look(self) -> None:
        """See which parts have ceased to work or work again; each is told once. Ears that there are none of are tried
        again."""
        if self._ears is None and self._ears_waits.is_over():
            self._load_ears()
        wrong, well = self._troubles.look()
        for line in wrong:
            self._tell("part_fails", text=line)
        for name in well:
            self._tell(f"part_works.{name}")
        self._lights.set("trouble", self._troubles.any)

    def evidence(self) -> dict[str, Callable[[], bool]]:
        """For a watchdog: whether evening and ears have worked since they were asked before."""
        return {"evening": self._evening_has_worked, "ears": self._ears_have_worked}

    def _look_again_and_again(self) -> None:
        while not self._is_stopping.wait(LOOK_SECONDS):
            self.look()

    def _evening_has_worked(self) -> bool:
        seen, self._rounds_seen = self._rounds_seen, self.loop.rounds
        return self._rounds_seen > seen

    def _ears_have_worked(self) -> bool:
        """Ears that have no microphone, and try to get one, do their work."""
        seen, self._blocks_seen = self._blocks_seen, self._blocks
        microphone = self._devices.troubles.get("microphone", str)
        return self._ears is None or self._blocks_seen > seen or bool(microphone())
