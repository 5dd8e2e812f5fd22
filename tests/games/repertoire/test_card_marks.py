"""The card of Repertoire says truly what the Producer alone may say."""

from __future__ import annotations

from pathlib import Path

import assistant.games.repertoire as repertoire
from assistant.games.repertoire.engine import ORDERS
from grammar import COMMON, Phrasebook


def test_what_is_marked_is_what_only_the_producer_s_role_may_ask_for() -> None:
    book = Phrasebook.load(Path(repertoire.__file__).with_name("sentences.en.yaml"))
    of_the_shell = {*Phrasebook.load(COMMON).intents}  # anybody may drop a question that the box has put to him
    his = {intent for intent, orders in ORDERS.items() if all(order.by == "producer" for order in orders)}
    assert {intent for intent, role in book.card.only.items() if role == "Producer"} == his - of_the_shell
