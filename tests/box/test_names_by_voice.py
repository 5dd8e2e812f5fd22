"""Names given by voice alone, from the microphone to what is listened for next."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.evening import Learnt, Listening, Said
from assistant.evening.sounds import NAMED
from assistant.hearing import by_sound
from assistant.names_alike import Learner
from assistant.table import Name, Open
from hardware.actors import Actor
from tests.box.running import Running
from tests.evening.stones import Table
from tests.hardware.speech import room

Run = Callable[..., Running]

BRAKKETT = Actor("flite:slt").speak("[[b r ae k ih t]]").pcm


def table(*names: str) -> Listening:
    """Cards that are called so, and one without a name."""
    cards = tuple(Name(name.lower(), name, (name.lower(),), name) for name in names)
    nameless = Name("c9", "card 9", ("card nine",), "card 9")
    opens = (Open("put", None, {"pile": (*cards, nameless)}), Open("x", None, {NAMED: (*cards, nameless)}))
    return Listening(Table().evening.listening().book, opens, ())


def test_a_name_given_by_voice_alone_is_listened_for_by_its_sound(run: Run) -> None:
    box = run("new pile …", "the well")
    box.learnt = Learnt("W EH L", near="Bell")
    box.aside("1").settle()
    box.settle()
    assert "Close to Bell." in box.voice.lines
    box.quiet(12)
    heard = {word for network in box.recogniser.listened_for[-5:] for _, _, word in network.arcs}
    assert "name'the'well" in heard


def test_the_recogniser_guesses_nothing_from_a_made_up_word() -> None:
    evening = Table().evening
    evening.learn(evening.handle(Said("new pile …", "1")), Learnt("W EH L"))
    (well,) = by_sound(evening.listening())
    assert (well.phones, well.is_spelled) == (("W EH L",), False)


def test_a_name_is_near_to_those_that_it_will_be_taken_for() -> None:
    pytest.importorskip("pocketsphinx", reason="PocketSphinx is not installed", exc_type=ImportError)
    learn = Learner(())
    sound = room(0.3) + BRAKKETT + room(0.5)
    alike = learn(sound, "c9", table("Mirabeth", "Brackett"))
    assert len(alike.phones.split()) >= 3
    assert alike.near == "Brackett"
    assert learn(sound, "c9", table("Mirabeth", "Zephyrine")).near == ""


def test_nothing_is_learnt_of_silence() -> None:
    assert Learner(())(room(1), "c9", table("Mirabeth")) == Learnt(why_not="nothing is said in it")
