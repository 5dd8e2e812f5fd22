"""Facts: writing them, referring to them, and getting their words right (R-032 to R-052)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.repertoire import edit, names, residents
from assistant.games.repertoire.checks import (
    card_in,
    face,
    off_stage,
    open_scene,
    participant,
)
from assistant.games.repertoire.events_scene import FactEstablished, FactReferenced, FactWorded
from assistant.games.repertoire.orders import Order, Outcome
from assistant.games.repertoire.scenes import playing, seat_is_actor
from assistant.games.repertoire.state import Card, Line, Player, Scene, Troupe, Use
from assistant.games.repertoire.terms import Answer, Kind, LineStatus, SceneState, Status, UseKind
from assistant.table import Command, Cue, Dice, Open, Refusal, Roll, Seat, Value
from assistant.table.slots import UNKNOWN_WORDS, whole, words

_DIE = {Kind.ACTOR: 10, Kind.PLAY: 10, Kind.ENCLAVE: 8, Kind.PRODUCER: 6}
_OWN_ACTOR_DIE = 12
_MOST_COINS = 4
"""The token click sounds at most so often (R-047)."""


def die_for(state: Troupe, card: Card, seat: Seat) -> int:
    """The size of the die, seen from the speaker (R-034)."""
    own = card.owner == seat
    if own and (card.kind is Kind.ACTOR or (card.kind is Kind.PRODUCER and state.settings.producer_own_die == "d12")):
        return _OWN_ACTOR_DIE
    return _DIE[card.kind]


def count_for(state: Troupe, card: Card) -> int:
    """The number a new line on this card has to come in at or under (R-035)."""
    mode = state.settings.fact_count_mode
    if mode == "true_plus_new":
        return card.true_count + 1
    return card.line_count if mode == "lines_before" else card.line_count + 1


def _fact_scene(state: Troupe, seat: Seat) -> Scene | Refusal:
    """The open scene, if this seat may make and use facts in it (R-032, A-005)."""
    who = state.settings.fact_seats
    if who == "actors" and not seat_is_actor(state, seat):
        return Refusal("E_NOT_ACTOR")
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    outside = participant(scene, seat) if who == "participants" else None
    return outside or off_stage(state, scene, seat, fact=True) or scene


def _establish(state: Troupe, command: Command, dice: Dice) -> Outcome:
    scene = _fact_scene(state, command.seat)
    if isinstance(scene, Refusal):
        return scene
    card = card_in(state, command)
    if isinstance(card, Refusal):
        return card
    text = _text(state, command)
    if text is not None and _barred(state, card, text):
        return Refusal("E_DUPLICATE")
    die = die_for(state, card, command.seat)
    if not dice:
        return Roll((die,), by=command.seat)
    return face(dice, die) or (_fact(state, scene, card, command.seat, text, die, dice[0]),)


def _fact(
    state: Troupe, scene: Scene, card: Card, seat: Seat, text: str | None, die: int, roll: int
) -> FactEstablished:
    count = count_for(state, card)
    return FactEstablished(
        seat=seat,
        card_id=card.id,
        line_no=len(card.lines) + 1,
        text=text,
        die=die,
        roll=roll,
        count=count,
        true=roll <= count,
        use=scene.last_id + 1,
    )


def _text(state: Troupe, command: Command) -> str | None:
    """The words of the line; None where there are none or none known yet."""
    text = words(command)
    return None if state.settings.fact_text == "number" or text in ("", UNKNOWN_WORDS) else text


def _barred(state: Troupe, card: Card, text: str) -> bool:
    """Exactly this statement is known to be untrue (A-008), or its resident has his one fact (A-015)."""
    struck = (line.text for line in card.lines if line.status is LineStatus.STRUCK and line.text)
    if state.settings.block_struck_repeat and text.casefold() in {known.casefold() for known in struck}:
        return True
    return state.settings.resident_check == "refuse" and bool(residents.known(card, text))


def _reference(state: Troupe, command: Command, dice: Dice) -> Outcome:
    scene = _fact_scene(state, command.seat)
    if isinstance(scene, Refusal):
        return scene
    card = card_in(state, command)
    if isinstance(card, Refusal):
        return card
    line = line_in(card, command)
    if isinstance(line, Refusal):
        return line
    if line.status is LineStatus.STRUCK:
        return Refusal("E_FACT_STRUCK")
    empty = state.settings.reference_empty
    if referenced(state, scene, command.seat, card, line) or (not card.tokens and empty == "refused"):
        return Refusal("E_ALREADY_REFERENCED")
    tokens = (card.tokens + 1) // 2 if _takes_tokens(state, command.seat) else 0
    marks = bool(card.tokens) or empty == "marks"
    use = scene.last_id + 1
    return (FactReferenced(seat=command.seat, card_id=card.id, line_no=line.no, tokens=tokens, use=use, marks=marks),)


def line_in(card: Card, command: Command) -> Line | Refusal:
    """The line that slot ``fact`` names; E_FACT_UNKNOWN."""
    number = whole(command, "fact")
    line = card.line(number) if number is not None else None
    return Refusal("E_FACT_UNKNOWN") if line is None or line.status is LineStatus.WITHDRAWN else line


def referenced(state: Troupe, scene: Scene, seat: Seat, card: Card, line: Line) -> bool:
    """Is this fact's first time in the scene used up, for this seat (R-039, R-048, A-009, A-010)?"""
    settings = state.settings
    uses = [use for use in scene.uses if (use.card_id, use.line_no) == (card.id, line.no)]
    makers = [use.seat for use in uses if use.kind is UseKind.ESTABLISH]
    if settings.reference_new_facts == "no" and makers:
        return True
    if settings.reference_new_facts == "others" and seat in makers:
        return True
    if settings.reference_once_per == "fact":
        return (card.id, line.no) in scene.mentioned
    return any(use.seat == seat and use.kind is UseKind.REFERENCE and _stands(state, use) for use in uses)


