"""The pack: court cards, pip cards, one Joker (E-001), and encounter numbers (E-025, E-026)."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.errantry.terms import Suit

JOKER = "joker"
COURT_RANKS = ("J", "Q", "K")
PIP_RANKS = ("A", *(str(value) for value in range(2, 11)))

COURT = tuple(f"{rank}.{suit}" for suit in Suit for rank in COURT_RANKS)
"""The court deck: 12 cards."""
PIPS = (*(f"{rank}.{suit}" for suit in Suit for rank in PIP_RANKS), JOKER)
"""The pip deck: 41 cards."""


def rank(card: str) -> str:
    """``Q`` of ``Q.hearts``; the Joker is its own rank."""
    return card.partition(".")[0]


def suit(card: str) -> str:
    return card.partition(".")[2]


def value(card: str) -> int:
    """What a pip card counts, a ten zero (E-025); 0 for every other card."""
    return (PIP_RANKS.index(rank(card)) + 1) % 10 if rank(card) in PIP_RANKS else 0


def doubled(first: str, second: str) -> tuple[str, str]:
    """The draw with the Joker as the other card (E-026)."""
    return (second if first == JOKER else first, first if second == JOKER else second)


def encounter_number(pair: Sequence[str]) -> int:
    """1 to 100: tens, then ones; a ten counts zero, two of them a hundred (E-025)."""
    tens, ones = (value(card) for card in doubled(pair[0], pair[1]))
    return 10 * tens + ones or 100
