"""What the doctor asks of the sound: of the devices, of hearing without them; aloud, whether the box hears itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Literal

from assistant.app import Table, begin_evening, playable
from assistant.doctor.findings import Finding
from assistant.evening import MemoryJournal
from assistant.parts import engine_of, front_end_of, heaviest_front_end_of, recogniser_of, voice_of
from assistant.settings import Settings
from hardware.ports import SAMPLE_RATE, FrontEnd, HardwareError, Microphone, Network, Recogniser, Sound, Speaker

if TYPE_CHECKING:
    from hardware.listen_back import HeardBack

LOUD_ROOM_DB = -30.0
"""A room as loud as this leaves a murmur no chance."""
SOFT_DB = -50.0
"""What comes back of a sweep at half of full scale; softer, a murmur is lost in the converter's own noise."""
EASY, HARD = 0.5, 0.8
"""Share of a core that hearing may take: below the first there is room for all else, above the second for nothing."""
TIMES_HEARD = 2
"""The first time caches are cold; of another program at work the better one of two knows less."""
CLIPPED = 0.001
"""Share of samples at full scale that a listener does not notice."""

_LEVELS = "alsamixer (F6 chooses the card, F4 shows the microphone, M mutes), then sudo alsactl store"


def devices(kind: Literal["microphone", "speaker"], settings: Settings) -> Iterator[Finding]:
    """Whether the device of the settings is there, and how it will be opened."""
    from hardware.devices import choose, sound_devices

    direction: Literal["input", "output"] = "input" if kind == "microphone" else "output"
    part = settings.sound.microphone if kind == "microphone" else settings.sound.speaker
    try:
        found = sound_devices()
        device = choose(found, part or None, direction)
    except HardwareError as error:
        do = "until then: prompter type, or prompter rehearse; while Prompter plays, it has the sound itself"
        yield Finding(kind, "warn", str(error), do)
        return
    channels = device.channels(direction)
    others = sum(bool(each.channels(direction)) for each in found) - 1
    told = f"{device.name}, {device.rate} Hz, {channels} channel{'s' if channels > 1 else ''}; {others} others here"
    if kind == "microphone" and "monitor" in device.name.casefold():
        told = f"{device.name} is what a speaker plays, so the box would hear itself"
        yield Finding(kind, "warn", told, "choose another sound.microphone: prompter devices")
    else:
        yield Finding(kind, "ok", told)


def heard_back(settings: Settings) -> Iterator[Finding]:
    """Play a sweep and record it."""
    from hardware.listen_back import listen_back
    from hardware.microphone import PortAudioMicrophone
    from hardware.speaker import PortAudioSpeaker

    speaker = PortAudioSpeaker(settings.sound.speaker or None)
    try:
        microphone = PortAudioMicrophone(settings.sound.microphone or None)
        heard = listen_back(microphone, speaker)
        yield from judge(heard, microphone.lost_blocks)
        if microphone.lost_blocks:
            told = f"{microphone.lost_blocks} blocks of sound were lost on the way"
            yield Finding("microphone blocks", "warn", told, "see what else is at work: top")
    finally:
        speaker.close()


def judge(heard: HeardBack, lost_blocks: int = 0) -> Iterator[Finding]:
    """What the sweep that came back, or did not, says of both devices; ``lost_blocks``: of the microphone's."""
    yield _sweep(heard, is_whole=not (heard.is_torn or lost_blocks))
    if heard.is_dead:
        return
    levels = f"room {heard.room_db:.0f} dB, sweep {heard.sweep_db:.0f} dB under full scale"
    if heard.clipped > CLIPPED:
        yield Finding("level", "warn", f"too loud, {heard.clipped:.1%} is cut off; {levels}", f"less gain: {_LEVELS}")
    elif heard.is_heard and heard.sweep_db < SOFT_DB:
        yield Finding("level", "warn", f"very soft; {levels}", f"more gain: {_LEVELS}")
    elif heard.room_db > LOUD_ROOM_DB:
        yield Finding("level", "warn", f"the room is loud, or the microphone hums; {levels}", f"less gain: {_LEVELS}")
    else:
        yield Finding("level", "ok", levels)


