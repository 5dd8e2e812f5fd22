"""What is spent on a step, before its dice or after: pool points, the price of being broken, Secrets, gift dice.

E-042, E-043, E-049, E-051, E-106, E-120, E-121. A round of the Pain is a check too, so all this serves there as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from assistant.games.errantry import acting, checks, edit, names, offers, opens, outcomes, steps, throwing
from assistant.games.errantry.events_check import GiftGiven, PoolSpent, PricePaid, SecretUsed
from assistant.games.errantry.fudge import Faces
from assistant.games.errantry.opening import TALK
from assistant.games.errantry.orders import PLAY, Evolving, Order, Outcome, look
from assistant.games.errantry.state import Character, Check, CheckStep, Episode
from assistant.games.errantry.tables import SecretEntry
from assistant.games.errantry.terms import CheckPhase, Moment, Pool
from assistant.table import Command, Cue, Dice, Open, Refusal, Seat, Slot, Value
from assistant.table.naming import find

SPENDING = TALK | {Moment.ROLLED, Moment.PAIN_FREE_AND_CLEAR, Moment.PAIN_ROLL}
SHUT = {Moment.BETWEEN: "E_WINDOW_SHUT"}

Spend = Callable[[bool, Faces], tuple[PoolSpent | SecretUsed | GiftGiven]]
"""Makes the event: whether it comes after the roll, and the faces of the dice that it brings then."""


def spend(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A point of the ability's pool for one bonus die; the first point of a broken character is its price instead."""
    found = _own_step(state, command)
    if isinstance(found, Refusal):
        return found
    place, step, who = found
    fault = _wrong_pool(state, command, step)
    if fault is not None:
        return fault
    if steps.owes_price(step, who) and not step.rolled:
        return pay_price(state, command, dice)
    pool = _pool(step)
    if not steps.pool_dice_left(step, state.settings):
        return Refusal("E_POOL_ONCE")
    if not who.pools[pool].now:
        return Refusal("E_POOL_EMPTY", {"pool": names.word(state, pool)})
    return late_or_early(
        state,
        command,
        dice,
        step,
        1,
        lambda late, faces: (PoolSpent(place=place, character=who.id, pool=pool, late=late, faces=faces),),
    )


def pay_price(state: Episode, command: Command, dice: Dice) -> Outcome:
    """What a broken character pays to act at all (E-106)."""
    found = _own_step(state, command)
    if isinstance(found, Refusal):
        return found
    place, step, who = found
    if step.pool is None:
        return Refusal("E_ABILITY_NEEDED", {"character": who.name})
    if step.rolled or not steps.owes_price(step, who):
        return Refusal("E_NO_PRICE", {"character": who.name})
    if not who.pools[step.pool].now:
        return Refusal("E_BROKEN_UNPAID", {"pool": names.word(state, step.pool), "character": who.name})
    return (PricePaid(place=place, character=who.id, pool=step.pool),)


def _own_step(state: Episode, command: Command) -> tuple[int, CheckStep, Character] | Refusal:
    """The step that can still be changed of the character that is named, or the speaker's."""
    who = acting.actor(state, command)
    if isinstance(who, Refusal):
        return who
    check = acting.open_check(state)
    if isinstance(check, Refusal):
        return check
    place = acting.place_for_dice(check, who)
    if isinstance(place, Refusal):
        return place
    return not_your_turn(state, check, place) or (place, check.steps[place], who)


def _wrong_pool(state: Episode, command: Command, step: CheckStep) -> Refusal | None:
    if step.pool is None:
        return Refusal("E_ABILITY_NEEDED", {"character": names.character_name(state, step.character)})
    if "pool" not in command.slots or find(names.pools(state), command.slots["pool"]) == step.pool:
        return None
    return Refusal("E_POOL_WRONG", {"pool": names.word(state, step.pool)})


def _pool(step: CheckStep) -> Pool:
    if step.pool is None:
        raise ValueError("a step without an ability")
    return step.pool


