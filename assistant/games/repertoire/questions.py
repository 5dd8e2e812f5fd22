"""The Producer's questions and their answers (R-073 to R-082, R-149)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.repertoire import checks, edit, names, opens, pools, verdict
from assistant.games.repertoire.events_scene import (
    QuestionAsked,
    QuestionDropped,
    QuestionInsisted,
    QuestionPassed,
    QuestionRelented,
    RancorRaised,
)
from assistant.games.repertoire.orders import Evolving, Order, Outcome, Telling
from assistant.games.repertoire.relenting import Thing, changed, seat_of, things, withdrawn
from assistant.games.repertoire.state import Question, Scene, StakeEvent, Troupe, Use
from assistant.games.repertoire.terms import Answer, Criterion, QuestionState, SceneState, StakeStatus
from assistant.table import CLOCK, Command, Cue, Dice, Name, Open, Refusal, Seat
from assistant.table.slots import whole

PASS_AFTER_S = 20.0
"""No answer of the Producer to an insisted question within this time lets it pass (A-062)."""
_RECENT_S = 30.0
"""The window of setting ``question_window = "30s"`` (A-056)."""
_KINDS = ("trial", "triumph", "rivalry")


# Asking


def question_fact(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """A use of a fact: the named seat's last, the named fact's last, else the last of all (R-074)."""
    scene = _questionable(state)
    if isinstance(scene, Refusal):
        return scene
    found = _use_meant(state, scene, command)
    return found if isinstance(found, Refusal) else _ask(state, scene, command, found)


def question_event(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """The last such trial, triumph or attempt at a rivalry, of the named seat or of all (R-075)."""
    scene = _questionable(state)
    if isinstance(scene, Refusal):
        return scene
    seat = _seat_meant(state, command)
    if isinstance(seat, Refusal):
        return seat
    kind = command.slots.get("kind")
    fit = [thing for thing in _of(_events(scene), seat) if _kind(thing) == kind]
    # Each of several can be questioned by itself: the last that has not been yet.
    fresh = [thing for thing in fit if not thing.questioned and thing.result is Answer.NONE]
    return _ask(state, scene, command, _last(fresh) or _last(_standing(fit)))


def _questionable(state: Troupe) -> Scene | Refusal:
    """The scene while its uses may be questioned (R-073, A-056)."""
    scene = state.scene
    if scene is None:
        return Refusal("E_NO_SCENE")
    if state.confrontation is not None:
        return Refusal("E_CONFRONTATION_OPEN")
    at_curtain = scene.state is SceneState.DEDICATING and state.settings.question_window == "curtain"
    return Refusal("E_QUESTION_LATE") if scene.rolled or at_curtain else scene


def _use_meant(state: Troupe, scene: Scene, command: Command) -> Thing | Refusal | None:
    others = [use for use in scene.uses if not _is_producer(state, use.seat)]
    if "card" in command.slots:
        return _use_of_fact(state, command, scene.uses)
    seat = _seat_meant(state, command)
    if isinstance(seat, Refusal):
        return seat
    if seat is not None and _is_producer(state, seat):
        return Refusal("E_NOT_YOURS")  # he does not question himself
    # Against an event only validity exists: a bare ground falls on the last event where no use is left.
    return _last(_standing(_of(others, seat), strict=True)) or _last(_standing(_of(_events(scene), seat)))


def _use_of_fact(state: Troupe, command: Command, uses: Sequence[Use]) -> Thing | Refusal | None:
    card = checks.card_in(state, command)
    if isinstance(card, Refusal):
        return card
    number = whole(command, "fact")
    if number is None or card.line(number) is None:
        return Refusal("E_FACT_UNKNOWN")
    fit = [use for use in uses if (use.card_id, use.line_no) == (card.id, number)]
    others = [use for use in fit if not _is_producer(state, use.seat)]
    return Refusal("E_NOT_YOURS") if fit and not others else _last(_standing(others))


def _ask(state: Troupe, scene: Scene, command: Command, thing: Thing | None) -> Outcome:
    ground = str(command.slots.get("criterion", "validity")).upper()
    if thing is None or not _in_window(state, scene, thing, command.at):
        return Refusal("E_QUESTION_LATE")
    if thing.result is Answer.RELENTED or (thing.questioned and state.settings.question_once):
        return Refusal("E_QUESTION_TWICE")
    utility_fits = isinstance(thing, Use) or state.settings.event_criteria == "both"
    if ground not in Criterion.__members__ or (ground == Criterion.UTILITY and not utility_fits):
        return Refusal("E_CRITERION")
    return (QuestionAsked(seat=seat_of(thing), target=thing.id, criterion=Criterion(ground)),)


def _in_window(state: Troupe, scene: Scene, thing: Thing, at: float) -> bool:
    window = state.settings.question_window
    if window == "next_use":
        return thing.id == max(other.id for other in things(scene))
    return window != "30s" or at - thing.at <= _RECENT_S


def _seat_meant(state: Troupe, command: Command) -> Seat | Refusal | None:
    if "seat" not in command.slots:
        return None
    found = checks.seat_in(state, command)
    return found if isinstance(found, Refusal) else found.id


def _is_producer(state: Troupe, seat: Seat) -> bool:
    return state.producer is not None and state.producer.id == seat


def _events(scene: Scene) -> list[Thing]:
    """All but uses of facts, and contests whose fight was withdrawn by another."""
    found = (thing for thing in things(scene) if not isinstance(thing, Use))
    return [thing for thing in found if thing.status is StakeStatus.LIVE or thing.result is Answer.RELENTED]


def _of(found: Iterable[Thing], seat: Seat | None) -> list[Thing]:
    return [thing for thing in found if seat in (None, seat_of(thing))]


def _standing(found: Sequence[Thing], *, strict: bool = False) -> Sequence[Thing]:
    """Without those already withdrawn; if none is left, and not ``strict``, all of them."""
    left = [thing for thing in found if thing.result is not Answer.RELENTED]
    return left if left or strict else found


def _last(found: Iterable[Thing]) -> Thing | None:
    return max(found, key=lambda thing: thing.id, default=None)


def _kind(thing: Thing) -> str:
    return thing.kind.lower() if isinstance(thing, StakeEvent) else "rivalry"


# Answering


def pending(state: Troupe) -> Question | None:
    """The question that waits for an answer."""
    return state.scene.question if state.scene else None


def _answered(state: Troupe, seat: Seat) -> Refusal | None:
    """Whether this seat may answer now."""
    question = pending(state)
    if question is None or question.state is not QuestionState.ASKED:
        return Refusal("E_NO_QUESTION")
    return None if seat == question.answer_due else Refusal("E_NOT_YOURS")


def relent(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """The use or event is withdrawn (R-077 to R-079)."""
    return _answered(state, command.seat) or (QuestionRelented(seat=command.seat),)


def insist(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """It stands as if never questioned; the Producer may increase his Rancor (R-080)."""
    fault = _answered(state, command.seat)
    if fault is not None:
        return fault
    insisted = QuestionInsisted(seat=command.seat)
    return (insisted, _raised(state)) if state.settings.rancor_on_insist == "automatic" else (insisted,)


def _insisted(state: Troupe) -> Refusal | None:
    question = pending(state)
    waits = question is not None and question.state is QuestionState.INSISTED_WAITING_FOR_PRODUCER
    return None if waits else Refusal("E_NO_QUESTION")


def _raised(state: Troupe) -> RancorRaised:
    return RancorRaised(sizes=pools.increases(state.rancor, 1))


def take_rancor(state: Troupe, command: Command, dice: Dice) -> Outcome:
    return _insisted(state) or (_raised(state),)


def let_go(state: Troupe, command: Command, dice: Dice) -> Outcome:
    return _insisted(state) or (QuestionPassed(),)


def drop(state: Troupe, command: Command, dice: Dice) -> Outcome:
    """The Producer thought better of it, before the answer (R-149)."""
    question = pending(state)
    if question is None or question.state is not QuestionState.ASKED:
        return Refusal("E_NO_QUESTION")
    return (QuestionDropped(),)


DECIDE = {
    "question_fact": Order(question_fact, by="producer"),
    "question_event": Order(question_event, by="producer"),
    "relent": Order(relent, questioned=True),
    "insist": Order(insist, questioned=True),
    "take_rancor": Order(take_rancor, by="producer", questioned=True),
    "let_go": Order(let_go, by="producer", questioned=True),
    "let_go_due": Order(let_go, by="clock", questioned=True),
    "never_mind": Order(drop, by="producer", questioned=True),
}


def _asked(state: Troupe, event: QuestionAsked) -> Troupe:
    question = Question(event.target, event.criterion, event.seat, since=event.at)
    marked = edit.scene(state, lambda scene: changed(scene, event.target, questioned=True))
    return edit.scene(marked, lambda scene: replace(scene, question=question))


def _relented(state: Troupe, event: QuestionRelented) -> Troupe:
    question = pending(state)
    return state if question is None else _closed(withdrawn(state, question.target))


def _stands(state: Troupe, event: QuestionInsisted) -> Troupe:
    question = pending(state)
    if question is None:
        return state
    waits = replace(question, state=QuestionState.INSISTED_WAITING_FOR_PRODUCER, since=event.at)
    noted = edit.scene(state, lambda scene: changed(scene, question.target, result=Answer.INSISTED))
    return edit.scene(noted, lambda scene: replace(scene, question=waits))


def _closed(state: Troupe) -> Troupe:
    return edit.scene(state, lambda scene: replace(scene, question=None))


def _raise_rancor(state: Troupe, event: RancorRaised) -> Troupe:
    """It answers an insisted question, or is the last word of a confrontation (R-081, R-121)."""
    raised = _closed(replace(state, rancor=pools.plus(state.rancor, event.sizes)))
    over = state.confrontation is not None and state.confrontation.result is not None
    return replace(raised, confrontation=None) if over else raised


EVOLVE: Evolving = {
    QuestionAsked: _asked,
    QuestionRelented: _relented,
    QuestionInsisted: _stands,
    RancorRaised: _raise_rancor,
    QuestionPassed: lambda state, event: _closed(state),
    QuestionDropped: lambda state, event: _closed(state),
}


def _open(state: Troupe) -> Iterable[Open]:
    if pending(state) is not None:
        for intent in ("relent", "insist", "take_rancor", "let_go", "never_mind"):
            yield from opens.plain(state, intent, DECIDE[intent])
    elif state.scene is not None and things(state.scene) and _questionable(state) is state.scene:
        yield from _open_questions(state, state.scene)


def _open_questions(state: Troupe, scene: Scene) -> Iterable[Open]:
    who = frozenset({state.producer.id}) if state.producer else frozenset()
    fact, event = DECIDE["question_fact"], DECIDE["question_event"]
    may_question_facts = opens.seats(state, "question_fact", fact)
    if may_question_facts:
        yield Open("question_fact", who)
    makers = {seat_of(thing) for thing in things(scene)}
    seats = names.seats(state, [player for player in state.seats if player.id in makers])
    yield from opens.named(state, "question_fact", fact, "seat", seats)
    used = {use.card_id for use in scene.uses}
    cards = tuple(name for name in names.cards(state) if name.id in used)
    if cards and may_question_facts:
        lines = max(use.line_no for use in scene.uses)
        yield Open("question_fact", who, {"card": cards, "fact": range(1, lines + 1)})
    for kind in _KINDS:
        if opens.seats(state, "question_event", event, {"kind": kind}):
            made = {seat_of(thing) for thing in _events(scene) if _kind(thing) == kind}
            of = tuple(name for name in seats if name.id in made)
            yield Open("question_event", who, {"kind": (Name(kind, kind, (), kind),), "seat": of})


def _due(state: Troupe) -> Iterable[Command]:
    question = pending(state)
    if question is not None and _insisted(state) is None:
        yield Command("let_go_due", CLOCK, at=question.since + PASS_AFTER_S)


def _tell_asked(state: Troupe, event: QuestionAsked) -> Iterable[Cue]:
    yield Cue(f"QuestionAsked.{event.criterion.lower()}", {"player": names.player_name(state, event.seat)})


def _tell_raised(state: Troupe, event: RancorRaised) -> Iterable[Cue]:
    if len(event.sizes) == 1:
        yield Cue("RancorRaised", {"size": event.sizes[0]})
    else:
        yield Cue("RancorRaised.several", {"n": len(event.sizes)})
        if verdict.is_offered(state):
            yield Cue("end_game.offered")


OPEN = (_open,)
DUE = (_due,)
NARRATE: Telling = {
    QuestionAsked: _tell_asked,
    QuestionRelented: lambda state, event: (Cue("QuestionRelented"),),
    QuestionInsisted: lambda state, event: (
        Cue("QuestionInsisted.asked" if state.settings.rancor_on_insist == "asked" else "QuestionInsisted"),
    ),
    RancorRaised: _tell_raised,
    QuestionPassed: lambda state, event: (Cue("QuestionPassed"),),
    QuestionDropped: lambda state, event: (Cue("QuestionDropped"),),
}
