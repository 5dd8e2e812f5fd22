"""Trying changes to the rules: each in a process of its own, against the tests that can notice it."""

from __future__ import annotations

import ast
import gc
import importlib.machinery
import multiprocessing
import os
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper, partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeVar

from tests.mutation.flips import Flip, changed_function, flipped, flips
from tests.mutation.survey import BrokenError, Collected, Rules, Survey, collect, place

SECONDS_MORE = 1.0
TIMES_LONGER = 5.0
"""A test may take so many times its usual processor time, and so much more; one that takes longer has noticed."""
SECONDS_TO_COLLECT = 60.0

_FORK = multiprocessing.get_context("fork")
_ALL_PASSED, _ONE_FAILED = 20, 21
T = TypeVar("T")


@dataclass(frozen=True)
class Mutant:
    """One change to one module."""

    file: str
    number: int
    """Which one of its :func:`flips`."""
    flip: Flip
    text: str
    """The first line that is changed, without what is around it."""

    @property
    def module(self) -> str:
        return Path(self.file).stem

    def __str__(self) -> str:
        return f"{self.module}.py:{self.flip.line}  {self.flip.what}  | {self.text}"


def mutants_of(rules: Rules) -> list[Mutant]:
    """Every change to the rules, one by one."""
    return [
        Mutant(file, number, flip, source.splitlines()[flip.line - 1].strip())
        for file, source in rules.sources.items()
        for number, flip in enumerate(flips(ast.parse(source)))
    ]


def in_processes(works: Sequence[Callable[[Callable[[T], None]], None]]) -> Iterator[T]:
    """What these tell, as it comes; each works in a process of its own."""
    processes: dict[Connection, multiprocessing.process.BaseProcess] = {}
    for work in works:
        here, there = _FORK.Pipe(duplex=False)
        process = _FORK.Process(target=_send, args=(work, there), daemon=True)
        process.start()
        there.close()
        processes[here] = process
    while processes:
        ready = wait(list(processes))
        for here in [each for each in processes if each in ready]:
            try:
                told = here.recv()
            except EOFError:
                if _has_failed(processes.pop(here)):
                    raise BrokenError("A process of the measurement has died.") from None
                continue
            if isinstance(told, BrokenError):
                raise told
            yield told


def _send(work: Callable[[Callable[[T], None]], None], to: Connection) -> None:
    try:
        work(to.send)
    except BrokenError as error:
        to.send(error)


def _has_failed(process: multiprocessing.process.BaseProcess) -> bool:
    process.join()
    return process.exitcode != 0


def try_live(
    rules: Rules, survey: Survey, mutants: Sequence[Mutant], tell: Callable[[tuple[Mutant, bool | None]], None]
) -> None:
    """Tell of each change inside a function whether a test notices it; None where the import calls the function, so
    that it must be tried anew. The game must not be imported yet."""

    def go_on(collected: Collected) -> None:
        functions = _functions(rules)
        _expect_nothing(_passes(lambda: _run(collected, survey, list(survey.seconds))))
        for mutant in mutants:
            pair = changed_function(unchanged[mutant.file], _code(rules, mutant))
            if pair is None or place(pair[0]) in survey.imported:
                tell((mutant, None))
            else:
                old, new = pair
                tell((mutant, not _passes(partial(_passes_live, collected, survey, functions[old], new, mutant))))

    unchanged = {file: compile(source, file, "exec", dont_inherit=True) for file, source in rules.sources.items()}
    failure: list[Exception] = []
    collect(rules, partial(_caught, go_on, failure))
    if failure:
        raise BrokenError(str(failure[0]))


def try_anew(
    rules: Rules, survey: Survey, mutants: Sequence[Mutant], tell: Callable[[tuple[Mutant, bool | None]], None]
) -> None:
    """Tell of each change whether a test notices it; each needs an import. The game must not be imported yet."""
    for file, source in list(rules.sources.items())[:1]:
        unchanged = compile(source, file, "exec", dont_inherit=True)
        _expect_nothing(_passes(partial(_passes_anew, rules, survey, file, unchanged)))
    for mutant in mutants:
        tell((mutant, not _passes(partial(_passes_anew, rules, survey, mutant.file, _code(rules, mutant)))))


def _code(rules: Rules, mutant: Mutant) -> CodeType:
    return flipped(rules.sources[mutant.file], mutant.file, mutant.number)


def _caught(work: Callable[[Collected], None], failure: list[Exception], collected: Collected) -> None:
    try:
        work(collected)
    except Exception as error:  # pytest would print it where nobody reads it
        failure.append(error)


def _expect_nothing(passed: bool) -> None:
    if not passed:
        raise BrokenError("The tests fail where nothing is changed, once they are run in another order.")


def _passes(work: Callable[[], bool]) -> bool:
    """Whether the tests that this runs in a fork pass. One that is stopped does not."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = _ALL_PASSED if work() else _ONE_FAILED
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return False
    if os.WEXITSTATUS(status) not in (_ALL_PASSED, _ONE_FAILED):
        raise BrokenError("A try has ended in an error of its own.")
    return os.WEXITSTATUS(status) == _ALL_PASSED


def _passes_anew(rules: Rules, survey: Survey, file: str, code: CodeType) -> bool:
    """Import the module with this code instead of its own, then run all tests, those that reach the module first."""
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, fullname: str) -> CodeType | None:
        return code if self.path == file else original(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code
    near = frozenset().union(*survey.reached[file].values())
    passed = False

    def go_on(collected: Collected) -> None:
        nonlocal passed
        rank = {test: (test not in near, number) for number, test in enumerate(survey.seconds)}
        passed = _run(collected, survey, sorted(collected.items, key=lambda test: rank.get(test, (True, 0))))

    signal.setitimer(signal.ITIMER_PROF, SECONDS_TO_COLLECT)
    collect(rules, go_on)
    return passed


def _passes_live(
    collected: Collected, survey: Survey, functions: Sequence[FunctionType], code: CodeType, mutant: Mutant
) -> bool:
    """Give the function the changed code, then run the tests that reach the change."""
    for function in functions:
        function.__code__ = code
    lines = range(mutant.flip.line, mutant.flip.end + 1)
    near = frozenset().union(*(survey.reached[mutant.file].get(line, frozenset()) for line in lines))
    return _run(collected, survey, [test for test in survey.seconds if test in near])


def _run(collected: Collected, survey: Survey, tests: Sequence[str]) -> bool:
    def limit(test: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, SECONDS_MORE + TIMES_LONGER * survey.seconds.get(test, 0.0))

    return collected.run(tests, limit)


def _functions(rules: Rules) -> Mapping[CodeType, list[FunctionType]]:
    """The functions of the rules by their code; what they may have kept from the collecting is forgotten."""
    found: dict[CodeType, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename in rules.sources:
            found[each.__code__].append(each)
        elif isinstance(each, _lru_cache_wrapper) and each.__module__.startswith(rules.package):
            each.cache_clear()
    gc.freeze()  # less to copy for each fork
    return dict(found)
