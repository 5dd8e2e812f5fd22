"""Two engines on the same sound: one is believed, the other counted."""

from __future__ import annotations

from assistant.rehearsal.compared import Compared
from hardware.fakes.recogniser import ScriptedRecogniser
from tests.hardware.networks import PhraseNetwork

SPEECH = b"\x00\x20\x00\xe0" * 16_000


def _heard(compared: Compared) -> str:
    compared.listen_for(PhraseNetwork(["new scene", "end scene"]))
    compared.start()
    compared.feed(SPEECH)
    return compared.finish().text


def test_the_first_is_believed_and_the_second_remembered() -> None:
    compared = Compared(ScriptedRecogniser(["new scene", "end scene"]), ScriptedRecogniser(["end scene", "new scene"]))
    assert [_heard(compared), _heard(compared)] == ["new scene", "end scene"]
    assert compared.take() == ["end scene", "new scene"]
    assert compared.take() == []


def test_both_hear_the_same_sound_through_the_same_network() -> None:
    first, second = ScriptedRecogniser(["new scene"]), ScriptedRecogniser(["new scene"])
    _heard(Compared(first, second))
    assert first.utterances == second.utterances == [SPEECH]
    assert first.listened_for == second.listened_for
