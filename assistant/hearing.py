"""Between ears and evening, for the box and for a rehearsal: what is listened for, what of it is handed on, and the
free words that become known later."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.evening import Answer, Evening, Listening, Said
from hardware.heard import Utterance
from hardware.ports import Pronounced

if TYPE_CHECKING:
    from hardware.ears import Ears

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
        lexicon=lexicon,
    )


def said(utterance: Utterance) -> Said | None:
    """What the evening gets of it; None where nothing was said to the box."""
    heard = utterance.heard
    if not heard.text and (utterance.door == "answer" or heard.why_not not in HUH):
        return None
    return Said(heard.text, utterance.seat, utterance.door)


class Drafts:
    """Free words, made out in the background while the evening goes on, and written down in the order they were said.

    All but the making out is done on the thread that owns the evening.
    """

    def __init__(self, draft: Callable[[bytes], str]) -> None:
        """``draft``: see :meth:`hardware.ports.Recogniser.draft`; it gets a thread of its own."""
        self._draft = draft
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="draft")
        self._waiting: deque[tuple[int, Future[str]]] = deque()

    def take(self, ref: int, tail: bytes, ready: Callable[[], object] = lambda: None) -> None:
        """The sound of the free words of a command (``Answer.ref``). ``ready`` is called when their text is there."""
        future = self._executor.submit(self._draft, tail)
        self._waiting.append((ref, future))
        future.add_done_callback(lambda _: ready())

    def write_next(self, evening: Evening, timeout: float | None = 0.0) -> Answer | None:
        """Write down the next text that is there within the time (None: whenever it is there); None: there is none."""
        while self._waiting:
            ref, future = self._waiting[0]
            try:
                text = future.result(timeout)
            except TimeoutError:
                return None
            except Exception:  # nothing hangs on a text that cannot be made out
                text = ""
            self._waiting.popleft()
            if text:
                return evening.draft(ref, text)
        return None

    def drop(self) -> None:
        """Nobody waits for them any more."""
        while self._waiting:
            self._waiting.pop()[1].cancel()

    def close(self) -> None:
        self.drop()
        self._executor.shutdown(wait=False)
