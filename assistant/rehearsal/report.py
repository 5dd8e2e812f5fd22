"""What a rehearsal shows: each line as it goes, and the counts at the end."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.markup import escape
from rich.table import Table

from assistant.rehearsal.performance import Performed, written
from assistant.rehearsal.story import SPOKEN

_MARKS = {"button": "●", "address": "“", "answer": "‹", "talk": "·", "tap": "○", "type": "⌨"}
_MARKS |= {"restart": "⏻", "power_cut": "↯"}


def told(performed: Performed) -> str:
    """One line as it went, for people: who said what, what was heard, meant, rolled and announced. Rich markup."""
    line, answer = performed.line, performed.answer
    said = f"[bold]{escape(line.who)}[/] {_MARKS[line.door]} {escape(line.spoken)}".removeprefix("[bold][/] ")
    parts = [said]
    if performed.heard is not None:
        parts.append(f"[cyan]{escape(performed.heard.text or f'({performed.heard.why_not})')}[/]")
    if answer is not None:
        meant = " ".join([answer.intent.replace("_", " "), *map(str, answer.slots.values())]) if answer.intent else ""
        parts += [escape(meant)] if meant else []
        dice = ", ".join(f"d{event['die']} {event['roll']}" for event in answer.as_json()["events"] if "die" in event)
        parts += [f"[yellow]{dice}[/]"] if dice else []
        sound = f"({answer.earcon}) " if answer.earcon else ""
        parts += [f"{sound}[green]{escape(answer.say or '')}[/]"] if sound or answer.say else []
    mark = "[green]✓[/]" if performed.is_right else "[red]✗[/]"
    text = f"{mark} {performed.number:3}  " + " → ".join(parts)
    return "\n".join([text, *(f"        [red]{escape(fault)}[/]" for fault in performed.faults)])


def line_json(performed: Performed) -> dict[str, Any]:
    """One line as it went, for programs."""
    heard = performed.heard
    return {
        "number": performed.number,
        "door": performed.line.door,
        "who": performed.line.who,
        "said": performed.line.spoken,
        "heard": heard.text if heard is not None else None,
        "why_not": heard.why_not if heard is not None else None,
        "confidence": round(heard.confidence, 3) if heard is not None else None,
        "answer": performed.answer.as_json() if performed.answer is not None else None,
        "right": performed.is_right,
        "faults": list(performed.faults),
        "latency_ms": round(1000 * performed.latency_seconds, 1),
    }


@dataclass
class Report:
    """The counts of a rehearsal."""

    engine: str
    front_end: str
    voices: Mapping[str, str]
    address_word: str = "prompter"
    other_engine: str = ""
    """The engine that listened beside, where there is one."""
    performed: list[Performed] = field(default_factory=list)
    drafted: list[str] = field(default_factory=list)
    setup_seconds: float = 0.0
    story_seconds: float = 0.0
    sound_seconds: float = 0.0
    memory_megabytes: float = 0.0

    @property
    def wrong(self) -> list[Performed]:
        return [one for one in self.performed if not one.is_right]

    def spoken(self) -> list[Performed]:
        """The lines that were to be heard."""
        return [one for one in self.performed if one.line.door in SPOKEN]

    def as_json(self) -> dict[str, Any]:
        """The object at the end of ``rehearse --json``."""
        spoken, talk = self.spoken(), [one for one in self.performed if one.line.door == "talk"]
        said, right = Counter[str](), Counter[str]()
        for one in spoken:
            said[one.line.who] += 1
            right[one.line.who] += one.is_right
        return {
            "engine": self.engine,
            "front_end": self.front_end,
            "other_engine": self.other_engine or None,
            "other_right": sum(self._other_is_right(one) for one in spoken) if self.other_engine else None,
            "lines": len(self.performed),
            "spoken": len(spoken),
            "hands_free": sum(one.line.door != "button" for one in spoken),
            "right": len(self.performed) - len(self.wrong),
            "talk": len(talk),
            "talk_taken": sum(not one.is_right for one in talk),
            "drafted": self.drafted,
            "voices": {
                player: {"voice": self.voices[player], "said": said[player], "right": right[player]} for player in said
            },
            "latency_ms": _quantiles([one.latency_seconds for one in spoken]),
            "hearing_ms": _quantiles([one.hearing_seconds for one in spoken]),
            "deciding_ms": _quantiles([one.deciding_seconds for one in spoken]),
            "speaking_ms": _quantiles([one.speaking_seconds for one in spoken if one.speaking_seconds]),
            "hearing_cpu_per_second": _ratio(spoken),
            "setup_seconds": round(self.setup_seconds, 1),
            "story_seconds": round(self.story_seconds, 1),
            "sound_seconds": round(self.sound_seconds, 1),
            "memory_mb": round(self.memory_megabytes),
        }

    def _other_is_right(self, one: Performed) -> bool:
        wanted = written(one.line, self.address_word)
        return wanted in [text.removeprefix(self.address_word).strip() for text in one.others]

    def table(self) -> Table:
        """The counts as people read them."""
        counts = self.as_json()
        table = Table(title="The rehearsal", show_header=False, title_justify="left")
        table.add_row("lines right", f"{counts['right']} of {counts['lines']}")
        table.add_row("spoken", f"{counts['spoken']}, {counts['hands_free']} of them hands-free")
        table.add_row("talk outside both doors", f"{counts['talk']} stretches, {counts['talk_taken']} taken for orders")
        table.add_row("free words drafted", escape("; ".join(self.drafted)) or "none")
        for player, one in counts["voices"].items():
            table.add_row(f"  {player}", f"{one['right']} of {one['said']} ({one['voice']})")
        table.add_row("engine", f"{counts['engine']}, front end {counts['front_end']}")
        if self.other_engine:
            as_written = f"{counts['other_right']} of {counts['spoken']} as written"
            table.add_row(f"  {self.other_engine} beside it", as_written)
        for key, name in (("latency_ms", "end of speech to first sound"), ("hearing_ms", "  of it hearing")):
            table.add_row(name, f"median {counts[key]['median']} ms, 95 % {counts[key]['p95']} ms")
        table.add_row("hearing", f"{counts['hearing_cpu_per_second']} s CPU for a second of speech")
        table.add_row("time", f"set-up {counts['setup_seconds']} s, story {counts['story_seconds']} s")
        table.add_row("memory", f"{counts['memory_mb']} MB")
        return table


def _quantiles(seconds: Sequence[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {"median": round(1000 * sum(seconds), 1), "p95": round(1000 * sum(seconds), 1)}
    return {
        "median": round(1000 * statistics.median(seconds), 1),
        "p95": round(1000 * statistics.quantiles(seconds, n=20)[-1], 1),
    }


def _ratio(performed: Sequence[Performed]) -> float:
    heard = [one.heard for one in performed if one.heard is not None]
    seconds = sum(one.seconds for one in heard)
    return round(sum(one.cpu_seconds for one in heard) / seconds, 3) if seconds else 0.0
