"""The parts of the box as the settings want them; each is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.settings import Settings, models_folder
from hardware.ports import CLOCK_BUTTON, STATUS_LAMP, Buttons, FrontEnd, HardwareError, Lamps, Pronounced, Recogniser

if TYPE_CHECKING:
    from hardware.ears import Ears
    from hardware.heard import Event
    from hardware.voice import EspeakVoice

POCKETSPHINX, VOSK = ENGINES = ("pocketsphinx", "vosk")
AUTO = "auto"


def voice_of(settings: Settings) -> EspeakVoice:
    """The voice of the box."""
    from hardware.voice import EspeakVoice, VoiceSettings

    return EspeakVoice(VoiceSettings(settings.voice.name, settings.voice.words_per_minute))


def front_end_of(settings: Settings) -> FrontEnd:
    """What stands between microphone and recogniser; ``auto`` is the best one that this board can afford, in noise."""
    from hardware.front_end import NoFrontEnd
    from hardware.front_end_by_noise import ByNoise

    heaviest = heaviest_front_end_of(settings)
    is_chosen = settings.hearing.front_end == AUTO and not isinstance(heaviest, NoFrontEnd)
    return ByNoise(heaviest) if is_chosen else heaviest


def heaviest_front_end_of(settings: Settings) -> FrontEnd:
    """The same where there is noise: what the board must have time for."""
    from hardware.front_end import make_front_end
    from hardware.front_end_choice import choose_front_end

    name = settings.hearing.front_end
    return choose_front_end().front_end if name == AUTO else make_front_end(name)


def front_end_told(settings: Settings) -> str:
    """Which one that is, and what came of measuring where the board had the choice. Raises HardwareError."""
    from hardware.front_end_choice import choose_front_end

    return str(choose_front_end()) if settings.hearing.front_end == AUTO else front_end_of(settings).name


def vosk_model(settings: Settings) -> Path | None:
    """The folder of the Vosk model to use; None where there is none."""
    from hardware.models import model_in_use

    return Path(settings.hearing.model).expanduser() if settings.hearing.model else model_in_use(models_folder())


def engine_of(settings: Settings) -> str:
    """The engine that is believed on this box; ``auto`` is the embedded one, until a hearing check says otherwise."""
    return POCKETSPHINX if settings.hearing.engine == AUTO else settings.hearing.engine


def other_engine(settings: Settings) -> str:
    """The engine that is not believed but could be heard as well; empty where there is none."""
    if engine_of(settings) == VOSK:
        return POCKETSPHINX
    return VOSK if vosk_model(settings) is not None else ""


def recogniser_of(settings: Settings, engine: str) -> Recogniser:
    """A recogniser. Raises HardwareError where it cannot be had."""
    if engine == VOSK:
        from hardware.recogniser.vosk import Vosk
        from hardware.recogniser.vosk_model import VoskModel

        folder = vosk_model(settings)
        if folder is None:
            raise HardwareError("There is no Vosk model here: prompter model get, or prompter model use PATH.")
        return Vosk.with_names(VoskModel(folder))
    from hardware.recogniser.pocketsphinx import PocketSphinx, PocketSphinxSettings

    return PocketSphinx(PocketSphinxSettings(threshold=settings.hearing.reject_nats))


def ears_of(settings: Settings, recogniser: Recogniser, front_end: FrontEnd, deliver: Callable[[Event], None]) -> Ears:
    """The ears with both doors."""
    from hardware.ears import Ears, EarsSettings
    from hardware.recogniser.spotter import KeywordSpotter

    word = address_word_of(settings)
    return Ears(
        recogniser,
        deliver,
        front_end=front_end,
        spotter=KeywordSpotter(word),
        address_word=word,
        settings=EarsSettings(
            silence_seconds=settings.hearing.pause_seconds, command_within_seconds=settings.hearing.address_seconds
        ),
    )


def address_word_of(settings: Settings) -> Pronounced:
    """The address word as this table says it: with the phones that ``prompter teach`` has written for it."""
    from assistant.app import lexicon
    from hardware.recogniser.spotter import ADDRESS_WORD

    chosen = settings.table.address_word.lower()
    known = ADDRESS_WORD if chosen == ADDRESS_WORD.word else Pronounced(chosen)
    taught = next((one for one in lexicon(settings) if one.word == chosen), known)
    return Pronounced(chosen, tuple(dict.fromkeys((*taught.phones, *known.phones))), taught.sounds_like)


def button_pins(settings: Settings) -> dict[str, int]:
    """The name of each button that is wired, and the BCM number of its pin."""
    return _pins(CLOCK_BUTTON, settings.pins.clock_button, settings.pins.seat_buttons)


def lamp_pins(settings: Settings) -> dict[str, int]:
    """The name of each lamp that is wired, and the BCM number of its pin."""
    return _pins(STATUS_LAMP, settings.pins.status_lamp, settings.pins.seat_lamps)


def buttons_of(settings: Settings) -> Buttons:
    """The buttons on the pins; where there are no pins they say so, see ``trouble``."""
    from hardware.buttons import GpioButtons

    return GpioButtons(button_pins(settings))


def lamps_of(settings: Settings) -> Lamps:
    """The lamps on the pins; where there are no pins they say so, see ``trouble``."""
    from hardware.lamps import GpioLamps

    return GpioLamps(lamp_pins(settings))


def _pins(name: str, pin: int, of_seats: tuple[int, ...]) -> dict[str, int]:
    named = {name: pin} | {str(seat): each for seat, each in enumerate(of_seats, 1)}
    return {each: number for each, number in named.items() if number}
