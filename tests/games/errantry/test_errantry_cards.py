"""Cards and encounter numbers: every draw there is, and where each card lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.games.errantry import cards, creation, engine, sheets
from assistant.games.errantry.state import Episode
from assistant.games.errantry.terms import Suit
from assistant.table import Refusal, Roll
from tests.games.errantry.episode import ANNA, BEN, Table, shipped_config

DRAWS = list(permutations(cards.PIPS, 2))


def drawing(**how: object) -> Table:
    """A scene in which a new court card has been drawn, and the pip cards come next."""
    table = Table(**how)
    table.do(ANNA, "begin_session")
    table.do(ANNA, "next_scene")
    table.do(ANNA, "set_stakes", stake="boon")
    table.do(BEN, "tell_court_card", card="queen of hearts")
    return table


@pytest.mark.rule("E-025", "E-032")
@pytest.mark.parametrize(
    ("tens", "name"), [("10.hearts", "Sir Aubrin"), ("A.hearts", "Sir Corvane"), ("5.clubs", "Sir Corvane")]
)
def test_the_tens_card_picks_the_name_and_a_ten_is_zero(tens: str, name: str) -> None:
    knight = sheets.drawn(shipped_config(), "knight", "Q.spades", (tens, "3.clubs"))
    assert knight.names[0] == name
    assert knight.appearance == "travel-stained, straight-backed"


@pytest.mark.rule("E-001")
def test_the_pack_is_split_into_twelve_court_cards_and_forty_one_pip_cards() -> None:
    table = Table()
    assert (len(set(table.state.decks.court)), len(set(table.state.decks.pips))) == (12, 41)
    table.do(ANNA, "set_up_decks")
    assert table.cues[0].slots == {"court": 12, "pips": 41}


@pytest.mark.rule("E-024", "E-025", "E-026", "E-028")
@pytest.mark.parametrize(
    ("first", "second", "number", "suits"),
    [
        ("ten of clubs", "seven of diamonds", 7, ("hearts", "clubs", "diamonds")),
        ("ace of spades", "ten of hearts", 10, ("hearts", "spades", "hearts")),
        ("joker", "ten of clubs", 100, ("hearts", "clubs", "clubs")),
        ("four of hearts", "joker", 44, ("hearts", "hearts", "hearts")),
    ],
)
def test_x01_encounter_numbers(first: str, second: str, number: int, suits: Sequence[str]) -> None:
    table = drawing()
    table.do(BEN, "tell_number", first=first, second=second)
    assert table.cues[0].slots == {"n": number}
    table.do(BEN, "build")
    made = table.state.characters[-1]
    assert (made.number, made.suits) == (number, suits)


@pytest.mark.rule("E-028")
def test_x01_the_number_is_looked_up_by_itself() -> None:
    table = drawing()
    table.do(BEN, "tell_number", first="ten of clubs", second="seven of diamonds")
    assert [(cue.line, dict(cue.slots)) for cue in table.cues] == [
        ("NumberSeen", {"n": 7}),
        ("NumberSeen.title", {"title": "a lady with an empty saddle"}),
    ]


@pytest.mark.rule("E-025", "E-026")
def test_every_number_has_the_odds_of_the_ledger() -> None:
    counts = Counter(cards.encounter_number(draw) for draw in DRAWS)
    assert len(DRAWS) == 1640
    assert {number: 20 if number % 11 == 0 or number == 100 else 16 for number in range(1, 101)} == counts


@pytest.mark.rule("E-026")
def test_a_joker_counts_as_the_other_card() -> None:
    with_joker = [draw for draw in DRAWS if cards.JOKER in draw]
    assert {cards.encounter_number(draw) for draw in with_joker} == {*range(11, 100, 11), 100}
    assert all(len(set(cards.doubled(*draw))) == 1 for draw in with_joker)


@pytest.mark.rule("E-026", "E-024", "E-025")
@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("joker", "joker", "E_TWO_JOKERS"),
        ("two of clubs", "two of clubs", "E_CARD_GONE"),
        ("queen of hearts", "two of clubs", "E_CARD_BAD"),
        ("two of clubs", "", "E_CARD_BAD"),
    ],
)
def test_cards_that_cannot_have_been_drawn_are_not_taken(first: str, second: str, code: str) -> None:
    assert drawing().refused(BEN, "tell_number", first=first, second=second) == code


@pytest.mark.rule("E-002", "E-010", "E-023")
def test_cards_stay_out_until_shuffled_where_the_table_wants_that() -> None:
    table = drawing(court_return="when_empty", pips_return="when_empty")
    table.do(BEN, "draw_number", dice=(1, 1))
    table.do(BEN, "build")
    table.do(ANNA, "end_scene")
    decks = table.state.decks
    assert (decks.court_discard, decks.pips_discard) == (("Q.hearts",), ("A.hearts", "2.hearts"))
    assert table.refused(ANNA, "shuffle", deck="all of them") == "E_DECK_UNKNOWN"
    table.do(ANNA, "shuffle", deck="court")
    assert (len(table.state.decks.court), len(table.state.decks.pips)) == (12, 39)
    table.do(ANNA, "shuffle", deck="both")
    assert table.state.decks.pips == cards.PIPS


@pytest.mark.rule("E-023")
def test_cards_go_back_at_the_end_of_the_scene() -> None:
    table = drawing()
    table.do(BEN, "draw_number", dice=(1, 1))
    table.do(BEN, "build")
    assert "Q.hearts" not in table.state.decks.court
    table.do(ANNA, "end_scene")
    assert (table.state.decks.court, table.state.decks.pips) == (cards.COURT, cards.PIPS)


@pytest.mark.rule("E-002")
@pytest.mark.parametrize(("deck", "lying"), [("court", (0, 2)), ("pips", (1, 0)), ("both", (0, 0))])
def test_one_deck_is_shuffled_without_the_other(deck: str, lying: tuple[int, int]) -> None:
    table = Table()
    out = {
        "court": cards.COURT[1:],
        "court_discard": cards.COURT[:1],
        "pips": cards.PIPS[2:],
        "pips_discard": cards.PIPS[:2],
    }
    table.state = replace(table.state, decks=replace(table.state.decks, **out))
    table.do(ANNA, "shuffle", deck=deck)
    assert [cue.line for cue in table.cues] == [f"DecksShuffled.{deck}"]
    assert (len(table.state.decks.court_discard), len(table.state.decks.pips_discard)) == lying


@pytest.mark.rule("E-018", "E-024")
def test_an_empty_deck_asks_for_a_shuffle() -> None:
    table = drawing()
    decks = replace(table.state.decks, court=(), pips=cards.PIPS[:1])
    table.state = replace(table.state, decks=decks)
    assert table.refused(BEN, "draw_number") == "E_PIPS_EMPTY"
    again = Table()
    again.do(ANNA, "begin_session")
    again.do(ANNA, "next_scene")
    again.do(ANNA, "set_stakes", stake="boon")
    again.state = replace(again.state, decks=decks)
    assert again.refused(BEN, "draw_encounter") == "E_COURT_EMPTY"


@pytest.mark.rule("E-024")
def test_two_pip_cards_are_enough_and_one_is_not() -> None:
    table = drawing()
    table.state = replace(table.state, decks=replace(table.state.decks, pips=("2.clubs", "joker")))
    assert table.try_(BEN, "draw_number") == Roll((2, 1), by=None)
    assert table.try_(BEN, "draw_number", dice=(1,)) == Roll((2, 1), by=None)
    assert "tell_number" in opened(table)
    for first, second in (("two", "three"), ("three", "two")):
        assert (
            table.refused(BEN, "tell_number", first=f"{first} of clubs", second=f"{second} of clubs") == "E_CARD_GONE"
        )
    table.do(BEN, "draw_number", dice=(2, 1))
    assert table.cues[0].line == "NumberSeen.joker"
    assert dict(table.cues[0].slots) == {"card": "two of clubs", "n": 22}
    assert "tell_number" not in opened(table)
    table = drawing()
    table.state = replace(table.state, decks=replace(table.state.decks, pips=("2.clubs",)))
    assert not opened(table) & {"tell_number", "draw_number"}


@pytest.mark.rule("E-024")
def test_the_second_card_is_drawn_from_what_the_first_has_left() -> None:
    table = drawing()
    table.do(BEN, "draw_number", dice=(41, 40))
    assert table.state.here.pip_draw == ("joker", "10.spades")
    assert dict(table.cues[0].slots) == {"card": "ten of spades", "n": 100}
    table = drawing()
    table.do(BEN, "draw_number", dice=(3, 3))
    assert table.state.here.pip_draw == ("3.hearts", "4.hearts")
    assert dict(table.cues[0].slots) == {"first": "three of hearts", "second": "four of hearts", "n": 34}


@pytest.mark.rule("E-030")
@pytest.mark.parametrize(
    ("first", "second", "people"),
    [
        ("three of clubs", "ten of clubs", "nobody near"),
        ("three of clubs", "ace of clubs", "a few farms"),
        ("seven of clubs", "ten of clubs", "a few farms"),
        ("seven of clubs", "ace of clubs", "a village"),
    ],
)
def test_the_number_says_how_many_live_about_up_to_the_last_of_each_range(first: str, second: str, people: str) -> None:
    table = drawing(environment=True)
    table.do(BEN, "tell_number", first=first, second=second)
    assert table.cues[-1].slots["population"] == people


@pytest.mark.rule("E-030", "E-026")
def test_the_joker_stands_for_the_other_card_in_landscape_and_weather_too() -> None:
    table = drawing(environment=True, population=())
    table.do(BEN, "tell_number", first="joker", second="two of spades")
    slots = {"landscape": "moor and marsh", "weather": "fog or frost", "population": ""}
    assert dict(table.cues[-1].slots) == slots


def opened(table: Table) -> set[str]:
    return {each.intent for each in engine.grammar(table.state)}


@pytest.mark.rule("E-028", "E-029")
def test_a_number_without_entry_is_refused_and_can_be_overruled() -> None:
    table = drawing(encounter=())
    assert table.refused(BEN, "tell_number", first="joker", second="ten of clubs") == "E_NO_ENTRY"


@pytest.mark.rule("E-028")
def test_an_entry_for_one_number_goes_before_a_range() -> None:
    table = Table()
    entries = table.state.settings.encounter
    single = replace(entries[0], first=7, last=7, title="a single one")
    state: Episode = replace(table.state, settings=replace(table.state.settings, encounter=(*entries, single)))
    found = creation.entry(state, 7)
    assert found is not None
    assert found.title == "a single one"
    assert creation.entry(state, None) is None


def placed(state: Episode) -> tuple[list[str], list[str]]:
    """Every court card and every pip card, wherever it lies."""
    decks, scene = state.decks, state.scene
    court = [*decks.court, *decks.court_discard]
    pips = [*decks.pips, *decks.pips_discard]
    if scene is not None:
        court += [scene.encounter_card] if scene.encounter_card else []
        pips += scene.pip_draw
    return sorted(court), sorted(pips)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                *("begin_session", "next_scene", "set_stakes", "draw_encounter", "choose_encounter", "set_mode"),
                *("draw_number", "build", "overrule", "end_scene", "shuffle", "set_up_decks"),
            ]
        ),
        st.integers(1, 99),
    ),
    min_size=20,
    max_size=60,
)


@pytest.mark.rule("E-001", "E-002", "E-018", "E-023")
@given(steps=STEPS, stay=st.booleans())
@settings(max_examples=25, deadline=None)
def test_every_card_is_in_exactly_one_place(steps: list[tuple[str, int]], stay: bool) -> None:
    kept = "when_empty" if stay else None
    table = Table(("Anna",), **({"court_return": kept, "pips_return": kept} if stay else {}))
    for intent, number in steps:
        modes = ("same", "associates", "new", "ghost")
        slots = {"stake": "boon", "mode": modes[number % 4], "type": "knight", "deck": "both", "character": "noble"}
        outcome = table.try_(ANNA, intent, slots=slots)
        if isinstance(outcome, Roll):
            dice = [number % sides + 1 for sides in outcome.sides]
            outcome = table.try_(ANNA, intent, slots=slots, dice=dice)
        assert isinstance(outcome, Refusal | tuple)
        assert placed(table.state) == (sorted(cards.COURT), sorted(cards.PIPS))


@pytest.mark.rule("E-027")
def test_suits_are_four() -> None:
    assert {cards.suit(card) for card in cards.COURT} == set(Suit)
