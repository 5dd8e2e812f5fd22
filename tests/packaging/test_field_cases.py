"""What went wrong for others is tried here: the table of the field cases and the tests that answer them agree."""

from __future__ import annotations

import ast
import re
from collections import defaultdict

import pytest

from tests.packaging.checkout import ROOT, modules

TESTS = ROOT / "tests"
ROW = re.compile(r"\| (C-\d{3}) \| (.+?) \| (.*?) \| (.*?) ?\|")
TABLE = [
    match.groups()
    for line in (TESTS / "field_cases.md").read_text(encoding="utf-8").splitlines()
    if (match := ROW.fullmatch(line))
]
"""Case, what went wrong, the files that answer it, what there is to know."""


@pytest.fixture(scope="module")
def calls() -> list[tuple[str, str, ast.Call]]:
    """Every call in a file under tests/: the name of the file there, what is called, and the call."""
    trees = {name: ast.parse((ROOT / name).read_text("utf-8")) for name in modules() if name.parts[0] == "tests"}
    return [
        (str(name.relative_to("tests")), ast.unparse(node.func), node)
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    ]


@pytest.fixture(scope="module")
def marked(calls: list[tuple[str, str, ast.Call]]) -> dict[str, set[str]]:
    """Each case, and the files with a test that is marked with it."""
    found = defaultdict(set)
    for name, called, call in calls:
        if called == "pytest.mark.case":
            for each in call.args:
                found[str(ast.literal_eval(each))].add(name)
    return found


def files_of(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


def test_each_case_is_told_once_and_in_order() -> None:
    cases = [case for case, *_ in TABLE]
    assert cases == sorted(set(cases))
    assert len(cases) == 69


def test_each_case_that_a_test_is_marked_with_is_in_the_table(marked: dict[str, set[str]]) -> None:
    assert sorted(set(marked) - {case for case, *_ in TABLE}) == []


def test_each_file_that_the_table_names_has_a_test_of_that_case(marked: dict[str, set[str]]) -> None:
    wrong = {case: named for case, _, cell, _ in TABLE if (named := files_of(cell) - marked.get(case, set()))}
    assert wrong == {}


def test_a_case_without_a_test_has_a_reason() -> None:
    assert [case for case, _, cell, reason in TABLE if not files_of(cell) and not reason] == []


@pytest.mark.case("C-103")
def test_no_test_waits_for_time_to_pass(calls: list[tuple[str, str, ast.Call]]) -> None:
    assert [f"{name}:{call.lineno}" for name, called, call in calls if called.split(".")[-1] == "sleep"] == []
