"""The page over HTTP: what there is to see, as it changes, and the forms that act."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from microdot import Microdot, Request, Response

from assistant.web.gate import Gate, Session, TooManyTriesError, is_token
from assistant.web.html import SLOT, Viewer, captions, document, notice, regions, words
from assistant.web.link import NOT_THERE, Link
from assistant.web.messages import Order

Handler = Callable[[Request], Awaitable[Response]]

COOKIE = "prompter"
ALIVE_SECONDS = 15.0
"""How often a stream says that it is there, so that a device that has gone is found out."""
_STATIC = {"page.css": "text/css; charset=UTF-8", "page.js": "text/javascript; charset=UTF-8"}
_BLANK = re.compile(r"\{(\w+)\}")


class NotDoneError(Exception):
    """A form that is not carried out: its answer is ``status`` and a text of the page's words."""

    def __init__(self, status: int, key: str, text: str = "") -> None:
        super().__init__(key)
        self.status, self.key, self.text = status, key, text


class Page:
    """The app of one link to the evening."""

    def __init__(self, link: Link, gate: Gate) -> None:
        self._link = link
        self._gate = gate
        self.app = app = Microdot()
        app.get("/")(self._look)
        app.get("/events")(self._events)
        for name in _STATIC:
            app.get(f"/{name}")(self._static)
        for name, handler in (
            ("enter", self._enter), ("seat", self._seat), ("say", self._say), ("tap", self._press),
            ("clock", self._press),
        ):  # fmt: skip
            app.post(f"/{name}")(_told(handler))
        app.errorhandler(404)(lambda request: refuse(404, "not_found"))
        app.errorhandler(405)(lambda request: refuse(405, "wrong_method"))
        app.errorhandler(500)(lambda request: refuse(500, "failed"))

    # To see.

    async def _look(self, request: Request) -> Response:
        return _html(document(self._link.known, self._viewer(request)))

    async def _static(self, request: Request) -> Response:
        name = request.path.removeprefix("/")
        return Response(_file(name), headers={"Content-Type": _STATIC[name]})

    async def _events(self, request: Request) -> Response:
        stream: Any = self._stream(request)
        return Response(stream, headers={"Content-Type": "text/event-stream; charset=UTF-8"})

    async def _stream(self, request: Request) -> AsyncIterator[bytes]:
        """Whatever this device sees, region by region; then each region that has changed.

        Nothing waits in between: a slow device gets the newest when it is ready for it.
        """
        viewer = self._viewer(request)
        seat, known, shown, heard = viewer.seat, self._link.known, dict[str, str](), 0
        yield b"retry: 2000\n\n"
        while True:
            news = self._link.news
            if self._viewer(request) != viewer or viewer.seat != seat:
                yield _event("restart", "")
                return
            now = regions(self._link.known, viewer)
            log = now.pop("captions")
            if self._link.known is not known:
                known, heard = self._link.known, 0
                now["captions"] = log
            for name, html in now.items():
                if shown.get(name) != html:
                    yield _event("region", {"id": name, "html": html})
            shown = {name: html for name, html in now.items() if name != "captions"}
            if known is not None and (said := "".join(captions(known, viewer, heard))):
                yield _event("captions", said)
            heard = known.captions[-1].number if known is not None and known.captions else 0
            while not await _comes(news):
                yield b": still here\n\n"

    # To act.

    async def _enter(self, request: Request) -> Response:
        form = _form(request)
        self._take_pin()
        try:
            session = self._gate.enter(form.get("pin", [""])[0], request.client_addr[0])
        except TooManyTriesError:
            raise NotDoneError(429, "tries") from None
        if session is None:
            raise NotDoneError(403, "pin_wrong")
        response = _see("/")
        response.headers["Set-Cookie"] = [f"{COOKIE}={session.key}; Path=/; HttpOnly; SameSite=Strict"]
        return response

    async def _seat(self, request: Request) -> Response:
        form, session = self._acting(request)
        seat = form.get("seat", [""])[0]
        known = self._link.known
        if seat and (known is None or seat not in [player.seat for player in known.players]):
            raise NotDoneError(400, "no_seat")
        session.seat = seat
        self._link.wake()
        return _see("/")

    async def _say(self, request: Request) -> Response:
        form, session = self._acting(request)
        blanks = {name.removeprefix(SLOT): " ".join(value) for name, value in form.items() if name.startswith(SLOT)}
        said = form.get("words", [""])[0]
        said = _BLANK.sub(lambda blank: blanks.get(blank[1], blank[0]), said) if blanks else said
        return await self._ordered(request, Order("say", session.seat, said))

    async def _press(self, request: Request) -> Response:
        _, session = self._acting(request)
        return await self._ordered(request, Order("tap" if request.path == "/tap" else "clock", session.seat))

    async def _ordered(self, request: Request, order: Order) -> Response:
        if not order.seat:
            raise NotDoneError(403, "no_seat")
        fault = await self._link.order(order)
        if fault:
            raise NotDoneError(503 if fault == NOT_THERE else 400, fault if fault == NOT_THERE else "fault", fault)
        return Response(b"", 204) if _is_script(request) else _see("/#captions")

    def _acting(self, request: Request) -> tuple[dict[str, list[str]], Session]:
        form = _form(request)
        session = self._viewer(request).session
        if session is None:
            raise NotDoneError(403, "no_session")
        if not is_token(session, form.get("token", [""])[0]):
            raise NotDoneError(403, "strange_form")
        return form, session

    def _viewer(self, request: Request) -> Viewer:
        self._take_pin()
        return Viewer(self._gate.session(request.cookies.get(COOKIE, "")))

    def _take_pin(self) -> None:
        """While no evening is there, those who have come in stay."""
        if self._link.known is not None:
            self._gate.set_pin(self._link.known.pin)


def refuse(status: int, key: str) -> Response:
    """The answer to what is no request for a page."""
    return _html(notice(words()[key]), status)


def _told(handler: Handler) -> Handler:
    """The same; what is not done is an answer. (microdot prints a traceback of whatever is raised.)"""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except NotDoneError as error:
            text = words()[error.key] if error.key != "fault" else error.text
            if _is_script(request):
                return Response(text, error.status, {"Content-Type": "text/plain; charset=UTF-8"})
            return _html(notice(text), error.status)

    return answer


def _html(text: str, status: int = 200) -> Response:
    return Response(text, status, {"Content-Type": "text/html; charset=UTF-8"})


def _see(path: str) -> Response:
    return Response(b"", 303, {"Location": path})


def _is_script(request: Request) -> bool:
    return "text/html" not in request.headers.get("Accept", "text/html")


async def _comes(news: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(news.wait(), ALIVE_SECONDS)
    except TimeoutError:
        return False
    return True


def _event(name: str, data: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


@cache
def _file(name: str) -> bytes:
    return (Path(__file__).parent / "static" / name).read_bytes()


def _form(request: Request) -> dict[str, list[str]]:
    """The fields of a form of our own page. Raises NotDoneError for anything else."""
    origin = request.headers.get("Origin", "")
    if origin and urlsplit(origin).netloc.casefold() != request.headers.get("Host", "").casefold():
        raise NotDoneError(403, "strange_form")
    try:
        form: Any = request.form
        if form is None:
            raise NotDoneError(400, "unreadable")
        return {name: [str(value) for value in form.getlist(name)] for name in form}
    except ValueError:
        raise NotDoneError(400, "unreadable") from None