def not_your_turn(state: Episode, check: Check, place: int) -> Refusal | None:
    """Where the loser spends first, once each (A-64): E_WINDOW_SHUT for everybody whose turn it is not."""
    if state.settings.post_roll_order == "common" or check.phase is not CheckPhase.ROLLED:
        return None
    return None if turn(check) in (None, place) else Refusal("E_WINDOW_SHUT")


def turn(check: Check) -> int | None:
    """The step that may be spent on now where the loser goes first: the lowest that has not had its turn."""
    waiting = [place for place in outcomes.now(check) if check.steps[place].rolled and not check.steps[place].accepted]
    return min(waiting, key=lambda place: check.steps[place].sl, default=None)


def late_or_early(state: Episode, command: Command, dice: Dice, step: CheckStep, count: int, event: Spend) -> Outcome:
    """Before the roll it counts then; after it ``count`` more dice fall at once (E-049)."""
    if not step.rolled or not count:
        return event(step.rolled, ())
    lots = [(step.dice, count)]
    if not dice:
        return throwing.wanted(state, lots, command.seat)
    faces = throwing.fallen(state, lots, dice)
    return faces if isinstance(faces, Refusal) else event(True, faces[0])


def use_secret(state: Episode, command: Command, dice: Dice) -> Outcome:
    """A Secret of this character on its own step or on an opponent's, at its cost (E-051)."""
    who = acting.actor(state, command)
    if isinstance(who, Refusal):
        return who
    key = find(names.secrets(state, who.secrets), command.slots.get("secret"))
    if key is None:
        return Refusal("E_SECRET_NO", {"secret": _secret_name(state, command)})
    secret = state.settings.secret[key]
    check = acting.open_check(state)
    if isinstance(check, Refusal):
        return check
    place = _changed_by(state, command, check, who, key)
    if isinstance(place, Refusal):
        return place
    if not payable(state, who, key) or not_your_turn(state, check, place):
        return Refusal("E_SECRET_NO", {"secret": secret.name})
    count = abs(secret.effect.n) if secret.effect.kind in ("bonus_dice", "penalty_dice") else 0
    return late_or_early(
        state,
        command,
        dice,
        check.steps[place],
        count,
        lambda late, faces: (SecretUsed(place=place, owner=who.id, secret=key, late=late, faces=faces),),
    )


def _secret_name(state: Episode, command: Command) -> str:
    value = command.slots.get("secret", "")
    key = find(names.secrets(state), value)
    return state.settings.secret[key].name if key else str(value)


def _changed_by(state: Episode, command: Command, check: Check, who: Character, key: str) -> int | Refusal:
    """The step that a Secret changes; E_WHO if an opponent has to be named."""
    secret = state.settings.secret[key]
    places = changeable_by(state, check, who, key)
    if "target" in command.slots:
        target = acting.actor(state, command, "target")
        if isinstance(target, Refusal):
            return target
        places = tuple(place for place in places if check.steps[place].character == target.id)
    if not places:
        return Refusal("E_SECRET_NO", {"secret": secret.name})
    return places[0] if len(places) == 1 else Refusal("E_WHO")


def changeable_by(state: Episode, check: Check, who: Character, key: str) -> tuple[int, ...]:
    """The steps that a Secret of this character can change now, each once."""
    secret = state.settings.secret[key]
    places: tuple[int, ...]
    if secret.when == "on_harm" and state.pain is None:
        return ()  # there is no harm outside the Pain (E-092)
    if secret.who == "self":
        own = acting.place_for_dice(check, who)
        places = () if isinstance(own, Refusal) else (own,)
    else:
        places = acting.opponents(check, who) if _takes_part(check, who) else ()
    return tuple(place for place in places if _fits(secret, check.steps[place], who.id, key))


def _takes_part(check: Check, who: Character) -> bool:
    return any(step.character == who.id for step in check.steps)


