"""What an evening may do from one event to the next, and what must be true after each: INV-01 to INV-26.

Where a house rule says that something is otherwise, the invariant asks the setting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from assistant.games.repertoire import contribution, pools
from assistant.games.repertoire.config import Config
from assistant.games.repertoire.duel import steel_of
from assistant.games.repertoire.events_base import TroupeEvent
from assistant.games.repertoire.events_game import (
    ConfrontationBegun,
    ConfrontationEnded,
    DiceSetAside,
    GameEnded,
    PhaseBegun,
)
from assistant.games.repertoire.events_scene import (
    DieBanked,
    DiePicked,
    FactEstablished,
    FactReferenced,
    QuestionInsisted,
    QuestionRelented,
    RancorPicked,
    RancorRaised,
    SceneClosed,
    SceneJoined,
    SceneOpened,
    SceneRolled,
)
from assistant.games.repertoire.phases import NEXT
from assistant.games.repertoire.state import Scene, Troupe, Use
from assistant.games.repertoire.terms import (
    Answer,
    LineStatus,
    Outcome,
    Phase,
    QuestionState,
    Role,
    SceneOutcome,
    SceneState,
    Status,
    UseKind,
)
from assistant.games.repertoire.verdict import contenders, producer_degree, winners

ANSWERS = {"QuestionRelented", "QuestionInsisted", "QuestionPassed", "QuestionDropped", "RancorRaised"}
"""Events that answer a question; only they may move anything while it is open."""


class Watch:
    """Looks on from the start of an evening. ``see`` after each event, ``look`` after each command."""

    def __init__(self, state: Troupe) -> None:
        self.start = self.now = state
        self.raised: Counter[int] = Counter()
        self.banked: Counter[str] = Counter()
        self.confronted: Counter[str] = Counter()
        self.picked: Counter[str] = Counter()
        self.chosen: list[int] = []
        self.refills: dict[str, tuple[int, int]] = {}
        """By card: its tokens at the last refill in this scene, and how many have been taken since and kept."""

    @property
    def rules(self) -> Config:
        return self.now.settings

    # From one event to the next

    def see(self, was: Troupe, event: TroupeEvent, now: Troupe) -> None:
        self.now = now
        self._rancor_and_time(was, event)
        self._outcomes(was)
        self._lines(was)
        self._while_asked(was, event)
        watcher = _WATCHERS.get(type(event))
        if watcher is not None:
            watcher(self, was, event)

    def _rancor_and_time(self, was: Troupe, event: TroupeEvent) -> None:
        back = self.rules.aside_returns == "none" and isinstance(event, ConfrontationEnded)
        assert back or pools.total(self.now.rancor) >= pools.total(was.rancor), "INV-11"
        assert was.clock.elapsed_s <= self.now.clock.elapsed_s <= self.now.clock.limit_s, "INV-21"
        if was.status not in (Status.SETUP, Status.PLAYING):
            assert self.now.clock.elapsed_s == was.clock.elapsed_s, "INV-21"

    def _outcomes(self, was: Troupe) -> None:
        for before, after in zip(was.seats, self.now.seats, strict=False):
            again = self.rules.confront_max != "once" and before.outcome in (Outcome.BROKEN, Outcome.WON)
            assert again or before.outcome in (Outcome.PENDING, after.outcome), "INV-24"

    def _lines(self, was: Troupe) -> None:
        struck = self.rules.relent_establish == "struck"
        for before, after in zip(was.cards, self.now.cards, strict=False):
            assert len(after.lines) >= len(before.lines), "INV-03"
            for old, new in zip(before.lines, after.lines, strict=False):
                gone = LineStatus.STRUCK if struck else LineStatus.WITHDRAWN
                assert (new.no, new.status) in ((old.no, old.status), (old.no, gone)), "INV-03"

    def _while_asked(self, was: Troupe, event: TroupeEvent) -> None:
        question = was.scene.question if was.scene else None
        if question is None:
            return
        if isinstance(event, QuestionRelented | QuestionInsisted):
            assert event.seat == question.answer_due, "INV-22"
        if isinstance(event, RancorRaised):
            assert question.state is QuestionState.INSISTED_WAITING_FOR_PRODUCER, "INV-22"
            assert len(event.sizes) == 1, "INV-22"
        if type(event).__name__ not in ANSWERS:
            assert _things_of_value(self.now) == _things_of_value(was), "INV-22"

    def _on_phase_begun(self, was: Troupe, event: PhaseBegun) -> None:
        assert event.phase is NEXT[was.phase], "INV-18"
        assert was.scene is None, "INV-18"
        if was.phase in (Phase.DEPARTURE, Phase.ARRIVAL):
            assert not was.missing_scene, "INV-18"
        if was.phase is Phase.ARRIVAL:
            assert was.enclave, "INV-18"
            assert was.play, "INV-18"

    def _on_scene_opened(self, was: Troupe, event: SceneOpened) -> None:
        assert was.scene is None, "INV-19"
        if was.phase is Phase.DEPARTURE and not self.rules.departure_restart:
            assert event.seat not in was.been_in_scene, "INV-20"
        self.picked, self.chosen, self.refills = Counter(), [], {}

    def _on_scene_joined(self, was: Troupe, event: SceneJoined) -> None:
        if was.phase is Phase.DEPARTURE and event.seat in was.been_in_scene:
            assert was.scene is not None
            assert event.seat in was.scene.invited, "INV-20"

    def _on_fact_established(self, was: Troupe, event: FactEstablished) -> None:
        card = self.now.card(event.card_id)
        assert card is not None
        assert card.tokens == card.true_count, "INV-02"
        self.refills[card.id] = (card.tokens, 0)

    def _on_fact_referenced(self, was: Troupe, event: FactReferenced) -> None:
        card = was.card(event.card_id)
        assert card is not None
        at_first, taken = self.refills.get(card.id, (card.tokens, 0))
        self.refills[card.id] = (at_first, taken + event.tokens)
        assert taken + event.tokens <= at_first, "INV-05"

    def _on_question_relented(self, was: Troupe, event: QuestionRelented) -> None:
        self.refills = {}  # what went back is not counted after: only the time up to here has been looked at

    def _on_question_insisted(self, was: Troupe, event: QuestionInsisted) -> None:
        assert _things_of_value(self.now) == _things_of_value(was), "INV-23"

    def _on_scene_rolled(self, was: Troupe, event: SceneRolled) -> None:
        assert was.scene is not None
        stakes = len(was.scene.live_stakes) if self.rules.rivalry_rolled else 0
        dice = len(was.scene.live_events) + stakes
        assert len(event.roll) == dice, "INV-08"
        as_written = (self.rules.roll_mode, self.rules.roll_strict, self.rules.total_round) == ("sum", True, "exact")
        assert not (event.success and as_written and dice) or event.net >= 2 * dice + 1, "INV-10"

    def _on_die_picked(self, was: Troupe, event: DiePicked) -> None:
        self.picked[event.seat] += 1

    def _on_rancor_picked(self, was: Troupe, event: RancorPicked) -> None:
        assert event.size in (6, 8, 10), "INV-06"
        self.chosen.append(event.size)

    def _on_rancor_raised(self, was: Troupe, event: RancorRaised) -> None:
        self.raised.update(event.sizes)
        if was.confrontation is not None and was.confrontation.result is not None:
            assert pools.total(self.now.rancor) == pools.total(was.rancor) + 4, "INV-13"

    def _on_die_banked(self, was: Troupe, event: DieBanked) -> None:
        self.banked[event.seat] += 1

    def _on_scene_closed(self, was: Troupe, event: SceneClosed) -> None:
        scene = was.scene
        assert scene is not None
        cut = self.rules.expire_scene == "cut" and was.clock.expired
        if scene.outcome is SceneOutcome.SUCCESS and not cut:
            assert sum(self.picked.values()) == len(scene.live_events), "INV-08"
            self._fair_shares(scene)
        if scene.outcome is SceneOutcome.FAILURE:
            assert not self.picked, "INV-08"
            may = scene.live_events or self.rules.rivalry_d10_pick == "any" or any(s.new for s in scene.live_stakes)
            assert len(self.chosen) <= 1, "INV-08"
            assert cut or self.chosen or not may or not self._d10s_for_rancor(scene), "INV-08"

    def _d10s_for_rancor(self, scene: Scene) -> bool:
        takes_d10 = self.rules.rivalry_rolled and self.rules.rivalry_d10_pick != "never"
        return bool(scene.live_events) or takes_d10

    def _fair_shares(self, scene: Scene) -> None:
        if self.rules.pick_rounds != "round" or not self.rules.zero_contributors_pick:
            return
        shares = [(contribution.credit(self.rules, scene, seat), self.picked[seat]) for seat in scene.participants]
        counts = [dice for _, dice in shares]
        assert max(counts) - min(counts) <= 1, "INV-09"
        assert all(more >= less for credit, more in shares for other, less in shares if credit > other), "INV-09"

    def _on_confrontation_begun(self, was: Troupe, event: ConfrontationBegun) -> None:
        self.confronted[event.seat] += 1
        assert self.rules.confront_max != "once" or self.confronted[event.seat] == 1, "INV-17"
        self.rivalries_before, self.steel_before = was.rivalries, dict(steel_of(was, event.seat))

    def _on_dice_set_aside(self, was: Troupe, event: DiceSetAside) -> None:
        before, fight = was.confrontation, self.now.confrontation
        assert before is not None
        assert fight is not None
        assert pools.total(fight.steel_pool) <= pools.total(before.steel_pool), "INV-14"
        assert pools.total(fight.rancor_pool) <= pools.total(before.rancor_pool), "INV-14"
        if self.rules.point_dice_return == "stay":
            actor, producer = before.points_made
            assert len(event.rancor) == min(actor or 0, pools.total(before.rancor_pool)), "INV-14"
            assert len(event.steel) == min(producer or 0, pools.total(before.steel_pool)), "INV-14"

    def _on_confrontation_ended(self, was: Troupe, event: ConfrontationEnded) -> None:
        fight = was.confrontation
        assert fight is not None
        assert not (fight.steel_pool and fight.rancor_pool), "INV-15"
        assert (event.result == "PRODUCER_WINS") == bool(fight.rancor_pool), "INV-15"
        assert self.now.rivalries == self.rivalries_before, "INV-13"
        if self.rules.aside_returns == "all":
            assert dict(steel_of(self.now, event.seat)) == self.steel_before, "INV-13"

    def _on_game_ended(self, was: Troupe, event: GameEnded) -> None:
        assert not any(actor.outcome is Outcome.PENDING for actor in self.now.actors), "INV-24"
        won, actors = winners(self.now), contenders(self.now)
        degree = producer_degree(won, actors, self.rules.producer_degree)
        assert 0 <= degree <= 1, "INV-26"
        assert (degree == 0) == (won in (0, actors)), "INV-26"
        assert degree != 1 or won == 1, "INV-26"

    # After each command

    def look(self, state: Troupe) -> None:
        self.now = state
        self._counts()
        self._cards_and_tokens()
        self._dice_and_where_they_came_from()
        self._rivalries()
        self._picking()
        self._what_is_open()
        self._confrontation()

    def _counts(self) -> None:
        state = self.now
        assert all(count >= 0 for count in _numbers(state)), "INV-01"
        assert state.clock.elapsed_s >= 0, "INV-01"

    def _cards_and_tokens(self) -> None:
        state = self.now
        for card in state.cards:
            assert 0 <= card.tokens <= card.true_count, "INV-02"
            assert [line.no for line in card.lines] == list(range(1, len(card.lines) + 1)), "INV-03"
        scene = state.scene
        if scene is None:
            assert self.rules.token_carry or not any(player.held for player in state.seats), "INV-04"
            return
        for player in state.seats:
            assert self.rules.token_carry or player.held == _taken(state, scene, player.id), "INV-04"
        if (self.rules.reference_once_per, self.rules.reference_new_facts) == ("fact", "no"):
            paid = Counter((use.card_id, use.line_no) for use in _standing(scene) if _pays(state, use))
            assert not paid or max(paid.values()) == 1, "INV-05"

    def _dice_and_where_they_came_from(self) -> None:
        state = self.now
        for player in state.seats:
            assert set(player.steel) <= {6, 8, 10}, "INV-06"
            assert player.role is Role.ACTOR or not player.steel, "INV-06"
            if self.rules.aside_returns == "all":
                assert player.steel.get(10, 0) == self.banked[player.id], "INV-06"
        if self.rules.aside_returns != "none":
            for size in (4, 12):
                assert state.rancor[size] == self.start.rancor[size] + self.raised[size], "INV-06"

    def _rivalries(self) -> None:
        actors = {actor.id for actor in self.now.actors}
        for card in self.now.rivalries:
            assert (card.status == "HELD") == (card.owner is not None), "INV-07"
            assert card.owner is None or card.owner in actors, "INV-07"
            assert card.d10 == (card.status != "DISCARDED"), "INV-07"

    def _picking(self) -> None:
        scene = self.now.scene
        if scene is not None and scene.state is SceneState.PICKING:
            assert set(scene.remaining) <= {6, 8}, "INV-07"
            assert pools.total(scene.remaining) + scene.next_picker == len(scene.live_events), "INV-08"

    def _what_is_open(self) -> None:
        state, scene = self.now, self.now.scene
        if state.confrontation is not None:
            assert state.phase is not Phase.PRODUCTION, "INV-17"
            assert scene is None or self.rules.confront_in_scene, "INV-17"
        if state.phase is Phase.PRODUCTION and state.status is not Status.OVER:
            assert scene is not None, "INV-19"
            assert scene.participants, "INV-19"
            assert {actor.id for actor in state.actors if actor.active} <= set(scene.participants), "INV-19"
        if scene is not None:
            assert scene.on_stage <= set(scene.participants), "INV-19"
            assert not scene.on_stage or state.phase is Phase.PRODUCTION, "INV-19"

    def _confrontation(self) -> None:
        fight = self.now.confrontation
        if fight is None:
            return
        assert pools.plus(fight.rancor_pool, pools.flat(fight.rancor_aside)) == dict(self.now.rancor), "INV-14"
        assert pools.plus(fight.steel_pool, pools.flat(fight.steel_aside)) == self.steel_before, "INV-14"
        assert 4 not in fight.steel_pool, "INV-16"
        assert 12 not in fight.steel_pool, "INV-16"
        if fight.step != "ROLL":
            sides = ((fight.rolls.actor, fight.steel_pool), (fight.rolls.producer, fight.rancor_pool))
            for rolled, (throw, pool) in zip(fight.points_rolled, sides, strict=True):
                assert rolled <= pools.total(pool), "INV-16"
                assert not throw or rolled == sum(face in pool for _, face in throw), "INV-16"


_WATCHERS: Mapping[type, Callable[[Watch, Troupe, Any], None]] = {
    PhaseBegun: Watch._on_phase_begun,
    SceneOpened: Watch._on_scene_opened,
    SceneJoined: Watch._on_scene_joined,
    FactEstablished: Watch._on_fact_established,
    FactReferenced: Watch._on_fact_referenced,
    QuestionRelented: Watch._on_question_relented,
    QuestionInsisted: Watch._on_question_insisted,
    SceneRolled: Watch._on_scene_rolled,
    DiePicked: Watch._on_die_picked,
    RancorPicked: Watch._on_rancor_picked,
    RancorRaised: Watch._on_rancor_raised,
    DieBanked: Watch._on_die_banked,
    SceneClosed: Watch._on_scene_closed,
    ConfrontationBegun: Watch._on_confrontation_begun,
    DiceSetAside: Watch._on_dice_set_aside,
    ConfrontationEnded: Watch._on_confrontation_ended,
    GameEnded: Watch._on_game_ended,
}


def _things_of_value(state: Troupe) -> object:
    """All that tokens, dice and cards are, but for words put right and for who has lost his time."""
    cards = [(card.id, card.tokens, [(line.no, line.status) for line in card.lines]) for card in state.cards]
    scene = state.scene
    pool = (scene.live_events, scene.live_stakes, scene.dedicated, scene.mentioned) if scene else ()
    ids = [one.id for one in (*pool[0], *pool[1])] if pool else []
    return cards, [(p.steel, p.held) for p in state.seats], state.rancor, ids, pool[2:]


def _numbers(state: Troupe) -> Iterable[int]:
    yield from state.rancor.values()
    for player in state.seats:
        yield player.held
        yield from player.steel.values()
    for card in state.cards:
        yield card.tokens
    if state.scene is not None:
        yield from state.scene.remaining.values()
        yield from (count for given in state.scene.dedicated.values() for count in given)


def _standing(scene: Scene) -> list[Use]:
    return [use for use in scene.uses if use.result is not Answer.RELENTED]


def _pays(state: Troupe, use: Use) -> bool:
    """Whether a use brought tokens: a fact that came out true, or a reference that found some."""
    card = state.card(use.card_id)
    line = card.line(use.line_no) if card else None
    made = use.kind is UseKind.ESTABLISH and line is not None and line.status is LineStatus.TRUE
    return use.tokens_taken > 0 or made


def _taken(state: Troupe, scene: Scene, seat: str) -> int:
    """True facts made and tokens taken in this scene, as far as they stand."""
    producer = state.producer is not None and seat == state.producer.id
    if producer and not state.settings.producer_tokens:
        return 0
    kept = state.settings.relent_reference == "kept"
    uses = [use for use in scene.uses if use.seat == seat]
    stand = [use for use in uses if use.result is not Answer.RELENTED or (kept and use.kind is UseKind.REFERENCE)]
    made = sum(use.kind is UseKind.ESTABLISH and _pays(state, use) for use in stand)
    return made + sum(use.tokens_taken for use in stand)
