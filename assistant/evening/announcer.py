"""What is said, sounded and shown, and what not: windows of the game, the level of the table, and privacy.

| window | sounds | speech |
|---|---|---|
| open | earcons | every line; in full at the level ``full`` |
| quiet | earcons | lines of level ``result``, low: none at ``earcon``, two words at ``results``, more at ``full`` |
| hushed | soft earcons | none |
| silent | none | none |

A cue for some seats only is shown to them and neither said nor sounded.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from assistant.evening.answer import Announcement
from assistant.evening.lines import Line, LineError, Lines, shown, spoken
from assistant.table import Cue, Refusal, Window

Level = Literal["earcon", "results", "full"]
"""How much this table wants to be told."""

REFUSED = "buzz"

_log = logging.getLogger(__name__)


class Announcer:
    """Turns cues into announcements. Pure but for ``level`` and ``is_mute``, which the table may change."""

    def __init__(self, lines: Lines, level: Level = "results") -> None:
        self._lines = lines
        self.level: Level = level
        self.is_mute = False
        """The table asked for quiet: earcons and page only, until it asks for speech again."""

    def can_say(self, words: str) -> bool:
        """Whether this may be spoken at once."""
        return self._lines.fits(words)

    def announce(self, cue: Cue, window: Window, said: Mapping[str, str], earcon: str = "") -> Announcement:
        """One cue. ``said``: display forms to said forms; ``earcon`` where the line has none of its own."""
        try:
            line = self._lines.line(cue.line)
            show = _read(line, cue)
            private = Announcement(show=show, audience=cue.audience, times=cue.times, line=cue.line)
            if cue.audience is not None:
                return private
            heard = replace(private, earcon=line.earcon or earcon or None, say=self._speech(line, window, cue, said))
        except LineError as error:
            # A game without words for something goes on: the contract tests find it before a table does.
            _log.error("%s", error)
            return Announcement(show=cue.line, audience=cue.audience, line=cue.line)
        if window == "silent":
            return replace(heard, earcon=None)
        return replace(heard, low=window != "open", hushed=window == "hushed")

    def shown(self, cue: Cue) -> str:
        """What there is to read of a cue of a view."""
        try:
            return _read(self._lines.line(cue.line), cue)
        except LineError as error:
            _log.error("%s", error)
            return cue.line

    def refuse(self, refusal: Refusal, window: Window, said: Mapping[str, str]) -> Announcement:
        return self.announce(Cue(refusal.code, refusal.slots), window, said, earcon=REFUSED)

    def _speech(self, line: Line, window: Window, cue: Cue, said: Mapping[str, str]) -> str | None:
        if self.is_mute:
            return None
        for template in _FORMS[window](line, self.level):
            words = spoken(template, cue.slots, said)
            if template and self._lines.fits(words):
                return words
        return None


def _read(line: Line, cue: Cue) -> str:
    return shown(line.show or line.full or line.say, cue.slots)


def _open_forms(line: Line, level: Level) -> tuple[str, ...]:
    return (line.full, line.say) if level == "full" else (line.say,)


def _quiet_forms(line: Line, level: Level) -> tuple[str, ...]:
    return () if level == "earcon" or line.level != "result" else _open_forms(line, level)


def _no_forms(line: Line, level: Level) -> tuple[str, ...]:
    return ()


_FORMS: Mapping[Window, Callable[[Line, Level], tuple[str, ...]]] = {
    "open": _open_forms,
    "quiet": _quiet_forms,
    "hushed": _no_forms,
    "silent": _no_forms,
}
