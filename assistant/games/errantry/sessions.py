"""Sessions and their gift dice (E-005, E-006)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import opens
from assistant.games.errantry.events_game import SessionBegun, SessionEnded
from assistant.games.errantry.orders import ALWAYS, CALM, Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Episode, Session
from assistant.table import Ask, Command, Cue, Dice, Open, Refusal
from assistant.table.naming import singular


def begin_session(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Every player present gets as many gift dice as there are players present."""
    if state.session is not None:
        return Refusal("E_SESSION_OPEN")
    present = state.present
    return (SessionBegun(number=state.sessions + 1, gift={player.id: len(present) for player in present}),)


def end_session(state: Episode, command: Command, dice: Dice) -> Outcome:
    """An open scene goes on next time."""
    if state.session is None:
        return Refusal("E_NO_SESSION")
    if command.confirmed_by is None:
        return Ask("end_session.sure", (command,))
    return (SessionEnded(number=state.session.number),)


DECIDE = {
    "begin_session": Order(begin_session),
    "end_session": Order(end_session, live=CALM, instead=dict.fromkeys(ALWAYS - CALM, "E_BUSY")),
}


def _begun(state: Episode, event: SessionBegun) -> Episode:
    session = Session(event.number, event.gift, started_at=event.at)
    return replace(state, session=session, sessions=event.number)


EVOLVE: Evolving = {
    SessionBegun: _begun,
    SessionEnded: lambda state, event: replace(state, session=None),
}


def _open(state: Episode) -> Iterable[Open]:
    for intent, order in DECIDE.items():
        yield from opens.plain(state, intent, order)


OPEN = (_open,)


def _tell_begun(state: Episode, event: SessionBegun) -> Iterable[Cue]:
    gift = len(event.gift)
    yield Cue(singular("SessionBegun", gift), {"n": event.number, "gift": gift})


NARRATE: Telling = {
    SessionBegun: _tell_begun,
    SessionEnded: lambda state, event: (Cue("SessionEnded"),),
}
