"""What the Vosk adapter makes of the model's vocabulary and of its results, with a scripted model in Vosk's place."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest

from hardware.ports import TAIL, Heard, Pronounced, Readiness
from hardware.recogniser.vosk import Vosk
from tests.hardware.networks import PhraseNetwork
from tests.hardware.recogniser_contract import press

WORDS = "add fact to the producer roll two d six eight pause scene ale win bracket grim bold old is her on"
FACT = "add fact to aelwyn"


def speech_like() -> bytes:
    """A second of bursts and rests."""
    noise = np.random.default_rng(1).normal(0, 3000, 16_000) * (np.arange(16_000) // 1600 % 2)
    return bytes(noise.astype("<i2").tobytes())


def result(text: str, confidence: float = 0.9) -> str:
    words = [
        {"word": word, "start": 0.2 * number, "end": 0.2 * number + 0.2, "conf": confidence}
        for number, word in enumerate(text.split())
    ]
    return json.dumps({"result": words, "text": text}) if words else json.dumps({"text": ""})


class ScriptedModel:
    """Knows ``WORDS``; its decoders give the pieces of ``script``, the last of them as the final result."""

    def __init__(self, hears_other_talk: bool = True) -> None:
        self.hears_other_talk = hears_other_talk
        self.script = [result("")]
        self.given: list[tuple[str, ...]] = []

    def knows(self, word: str) -> bool:
        return word in WORDS.split()

    def decoder(self, phrases: Sequence[str]) -> ScriptedDecoder:
        self.given.append(tuple(phrases))
        return ScriptedDecoder(self.script)


class ScriptedDecoder:
    """Has no partial results: who asks for one fails."""

    def __init__(self, script: Sequence[str]) -> None:
        self._segments, self._final = list(script[:-1]), script[-1]

    def AcceptWaveform(self, data: bytes) -> bool:  # noqa: N802 - Vosk's name
        if self._segments[:1] == ["broken"]:
            raise Exception("Failed to process waveform")
        return bool(self._segments)

    def Result(self) -> str:  # noqa: N802 - Vosk's name
        return self._segments.pop(0)

    def FinalResult(self) -> str:  # noqa: N802 - Vosk's name
        return self._final


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel()


def hear(model: ScriptedModel, sentences: Sequence[str], *script: str, names: Sequence[Pronounced] = ()) -> Heard:
    model.script = list(script)
    recogniser = Vosk(model)
    recogniser.listen_for(PhraseNetwork(sentences), names)
    return press(recogniser, speech_like())


def phrases(model: ScriptedModel, sentences: Sequence[str], *names: Pronounced) -> tuple[Readiness, tuple[str, ...]]:
    """What was reported, and what the library was given."""
    recogniser = Vosk(model)
    readiness = recogniser.listen_for(PhraseNetwork(sentences), names)
    recogniser.start()
    return readiness, model.given[-1] if model.given else ()


class TestPhrases:
    def test_a_catch_all_phrase_stands_beside_the_sentences(self, model: ScriptedModel) -> None:
        assert phrases(model, ["pause", "roll two d six"])[1] == ("pause", "roll two d six", "[unk]")

    @pytest.mark.case("C-004")
    def test_there_is_no_catch_all_where_the_model_lacks_it(self) -> None:
        assert phrases(ScriptedModel(hears_other_talk=False), ["pause"])[1] == ("pause",)

    @pytest.mark.case("C-001")
    def test_a_sentence_with_a_missing_word_is_left_out_whole_and_the_word_told(self, model: ScriptedModel) -> None:
        readiness, given = phrases(model, ["add fact to zhurnak", "pause"])
        assert readiness.unheard == ("zhurnak",)
        assert given == ("pause", "[unk]")

    @pytest.mark.case("C-001")
    def test_sound_alikes_stand_in_for_a_missing_word(self, model: ScriptedModel) -> None:
        name = Pronounced("aelwyn", sounds_like=("ale win", "Ale  Her", "ale wynne"))
        readiness, given = phrases(model, [FACT], name)
        assert readiness == Readiness((), {"aelwyn": "ale win, ale her"})
        assert given == ("add fact to ale win", "add fact to ale her", "[unk]")

    def test_two_names_in_one_sentence_take_turns_of_sound_alikes(self, model: ScriptedModel) -> None:
        names = (
            Pronounced("aelwyn", sounds_like=("ale win", "ale her")),
            Pronounced("grimbold", sounds_like=("grim bold",)),
        )
        assert phrases(model, ["aelwyn to grimbold"], *names)[1] == (
            "ale win to grim bold",
            "ale her to grim bold",
            "[unk]",
        )

    def test_a_known_word_is_listened_for_as_it_is(self, model: ScriptedModel) -> None:
        assert phrases(model, ["bracket"], Pronounced("bracket", sounds_like=("ale",)))[1][0] == "bracket"

    @pytest.mark.case("C-026")
    def test_a_sound_alike_that_is_a_sentence_word_itself_is_not_used(self, model: ScriptedModel) -> None:
        readiness, _ = phrases(model, ["bracket", "brakkett"], Pronounced("brakkett", sounds_like=("bracket",)))
        assert readiness.unheard == ("brakkett",)

    @pytest.mark.case("C-026")
    def test_a_sound_alike_stands_for_one_name_only(self, model: ScriptedModel) -> None:
        names = [Pronounced(name, sounds_like=("ale win",)) for name in ("aelwyn", "ailwin")]
        readiness, _ = phrases(model, ["aelwyn", "ailwin"], *names)
        assert readiness == Readiness(("ailwin",), {"aelwyn": "ale win"})

    def test_free_words_become_the_catch_all(self, model: ScriptedModel) -> None:
        assert phrases(model, [f"fact on scene {TAIL}"])[1] == ("fact on scene [unk]", "[unk]")

    @pytest.mark.case("C-004")
    def test_free_words_without_a_catch_all_are_told_as_unheard(self) -> None:
        readiness, given = phrases(ScriptedModel(hears_other_talk=False), [f"fact on scene {TAIL}"])
        assert (readiness.unheard, given) == ((TAIL,), ("fact on scene",))

    @pytest.mark.case("C-007")
    @pytest.mark.parametrize("sentences", [[], ["zhurnak"], ['"', "\\", "4711"]])
    def test_with_nothing_to_hear_the_library_is_not_asked(self, model: ScriptedModel, sentences: list[str]) -> None:
        phrases(model, sentences)
        assert model.given == []

    def test_the_same_network_is_prepared_once(self, model: ScriptedModel) -> None:
        recogniser, network = Vosk(model), PhraseNetwork(["pause"])
        assert recogniser.listen_for(network) is recogniser.listen_for(network)

    def test_sound_alikes_can_be_found_for_names_that_nobody_taught(self, model: ScriptedModel) -> None:
        recogniser = Vosk(model, alikes=lambda name: ("grim bold",) if name.word == "grimbold" else ())
        readiness = recogniser.listen_for(PhraseNetwork(["grimbold", "zhurnak"]))
        assert readiness == Readiness(("zhurnak",), {"grimbold": "grim bold"})

    def test_names_that_nobody_taught_are_heard_by_words_that_sound_the_same(self, model: ScriptedModel) -> None:
        by_hand = Pronounced("grimmbolt", phones=("G R IH M B OW L D",))
        readiness = Vosk.with_names(model).listen_for(PhraseNetwork(["add fact to grimmbolt"]), [by_hand])
        assert readiness.replaced["grimmbolt"].split(", ")[0] == "grim bold"

    def test_a_name_taught_anew_is_prepared_again(self, model: ScriptedModel) -> None:
        recogniser, network = Vosk(model), PhraseNetwork([FACT])
        assert recogniser.listen_for(network).unheard == ("aelwyn",)
        assert recogniser.listen_for(network, [Pronounced("aelwyn", sounds_like=("ale win",))]).unheard == ()


class TestResults:
    def test_sound_alikes_are_read_as_the_name(self, model: ScriptedModel) -> None:
        name = Pronounced("aelwyn", sounds_like=("ale win", "ale her"))
        for said in ("ale win", "ale her"):
            assert hear(model, [FACT], result(f"add fact to {said}"), names=[name]).text == FACT

    def test_a_sound_alike_that_has_words_of_the_sentence_in_it_is_read_right(self, model: ScriptedModel) -> None:
        name = Pronounced("tobold", sounds_like=("to bold",))
        assert (
            hear(model, ["add fact to tobold"], result("add fact to to bold"), names=[name]).text
            == "add fact to tobold"
        )

    @pytest.mark.case("C-002")
    @pytest.mark.parametrize(
        "blend",
        [
            "add fact to add fact to the producer",
            "roll roll two d six",
            "pause the roll",
            "roll two d six add fact",
            "add fact to",
        ],
    )
    def test_a_blend_of_sentences_is_nothing(self, model: ScriptedModel, blend: str) -> None:
        heard = hear(model, ["add fact to the producer", "roll two d six", "pause"], result(blend))
        assert (heard.text, heard.why_not) == ("", "incomplete")

    def test_a_sentence_with_the_catch_all_in_it_is_other_talk(self, model: ScriptedModel) -> None:
        heard = hear(model, ["roll two d six"], result("roll two [unk] d six"))
        assert (heard.text, heard.why_not) == ("", "other talk")

    def test_free_words_begin_where_the_catch_all_does(self, model: ScriptedModel) -> None:
        heard = hear(model, ["pause", f"fact on scene {TAIL}"], result("fact on scene [unk] two [unk]"))
        assert heard.text == f"fact on scene {TAIL}"
        assert heard.tail_from == pytest.approx(0.6)

    @pytest.mark.case("C-014")
    @pytest.mark.parametrize("final", ['{"text": ""}', '{"text": "the"}', result("[unk]"), result("huh")])
    def test_noises_of_the_model_are_nothing(self, model: ScriptedModel, final: str) -> None:
        assert hear(model, ["pause", "scene"], final).text == ""

    @pytest.mark.case("C-014")
    def test_a_listed_word_out_of_silence_is_nothing(self, model: ScriptedModel) -> None:
        model.script = [result("pause")]
        recogniser = Vosk(model)
        recogniser.listen_for(PhraseNetwork(["pause"]))
        heard = press(recogniser, bytes(64_000))
        assert (heard.text, heard.why_not) == ("", "silence")

    @pytest.mark.case("C-016")
    def test_all_pieces_are_joined_and_an_empty_last_one_erases_nothing(self, model: ScriptedModel) -> None:
        pieces = result("add fact to"), result("the producer"), result("")
        assert hear(model, ["add fact to the producer"], *pieces).text == "add fact to the producer"

    @pytest.mark.case("C-017")
    def test_partial_results_are_never_asked_for(self, model: ScriptedModel) -> None:
        assert (
            hear(model, ["roll two d six", "roll two d eight"], result("roll two d eight")).text == "roll two d eight"
        )

    @pytest.mark.case("C-020")
    @pytest.mark.parametrize(
        "unreadable",
        [
            '{"result": [{"conf": 0,98, "start": 0,1, "word": "pause"}], "text": "pause"}',
            result("pause")[:40],
            "",
            "[]",
            '{"result": [{"word": "pause"}]}',
            '{"result": 5}',
        ],
    )
    def test_a_result_that_cannot_be_read_is_one_lost_utterance(self, model: ScriptedModel, unreadable: str) -> None:
        model.script = [unreadable]
        recogniser = Vosk(model)
        recogniser.listen_for(PhraseNetwork(["pause"]))
        assert press(recogniser, speech_like()).why_not == "incomplete"
        model.script = [result("pause")]
        assert press(recogniser, speech_like()).text == "pause"

    @pytest.mark.case("C-020")
    def test_an_utterance_that_the_library_gives_up_is_lost_alone(self, model: ScriptedModel) -> None:
        assert hear(model, ["pause"], "broken", result("pause")).text == ""
        assert hear(model, ["pause"], result("pause")).text == "pause"

    def test_confidence_is_the_mean_of_the_words(self, model: ScriptedModel) -> None:
        pieces = result("roll two", 1.0), result("d six", 0.5)
        assert hear(model, ["roll two d six"], *pieces).confidence == pytest.approx(0.75)
