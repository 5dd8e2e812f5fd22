"""The parts of the box as the settings want them."""

from __future__ import annotations

import pytest

from assistant.parts import address_word_of, front_end_of, heaviest_front_end_of
from assistant.settings import Hearing, InventedName, Settings, Table


@pytest.mark.parametrize("name", ["none", "deepfilter"])
def test_a_front_end_by_name_is_that_one_in_every_room(name: str) -> None:
    settings = Settings(hearing=Hearing(front_end=name))
    assert front_end_of(settings).name == heaviest_front_end_of(settings).name == name


def test_left_to_the_box_it_is_the_best_one_where_there_is_noise() -> None:
    settings = Settings(hearing=Hearing(front_end="auto"))
    heaviest = heaviest_front_end_of(settings)
    # On a board that is too slow for any of them there is none, in noise too.
    assert front_end_of(settings).name == ("none" if heaviest.name == "none" else f"{heaviest.name} in noise")


def test_the_address_word_is_listened_for_as_it_was_taught() -> None:
    taught = InventedName("Souffleur", phones=("S UW F L ER",))
    own = Settings(table=Table(address_word="souffleur"), names=(taught,))
    assert address_word_of(own).phones == ("S UW F L ER",)


def test_the_usual_address_word_keeps_its_pronunciations_beside_those_taught() -> None:
    usual = address_word_of(Settings()).phones
    taught = InventedName("prompter", phones=("P AO M T AH",))
    assert address_word_of(Settings(names=(taught,))).phones == ("P AO M T AH", *usual)
    assert len(usual) > 1
