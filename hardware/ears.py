"""The ears: what of the room's sound is a word to the prompter.

There are two doors. A seat's button, held, opens one for that seat; the address word opens the other for one
sentence. While the state waits for an answer of the table, the answers alone are heard without address word. Whatever
is said outside the doors is never decoded and not kept beyond a second (design section 4, C-031, C-038).

Time is counted in samples, so a sound file may run through faster than it lasts.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from hardware.address_watch import AddressWatch
from hardware.endpoint import RoomVoice, SpeechDetector
from hardware.front_end import NoFrontEnd
from hardware.heard import Addressed, Door, DoorShut, Event, Listening, Lost, Utterance
from hardware.levels import clipped
from hardware.ports import SAMPLE_RATE, FrontEnd, Network, Pronounced, Readiness, Recogniser, Spotter
from hardware.recogniser.addressed import AddressedNetwork


@dataclass(frozen=True)
class EarsSettings:
    """When the doors open and shut."""

    before_press_seconds: float = 0.5
    """People begin to speak before the button is down (C-037)."""
    after_release_seconds: float = 0.15
    """People let go before they have ended."""
    shortest_press_seconds: float = 0.3
    """A shorter one is a tap, not an aside."""
    longest_press_seconds: float = 15.0
    """Room before and after included: a stuck button ends here (C-035)."""
    address_seconds: float = 1.2
    """How far back the address word began when the spotter reports it."""
    word_end_seconds: float = 0.3
    """Speech so soon after the spotter's report is still the address word."""
    command_within_seconds: float = 4.0
    """After the address word a sentence must have begun by then."""
    longest_command_seconds: float = 10.0
    longest_answer_seconds: float = 4.0
    """An answer is a few words; longer talk is a conversation."""
    before_answer_seconds: float = 0.3
    silence_seconds: float = 0.8
    """So much quiet ends a hands-free sentence; people who search for a word or stammer are quiet for 0.6 s."""
    deaf_after_speaking_seconds: float = 0.4
    """The room's echo of the box's own voice (C-032)."""
    rest_seconds: float = 0.3
    """New networks are made ready no sooner: the answer that brought them is about to sound."""
    answer_confidence: float = 0.85
    """An answer has neither button nor address word to vouch for it; 0.5 is the recogniser's own threshold."""


@dataclass(frozen=True)
class _Networks:
    button: Mapping[str, Network]
    hands_free: Network | None
    answers: Network | None
    lexicon: tuple[Pronounced, ...]


@dataclass
class _Open:
    """An open door."""

    seat: str | None
    door: Door
    before: int
    """Bytes of sound taken from before it opened."""
    released_at: int | None = None
    fed: int = 0
    clipped: int = 0
    """Samples at full scale."""
    clean: bytearray = field(default_factory=bytearray)


_NOTHING = _Networks({}, None, None, ())
_BYTES_PER_SECOND = 2 * SAMPLE_RATE

_log = logging.getLogger(__name__)


