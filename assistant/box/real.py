"""The devices of this machine, as its settings name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.app import lexicon
from assistant.box.box import Devices
from assistant.mouth import Mouth
from assistant.names_alike import Learner
from assistant.parts import buttons_of, ears_of, engine_of, front_end_of, lamps_of, recogniser_of, voice_of
from assistant.settings import Settings
from hardware.ears import Ears
from hardware.heard import Event
from hardware.ports import Buttons, HardwareError, Recogniser, Voice
from hardware.ticker import BootTicker

if TYPE_CHECKING:
    from hardware.speaker import PortAudioSpeaker


class Hearing:
    """The recogniser of the settings, loaded when the box can already be used."""

    def __init__(self, settings: Settings, make_recogniser: Callable[[], Recogniser]) -> None:
        self._settings = settings
        self._make_recogniser = make_recogniser
        self._recogniser: Recogniser | None = None

    def make_ears(self, deliver: Callable[[Event], None]) -> Ears:
        """Takes seconds on a small board. Raises HardwareError."""
        self._recogniser = self._make_recogniser()
        return ears_of(self._settings, self._recogniser, front_end_of(self._settings), deliver)

    def draft(self, tail: bytes) -> str:
        """The free words of an utterance."""
        if self._recogniser is None:
            raise HardwareError("there is no recogniser here")
        return self._recogniser.draft(tail)

    def close(self) -> None:
        if self._recogniser is not None:
            self._recogniser.close()


def real_devices(
    settings: Settings,
    keys: Buttons | None = None,
    *,
    speaker: PortAudioSpeaker | None = None,
    voice: Voice | None = None,
    make_recogniser: Callable[[], Recogniser] | None = None,
) -> Devices:
    """All of them; those that are not there are waited for, and told of.

    ``keys``: what stands in for the buttons; the rest: what is taken in place of the settings' own.
    """
    from hardware.microphone import PortAudioMicrophone
    from hardware.speaker import PortAudioSpeaker

    microphone = PortAudioMicrophone(settings.sound.microphone or None, patient=True)
    speaker = speaker or PortAudioSpeaker(settings.sound.speaker or None, patient=True)
    voice = voice or voice_of(settings)
    hearing = Hearing(settings, make_recogniser or (lambda: recogniser_of(settings, engine_of(settings))))
    pins, lamps = buttons_of(settings), lamps_of(settings)
    return Devices(
        microphone=microphone,
        make_ears=hearing.make_ears,
        draft=hearing.draft,
        mouth=Mouth(voice, speaker, settings.voice),
        speaker=speaker,
        buttons=(pins,) if keys is None else (pins, keys),
        lamps=lamps,
        ticker=BootTicker(),
        learn=Learner(lexicon(settings)),
        lexicon=lexicon(settings),
        troubles={
            "microphone": lambda: microphone.trouble,
            "speaker": lambda: speaker.trouble,
            "pins": lambda: pins.trouble or lamps.trouble,
            "keys": lambda: keys.trouble if keys is not None else "",
        },
        others=(voice.close, hearing.close),
    )
