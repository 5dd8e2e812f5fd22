"""``prompter play``: the real thing. Microphone, buttons, lamps, speaker, and the terminal as captions."""

from __future__ import annotations

import json
import logging
import os
import sys
from functools import partial
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING, Any

import click

from assistant.app import Opened, Table, last_evening, open_evening
from assistant.commands.logs import is_system_log, log_to_stderr
from assistant.commands.options import FACES, engine_option, load_settings, with_settings, with_table
from assistant.commands.show import answer_lines, heard_line, state_text
from assistant.commands.typing import read_lines
from assistant.evening import Answer, Evening, type_line
from assistant.evening.typed import is_look
from assistant.evening.wording import clock_face
from assistant.service import Notifier, Watchdog, stop_requests
from assistant.settings import Settings, evenings_folder, page_socket
from assistant.web.messages import PageError
from assistant.web.stage_door import StageDoor, new_pin

if TYPE_CHECKING:
    from assistant.box import Box

MUTED = "ears-muted"
"""The file beside the evenings that is there while the ears are muted."""
DROPPED = "lapsed"
"""The line of a question that nobody answered: it repeats the question."""
LEAVING_SECONDS = 3.0
"""All is saved by then; a sound server that hangs does not keep the program."""
HINT = "on the page"
KEYS = "Space: the clock. 1 to 8: a seat speaks, and again: it has spoken; twice quickly: its tap. M: mute. Q: end."

_log = logging.getLogger(__name__)


@click.command()
@click.argument("evening", default="")
@with_settings
@with_table
@engine_option
@click.option("--dice", type=FACES, help="Fixed faces, in the order they are thrown: 4,7,12.")
@click.option("--lines", is_flag=True, help="Type lines as in 'prompter type', in place of keys as buttons.")
@click.option("--json", "as_json", is_flag=True, help="One object for each thing that happens, as 'type --json'.")
def play(
    evening: str,
    config_file: Path | None,
    overrides: tuple[str, ...],
    game: str | None,
    seats: tuple[str, ...],
    facilitator: str,
    expected: tuple[str, ...],
    engine: str | None,
    dice: tuple[int, ...] | None,
    lines: bool,
    as_json: bool,
) -> None:
    """Play: hear asides, keep the clock and the rules, whisper what the dice said. All of it is shown here as well.

    EVENING is gone on with where there is one of that name, else begun. Without a name the one that was played last is
    gone on with; with --seats a new one of today is begun. In a terminal, keys are the buttons.
    """
    from hardware.quiet import divert_native_noise

    settings = load_settings(config_file, overrides, game, hearing__engine=engine)
    stop = stop_requests()
    name = evening or ("" if seats else last_evening(settings))
    opened = open_evening(settings, name, Table(seats, facilitator, expected), dice=dice)
    divert_native_noise()
    log_to_stderr()
    terminal = Terminal(as_json)
    _run(settings, opened, terminal, lines, stop)
    terminal.close()
    _leave()


def _run(settings: Settings, opened: Opened, terminal: Terminal, lines: bool, stop: Event) -> None:
    """Until somebody asks it to end."""
    from assistant.box import Box
    from assistant.box.real import real_devices

    notifier = Notifier()
    pin = settings.page.pin or new_pin()
    door = StageDoor(opened.evening, page_socket(settings), pin)
    keys = None if lines or sys.stdin is None or not sys.stdin.isatty() else _keys(stop)
    devices = real_devices(settings, keys)

    def captions(answer: Answer) -> None:
        terminal.show(answer, pressed=door.was_pressed(answer))
        door.told(answer)

    box = Box(opened.evening, devices, captions=captions, muted=evenings_folder(settings) / MUTED)
    try:
        _open(door, box, terminal, pin)
        box.start(opened.answer)
        if lines:
            Thread(target=_type, args=(box, terminal, stop), name="lines", daemon=True).start()
        where = partial(_where, pin)
        notifier.status(box.loop.submit(where).result())
        notifier.ready()
        watchdog = Watchdog(box.evidence(), notifier)
        while not stop.wait(notifier.look_seconds):
            watchdog.look()
            notifier.status(box.loop.submit(where).result())
    finally:
        notifier.stopping()
        box.close()
        door.close()


def _open(door: StageDoor, box: Box, terminal: Terminal, pin: str) -> None:
    """An evening without a page is an evening all the same."""
    try:
        door.open(box.loop)
        terminal.say(f"The page: 'prompter page' serves it; its PIN is {pin}.")
    except PageError as error:
        _log.warning("%s", error)


def _where(pin: str, evening: Evening) -> str:
    clock = f"the clock {'runs' if evening.clock_runs else 'stands'} at {clock_face(evening.clock_seconds())}"
    return f"{clock}; the page's PIN is {pin}"


def _keys(stop: Event) -> Any:
    from hardware.keys import KeyButtons

    click.echo(KEYS)
    return KeyButtons(other_key=lambda key: stop.set() if key == "q" else None)


def _type(box: Box, terminal: Terminal, stop: Event) -> None:
    """Typed lines, until there are no more: then the box ends as well."""
    try:
        for line in read_lines(sys.stdin, interactive=False):
            if is_look(line):
                terminal.look(box.loop.submit(partial(type_line, line=line)).result())
            else:
                box.type(line).result()
    finally:
        stop.set()


class Terminal:
    """Prints all that happens, on a thread of its own: a terminal that is held up holds up nothing else.

    The system's log is read by others than the table: what is wrong with the box goes there, no word of a game.
    """

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._is_log = is_system_log(sys.stdout)
        self._printing: SimpleQueue[str | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="terminal", daemon=True)
        self._thread.start()

    def show(self, answer: Answer, pressed: bool = False) -> None:
        """What came of something, ``pressed`` on the page or else known to all; returns at once."""
        if self._is_log and _is_of_the_game(answer):
            return
        if self._as_json:
            self._printing.put(json.dumps(answer.as_json(), ensure_ascii=False))
        else:
            heard = heard_line(answer, pressed)
            lines = ((heard,) if heard else (), answer_lines(answer, HINT, pressed=pressed))
            self._printing.put("\n".join(chain(*lines)))

    def look(self, looked: dict[str, Any]) -> None:
        """The whole state, which was asked for here."""
        told = json.dumps(looked, ensure_ascii=False) if self._as_json else state_text(looked["state"])
        self._printing.put(told)

    def say(self, line: str) -> None:
        """A line for whoever sits here; not for programs, nor for the log."""
        if not (self._as_json or self._is_log):
            click.echo(line)

    def close(self) -> None:
        """After what was shown before."""
        self._printing.put(None)
        self._thread.join(LEAVING_SECONDS)

    def _run(self) -> None:
        try:
            while (told := self._printing.get()) is not None:
                if told:
                    click.echo(told)
        except OSError:  # whoever read this has gone; the evening goes on
            return


def _is_of_the_game(answer: Answer) -> bool:
    """Whether it is of the table, not of the box."""
    asked = bool(answer.line or answer.heard or answer.seat or answer.intent)
    dropped = any(one.line == DROPPED for one in answer.announcements)
    return asked or dropped or bool(answer.events or answer.ask)


def _leave() -> None:
    """PortAudio's own end waits for a sound server for as long as that hangs. All is saved and told."""
    from hardware.streams import is_wedged

    if is_wedged():
        os._exit(0)
    timer = Timer(LEAVING_SECONDS, os._exit, [0])
    timer.daemon = True
    timer.start()
