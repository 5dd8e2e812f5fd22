"""A process that works until it is killed without warning, and what it had acknowledged by then."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

Acknowledge = Callable[[str], None]
"""Tells one line, on the pipe to the process that kills, when it returns."""


class StoppedError(Exception):
    """The work ended before it was killed."""


def killed(
    work: Callable[[Acknowledge], None], after_seconds: float, meanwhile: Callable[[], None] = lambda: None
) -> list[str]:
    """Fork, let ``work`` run, kill it (SIGKILL); the lines it acknowledged. Raises StoppedError.

    ``meanwhile`` is done while it stands still just before, to see what it leaves.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _work(work, writing)
    os.close(writing)
    time.sleep(after_seconds)
    os.kill(child, signal.SIGSTOP)
    _, status = os.waitpid(child, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        try:
            meanwhile()
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    with os.fdopen(reading, encoding="utf-8") as told:
        lines = [line.rstrip("\n") for line in told if line.endswith("\n")]
    if not os.WIFSTOPPED(status):
        raise StoppedError(f"the process that was to be killed had ended by itself ({lines[-1] if lines else ''})")
    return lines


def _work(work: Callable[[Acknowledge], None], writing: int) -> None:
    """In the child, which never comes back from here."""
    try:
        work(lambda line: _tell(writing, line))
    except BaseException as error:
        _tell(writing, f"{type(error).__name__}: {error}")
    finally:
        os._exit(1)


def _tell(writing: int, line: str) -> None:
    os.write(writing, f"{line}\n".encode())
