"""What the program logs, as a terminal and as the system's log show it."""

from __future__ import annotations

import logging
import os
import sys
from typing import TextIO

_PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}
"""Level to the priority that syslog has for it (sd-daemon(3))."""
_WHOLE = "%(levelname)s %(name)s: %(message)s"


class _OneLine(logging.Formatter):
    """Leaves out where in the program it was: nobody at a table can use that."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - the package's name
        del ei
        return ""


class _WithPriority(logging.Formatter):
    """Every line, those of a traceback as well, with its priority in front."""

    def format(self, record: logging.LogRecord) -> str:
        priority = _PRIORITIES.get(record.levelno, _PRIORITIES[logging.INFO])
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())


def is_system_log(stream: TextIO) -> bool:
    """Whether what is written there goes to the system's log, as a service's does (systemd.exec(5), JOURNAL_STREAM)."""
    try:
        out = os.fstat(stream.fileno())
    except (OSError, ValueError):  # it is closed, or no file
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"


def log_to_stderr() -> None:
    """A line for each thing that is wrong; for the system's log and for PROMPTER_DEBUG the whole story, with level,
    origin and what is merely worth knowing."""
    handler = logging.StreamHandler()
    is_whole = is_system_log(sys.stderr) or bool(os.environ.get("NOTIFY_SOCKET") or os.environ.get("PROMPTER_DEBUG"))
    handler.setFormatter(_formatter(is_whole))
    logging.basicConfig(handlers=[handler], level=logging.INFO if is_whole else logging.WARNING)


def _formatter(is_whole: bool) -> logging.Formatter:
    if is_system_log(sys.stderr):
        return _WithPriority(_WHOLE)
    return logging.Formatter(_WHOLE) if is_whole else _OneLine("prompter: %(message)s")
