"""The running box, ``prompter play``: microphone, ears, evening, mouth, speaker, buttons and lamps, joined."""

from __future__ import annotations

from assistant.box.box import Box, Devices

__all__ = ["Box", "Devices"]
