"""The parts of the box as the settings want them; each is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from assistant.settings import Settings, models_folder
from hardware.ports import FrontEnd, HardwareError, Recogniser

if TYPE_CHECKING:
    from hardware.voice import EspeakVoice

ENGINES = ("pocketsphinx", "vosk")

engine_option = click.option(
    "--engine", type=click.Choice(["auto", *ENGINES]), help="The recogniser that is believed; auto: the settings'."
)


def voice_of(settings: Settings) -> EspeakVoice:
    """The voice of the box."""
    from hardware.voice import EspeakVoice, VoiceSettings

    return EspeakVoice(VoiceSettings(settings.voice.name, settings.voice.words_per_minute))


def front_end_of(settings: Settings) -> FrontEnd:
    from hardware.front_end import make_front_end

    return make_front_end(settings.hearing.front_end)


def engines_here(settings: Settings) -> tuple[str, ...]:
    """The engines that can hear English on this machine, the embedded one first."""
    return ENGINES if vosk_model(settings) is not None else ENGINES[:1]


def vosk_model(settings: Settings) -> object | None:
    """The folder of the Vosk model to use, or None."""
    from pathlib import Path

    from hardware.models import model_in_use

    return Path(settings.hearing.model) if settings.hearing.model else model_in_use(models_folder())


def recogniser_of(settings: Settings, engine: str = "") -> Recogniser:
    """The recogniser named, or that of the settings. Raises HardwareError where it cannot hear."""
    chosen = engine if engine not in ("", "auto") else settings.hearing.engine
    if chosen == "auto":
        chosen = ENGINES[0]
    if chosen == "vosk":
        from pathlib import Path

        from hardware.recogniser.vosk import Vosk

        folder = vosk_model(settings)
        if folder is None:
            raise HardwareError("There is no Vosk model here: prompter model get, or prompter model use PATH.")
        return Vosk(Path(str(folder)))
    from hardware.recogniser.pocketsphinx import PocketSphinx, PocketSphinxSettings

    return PocketSphinx(PocketSphinxSettings(threshold=settings.hearing.reject_nats))


__all__ = ["ENGINES", "engine_option", "engines_here", "front_end_of", "recogniser_of", "voice_of", "vosk_model"]
