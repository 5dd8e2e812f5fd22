"""Synthetic voices for rehearsals: one for each seat, so that the box hears people who differ.

An actor is named ``program:voice``: ``espeak:en-us+f3`` (any voice and variant of eSpeak NG) or ``flite:slt``; where
they are installed also ``festival:ked_diphone`` and ``piper:en_US-joe-medium`` (with the folder of its voices in
``PIPER_VOICES``). Each sentence is a process of its own; nothing is kept open. In an eSpeak NG actor's text ``[[...]]``
holds phonemes in its own notation: ``"fact on [['atwO:t@]]"``; in a flite actor's CMU's: ``[[ae t w ao t er]]``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hardware.ports import HardwareError, Sound
from hardware.resample import resample
from hardware.speech_programs import (
    espeak_command,
    festival_command,
    flite_command,
    has_phones,
    is_installed,
    piper_command,
    run_flite_phones,
    run_program,
    run_speech,
)

FLITE_VOICES = ("slt", "rms", "awb", "kal16", "kal")
"""flite takes any name without a word and speaks as ``kal``; so the names are checked here."""

CAST = (
    "flite:slt",
    "flite:rms",
    "espeak:en-us+f3",
    "flite:awb",
    "flite:kal16",
    "espeak:en-gb-x-rp+m3",
    "espeak:en-gb-scotland+f2",
    "flite:kal",
)
"""Voices of the seats, in order, those first that speech recognisers take for people."""

_PROGRAMS = {"espeak": "espeak-ng", "flite": "flite", "festival": "text2wave", "piper": "piper"}
_USUAL_WORDS_PER_MINUTE = 170


@dataclass(frozen=True)
class Actor:
    """A :class:`~hardware.ports.Voice` of a rehearsal. Raises HardwareError on speaking when its program is missing."""

    name: str
    words_per_minute: int = _USUAL_WORDS_PER_MINUTE
    pitch: int = 50
    """0 to 99, for eSpeak NG only."""
    rate: int | None = 16_000
    """Hz of the sound given; None leaves the program's own."""
    deadline_seconds: float = 30.0

    def __post_init__(self) -> None:
        program, _, voice = self.name.partition(":")
        if program not in _PROGRAMS or not re.fullmatch(r"[\w./+-]+", voice):
            raise HardwareError(f"no actor {self.name!r}: say {', '.join(_PROGRAMS)}:VOICE, such as espeak:en-us+f3")
        if program == "flite" and voice not in FLITE_VOICES:
            raise HardwareError(f"no actor {self.name!r}: flite has {', '.join(FLITE_VOICES)}")

    @property
    def program(self) -> str:
        """The program that must be installed."""
        return _PROGRAMS[self.name.partition(":")[0]]

    def speak(self, text: str) -> Sound:
        """The text as sound, with a little silence at the end, as the program gives it."""
        if not text.strip():
            return Sound(b"", self.rate or 16_000)
        sound = self._said(text)
        return resample(sound, self.rate) if self.rate else sound

    def _said(self, text: str) -> Sound:
        voice = self.name.partition(":")[2]
        stretch = _USUAL_WORDS_PER_MINUTE / self.words_per_minute
        if self.program == "text2wave":
            return Sound(run_program(festival_command(voice, stretch), text, self.deadline_seconds), 16_000)
        if self.program == "flite" and has_phones(text):
            return run_flite_phones(voice, stretch, text, self.deadline_seconds)
        if self.program == "flite":
            command = flite_command(voice, stretch, text)
        elif self.program == "piper":
            command = piper_command(voice, stretch)
        else:
            command = espeak_command(voice, self.words_per_minute, self.pitch)
        return run_speech(command, text, self.deadline_seconds)

    def close(self) -> None:
        """Nothing is open."""


def actor(voice: str) -> Actor:
    """The actor with this voice; ``@160`` behind it sets the words per minute: ``espeak:en-us+f5@160``."""
    name, _, words_per_minute = voice.partition("@")
    if words_per_minute and not (words_per_minute.isdecimal() and 80 <= int(words_per_minute) <= 450):
        raise HardwareError(f"no actor {voice!r}: words per minute are 80 to 450, as in espeak:en-us+f5@160")
    return Actor(name, int(words_per_minute or _USUAL_WORDS_PER_MINUTE))


def cast(seats: int) -> tuple[Actor, ...]:
    """An actor for each seat, of the programs that are installed; beyond the last voice they begin again, slower."""
    there = [name for name in CAST if is_installed(Actor(name).program)]
    if not there:
        raise HardwareError("no voices for a rehearsal: sudo apt install espeak-ng flite")
    return tuple(
        Actor(there[seat % len(there)], words_per_minute=_USUAL_WORDS_PER_MINUTE - 15 * (seat // len(there)))
        for seat in range(seats)
    )