class Ears:
    """See the module. ``hear`` is the microphone's listener; everything else may be called from any thread at any time
    and takes effect with the next block. ``deliver`` is called on the microphone's thread and must not block."""

    def __init__(
        self,
        recogniser: Recogniser,
        deliver: Callable[[Event], None],
        *,
        front_end: FrontEnd | None = None,
        spotter: Spotter | None = None,
        address_word: Pronounced | None = None,
        settings: EarsSettings | None = None,
    ) -> None:
        self._recogniser = recogniser
        self._deliver = deliver
        self._front_end = front_end or NoFrontEnd()
        self._watch = AddressWatch(spotter) if spotter is not None else None
        self._address_word = address_word or Pronounced("prompter")
        self._settings = settings or EarsSettings()
        self._lock = threading.Lock()
        self._messages: deque[Callable[[], None]] = deque()
        self._next: _Networks | None = None
        self._networks = _NOTHING
        self._unprepared: list[Network] = []
        self._rest_bytes = 0
        self._unheard: set[str] = set()
        self._replaced: dict[str, str] = {}
        self._open: _Open | None = None
        self._speech = SpeechDetector()
        self._recent = bytearray()
        self._in_talk = False
        self._deaf = self._muted = False
        self._deaf_bytes = 0
        self.room = RoomVoice()
        """Whether somebody speaks in the room, to whomever."""

    def listen_for(
        self,
        *,
        button: Mapping[str, Network],
        hands_free: Network | None = None,
        answers: Network | None = None,
        lexicon: Iterable[Pronounced] = (),
    ) -> None:
        """What may be said from the next utterance on: by each seat at its button, after the address word, and, while
        the state waits for an answer (else None), without it. :class:`Listening` follows when it is in use.
        """
        word = self._address_word.word
        addressed = AddressedNetwork(hands_free, word) if hands_free is not None else None
        networks = _Networks(dict(button), addressed, answers, (*lexicon, self._address_word))
        with self._lock:
            self._next = networks

    def press(self, seat: str) -> None:
        """A seat's button went down; cuts deafness short."""
        self._post(lambda: self._press(seat))

    def release(self, seat: str, behind_seconds: float = 0.0) -> None:
        """It came up. ``behind_seconds``: how much sound from before is still to come, on a machine that is behind."""
        self._post(lambda: self._release(seat, behind_seconds))

    def speaking(self, on: bool) -> None:
        """The box itself is about to speak, or has ended: deaf in between and a tail after (C-032)."""
        self._post(lambda: self._speaking(on))

    def mute(self, on: bool) -> None:
        """Hear nothing at all until told otherwise."""
        self._post(lambda: self._mute(on))

    def hear(self, block: bytes) -> None:
        """The next piece of the room's sound. Where the recogniser breaks, the utterance is lost and nothing else."""
        try:
            self._hear(block)
        except Exception as error:
            _log.exception("an utterance is lost: %s", error)
            seat = self._open.seat if self._open is not None else None
            self._lose()
            self._deliver(Lost(seat, f"{type(error).__name__}: {error}"))

    def _hear(self, block: bytes) -> None:
        while self._messages:
            self._messages.popleft()()
        if self._open is None:
            self._take_networks()
            self._prepare_next(len(block))
        is_deaf = self._muted or self._is_deaf(len(block))
        self.room.hear(block, is_deaf)
        if is_deaf:
            if not self._deaf and not self._muted:
                self._keep(block)  # in the tail nothing begins, but an aside that goes on after it may have
            return
        if self._open is not None:
            self._listen(block)
        else:
            self._wait(block)
            if self._open is None:
                self._keep(block)

    def _lose(self) -> None:
        """Begin anew after something broke: no door is open, and nothing runs in recogniser or front end."""
        self._open = None
        self._forget()
        for part in (self._front_end, self._recogniser):
            with suppress(Exception):  # what broke may break again at its end
                part.finish()

    def _post(self, message: Callable[[], None]) -> None:
        self._messages.append(message)

    def _take_networks(self) -> None:
        with self._lock:
            networks, self._next = self._next, None
        if networks is None:
            return
        self._networks = networks
        wanted = [*networks.button.values(), networks.hands_free, networks.answers]
        self._unprepared = list(dict.fromkeys(network for network in wanted if network is not None))
        self._unheard, self._replaced = set(), {}
        self._rest_bytes = _bytes(self._settings.rest_seconds)

    def _prepare_next(self, length: int) -> None:
        """Make one network ready that a door will want: after a rest, and one with each block, since all of them at
        once would be in the way of the answer that is about to sound. A door that opens sooner has its own made ready
        then."""
        self._rest_bytes -= length
        if not self._unprepared or self._rest_bytes >= 0:
            return
        network = self._unprepared.pop(0)
        try:
            told = self._recogniser.listen_for(network, self._networks.lexicon)
            self._unheard.update(told.unheard)
            self._replaced.update(told.replaced)
        except Exception:  # nobody has said anything yet; the door that wants it will try again, and tell
            _log.exception("a network could not be made ready")
        if not self._unprepared:
            self._deliver(Listening(Readiness(tuple(sorted(self._unheard)), self._replaced)))

    def _press(self, seat: str) -> None:
        if self._muted:
            self._deliver(DoorShut(seat, "muted"))
        elif self._open is not None and self._open.door == "button":
            if self._open.seat != seat:
                self._deliver(DoorShut(seat, "taken"))
        else:
            self._give_up()
            if self._deaf_bytes:
                self._recent.clear()
            self._deaf, self._deaf_bytes = False, 0
            self._take_networks()
            network = self._networks.button.get(seat)
            if network is not None:
                self._open_door(seat, "button", network, self._settings.before_press_seconds)

    def _release(self, seat: str, behind_seconds: float) -> None:
        door = self._open
        if door is not None and door.seat == seat and door.released_at is None:
            door.released_at = door.fed + _bytes(behind_seconds)

    def _speaking(self, on: bool) -> None:
        if not on and not self._deaf:
            return  # a press has cut it short: its sound is wanted, not a tail of deafness
        self._deaf = on
        self._deaf_bytes = 0 if on else _bytes(self._settings.deaf_after_speaking_seconds)
        self._forget()
        if self._open is not None and self._open.door != "button":
            self._give_up()

    def _mute(self, on: bool) -> None:
        self._muted = on
        self.room = RoomVoice()
        self._forget()
        self._give_up()

    def _is_deaf(self, length: int) -> bool:
        if self._deaf:
            return True
        self._deaf_bytes, deaf = max(0, self._deaf_bytes - length), self._deaf_bytes > 0
        return deaf

    def _wait(self, block: bytes) -> None:
        """No door is open: look for the address word, or for an answer the state waits for."""
        self._speech.feed(block)
        if self._is_addressed(block):
            return
        if self._speech.began is None:
            return
        if self._speech.silence() > self._settings.silence_seconds:
            self._speech.reset()
            self._in_talk = False
            self._sleep()
        elif self._networks.answers is not None and not self._in_talk:
            self._open_door(None, "answer", self._networks.answers, self._settings.before_answer_seconds)
            self._feed(block)

    def _is_addressed(self, block: bytes) -> bool:
        """Whether the address word ended in this block; if so its door is open now."""
        network = self._networks.hands_free
        if network is None or self._watch is None or self._speech.began is None:
            return False
        if not self._watch.hear(block, bytes(self._recent)):
            return False
        self._give_up()
        self._keep(block)
        self._speech.reset()
        self._in_talk = False
        self._deliver(Addressed())
        self._open_door(None, "address", network, self._settings.address_seconds)
        return True

    def _open_door(self, seat: str | None, door: Door, network: Network, before_seconds: float) -> None:
        before = bytes(self._recent[-_bytes(before_seconds) :]) if self._recent else b""
        if door != "answer":  # what may still turn out to begin with the address word is kept for it
            self._recent.clear()
        self._recogniser.listen_for(network, self._networks.lexicon)
        self._front_end.start()
        self._recogniser.start()
        self._open = _Open(seat, door, len(before))
        self._feed(before)

    def _listen(self, block: bytes) -> None:
        door = self._open
        assert door is not None
        self._feed(block)
        if door.door == "button":
            ended = self._press_has_ended(door)
        else:
            self._speech.feed(block)
            if door.door == "answer":
                if self._is_addressed(block):
                    return
                self._keep(block)
            ended = self._command_has_ended(door) if door.door == "address" else self._answer_has_ended(door)
        if ended:
            self._close_door(door)

    def _command_has_ended(self, door: _Open) -> bool:
        since = (door.fed - door.before) / _BYTES_PER_SECOND
        if self._speech.last <= self._settings.word_end_seconds:
            return since > self._settings.command_within_seconds
        quiet = self._speech.silence() > self._settings.silence_seconds
        return quiet or since > self._settings.longest_command_seconds

    def _answer_has_ended(self, door: _Open) -> bool:
        if (door.fed - door.before) / _BYTES_PER_SECOND > self._settings.longest_answer_seconds:
            self._give_up()
            self._in_talk = True
            return False
        return self._speech.silence() > self._settings.silence_seconds

    def _press_has_ended(self, door: _Open) -> bool:
        if door.fed >= _bytes(self._settings.longest_press_seconds):
            return True
        after = _bytes(self._settings.after_release_seconds)
        return door.released_at is not None and door.fed - door.released_at >= after

    def _feed(self, pcm: bytes) -> None:
        door = self._open
        assert door is not None
        clean = self._front_end.feed(pcm)
        door.clean += clean
        door.fed += len(pcm)
        door.clipped += clipped(pcm)
        self._recogniser.feed(clean)

    def _close_door(self, door: _Open) -> None:
        last = self._front_end.finish()
        door.clean += last
        self._recogniser.feed(last)
        heard = self._recogniser.finish()
        self._open = None
        self._forget()
        if door.door == "button" and self._is_tap(door):
            heard = replace(heard, text="", why_not="short", tail_from=None)
        if door.door == "address":
            heard = replace(heard, text=heard.text.removeprefix(self._address_word.word).strip())
        if door.door == "answer" and (not heard.text or heard.confidence < self._settings.answer_confidence):
            return  # talk at the table is not worth a word
        tail = None
        if heard.text and heard.tail_from is not None:
            tail = bytes(door.clean[_bytes(heard.tail_from) :])
        self._deliver(Utterance(door.seat, door.door, heard, tail, 2 * door.clipped / max(1, door.fed)))

    def _is_tap(self, door: _Open) -> bool:
        held = (door.released_at if door.released_at is not None else door.fed) - door.before
        return held < _bytes(self._settings.shortest_press_seconds)

    def _give_up(self) -> None:
        """Shut an open door and forget what came through it."""
        if self._open is not None:
            self._front_end.finish()
            self._recogniser.finish()
            self._open = None

    def _keep(self, block: bytes) -> None:
        self._recent += block
        longest = max(self._settings.before_press_seconds, self._settings.address_seconds)
        del self._recent[: -_bytes(longest)]

    def _forget(self) -> None:
        self._recent.clear()
        self._speech.reset()
        self._sleep()

    def _sleep(self) -> None:
        if self._watch is not None:
            self._watch.sleep()


def _bytes(seconds: float) -> int:
    return 2 * int(seconds * SAMPLE_RATE)
