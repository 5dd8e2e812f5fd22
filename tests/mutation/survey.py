"""A game's rules and their tests as they are: which test executes which line, and how long it takes."""

from __future__ import annotations

import importlib
import io
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType

import coverage
import hypothesis
import pytest

from assistant.games import find_games

Place = tuple[str, str, int]
"""A function: its file, name and first line."""


class BrokenError(Exception):
    """The measurement cannot be trusted: one clear line."""


@dataclass(frozen=True)
class Rules:
    """A game's modules, and where its tests are."""

    package: str
    sources: dict[str, str]
    """By file."""
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Survey:
    """One run of the tests over the rules as they are."""

    seconds: dict[str, float]
    """Processor time by test, the cheapest first."""
    reached: dict[str, dict[int, frozenset[str]]]
    """By file and line, the tests that execute it."""
    imported: frozenset[Place]
    """The functions that the import calls."""
    others: tuple[str, ...]
    """The modules from outside of this checkout that were loaded."""
    percent: float
    """Branch coverage of the rules."""
    report: str
    """The same by module, with what is missing."""


class Collected:
    """A pytest plugin that lets ``then`` do with the collected tests what it likes, instead of running them."""

    def __init__(self, then: Callable[[Collected], None]) -> None:
        self.then = then
        self.items: dict[str, pytest.Item] = {}
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.items = {item.nodeid: item for item in session.items}
            self.then(self)
        return True

    def run(self, tests: Sequence[str], before: Callable[[str], None] = lambda test: None) -> bool:
        """Run these up to the first that fails; whether all passed."""
        items = [self.items[test] for test in tests]
        for item, following in zip(items, [*items, None][1:], strict=True):
            before(item.nodeid)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return False
        return True


def collect(rules: Rules, then: Callable[[Collected], None]) -> Collected:
    """Collect the tests in this process, silently and without a trace on the disk."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    hypothesis.settings.register_profile(
        "mutants",
        database=None,
        derandomize=True,
        deadline=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("mutants")
    plugin = Collected(then)
    quiet = ["-s", "--tb=no", "--assert=plain", "-o", "timeout=0", "-p", "no:cacheprovider", "-p", "no:warnings"]
    if pytest.main([*quiet, *rules.tests], [plugin]) != pytest.ExitCode.OK:
        plugin.failed = True
    return plugin


def place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def find_rules(game: str, tests: tuple[str, ...]) -> Rules:
    """Imports the game. Without ``tests``, they are where those of the games that ship are."""
    found = {one.id: one for one in find_games()}
    if game not in found or found[game].game is None:
        raise BrokenError(f"There is no game {game!r} to be played. There is: {', '.join(found)}.")
    files = {name: Path(getattr(module, "__file__", None) or "") for name, module in sys.modules.items()}
    names = sorted((name for name, file in files.items() if file.parent == found[game].folder), key=len)
    sources = {str(files[name]): files[name].read_text(encoding="utf-8") for name in names}
    return Rules(names[0], sources, tests or (f"tests/games/{game}",))


def survey(rules: Rules) -> Survey:
    """Run every test once. The game must not be imported yet."""
    os.environ["COVERAGE_CORE"] = "ctrace"  # it can tell the tests apart
    measured = coverage.Coverage(data_file=None, branch=True, include=list(rules.sources), config_file=False)
    seconds: dict[str, float] = {}

    def run(collected: Collected) -> None:
        for test in collected.items:
            measured.switch_context(test)
            started = time.process_time()
            if not collected.run([test]):
                return
            seconds[test] = time.process_time() - started
        measured.switch_context("")

    measured.start()
    imported = _called_by_import(rules)
    collected = collect(rules, run)
    measured.stop()
    if collected.failed:
        first = next((test for test in collected.items if test not in seconds), "they cannot be collected")
        raise BrokenError(f"The tests must pass before their strength can be measured: {first}.")
    told = io.StringIO()
    percent = measured.report(file=told, show_missing=True, skip_covered=True)
    reached = {
        file: {line: frozenset(tests) - {""} for line, tests in measured.get_data().contexts_by_lineno(file).items()}
        for file in rules.sources
    }
    cheapest_first = dict(sorted(seconds.items(), key=lambda one: one[1]))
    return Survey(cheapest_first, reached, imported, _others(), percent, told.getvalue())


def _others() -> tuple[str, ...]:
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    return tuple(name for name, file in files.items() if file and "site-packages" in file)


def _called_by_import(rules: Rules) -> frozenset[Place]:
    called: set[Place] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename in rules.sources:
            called.add(place(frame.f_code))

    sys.setprofile(note)
    importlib.import_module(rules.package)
    sys.setprofile(None)
    return frozenset(called)
