"""The mouth of the box: from an answer to sound, in the order in which it was decided."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.evening import Announcement
from assistant.settings import Voice as VoiceSettings
from hardware.chimes import earcon
from hardware.ports import HardwareError, Sound, Speaker, Voice

MOST_CHIMES = 4
"""An earcon is repeated for each token or die, but nobody counts more than four (R-023, R-047)."""


@dataclass(frozen=True)
class Sounded:
    """What became of the sound of one answer."""

    seconds: float = 0.0
    """How long it lasts."""
    first_seconds: float = 0.0
    """From the answer to its first sound in the speaker's queue."""
    trouble: str = ""
    """Why something could not be said; page and lamps show it all the same."""


class Mouth:
    """Plays earcons and says lines. One owner thread; a failing voice or speaker is told and stops nothing."""

    def __init__(self, voice: Voice, speaker: Speaker, settings: VoiceSettings) -> None:
        self._voice = voice
        self._speaker = speaker
        self._settings = settings

    def announce(self, announcements: Sequence[Announcement]) -> Sounded:
        """Queue the sound of these."""
        began = time.perf_counter()
        seconds, first, trouble = 0.0, 0.0, ""
        for announcement in announcements:
            try:
                for part in (self.chimes, self.words):
                    for sound in part(announcement):
                        self._speaker.play(sound, self.volume(announcement))
                        first = first or time.perf_counter() - began
                        seconds += sound.seconds
            except HardwareError as error:
                trouble = trouble or str(error)
        return Sounded(seconds, first, trouble)

    def volume(self, announcement: Announcement) -> float:
        """How loud it is, 0 to 1."""
        if announcement.hushed:
            return self._settings.volume_production
        return self._settings.volume_scene if announcement.low else self._settings.volume_between

    def chimes(self, announcement: Announcement) -> tuple[Sound, ...]:
        """Its earcon, as often as it sounds."""
        return (earcon(announcement.earcon),) * min(announcement.times, MOST_CHIMES) if announcement.earcon else ()

    def words(self, announcement: Announcement) -> tuple[Sound, ...]:
        """What it says, if anything. Raises HardwareError where the voice cannot say it."""
        return (self._voice.speak(announcement.say),) if announcement.say else ()
