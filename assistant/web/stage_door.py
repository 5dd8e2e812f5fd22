"""The Unix socket at which the page asks for the running evening.

A thread of its own does nothing but read and write; all that concerns the evening is posted to its loop. A page that
dies, hangs, floods or talks nonsense loses its connection and nothing else: each one has a single order under way, what
waits to be read is bounded, and so is a line.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread

import msgspec

from assistant.evening import Answer, Evening, Loop, Said
from assistant.evening.typed import LONGEST_LINE
from assistant.web.captions import Captions
from assistant.web.messages import LONGEST_NEWS, LONGEST_ORDER, Done, News, Order, PageError
from assistant.web.picture import changes, picture

MOST_PAGES = 8
"""Connections at once; a box has one page."""
MODE = 0o660
"""The page's process may have another user, in the box's group."""
PIN_DIGITS = 6

_log = logging.getLogger(__name__)


def new_pin() -> str:
    """Digits that nobody can guess in an evening of few tries a minute."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


@contextmanager
def short(path: Path) -> Iterator[str]:
    """Another name of ``path`` for a moment: that of a Unix socket has to be shorter than 108 bytes."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


class StageDoor:
    """Serves one evening at one path. ``told`` is to be given every answer, on the evening's thread."""

    def __init__(self, evening: Evening, path: Path, pin: str) -> None:
        self._evening = evening
        self._path = path
        self._pin = pin
        self._run_id = secrets.token_hex(4)
        self._captions = Captions()
        self._seen = News()
        self._pressed: Answer | str = ""
        self._pages: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: Loop | None = None
        self._reactor: asyncio.AbstractEventLoop | None = None
        self._server: asyncio.AbstractServer | None = None
        self._thread = Thread(target=self._run, name="stage door", daemon=True)

    def open(self, loop: Loop) -> None:
        """Begin to serve; ``loop`` runs the evening. Raises PageError where the path cannot be had."""
        try:
            listener = self._listen()
        except OSError as error:
            raise PageError(f"the page has no way to the evening: {self._path}: {error.strerror or error}") from error
        self._loop = loop
        self._reactor = asyncio.new_event_loop()
        starting = asyncio.start_unix_server(self._welcome, sock=listener, limit=LONGEST_ORDER)
        self._server = self._reactor.run_until_complete(starting)
        self._thread.start()

    def told(self, answer: Answer) -> None:
        """What came of something: pages are told what it changed. Returns at once."""
        caption = self._captions.take(answer, self._evening.listening().opens, pressed=self.was_pressed(answer))
        if self._pages:
            self._tell(() if caption is None else (caption,))

    def was_pressed(self, answer: Answer) -> bool:
        """Whether this came of an order of a page: nobody at the table has heard what was asked."""
        return answer is self._pressed

    def close(self) -> None:
        """No pages any more."""
        if self._loop is None or self._reactor is None:
            return
        self._loop = None
        self._reactor.call_soon_threadsafe(self._reactor.stop)
        self._thread.join()
        with suppress(OSError):
            self._path.unlink()

    # The path.

    def _listen(self) -> socket.socket:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        listener = socket.socket(socket.AF_UNIX)
        with short(self._path) as name:
            self._clear(name)
            listener.bind(name)
        self._path.chmod(MODE)
        return listener

    def _clear(self, name: str) -> None:
        """Take away what an evening that was killed has left behind."""
        with socket.socket(socket.AF_UNIX) as knock:
            try:
                knock.connect(name)
            except OSError:
                if self._path.is_socket():
                    self._path.unlink()
                return
        raise PageError(f"another evening has the page at {self._path}: end it, or choose another page.socket")

    # On the evening's thread.

    def _tell(self, captions: tuple[object, ...]) -> None:
        now = picture(self._evening)
        news = msgspec.structs.replace(changes(self._seen, now), captions=captions or msgspec.UNSET)
        self._seen = now
        self._post(partial(self._to_all, _encoded(news)))

    def _show_all(self, page: asyncio.StreamWriter, evening: Evening) -> None:
        """Everything to a new page, so that it misses nothing of what is told from now on."""
        self._tell(())
        news = msgspec.structs.replace(self._seen, run=self._run_id, pin=self._pin, captions=self._captions.kept)
        self._post(partial(self._admit, page, _encoded(news)))

    def _do(self, order: Order, evening: Evening) -> Answer | str:
        self._pressed = _carry_out(order, evening)
        return self._pressed

    def _post(self, work: partial[None]) -> None:
        if self._reactor is not None:
            with suppress(RuntimeError):  # closed meanwhile
                self._reactor.call_soon_threadsafe(work)

    # On the thread of its own.

    def _run(self) -> None:
        assert self._reactor is not None
        self._reactor.run_forever()
        self._reactor.run_until_complete(self._end())
        self._reactor.close()

    async def _end(self) -> None:
        assert self._server is not None
        self._server.close()
        for page in self._pages:
            page.transport.abort()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _admit(self, page: asyncio.StreamWriter, everything: bytes) -> None:
        self._pages.add(page)
        page.write(everything)

    def _to_all(self, line: bytes) -> None:
        for page in tuple(self._pages):
            if page.transport.get_write_buffer_size() > LONGEST_NEWS:
                self._pages.discard(page)
                page.transport.abort()
            else:
                page.write(line)

    async def _welcome(self, reader: asyncio.StreamReader, page: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if self._loop is None or len(self._tasks) >= MOST_PAGES:
            page.close()
            return
        self._tasks.add(task)
        try:
            self._loop.submit(partial(self._show_all, page))
            await self._take_orders(reader, page)
        except (OSError, asyncio.CancelledError):  # it has gone, or the evening ends
            pass
        except Exception:
            _log.exception("a page is let go")
        finally:
            self._tasks.discard(task)
            self._pages.discard(page)
            page.close()

    async def _take_orders(self, reader: asyncio.StreamReader, page: asyncio.StreamWriter) -> None:
        while True:
            try:
                line = await reader.readline()
            except ValueError:  # and nobody knows where the next one begins
                page.write(_encoded(Done(0, f"a line has at most {LONGEST_ORDER} bytes")))
                return
            if not line.endswith(b"\n"):
                return
            page.write(_encoded(await self._done(line)))
            await page.drain()

    async def _done(self, line: bytes) -> Done:
        try:
            order = msgspec.json.decode(line, type=Order)
        except msgspec.DecodeError as error:
            return Done(0, f"not understood: {error}")
        loop = self._loop
        if loop is None:
            return Done(order.number, "the evening has ended")
        work = loop.submit(partial(self._do, order))
        try:
            answer = await asyncio.wrap_future(work)
        except asyncio.CancelledError:
            if not work.cancelled():
                raise
            return Done(order.number, "the evening has ended")
        return Done(order.number, answer if isinstance(answer, str) else "")


def _carry_out(order: Order, evening: Evening) -> Answer | str:
    """What comes of it, or why it is none. The same words as a typed line of that seat."""
    if order.seat not in [player.id for player in evening.players()]:
        return f"there is no seat {order.seat[:20]!r}"
    if order.do == "tap":
        return evening.tap(order.seat)
    if order.do == "clock":
        return evening.press_clock()
    words = " ".join(order.words.split())
    if not words or len(words) > LONGEST_LINE:
        return f"words are wanted, at most {LONGEST_LINE} letters of them"
    return evening.handle(Said(words, order.seat))


def _encoded(message: News | Done) -> bytes:
    return msgspec.json.encode(message) + b"\n"
