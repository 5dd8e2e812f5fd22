"""What the program logs, as a terminal and as the service's log show it."""

from __future__ import annotations

import logging
import os


class _OneLine(logging.Formatter):
    """Leaves out where in the program it was: nobody at a table can use that."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - the package's name
        del ei
        return ""


def log_to_stderr() -> None:
    """One line for each thing; the whole story for the service's log, and where PROMPTER_DEBUG is set."""
    handler = logging.StreamHandler()
    is_whole = bool(os.environ.get("NOTIFY_SOCKET") or os.environ.get("PROMPTER_DEBUG"))
    handler.setFormatter((logging.Formatter if is_whole else _OneLine)("prompter: %(message)s"))
    logging.basicConfig(handlers=[handler])
