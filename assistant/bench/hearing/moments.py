"""The moments of a game's stories, and the sentences that can be said at them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.app import Playable
from assistant.hearing import Wanted
from assistant.rehearsal import load_story
from assistant.rehearsal.sittings import Sittings
from assistant.settings import load
from assistant.table import Seat
from grammar import Matches, Phrasebook, Reading
from hardware.ports import Network

FREE_WORDS = ("the long road to the sea", "nobody knows what he wants", "a house with a red door")
"""What is said where a sentence wants words of one's own."""


@dataclass(frozen=True)
class Case:
    """One sentence to be said by a seat at one moment of an evening."""

    wanted: Wanted
    seat: Seat
    intent: str
    words: str
    """As it is written; "…" stands for free words."""
    hands_free: bool = False
    """Said without a button, by whomever."""

    def meant(self, text: str) -> Reading | None:
        """What these words come to at this moment; None for nothing, or nothing that could be done."""
        readings = self._readings(text)
        return readings[0] if len(readings) == 1 and readings[0].open else None

    def knows(self, text: str) -> bool:
        """Whether these words are a sentence of the game, now or at another time."""
        return bool(self._readings(text))

    def spoken(self, number: int) -> str:
        """The words to say; ``number`` chooses those that are free."""
        return self.words.replace("…", FREE_WORDS[number % len(FREE_WORDS)])

    def network(self) -> Network:
        """All that can be said at this moment through the same door."""
        return self.wanted.listening.network(None if self.hands_free else self.seat)

    def answers(self) -> Network | None:
        """What the table may answer without the address word; None where nothing is waited for."""
        return self.wanted.listening.network(answers_only=True) if self.wanted.answers else None

    def _readings(self, text: str) -> Sequence[Reading]:
        listening, seat = self.wanted.listening, None if self.hands_free else self.seat
        match = listening.book.match(
            text, listening.opens, seat=seat, seats=listening.players, expected=listening.expected
        )
        return match.readings if isinstance(match, Matches) else ()


def cases(config: Path | None, play: Playable, each: int) -> list[Case]:
    """Up to ``each`` sentences for every intent that a seat has open in the game's stories, with different names."""
    found: dict[str, dict[str, Case]] = {}
    for path in sorted((play.folder / "stories").glob("*.yaml")):
        for wanted, seat in moments(config, play, path):
            listening = wanted.listening
            for opened in listening.opens:
                said = found.setdefault(opened.intent, {})
                seats = [one.id for one in listening.players if opened.seats is None or one.id in opened.seats]
                if len(said) >= each or not seats:
                    continue
                chosen = seat if seat in seats else seats[0]
                for words in play.book.examples((opened,), chosen, len(said)):
                    case = Case(wanted, chosen, opened.intent, words)
                    if case.meant(words) is not None:
                        said.setdefault(words, case)
    return [case for said in found.values() for case in said.values()]


def moments(config: Path | None, play: Playable, path: Path) -> Iterator[tuple[Wanted, Seat]]:
    """What can be said before each line of a story, and whose seat says it; the story is typed, and comes out so."""
    story = load_story(path)
    with tempfile.TemporaryDirectory(prefix="prompter-") as folder:
        sittings = Sittings(load(config, dict(story.settings)), play, story, Path(folder))
        for line in story.lines:
            yield Wanted.of(sittings.evening), str(list(story.seats).index(line.who) + 1) if line.who else ""
            sittings.typed(line)
        sittings.close()


def own_intents(play: Playable) -> Sequence[str]:
    """The game's own: those of the common sentences are the shell's."""
    common = Phrasebook.load().intents
    return [intent for intent in play.book.intents if intent not in common]


def hands_free(said: Sequence[Case]) -> list[Case]:
    """The same without a button, as far as anybody may say it so."""
    free = (replace(case, hands_free=True) for case in said)
    return [case for case in free if case.meant(case.words) is not None]