def _stands(state: Troupe, use: Use) -> bool:
    """A reference that has used up this seat's first time."""
    undone = use.result is Answer.RELENTED and state.settings.relent_reference == "free"
    return not undone and (use.tokens_taken > 0 or state.settings.reference_empty == "marks")


def _takes_tokens(state: Troupe, seat: Seat) -> bool:
    """The Producer may be kept from holding any (A-007)."""
    return state.settings.producer_tokens or seat_is_actor(state, seat)


def _reword(state: Troupe, command: Command, dice: Dice) -> Outcome:
    card = card_in(state, command)
    if isinstance(card, Refusal):
        return card
    line = line_in(card, command)
    if isinstance(line, Refusal):
        return line
    text = words(command)
    if text in ("", UNKNOWN_WORDS):
        return Refusal("E_CONTENT", {"who": ""})
    return (FactWorded(card_id=card.id, line_no=line.no, text=text),)


def _draft_fact(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """The words of a fact, worked out after it was rolled: for this seat's latest line there without any."""
    card = card_in(state, command)
    if isinstance(card, Refusal):
        return card
    wordless = [line.no for line in card.lines if line.author == command.seat and line.text is None]
    if not wordless or state.settings.fact_text == "number":
        return Refusal("E_FACT_UNKNOWN")
    text = words(command)
    if text in ("", UNKNOWN_WORDS):
        return Refusal("E_CONTENT", {"who": ""})
    return (FactWorded(card_id=card.id, line_no=wordless[-1], text=text),)


DECIDE = {
    "establish_fact": Order(_establish),
    "reference_fact": Order(_reference),
    "reword": Order(_reword, during="game", paused=True, questioned=True),
    "draft_establish_fact": Order(_draft_fact, during="game", paused=True, questioned=True),
}


def _fact_established(state: Troupe, event: FactEstablished) -> Troupe:
    status = LineStatus.TRUE if event.true else LineStatus.STRUCK
    scene_no = state.scene.no if state.scene else 0
    line = Line(event.line_no, event.text, status, event.seat, scene_no, event.roll, event.die, event.count)
    use = Use(event.use, event.seat, UseKind.ESTABLISH, event.card_id, event.line_no, 0, event.at)
    marks = state.settings.reference_new_facts == "no"
    state = edit.card(state, event.card_id, lambda card: edit.refilled(replace(card, lines=(*card.lines, line))))
    state = edit.scene(state, lambda scene: _used(scene, use, marks=marks))
    gained = int(event.true and _takes_tokens(state, event.seat))
    return edit.seat(state, event.seat, lambda player: _holding(player, gained))


def _fact_referenced(state: Troupe, event: FactReferenced) -> Troupe:
    use = Use(event.use, event.seat, UseKind.REFERENCE, event.card_id, event.line_no, event.tokens, event.at)
    state = edit.card(state, event.card_id, lambda card: replace(card, tokens=card.tokens - event.tokens))
    state = edit.scene(state, lambda scene: _used(scene, use, marks=event.marks))
    return edit.seat(state, event.seat, lambda player: _holding(player, event.tokens))


def _used(scene: Scene, use: Use, *, marks: bool) -> Scene:
    mentioned = scene.mentioned | {(use.card_id, use.line_no)} if marks else scene.mentioned
    return replace(scene, uses=(*scene.uses, use), mentioned=mentioned, last_id=use.id)


def _holding(player: Player, more: int) -> Player:
    return replace(player, held=player.held + more)


def _fact_worded(state: Troupe, event: FactWorded) -> Troupe:
    def reword(card: Card) -> Card:
        lines = (replace(line, text=event.text) if line.no == event.line_no else line for line in card.lines)
        return replace(card, lines=tuple(lines))

    return edit.card(state, event.card_id, reword)


EVOLVE = {FactEstablished: _fact_established, FactReferenced: _fact_referenced, FactWorded: _fact_worded}


def _open(state: Troupe) -> Iterable[Open]:
    lined = names.cards(state, filled=True)
    longest = max((len(card.lines) for card in state.cards), default=0)
    if longest and state.status is not Status.OVER:
        yield Open("reword", None, {"card": lined, "fact": range(1, longest + 1)})
    if not playing(state) or state.scene is None or state.scene.state is not SceneState.OPEN:
        return
    seats = frozenset(p.id for p in state.seats if not isinstance(_fact_scene(state, p.id), Refusal))
    yield Open("establish_fact", seats, {"card": names.cards(state)})
    if longest:
        yield Open("reference_fact", seats, {"card": lined, "fact": range(1, longest + 1)})


OPEN = (_open,)


def _tell_established(state: Troupe, event: FactEstablished) -> Iterable[Cue]:
    card = state.card(event.card_id)
    slots: dict[str, Value] = {"roll": event.roll, "card": names.called(card)}
    yield Cue("FactEstablished.true" if event.true else "FactEstablished.struck", slots)
    if card and event.text and state.settings.resident_check == "hint":
        before = replace(card, lines=card.lines[:-1])
        yield from (Cue("resident.hint", {"name": name}) for name in residents.known(before, event.text)[:1])


def _tell_referenced(state: Troupe, event: FactReferenced) -> Iterable[Cue]:
    if event.tokens:
        yield Cue("FactReferenced", {"n": event.tokens}, times=min(event.tokens, _MOST_COINS))
    else:
        yield Cue("FactReferenced.nothing")


NARRATE = {
    FactEstablished: _tell_established,
    FactReferenced: _tell_referenced,
    FactWorded: lambda state, event: (Cue("FactWorded", {"text": event.text}),),
}
