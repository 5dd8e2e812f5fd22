"""Flat phrases out of a word network, for recognisers that take a list instead of a graph."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

Arcs = Collection[tuple[int, int, str]]
Leaving = dict[int, list[tuple[int, str]]]


def useful(reached: Arcs, final: int) -> list[tuple[int, int, str]]:
    """Of arcs that all can be reached from the start, those that lead on to the end."""
    entering: dict[int, list[int]] = {}
    for at, to, _ in reached:
        entering.setdefault(to, []).append(at)
    leads_on, waiting = {final}, [final]
    while waiting:
        for at in entering.pop(waiting.pop(), ()):
            if at not in leads_on:
                leads_on.add(at)
                waiting.append(at)
    return [arc for arc in reached if arc[1] in leads_on]


def first_phrases(arcs: Arcs, final: int, limit: int) -> tuple[str, ...]:
    """All phrases, or nothing where there are more than ``limit`` (a repeated slot has endlessly many)."""
    leaving = _by_start(arcs)
    if _count(0, leaving, final, limit, {}) > limit:
        return ()
    found: dict[str, None] = {}
    waiting: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    while waiting:
        node, words = waiting.pop()
        if node == final:
            found[" ".join(words)] = None
        waiting += [(to, (*words, word) if word else words) for to, word in reversed(leaving.get(node, ()))]
    return tuple(found)


def _count(node: int, leaving: Leaving, final: int, limit: int, known: dict[int, int]) -> int:
    """How many ways lead from a node to the end; no more than ``limit`` + 1, which is also what a loop counts."""
    if node not in known:
        known[node] = limit + 1
        ways = int(node == final)
        for to, _ in leaving.get(node, ()):
            ways += _count(to, leaving, final, limit, known)
        known[node] = min(ways, limit + 1)
    return known[node]


def covering_phrases(arcs: Arcs, final: int) -> tuple[str, ...]:
    """Phrases in which every pair of words that can be neighbours occurs, and every first and last word."""
    leaving, entering = _by_start(arcs), _by_start([(to, at, word) for at, to, word in arcs])
    before = _shortest(entering_from=0, leaving=leaving)
    after = {node: words[::-1] for node, words in _shortest(entering_from=final, leaving=entering).items()}
    reached = {node: _closure(node, leaving) for node in {to for _, to, _ in arcs}}
    covered: set[tuple[str, str]] = set()
    found: dict[str, None] = {}
    for at, to, first in arcs:
        if not first or at not in before:
            continue
        for node in reached[to]:
            for end, second in [*leaving.get(node, ()), *([(final, "")] if node == final else [])]:
                if (first, second) in covered or (not second and node != final) or end not in after:
                    continue
                words = (*before[at], first, *((second,) if second else ()), *after[end])
                covered.update(zip(words, (*words[1:], ""), strict=True))
                covered.add((first, second))
                found[" ".join(words)] = None
        if not before[at] and ("", first) not in covered and to in after:
            covered.add(("", first))
            found[" ".join((first, *after[to]))] = None
    return tuple(found)


def _by_start(arcs: Arcs) -> Leaving:
    leaving: Leaving = {}
    for at, to, word in arcs:
        leaving.setdefault(at, []).append((to, word))
    return leaving


def _closure(node: int, leaving: Leaving) -> set[int]:
    seen, waiting = {node}, [node]
    while waiting:
        for to, word in leaving.get(waiting.pop(), ()):
            if not word and to not in seen:
                seen.add(to)
                waiting.append(to)
    return seen


def _shortest(entering_from: int, leaving: Leaving) -> dict[int, tuple[str, ...]]:
    """The fewest words from a node to every other; arcs without a word come first."""
    best: dict[int, tuple[str, ...]] = {}
    waiting: deque[tuple[int, tuple[str, ...]]] = deque([(entering_from, ())])
    while waiting:
        node, words = waiting.popleft()
        if node in best:
            continue
        best[node] = words
        for to, word in leaving.get(node, ()):
            if word:
                waiting.append((to, (*words, word)))
            else:
                waiting.appendleft((to, words))
    return best
