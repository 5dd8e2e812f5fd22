"""Sound-alike words for invented names, on the names of spikes/recognisers.md section 5."""

from __future__ import annotations

import pytest

from hardware.ports import HardwareError, Pronounced
from hardware.recogniser.sounds_like import NameSounds, SoundAlikes, common_words

GOOD = {
    "brakkett": "B R AE K EH T",
    "grimbold": "G R IH M B OW L D",
    "lysandra": "L AY S AE N D R AH",
    "vexley": "V EH K S L IY",
    "rhovanna": "R OW V AA N AH",
    "aelwyn": "EY L W IH N",
    "baelgrim": "B EY L G R IH M",
    "jhessail": "JH EH S EY L",
    "luthorn": "L UW TH AO R N",
    "myrrin": "M IH R IH N",
    "nakoth": "N AE K AO TH",
    "hroth": "R AO TH",
    "haskarl": "HH AE S K AA R L",
    "xanthor": "Z AE N TH AO R",
    "karsath": "K AA R S AE TH",
    "morthain": "M AO R TH EY N",
    "dwenlow": "D W EH N L OW",
    "fenwick": "F EH N W IH K",
    "kaelith": "K EY L IH TH",
    "szeth": "S EH TH",
    "quorra": "K W AO R AH",
}


@pytest.fixture(scope="module")
def alikes() -> SoundAlikes:
    return SoundAlikes(common_words(lambda word: True))


@pytest.mark.parametrize("name", GOOD)
def test_the_good_names_of_the_spike_have_a_good_sound_alike(alikes: SoundAlikes, name: str) -> None:
    best = alikes.find(GOOD[name])[0]
    assert best.cost <= 1.1
    assert not best.is_poor


@pytest.mark.parametrize(
    ("name", "words"),
    [("brakkett", "bracket"), ("grimbold", "grim bold"), ("lysandra", "lie sandra"), ("baelgrim", "bail grim")],
)
def test_an_exact_sound_alike_comes_first(alikes: SoundAlikes, name: str, words: str) -> None:
    assert alikes.find(GOOD[name])[0].words == words


def test_a_word_costs_what_one_word_costs(alikes: SoundAlikes) -> None:
    assert alikes.find("S EH TH")[0].cost == pytest.approx(0.35)


@pytest.mark.parametrize(
    "phones", ["TH AH L IH N D R AH", "Z EH F ER IY N", "K R AH L N AA R HH UW", "IH K S CH R AA ZH UW"]
)
def test_a_name_like_nothing_is_told_as_poor(alikes: SoundAlikes, phones: str) -> None:
    assert all(alike.is_poor for alike in alikes.find(phones))


def test_the_three_best_are_different_and_in_order(alikes: SoundAlikes) -> None:
    found = alikes.find(GOOD["aelwyn"])
    assert len({alike.words for alike in found}) == 3
    assert list(found) == sorted(found)


def test_one_to_three_words_are_put_together() -> None:
    alikes = SoundAlikes([("its", "IH T S"), ("char", "CH AA R"), ("ugly", "AH G L IY"), ("are", "AA R")])
    assert alikes.find("IH T S CH AA R AH G L IY")[0].words == "its char ugly"
    assert alikes.find("IH T S CH AA R AH G L IY AA R IH T S") == ()


def test_rude_words_and_noises_are_never_offered() -> None:
    alikes = SoundAlikes([("uhh", "AH"), ("shit", "SH IH T"), ("ship", "SH IH P"), ("a", "AH")])
    assert [alike.words for alike in alikes.find("SH IH T", best=1)] == ["ship"]
    assert alikes.find("AH") == ()


def test_of_words_that_sound_the_same_the_commoner_is_offered() -> None:
    assert SoundAlikes([("their", "DH EH R"), ("there", "DH EH R")]).find("DH EH R")[0].words == "their"


def test_only_words_that_the_recogniser_knows_are_offered() -> None:
    words = common_words({"grim", "old", "ozymandias"}.__contains__)
    assert {word for word, _ in words} == {"grim", "old"}


def test_the_commonest_words_are_taken_with_all_their_pronunciations() -> None:
    assert ("the", "DH AH") in common_words(lambda word: True, limit=20)
    assert ("the", "DH IY") in common_words(lambda word: True, limit=20)


@pytest.fixture(scope="module")
def asked() -> list[str]:
    return []


@pytest.fixture(scope="module")
def sounds(asked: list[str]) -> NameSounds:
    def pronounce(word: str, given: Pronounced | None) -> tuple[str, ...]:
        asked.append(word)
        return (GOOD[word],) if word in GOOD else {"thalindra": ("TH AH L IH N D R AH",)}.get(word, ())

    return NameSounds(lambda word: word != "grin", pronounce)


class TestNameSounds:
    def test_what_the_table_gave_comes_before_what_was_found(self, sounds: NameSounds) -> None:
        assert sounds(Pronounced("grimbold", sounds_like=("grand bald",)))[:2] == ("grand bald", "grim bold")

    def test_words_that_the_recogniser_lacks_are_not_used(self, sounds: NameSounds) -> None:
        assert not any("grin" in alike for alike in sounds(Pronounced("grimbold")))

    @pytest.mark.parametrize("name", ["thalindra", "unpronounceable"])
    def test_a_name_without_a_good_sound_alike_has_none(self, sounds: NameSounds, name: str) -> None:
        assert sounds(Pronounced(name)) == ()

    def test_a_name_is_looked_for_once(self, sounds: NameSounds, asked: list[str]) -> None:
        assert sounds(Pronounced("brakkett")) == sounds(Pronounced("brakkett"))
        assert asked.count("brakkett") == 1


def test_an_unknown_phone_is_told() -> None:
    with pytest.raises(HardwareError, match="QQ is no phone"):
        SoundAlikes([("a", "AH"), ("are", "AA R")]).find("B QQ")


def test_no_phones_and_no_words_give_no_sound_alikes(alikes: SoundAlikes) -> None:
    assert alikes.find("") == ()
    assert SoundAlikes([]).find("S EH TH") == ()
