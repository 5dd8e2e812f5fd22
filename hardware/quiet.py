"""Keeps the chatter of native libraries out of what the program prints (C-094)."""

from __future__ import annotations

import os
import sys


def divert_native_noise() -> None:
    """Send what native code writes to the error stream nowhere; Python's own errors still reach the user.

    For the start of a program that opens sound devices: ALSA and PortAudio write dozens of harmless lines at each
    opening. Programs started later write their errors nowhere too, unless told where.
    """
    sys.stderr.flush()
    ours = os.fdopen(os.dup(2), "w", buffering=1, encoding="utf-8", errors="backslashreplace")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    sys.stderr = ours
