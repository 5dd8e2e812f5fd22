"""Residents of an Enclave: each is summed up by one fact of its card (R-043, A-015)."""

from __future__ import annotations

import re

from assistant.games.repertoire.state import Card
from assistant.games.repertoire.terms import Kind, LineStatus


def known(card: Card, text: str) -> tuple[str, ...]:
    """The names in this text that a true fact of the same Enclave card has already."""
    if card.kind is not Kind.ENCLAVE:
        return ()
    true = (line.text for line in card.lines if line.status is LineStatus.TRUE and line.text)
    before = {name for fact in true for name in _names(fact)}
    return tuple(name for name in _names(text) if name in before)


def _names(text: str) -> list[str]:
    """Capitalised words; the first one only if the next is capitalised too, for a sentence begins with a capital."""
    found = re.findall(r"[^\W\d_]+", text)
    capital = [word[0].isupper() and len(word) > 1 for word in found]
    return [word for i, word in enumerate(found) if capital[i] and (i > 0 or capital[1:2] == [True])]
