"""An evening as the page shows it, and what has changed in it since."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from assistant.evening import Evening
from assistant.table import Seat
from assistant.web.forms import forms, sayable
from assistant.web.messages import TABLE, ClockFace, News, Player, Sheet

T = TypeVar("T")


def picture(evening: Evening) -> News:
    """All that can be seen now, for the table and for each seat. On the evening's thread; takes a few milliseconds."""
    listening = evening.listening()
    players = evening.players()
    lamps = evening.game.view(evening.state, None).lamps
    return News(
        title=evening.game.title,
        clock=ClockFace(evening.clock_seconds(), evening.clock_runs),
        players=tuple(Player(one.id, one.display, lamps.get(one.id, "")) for one in players),
        sheets={seat or TABLE: _sheet(evening, seat) for seat in (None, *(one.id for one in players))},
        forms={one.id: forms(listening, one.id) for one in players},
        sayable=sayable(listening),
    )


def _sheet(evening: Evening, seat: Seat | None) -> Sheet:
    view = evening.game.view(evening.state, seat)
    meant = [[cue for cue in card if cue.audience is None or seat in cue.audience] for card in view.cards]
    cards = [tuple(filter(None, map(evening.shown, card))) for card in meant]
    return Sheet(evening.shown(view.headline), tuple(filter(None, cards)))


def changes(before: News, now: News) -> News:
    """What is new in ``now``, and always the clock."""
    return News(
        title=_other(before.title, now.title),
        clock=now.clock,
        players=_other(before.players, now.players),
        sheets=_others(before.sheets, now.sheets),
        forms=_others(before.forms, now.forms),
        sayable=_other(before.sayable, now.sayable),
    )


def _other(before: T, now: T) -> T | UnsetType:
    return UNSET if before == now else now


def _others(before: Any, now: dict[str, T] | UnsetType) -> dict[str, T] | UnsetType:
    if now is UNSET or isinstance(now, UnsetType):
        return UNSET
    known = before if isinstance(before, dict) else {}
    return {key: value for key, value in now.items() if known.get(key) != value} or UNSET