def _fits(secret: SecretEntry, step: CheckStep, owner: str, key: str) -> bool:
    return steps.secret_fits(secret, step) and (owner, key) not in step.secrets


def give_gift(state: Episode, command: Command, dice: Dice) -> Outcome:
    """One die for somebody else's check, as long as it is not final (E-120)."""
    who = acting.actor(state, command) if "character" in command.slots else Refusal("E_WHO")
    if isinstance(who, Refusal):
        return who
    check = acting.open_check(state)
    if isinstance(check, Refusal):
        return check
    place = acting.place_for_dice(check, who)
    if isinstance(place, Refusal):
        return place
    step = check.steps[place]
    fault = no_gift(state, command.seat, who, step) or not_your_turn(state, check, place)
    if fault is not None:
        return fault
    return late_or_early(
        state,
        command,
        dice,
        step,
        1,
        lambda late, faces: (GiftGiven(giver=command.seat, place=place, late=late, faces=faces),),
    )


def no_gift(state: Episode, giver: Seat, who: Character, step: CheckStep) -> Refusal | None:
    """Why this seat has no die for this step: E_GIFT_SELF, E_GIFT_EC, E_GIFT_NONE, E_GIFT_LIMIT, E_DICE_ROLLED."""
    settings = state.settings
    if checks.voice_of(state, who) == giver:
        return Refusal("E_GIFT_SELF")
    if who.player_id is None and not settings.gift_to_ec:
        return Refusal("E_GIFT_EC")
    if not gifts_of(state, giver):
        return Refusal("E_GIFT_NONE")
    given = steps.gifts(step)
    if (settings.gift_limit == "one" and given) or (settings.gift_limit == "one_per_giver" and giver in given):
        return Refusal("E_GIFT_LIMIT")
    return Refusal("E_DICE_ROLLED") if step.rolled and not settings.gift_after_roll else None


def gifts_of(state: Episode, seat: Seat) -> int:
    """Gift dice that a present player has left in this session."""
    player = state.player(seat)
    return state.session.gift.get(seat, 0) if state.session and player and player.present else 0


def count_gifts(state: Episode, command: Command, dice: Dice) -> Outcome:
    """Everybody's gift dice (E-121)."""
    if state.session is None:
        return Refusal("E_NO_SESSION")
    counts = [(player.name, gifts_of(state, player.id)) for player in state.present]
    slots: dict[str, Value] = {"player": names.player_name(state, command.seat), "n": gifts_of(state, command.seat)}
    for number, (name, count) in enumerate(counts, 1):
        slots |= {f"p{number}": name, f"n{number}": count}
    return Cue(f"gifts.{len(counts)}", slots)


_LIVE = SPENDING | PLAY
"""In play a check that has just become final is told from none at all."""
SPEND = Order(spend, by="owner", live=_LIVE, instead=SHUT)
PRICE = Order(pay_price, by="owner", live=_LIVE, instead=SHUT)
SECRET = Order(use_secret, by="owner", live=_LIVE, instead=SHUT)
GIFT = Order(give_gift, live=_LIVE, instead=SHUT)

DECIDE = {
    "spend": SPEND,
    "pay_price": PRICE,
    "use_secret": SECRET,
    "give_gift": GIFT,
    "count_gifts": look(count_gifts),
}


def _changed(state: Episode, place: int, at: float, change: Callable[[CheckStep], CheckStep], faces: Faces) -> Episode:
    """A spend on a step; after the roll its dice are read again and the window begins anew (A-64)."""

    def step(before: CheckStep) -> CheckStep:
        after = change(before)
        return steps.with_die(after, faces, state.settings) if before.rolled else after

    return _reopened(edit.step(state, place, step), place, at)