def _sweep(heard: HeardBack, is_whole: bool) -> Finding:
    check = "heard back"
    if heard.is_dead:
        told = "the microphone gives nothing, not even noise: muted, without gain, or the monitor of a silent output"
        return Finding(check, "fail", told, f"{_LEVELS}; or another sound.microphone: prompter devices")
    if not heard.is_heard:
        told = "the microphone hears the room, but not the speaker"
        return Finding(check, "fail", told, f"is it plugged in and turned up? {_LEVELS}; prompter devices")
    if heard.speed != 1.0:
        told = f"what the microphone gives is {heard.speed:.2f} times too fast: its rate is not the one it tells"
        return Finding(check, "fail", told, "another sound.microphone for the same card: prompter devices")
    if heard.is_wired:
        told = "the microphone is the speaker's own monitor: the box would hear itself, and nobody at the table"
        return Finding(check, "fail", told, "another sound.microphone: prompter devices")
    if not is_whole:
        told = f"could not listen: the machine was too busy, pieces were lost ({heard.likeness:.0%} of the sweep came)"
        return Finding(check, "warn", told, "end what else is at work (top), then ask again")
    return Finding(check, "ok", f"the microphone hears the speaker ({heard.likeness:.0%} of the sweep is alike)")


def phrase(settings: Settings) -> Iterator[Finding]:
    """Let the voice say a sentence of an evening's beginning, and the recogniser hear it through the room."""
    from hardware.microphone import PortAudioMicrophone
    from hardware.speaker import PortAudioSpeaker

    sentence, sound, network = _sentence(settings)
    recogniser = recogniser_of(settings, engine_of(settings))
    try:
        speaker = PortAudioSpeaker(settings.sound.speaker or None)
        try:
            microphone = PortAudioMicrophone(settings.sound.microphone or None)
            yield spoken(sentence, sound, microphone, speaker, recogniser, front_end_of(settings), network)
        finally:
            speaker.close()
    finally:
        recogniser.close()


def _sentence(settings: Settings) -> tuple[str, Sound, Network]:
    """One that can be said when an evening begins, said, and what is listened for then."""
    listening = begin_evening(settings, playable(settings.table.game), MemoryJournal(), Table()).evening.listening()
    network = listening.network()
    sentence = max(filter(network.accepts, listening.examples()), key=len)
    voice = voice_of(settings)
    try:
        return sentence, voice.speak(sentence), network
    finally:
        voice.close()


def keeps_up(settings: Settings) -> Iterator[Finding]:
    """Hear a sentence that the voice says, without a microphone, and see what it takes."""
    from hardware.measure import press
    from hardware.resample import resample

    _, sound, network = _sentence(settings)
    pcm = resample(sound, SAMPLE_RATE).pcm
    recogniser, front_end = recogniser_of(settings, engine_of(settings)), heaviest_front_end_of(settings)
    try:
        recogniser.listen_for(network)
        shares = []
        for _ in range(TIMES_HEARD):
            heard, front_cpu = press(recogniser, front_end, pcm)
            shares.append((front_cpu + heard.cpu_seconds) / sound.seconds)
    finally:
        recogniser.close()
    yield judge_share(min(shares), f"{front_end.name} and {recogniser.engine}", front_end.name)


def judge_share(share: float, parts: str, front_end: str) -> Finding:
    """What the share of a core that hearing takes says of the board; ``front_end``: the one that has a part in it."""
    told = f"{parts} take {share:.2f} of a core"
    if share < EASY:
        return Finding("hearing keeps up", "ok", told)
    lighter = 'hearing.front_end = "none", and ' if front_end != "none" else ""
    do = f"{lighter}nothing else running on this board: top"
    if share <= HARD:
        return Finding("hearing keeps up", "warn", f"{told}: little is left for the rest", do)
    return Finding("hearing keeps up", "fail", f"{told}: the ears would fall behind", f"{do}; or a faster board")


def spoken(
    sentence: str,
    sound: Sound,
    microphone: Microphone,
    speaker: Speaker,
    recogniser: Recogniser,
    front_end: FrontEnd,
    network: Network,
) -> Finding:
    """Whether the sentence is heard when its sound is played."""
    from hardware.listen_back import record_while
    from hardware.measure import press

    recogniser.listen_for(network)
    recorded = record_while(microphone, speaker, sound)
    recogniser.warm(recorded.before)
    heard, _ = press(recogniser, front_end, recorded.during)
    if heard.text == sentence:
        return Finding("voice heard", "ok", f"{recogniser.engine} hears the box say {sentence!r}")
    got = repr(heard.text) if heard.text else f"nothing ({heard.why_not})"
    told = f"the box said {sentence!r}, {recogniser.engine} heard {got}"
    return Finding("voice heard", "warn", told, "move the microphone off the speaker, and see the level above")


CHECKS: Mapping[str, Callable[[Settings], Iterator[Finding]]] = {
    "microphone": partial(devices, "microphone"),
    "speaker": partial(devices, "speaker"),
    "hearing keeps up": keeps_up,
}
ALOUD: Mapping[str, Callable[[Settings], Iterator[Finding]]] = {"heard back": heard_back, "voice heard": phrase}
"""Those that everybody in the room hears."""
