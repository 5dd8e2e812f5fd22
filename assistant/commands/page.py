"""``prompter page``: the evening on tablets and phones, served by a process of its own."""

from __future__ import annotations

import asyncio
import signal
import socket
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from assistant.commands.logs import log_to_stderr
from assistant.commands.options import load_settings, with_settings
from assistant.service import Notifier, Watchdog
from assistant.settings import Settings, page_socket
from assistant.web.messages import PageError

if TYPE_CHECKING:
    from assistant.web.link import Link


@click.command()
@with_settings
def page(config_file: Path | None, overrides: tuple[str, ...], game: str | None) -> None:
    """Serve the evening that 'prompter play' plays as a page, to the local network alone.

    To look needs nothing. To act needs the PIN, which is told here and by the box, and then a seat.
    """
    settings = load_settings(config_file, overrides, game)
    log_to_stderr()
    try:
        asyncio.run(_serve(settings))
    except ModuleNotFoundError as error:
        raise PageError(f"the page needs {error.name}: pip install {error.name}") from error


async def _serve(settings: Settings) -> None:
    """Until somebody asks it to end."""
    from assistant.web.front import Front
    from assistant.web.gate import Gate
    from assistant.web.link import Link
    from assistant.web.server import Page, refuse

    link = Link(page_socket(settings))
    front = Front(Page(link, Gate(monotonic)).app, (socket.gethostname(), *settings.page.names), refuse)
    host, port = settings.page.host, settings.page.port
    every = ["0.0.0.0", "::"] if socket.has_dualstack_ipv6() else "0.0.0.0"
    try:
        server = await asyncio.start_server(front.take, host or every, port)
    except OSError as error:
        where = f"{host or 'this machine'}, port {port}"
        raise PageError(f"the page cannot be served on {where}: {error.strerror}; see page.port") from error
    port = server.sockets[0].getsockname()[1]
    notifier = Notifier()
    notifier.ready()
    tasks = [asyncio.create_task(link.keep()), asyncio.create_task(_tell(link, notifier, host, port))]
    tasks.append(asyncio.create_task(_feed(notifier)))
    await _asked_to_end()
    notifier.stopping()
    server.close()
    for task in tasks:
        task.cancel()
    await front.close()


async def _asked_to_end() -> None:
    asked = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, asked.set)
    await asked.wait()


async def _feed(notifier: Notifier) -> None:
    """The evidence of its work is that it comes round to this."""
    watchdog = Watchdog({"page": lambda: True}, notifier)
    while True:
        watchdog.look()
        await asyncio.sleep(notifier.look_seconds)


async def _tell(link: Link, notifier: Notifier, host: str, port: int) -> None:
    """Where the page is and what lets one act, whenever that changes."""
    name = host or f"{socket.gethostname().removesuffix('.local')}.local"
    told = None
    while True:
        pin = link.known.pin if link.known else ""
        if pin != told:
            told = pin
            line = f"http://{name}:{port} " + (f"PIN {pin}" if pin else "(no evening is played now)")
            notifier.status(line)
            click.echo(line)
        await link.news.wait()
