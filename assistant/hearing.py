"""Between ears and evening, for the box and for a rehearsal: what is listened for, what of it is handed on, and the
free words that become known later."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, TypeVar

from assistant.evening import Answer, Evening, Learnt, Listening, Said
from hardware.heard import Utterance
from hardware.ports import Pronounced

if TYPE_CHECKING:
    from hardware.ears import Ears

T = TypeVar("T")

_log = logging.getLogger(__name__)

HUH = ("other talk", "incomplete")
"""What was said to the box and is no sentence is answered with "huh"; silence and a slip of the finger are not."""


@dataclass(frozen=True)
class Wanted:
    """What can be said at one moment of an evening; equal where nothing has changed for the ears."""

    listening: Listening
    answers: bool
    """Whether the table may answer without the address word."""

    @classmethod
    def of(cls, evening: Evening) -> Wanted:
        """On the thread that owns the evening."""
        return cls(evening.listening(), evening.waits_for_answer())


def listen_for(ears: Ears, wanted: Wanted, lexicon: Iterable[Pronounced]) -> None:
    """Build the word networks of all doors, some 0.02 s of work where they are new, and hand them to the ears."""
    listening = wanted.listening
    ears.listen_for(
        button={player.id: listening.network(player.id) for player in listening.players},
        hands_free=listening.network(),
        answers=listening.network(answers_only=True) if wanted.answers else None,
        lexicon=(*lexicon, *by_sound(listening)),
    )


def by_sound(listening: Listening) -> tuple[Pronounced, ...]:
    """The names that are known by their sound, for a recogniser."""
    return tuple(
        Pronounced(one.word, one.sound.phones, one.sound.sounds_like, is_spelled=False) for one in listening.sounds
    )


def said(utterance: Utterance) -> Said | None:
    """What the evening gets of it; None where nothing was said to the box."""
    heard = utterance.heard
    if not heard.text and (utterance.door == "answer" or heard.why_not not in HUH):
        return None
    return Said(heard.text, utterance.seat, utterance.door)


Learn = Callable[[bytes, str, Listening], Learnt]
"""Makes of the sound of a name, the id of what it names, and what can be said now, what there is to know of it."""


def learn_nothing(tail: bytes, named: str, listening: Listening) -> Learnt:
    """Where names have no sound of their own."""
    return Learnt()


class Drafts:
    """Free words, made out in the background while the evening goes on, and written down in the order they were said.

    All but the making out is done on the thread that owns the evening.
    """

    def __init__(self, draft: Callable[[bytes], str], learn: Learn = learn_nothing) -> None:
        """``draft``: see :meth:`hardware.ports.Recogniser.draft`; both get a thread of their own."""
        self._draft = draft
        self._learn = learn
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="draft")
        self._waiting: deque[tuple[Answer, Future[str], Future[Learnt]]] = deque()

    def take(
        self, asked: Answer, tail: bytes | None, evening: Evening, ready: Callable[[], object] = lambda: None
    ) -> None:
        """The sound of the free words of what was just answered, where anything is to be made of them. ``ready`` is
        called when that is done."""
        if not tail or (asked.ref is None and asked.named is None):
            return
        listening = evening.listening()
        text = self._executor.submit(lambda: self._draft(tail) if asked.ref is not None else "")
        named = asked.named
        learnt = self._executor.submit(lambda: self._learn(tail, named, listening) if named is not None else Learnt())
        self._waiting.append((asked, text, learnt))
        learnt.add_done_callback(lambda _: ready())

    def write_next(self, evening: Evening, timeout: float | None = 0.0) -> Answer | None:
        """Write down the next that is there within the time (None: whenever it is there); None: there is none."""
        while self._waiting:
            asked, text, learnt = self._waiting[0]
            try:
                made = _result(learnt, Learnt(), timeout), _result(text, "", timeout)
            except TimeoutError:
                return None
            self._waiting.popleft()
            answers = list(_written(evening, asked, *made))
            if answers:
                return reduce(Answer.followed_by, answers)
        return None

    def drop(self) -> None:
        """Nobody waits for them any more."""
        while self._waiting:
            _, text, learnt = self._waiting.pop()
            text.cancel()
            learnt.cancel()

    def close(self) -> None:
        self.drop()
        self._executor.shutdown(wait=False)


def _written(evening: Evening, asked: Answer, learnt: Learnt, text: str) -> Iterator[Answer]:
    """The text first, so that the name is told as it is written from now on."""
    if text and asked.ref is not None:
        yield evening.draft(asked.ref, text, asked.named)
    if asked.named is not None:
        yield evening.learn(asked, learnt)


def _result(future: Future[T], otherwise: T, timeout: float | None) -> T:
    """Nothing hangs on what cannot be made out."""
    try:
        return future.result(timeout)
    except TimeoutError:
        raise
    except Exception:
        _log.exception("nothing could be made of free words")
        return otherwise
