"""What can be questioned in a scene, and what relenting takes back (R-077 to R-079)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from assistant.games.repertoire import edit
from assistant.games.repertoire.rivalries import edit_stake
from assistant.games.repertoire.state import Card, Contest, Line, RivalryStake, Scene, StakeEvent, Troupe, Use
from assistant.games.repertoire.terms import Answer, LineStatus, RivalryStatus, StakeStatus, UseKind
from assistant.table import Seat

Thing = Use | StakeEvent | RivalryStake | Contest
"""A use of a fact, or an event: trial, triumph, or an attempt at a rivalry."""
_T = TypeVar("_T", Use, StakeEvent, RivalryStake, Contest)


def things(scene: Scene) -> tuple[Thing, ...]:
    """All that has been made of the scene so far."""
    return (*scene.uses, *scene.events, *scene.rivalry_stakes, *scene.contests)


def thing(scene: Scene, target: int) -> Thing | None:
    return next((one for one in things(scene) if one.id == target), None)


def seat_of(one: Thing) -> Seat:
    """Who made it, and has to answer for it."""
    return one.staked_by if isinstance(one, RivalryStake) else one.seat


def changed(
    scene: Scene,
    target: int,
    *,
    questioned: bool | None = None,
    result: Answer | None = None,
    status: StakeStatus | None = None,
) -> Scene:
    """The scene with the marks on one thing changed; ``status`` does not touch a use."""

    def mark(one: _T) -> _T:
        if one.id != target:
            return one
        one = replace(one, questioned=one.questioned if questioned is None else questioned, result=result or one.result)
        return one if status is None or isinstance(one, Use) else replace(one, status=status)

    return replace(
        scene,
        uses=tuple(mark(one) for one in scene.uses),
        events=tuple(mark(one) for one in scene.events),
        rivalry_stakes=tuple(mark(one) for one in scene.rivalry_stakes),
        contests=tuple(mark(one) for one in scene.contests),
    )


def withdrawn(state: Troupe, target: int) -> Troupe:
    """The state without what was questioned."""
    one = thing(state.scene, target) if state.scene else None
    if isinstance(one, Use):
        state = _without_reference(state, one) if one.kind is UseKind.REFERENCE else _without_fact(state, one)
        state = edit.scene(state, lambda scene: _undedicated(scene, one.seat))
    elif isinstance(one, RivalryStake):
        state = _without_card(state, one.rivalry_id) if one.new else state
        state = edit.scene(state, lambda scene: _without_contests(scene, one.rivalry_id))
    elif isinstance(one, Contest):
        state = _without_side(state, one)
    return edit.scene(state, lambda scene: changed(scene, target, result=Answer.RELENTED, status=StakeStatus.WITHDRAWN))


def _without_reference(state: Troupe, use: Use) -> Troupe:
    """Tokens go back as far as they fit, and the fact may be referred to again (A-060)."""
    way = state.settings.relent_reference
    if way == "kept":
        return state
    state = edit.card(state, use.card_id, lambda card: _given_back(card, use.tokens_taken))
    state = _holding_less(state, use.seat, use.tokens_taken)
    if way == "used_up":
        return state
    return edit.scene(state, lambda scene: replace(scene, mentioned=scene.mentioned - {(use.card_id, use.line_no)}))


def _given_back(card: Card, tokens: int) -> Card:
    return replace(card, tokens=min(card.true_count, card.tokens + tokens))


def _without_fact(state: Troupe, use: Use) -> Troupe:
    """The line no longer counts anywhere, unless the setting leaves it there (A-061); its token is gone."""
    status = {"withdrawn": LineStatus.WITHDRAWN, "struck": LineStatus.STRUCK}.get(state.settings.relent_establish)
    card = state.card(use.card_id)
    line = card.line(use.line_no) if card else None
    if line is not None and line.status is LineStatus.TRUE:
        state = _holding_less(state, use.seat, 1)
    return edit.card(state, use.card_id, lambda card: _line_changed(card, use.line_no, status))


def _line_changed(card: Card, number: int, status: LineStatus | None) -> Card:
    def change(line: Line) -> Line:
        return replace(line, status=status) if status and line.no == number else line

    lined = replace(card, lines=tuple(change(line) for line in card.lines))
    return replace(lined, tokens=min(lined.tokens, lined.true_count))


def _holding_less(state: Troupe, seat: Seat, tokens: int) -> Troupe:
    return edit.seat(state, seat, lambda player: replace(player, held=max(0, player.held - tokens)))


def _undedicated(scene: Scene, seat: Seat) -> Scene:
    """A dedication made lapses and is made anew."""
    return replace(scene, dedicated={who: given for who, given in scene.dedicated.items() if who != seat})


def _without_card(state: Troupe, rivalry_id: str) -> Troupe:
    """A new rivalry is gone, and its d10 in the bowl."""
    return edit.rivalry(state, rivalry_id, lambda card: replace(card, owner=None, status=RivalryStatus.DISCARDED))


def _without_contests(scene: Scene, rivalry_id: str) -> Scene:
    """Whoever had entered this fight has nothing left to answer for."""

    def leave(contest: Contest) -> Contest:
        return replace(contest, status=StakeStatus.WITHDRAWN) if contest.rivalry_id == rivalry_id else contest

    return replace(scene, contests=tuple(leave(contest) for contest in scene.contests))


def _without_side(state: Troupe, contest: Contest) -> Troupe:
    def leave(stake: RivalryStake) -> RivalryStake:
        return replace(stake, sides=tuple(side for side in stake.sides if side != contest.seat))

    return edit_stake(state, contest.rivalry_id, leave)
