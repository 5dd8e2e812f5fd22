"""Whether the ears are muted, kept on the disk: a box that was told not to listen does not after a restart either."""

from __future__ import annotations

import logging
from pathlib import Path

_log = logging.getLogger(__name__)


class Muting:
    """A file that is there while the ears are muted; without a path it is not kept."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.is_on = path is not None and path.exists()

    def turn(self, on: bool) -> None:
        """A disk that cannot be written stops nothing."""
        self.is_on = on
        if self._path is None:
            return
        try:
            if on:
                self._path.touch()
            else:
                self._path.unlink(missing_ok=True)
        except OSError as error:
            _log.error("%s", error)
