"""The page's end of the socket: what it has been told of the evening, and the way to give an order."""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from itertools import count
from pathlib import Path
from time import monotonic

import msgspec
from msgspec import UNSET

from assistant.web.messages import (
    KEPT_CAPTIONS,
    LONGEST_NEWS,
    Caption,
    ClockFace,
    Done,
    Form,
    News,
    Order,
    Player,
    Sayable,
    Sheet,
)
from assistant.web.stage_door import short

AGAIN_SECONDS = 1.0
"""How soon an evening that is not there is looked for again."""
ANSWER_SECONDS = 10.0
"""By then an order has been carried out, or the evening hangs."""
NOT_THERE = "no_evening"


class Known:
    """The evening as last told."""

    def __init__(self) -> None:
        self.title = self.run = self.pin = ""
        self.players: tuple[Player, ...] = ()
        self.sheets: dict[str, Sheet] = {}
        self.forms: dict[str, tuple[Form, ...]] = {}
        self.sayable: tuple[Sayable, ...] = ()
        self.captions: deque[Caption] = deque(maxlen=KEPT_CAPTIONS)
        self._clock = ClockFace(0.0, False)
        self._told_at = 0.0

    def learn(self, news: News) -> None:
        """Take over what is new."""
        self.title = self.title if news.title is UNSET else news.title
        self.run = self.run if news.run is UNSET else news.run
        self.pin = self.pin if news.pin is UNSET else news.pin
        self.players = self.players if news.players is UNSET else news.players
        self.sayable = self.sayable if news.sayable is UNSET else news.sayable
        self.sheets |= {} if news.sheets is UNSET else news.sheets
        self.forms |= {} if news.forms is UNSET else news.forms
        self.captions.extend(() if news.captions is UNSET else news.captions)
        if news.clock is not UNSET:
            self._clock, self._told_at = news.clock, monotonic()

    def clock(self) -> ClockFace:
        """The play clock now."""
        passed = monotonic() - self._told_at if self._clock.runs else 0.0
        return ClockFace(self._clock.seconds + passed, self._clock.runs)


class Link:
    """Keeps up a connection for as long as :meth:`keep` runs. ``known`` is None while there is no evening."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._numbers = count(1)
        self._orders: dict[int, asyncio.Future[str]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self.news = asyncio.Event()
        """Is set when there is something new; then there is another one to wait for."""
        self.known: Known | None = None

    async def order(self, order: Order) -> str:
        """Give an order; empty when it has been carried out, else why not."""
        if self._writer is None:
            return NOT_THERE
        number = next(self._numbers)
        answer = self._orders[number] = asyncio.get_running_loop().create_future()
        try:
            self._writer.write(msgspec.json.encode(msgspec.structs.replace(order, number=number)) + b"\n")
            return await asyncio.wait_for(answer, ANSWER_SECONDS)
        except (OSError, TimeoutError):
            return NOT_THERE
        finally:
            del self._orders[number]

    async def keep(self) -> None:
        """Be connected, or try to be; for ever."""
        while True:
            try:
                reader = await self._connect()
                while line := await reader.readline():
                    self._hear(line)
            except (OSError, ValueError, msgspec.DecodeError):
                pass
            self._lose()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _connect(self) -> asyncio.StreamReader:
        way = socket.socket(socket.AF_UNIX)
        way.settimeout(AGAIN_SECONDS)
        try:
            with short(self._path) as name:
                way.connect(name)
        except OSError:
            way.close()
            raise
        reader, self._writer = await asyncio.open_unix_connection(sock=way, limit=LONGEST_NEWS)
        return reader

    def _hear(self, line: bytes) -> None:
        message = msgspec.json.decode(line, type=News | Done)
        if isinstance(message, News):
            self.known = self.known or Known()
            self.known.learn(message)
            self.wake()
        elif message.number in self._orders and not self._orders[message.number].done():
            self._orders[message.number].set_result(message.fault)

    def _lose(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer = None
        for answer in self._orders.values():
            if not answer.done():
                answer.set_result(NOT_THERE)
        if self.known is not None:
            self.known = None
            self.wake()

    def wake(self) -> None:
        """Have everybody who waits look again."""
        news, self.news = self.news, asyncio.Event()
        news.set()
