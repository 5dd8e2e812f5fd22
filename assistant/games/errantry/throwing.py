"""Dice for checks and rounds: which to throw or to call out, and what has fallen (E-045, E-053 to E-058).

``told``: a player says what real dice or cards show. The table's ``dice_source`` says how they are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.errantry import acting, cards, checks, edit, fudge, names, offers, opens, outcomes, pack, steps
from assistant.games.errantry.events_check import StepsRolled, WindowClosed
from assistant.games.errantry.fudge import Faces
from assistant.games.errantry.opening import TALK
from assistant.games.errantry.orders import PLAY, Evolving, Order, Outcome
from assistant.games.errantry.state import Check, CheckStep, Episode
from assistant.games.errantry.terms import CheckPhase, Moment
from assistant.table import Command, Dice, Name, Open, Refusal, Roll, Seat, Slot

Lot = tuple[Faces, int]
"""One throw: the dice that lie there already, and how many more fall."""

_WORDS = {"colour": "colour", "cards": "court", "marked_d6": "number", "plain_d6": "number"}
"""The list in ``sentences.en.yaml`` that the faces of a source are called by; ``fudge`` for all others."""
_FACES = {
    "fudge": (("face_minus", 1), ("face_blank", 2), ("face_zero", 2), ("face_plus", 3)),
    "colour": (("colour_red", 1), ("colour_white", 2), ("colour_green", 3)),
    "court": (("card_J", 1), ("card_Q", 2), ("card_K", 3)),
}
_FACE_OF_COURT = {"J": fudge.MINUS, "Q": fudge.BLANK, "K": fudge.PLUS}


def wanted(state: Episode, lots: Sequence[Lot], by: Seat | None, *, told: bool = False) -> Roll:
    """The dice of these throws. Cards that are not put back are drawn by the device, unless told (A-12)."""
    source = state.settings.dice_source
    words = _WORDS.get(source, "fudge")
    if not told and _is_pack(state):
        sizes = tuple(size for lying, count in lots for size in pack.sides(_pack(state), lying, count))
        return Roll(sizes, by=None, faces=words)
    return Roll((fudge.sides(source),) * sum(count for _, count in lots), by=by, faces=words)


def fallen(state: Episode, lots: Sequence[Lot], dice: Dice, *, told: bool = False) -> tuple[Faces, ...] | Refusal:
    """The faces of each throw; E_DICE_COUNT, E_FACE_BAD."""
    if len(dice) != sum(count for _, count in lots):
        return Refusal("E_DICE_COUNT", {"n": sum(count for _, count in lots)})
    faces: list[Faces] = []
    for lying, count in lots:
        start = sum(map(len, faces))
        numbers = dice[start : start + count]
        drawn = not told and _is_pack(state)
        read = pack.draw(_pack(state), lying, numbers) if drawn else fudge.read(state.settings.dice_source, numbers)
        if read is None:
            return Refusal("E_FACE_BAD")
        faces.append(read)
    return tuple(faces)


def _is_pack(state: Episode) -> bool:
    return state.settings.dice_source == "cards" and state.settings.card_dice != "replaced"


def _pack(state: Episode) -> Faces:
    """The cards that one who draws for dice begins with: a court deck of their own, or what is left of the encounter
    deck."""
    if state.settings.card_dice == "encounter_deck" and state.decks.court:
        return tuple(_FACE_OF_COURT[cards.rank(card)] for card in state.decks.court)
    return pack.COURT


def faces_told(state: Episode) -> Slot:
    """What dice can be told to show: numbers, or words that stand for them; blue as the table says (A-59)."""
    source = state.settings.dice_source
    words = _WORDS.get(source, "fudge")
    if words == "number":
        return range(1, fudge.sides(source) + 1)
    known = _FACES[words]
    if words == "colour":
        known = (*known, ("colour_blue", 3 if state.settings.blue_means == "plus" else 1))
    terms = ((names.term(state, key), face) for key, face in known)
    return tuple(Name(str(face), term.display, term.heard, term.said) for term, face in terms)


def not_ready(state: Episode, step: CheckStep) -> Refusal | None:
    """Why a step cannot be rolled: E_ABILITY_NEEDED, E_DIFF_UNSET, E_BROKEN_UNPAID."""
    who = acting.character_of(state, step)
    if step.pool is None:
        return Refusal("E_ABILITY_NEEDED", {"character": who.name})
    if step.difficulty == 0:
        return Refusal("E_DIFF_UNSET")
    if steps.owes_price(step, who):
        pool = names.word(state, step.pool)
        line = "E_BROKEN_UNPAID" if who.pools[step.pool].now == 0 else "E_BROKEN_OWES"
        return Refusal(line, {"pool": pool, "character": who.name})
    return None


def lot(state: Episode, step: CheckStep) -> Lot:
    """The throw of a step as it stands, with the dice that harm puts on it (E-041, E-045)."""
    return ((), steps.dice_count(steps.frozen(step, acting.character_of(state, step), state.settings)))


def roll(state: Episode, command: Command, dice: Dice) -> Outcome:
    """All that is to be rolled now; in a chain the next step, whose roll shuts the window before it (E-050, E-058)."""
    check = acting.open_check(state)
    if isinstance(check, Refusal):
        return check
    shut: tuple[WindowClosed, ...] = ()
    if check.phase is CheckPhase.ROLLED:
        check, shut = outcomes.settled(check, state.settings), (WindowClosed(),)
    if check.phase is CheckPhase.BETWEEN:
        return shut or (Refusal("E_POLICY_NEEDED") if outcomes.is_chain(check) else checks.wrong_phase(state))
    places = outcomes.to_roll(check)
    if check.phase is CheckPhase.FINAL or not places:
        return Refusal("E_DICE_ROLLED")
    fault = next((fault for place in places if (fault := not_ready(state, check.steps[place]))), None)
    if fault is not None:
        return fault
    lots = [lot(state, check.steps[place]) for place in places]
    if not dice:
        return wanted(state, lots, _caller(state, check, places, command.seat))
    faces = fallen(state, lots, dice)
    return faces if isinstance(faces, Refusal) else (*shut, StepsRolled(places=places, faces=faces))


def _caller(state: Episode, check: Check, places: Iterable[int], seat: Seat) -> Seat | None:
    """Who may call the faces out: the one who plays all these steps; the device throws for several seats."""
    voices = {checks.voice_of(state, acting.character_of(state, check.steps[place])) for place in places}
    return seat if voices == {seat} else None


def tell_dice(state: Episode, command: Command, dice: Dice) -> Outcome:
    """What the real dice of one step show, said by who plays it (E-053 to E-057)."""
    found = acting.in_check(state, command)
    if isinstance(found, Refusal):
        return found
    check, who = found
    place = next((place for place in outcomes.to_roll(check) if check.steps[place].character == who.id), None)
    if place is None:
        return Refusal("E_NOT_TO_ROLL", {"character": who.name})
    step = check.steps[place]
    fault = not_ready(state, step)
    if fault is not None:
        return fault
    lots = [lot(state, step)]
    if not dice:
        return wanted(state, lots, command.seat, told=True)
    faces = fallen(state, lots, dice, told=True)
    return faces if isinstance(faces, Refusal) else (StepsRolled(places=(place,), faces=faces, told=True),)


_CHAIN_GOES_ON = TALK | {Moment.ROLLED, Moment.BETWEEN}
ROLL = Order(roll, live=_CHAIN_GOES_ON | PLAY, applies=lambda state: state.pain is None)
TELL = Order(
    tell_dice,
    by="owner",
    live=TALK,
    instead={Moment.ROLLED: "E_DICE_ROLLED", Moment.BETWEEN: "E_POLICY_NEEDED"},
    applies=lambda state: state.pain is None,
)

DECIDE = {"roll": ROLL, "rolled": TELL}


def _steps_rolled(state: Episode, event: StepsRolled) -> Episode:
    check = state.check
    rolled = list(check.steps) if check else []
    for place, faces in zip(event.places, event.faces, strict=True):
        who = acting.character_of(state, rolled[place])
        frozen = steps.frozen(rolled[place], who, state.settings)
        rolled[place] = steps.rolled(frozen, faces, state.settings)
        state = edit.character(state, who.id, lambda each: replace(each, pending_bruise=0))
    return edit.check(state, lambda check: outcomes.thrown(check, rolled, event.at))


EVOLVE: Evolving = {StepsRolled: _steps_rolled}


def _open(state: Episode) -> Iterable[Open]:
    check = state.check
    yield from opens.plain(state, "roll", ROLL)
    if check is not None and state.moment in TALK:
        yield from offers.by_seat(state, "rolled", lambda seat: _tellable(state, check, seat))


def _tellable(state: Episode, check: Check, seat: Seat) -> dict[str, Slot] | None:
    due = {check.steps[place].character for place in outcomes.to_roll(check)}
    mine = [who for who in offers.engaged(state, seat) if who.id in due]
    return {"character": names.characters(state, mine), "dice": faces_told(state)} if mine else None


OPEN = (_open,)
