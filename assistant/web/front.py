"""Connections of the page: who is let in, and how much and how long each may take.

microdot reads and writes requests; its own loop around them would let anybody hold the server up, and prints a
traceback for each request that is none.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection
from errno import ECONNRESET
from typing import Any

from microdot import Microdot, Request, Response

from assistant.web.gate import is_local, is_own_name

MOST_CONNECTIONS = 96
MOST_OF_ONE = 24
"""Of one address; a browser keeps up to six."""
READ_SECONDS = 10.0
"""A request that takes longer is dropped, however little of it comes at a time."""
WRITE_SECONDS = 20.0
"""So long may a device take nothing of what it asked for."""
LONGEST_HEAD = 16 * 1024
LONGEST_BODY = 16 * 1024
"""Bytes. The words of a form are at most 2,000 letters, each up to 12 bytes when they are sent."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
REASONS = {
    200: "OK", 204: "No Content", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 413: "Content Too Large", 421: "Misdirected Request", 429: "Too Many Requests",
    500: "Internal Server Error", 503: "Service Unavailable",
}  # fmt: skip

Request.max_content_length = Request.max_body_length = LONGEST_BODY
Request.max_readline = LONGEST_HEAD // 2

_log = logging.getLogger(__name__)


class Front:
    """Takes connections for an app. ``refuse(status, key)`` makes the answer to what does not reach it."""

    def __init__(self, app: Microdot, names: Collection[str], refuse: Callable[[int, str], Response]) -> None:
        self._app = app
        self._names = frozenset(name.casefold() for name in names)
        self._refuse = refuse
        self._by_address: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, one request, one answer."""
        address = str((writer.get_extra_info("peername") or ("",))[0])
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._by_address[address] += 1
        try:
            response = await self._answer(reader, writer, address)
            await self._write(response, writer)
        except (OSError, asyncio.CancelledError):  # it has gone, takes nothing, or the page ends
            writer.transport.abort()
        except Exception:
            _log.exception("a request failed")
        finally:
            self._tasks.discard(task)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
            writer.close()

    async def close(self) -> None:
        """End all that are open."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> Response:
        if len(self._tasks) > MOST_CONNECTIONS or self._by_address[address] > MOST_OF_ONE:
            return self._refuse(503, "busy")
        if not is_local(address):
            return self._refuse(403, "not_local")
        try:
            async with asyncio.timeout(READ_SECONDS):
                bounded: Any = _Bounded(reader)
                request = await Request.create(self._app, bounded, writer, (address, 0))
        except OSError:  # TimeoutError is one
            raise
        except Exception:  # whatever microdot runs into in what is no request
            return self._refuse(400, "unreadable")
        if request is None:
            return self._refuse(400, "unreadable")
        if request.content_length > LONGEST_BODY:
            return self._refuse(413, "too_large")
        if not is_own_name(request.headers.get("Host", ""), self._names):
            return self._refuse(421, "strange_host")
        response: Response = await self._app.dispatch_request(request)
        return response

    async def _write(self, response: Response, writer: asyncio.StreamWriter) -> None:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers["Connection"] = "close"
        response.reason = REASONS.get(response.status_code, "")
        try:
            out: Any = _Out(writer)
            await response.write(out)
        finally:
            if isinstance(response.body, AsyncGenerator):
                await response.body.aclose()


class _Bounded:
    """A request, as far as it is read at all."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._left = LONGEST_HEAD

    async def readline(self) -> bytes:
        line = await self._reader.readline()
        self._left -= len(line)
        if self._left < 0:
            raise ValueError("too long")
        return line

    async def readexactly(self, count: int) -> bytes:
        return await self._reader.readexactly(count)


class _Out:
    """What microdot writes to: nobody holds an answer up for ever."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    async def awrite(self, data: bytes) -> None:
        self._writer.write(data)
        try:
            await asyncio.wait_for(self._writer.drain(), WRITE_SECONDS)
        except TimeoutError:
            self._writer.transport.abort()
            raise ConnectionResetError(ECONNRESET, "nothing is taken") from None
