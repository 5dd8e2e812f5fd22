"""Pools are full again after what two characters did together for the joy of it (E-126 to E-129, A-56, A-57)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.errantry import acting, checks, edit, names, offers, outcomes
from assistant.games.errantry.events_game import PoolRefreshed
from assistant.games.errantry.orders import CALM, Evolving, Order, Outcome, Telling
from assistant.games.errantry.state import Character, Episode
from assistant.games.errantry.terms import Pool
from assistant.table import Command, Cue, Dice, Name, Open, Refusal, Seat, Slot
from assistant.table.naming import find


def refresh(state: Episode, command: Command, dice: Dice) -> Outcome:
    """The pool of who speaks, or of who is named, by something fitting with another character."""
    who = checks.meant(state, command)
    if isinstance(who, Refusal):
        return who
    pool = next((each for each in Pool if each == find(names.pools(state), command.slots.get("pool"))), None)
    if pool is None:
        return Refusal("E_POOL_NEEDED")
    fault = not_low(state, who, pool)
    if fault is not None:
        return fault
    partner = _partner(state, command, who)
    if isinstance(partner, Refusal):
        return partner
    contest = None if state.check is None else outcomes.won(state.check, who.id, partner.id)
    if contest is False and "no_contest" not in command.slots:
        return Refusal("E_CONTEST_LOST")
    return (PoolRefreshed(character=who.id, pool=pool),)


def not_low(state: Episode, who: Character, pool: Pool) -> Refusal | None:
    points = who.pools[pool]
    return None if points.now < points.max else Refusal("E_POOL_FULL", {"pool": names.word(state, pool)})


def _partner(state: Episode, command: Command, who: Character) -> Character | Refusal:
    """Who took part: the one named, else the only encounter character of the scene; E_ALONE."""
    if "partner" in command.slots:
        partner = acting.actor(state, command, "partner") if state.scene else checks.named(state, command, "partner")
        if isinstance(partner, Refusal):
            return partner
        return partner if partner.id != who.id else Refusal("E_ALONE")
    met = [each for each in offers.here(state) if state.scene and each.id in state.scene.ec_ids and each.id != who.id]
    return met[0] if len(met) == 1 else Refusal("E_ALONE")


REFRESH = Order(refresh, by="owner", live=CALM)

DECIDE = {"refresh": REFRESH}


def _pool_refreshed(state: Episode, event: PoolRefreshed) -> Episode:
    who = state.character(event.character)
    return state if who is None else edit.pool(state, event.character, event.pool, who.pools[event.pool].max)


EVOLVE: Evolving = {PoolRefreshed: _pool_refreshed}


def _open(state: Episode) -> Iterable[Open]:
    if state.moment not in CALM:
        return
    some = offers.here(state) if state.scene else [each for each in state.characters if each.in_play]
    partners = names.characters(state, some)

    def mine(seat: Seat) -> dict[str, Slot] | None:
        tired = [who for who in _spoken_for(state, seat) if any(each.now < each.max for each in who.pools.values())]
        if not tired:
            return None
        low = [pool for pool in Pool if any(not_low(state, who, pool) is None for who in tired)]
        no_contest = (Name("yes", "yes", (), "yes"),)
        named = names.characters(state, tired)
        return {"character": named, "pool": names.terms(state, low), "partner": partners, "no_contest": no_contest}

    yield from offers.by_seat(state, "refresh", mine)


def _spoken_for(state: Episode, seat: Seat) -> Iterable[Character]:
    return (each for each in state.characters if each.in_play and checks.not_yours(state, seat, each) is None)


OPEN = (_open,)


def _tell(state: Episode, event: PoolRefreshed) -> Iterable[Cue]:
    who = state.character(event.character)
    if who is not None:
        full = who.pools[event.pool].max
        yield Cue("PoolRefreshed", {"pool": names.word(state, event.pool), "n": full, "character": who.name})


NARRATE: Telling = {PoolRefreshed: _tell}