def _reopened(state: Episode, place: int, at: float) -> Episode:
    if state.check is None or state.check.phase is not CheckPhase.ROLLED:
        return state
    once_each = state.settings.post_roll_order == "loser_first"

    def again(n: int, step: CheckStep) -> CheckStep:
        return replace(step, accepted=(step.accepted or n == place) if once_each else False)

    changed = tuple(again(n, step) for n, step in enumerate(state.check.steps))
    return replace(state, check=replace(state.check, steps=changed, spent_at=at))


def _pool_spent(state: Episode, event: PoolSpent) -> Episode:
    state = edit.pool(state, event.character, event.pool, -1)

    def change(step: CheckStep) -> CheckStep:
        return steps.with_pool_die(step, event.character, late=event.late)

    return _changed(state, event.place, event.at, change, event.faces)


def _price_paid(state: Episode, event: PricePaid) -> Episode:
    state = edit.pool(state, event.character, event.pool, -1)
    return edit.step(state, event.place, lambda step: steps.with_price(step, state.settings))


def _secret_used(state: Episode, event: SecretUsed) -> Episode:
    cost = state.settings.secret[event.secret].cost
    state = edit.pool(state, event.owner, cost.pool, -cost.points)

    def change(step: CheckStep) -> CheckStep:
        return steps.with_secret(step, event.owner, event.secret, state.settings, late=event.late)

    return _changed(state, event.place, event.at, change, event.faces)


def _gift_given(state: Episode, event: GiftGiven) -> Episode:
    session = state.session
    if session is not None:
        gift = {**session.gift, event.giver: session.gift.get(event.giver, 0) - 1}
        state = replace(state, session=replace(session, gift=gift, gift_used=session.gift_used + 1))

    def change(step: CheckStep) -> CheckStep:
        return steps.with_bonus(step, f"{steps.GIFT}{event.giver}", late=event.late)

    return _changed(state, event.place, event.at, change, event.faces)


EVOLVE: Evolving = {
    PoolSpent: _pool_spent,
    PricePaid: _price_paid,
    SecretUsed: _secret_used,
    GiftGiven: _gift_given,
}


def _open(state: Episode) -> Iterable[Open]:
    if state.session is not None:
        yield Open("count_gifts")
    if state.check is None or state.check.phase is CheckPhase.FINAL or state.moment not in SPENDING:
        return
    yield from offers.by_seat(state, "spend", lambda seat: _spendable(state, seat, "spend", SPEND))
    yield from offers.by_seat(state, "pay_price", lambda seat: _spendable(state, seat, "pay_price", PRICE))
    yield from offers.by_seat(state, "use_secret", lambda seat: _usable(state, seat))
    yield from opens.named(state, "give_gift", GIFT, "character", names.characters(state, offers.here(state)))


def _spendable(state: Episode, seat: Seat, intent: str, order: Order) -> dict[str, Slot] | None:
    mine = offers.engaged(state, seat)
    able = [who for who in mine if opens.allowed(state, order, Command(intent, seat, {"character": who.id}))]
    if not able:
        return None
    named: dict[str, Slot] = {"character": names.characters(state, able)}
    return {**named, "pool": names.pools(state), "dice": throwing.faces_told(state)} if intent == "spend" else named


def _usable(state: Episode, seat: Seat) -> dict[str, Slot] | None:
    check, mine = state.check, offers.engaged(state, seat)
    owned = [(who, key) for who in mine for key in who.secrets if payable(state, who, key)]
    able = [(who, key) for who, key in owned if check and changeable_by(state, check, who, key)]
    if not able:
        return None
    keys = dict.fromkeys(key for _, key in able)
    return {
        "character": names.characters(state, {who.id: who for who, _ in able}.values()),
        "secret": names.secrets(state, keys),
        "target": names.characters(state, offers.here(state)),
    }


def payable(state: Episode, who: Character, key: str) -> bool:
    """Whether this character can pay for this Secret."""
    known = state.settings.secret.get(key)
    return known is not None and who.pools[known.cost.pool].now >= known.cost.points


OPEN = (_open,)
