"""The measuring of tests is itself right; and the tests of each game that ships are as strong as they must be."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts import toy
from tests.mutation.flips import changed_function, flipped, flips

ROOT = Path(__file__).parents[2]
AT_LEAST = {"repertoire": (95, 98), "errantry": (90, 97), "feats": (90, 97)}
"""Changes noticed and branch coverage, in percent."""

RULES = """\
LIMIT = 3
def wins(count):
    return count > LIMIT
def run_down(count):
    while count > 0:
        count -= 1
    return count
"""
TESTS = """\
from guest_counting.rules import run_down, wins
def test_wins():
    assert wins(4) and not wins(2)
def test_runs_down():
    assert run_down(2) == 0
"""
GAME = """\
from dataclasses import replace
from guest_counting import rules
from tests.contracts import toy
GAME = replace(toy.GAME, id="counting")
"""


def measure(*words: str, path: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tests/mutants.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, check=False)


@pytest.fixture
def counting(tmp_path: Path) -> Path:
    """The folder of an installed game with two weak tests."""
    files = {"guest_counting/__init__.py": GAME, "guest_counting/rules.py": RULES, "tests/test_counting.py": TESTS}
    for words in ("sentences.en.yaml", "lines.en.yaml"):
        files[f"guest_counting/{words}"] = (Path(toy.__file__).parent / words).read_text(encoding="utf-8")
    files["guest_counting-1.dist-info/METADATA"] = "Metadata-Version: 2.1\nName: guest-counting\nVersion: 1\n"
    files["guest_counting-1.dist-info/entry_points.txt"] = "[prompter.games]\ncounting = guest_counting\n"
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_what_no_test_notices_is_listed_and_an_endless_loop_is_noticed(counting: Path) -> None:
    done = measure("counting", "--tests", str(counting / "tests"), "--at-least", "70", path=str(counting))
    listed = {line.partition("  |")[0] for line in done.stdout.splitlines() if line.startswith("not noticed")}
    assert listed == {
        "not noticed: rules.py:1  3 -> 2",
        "not noticed: rules.py:3  > -> >=",
        "not noticed: rules.py:6  1 -> 2",
    }
    assert "8 of 11 changes noticed" in done.stdout
    assert done.returncode == 0, done.stderr


def test_tests_that_fail_by_themselves_are_not_measured(counting: Path) -> None:
    (counting / "tests/test_counting.py").write_text("def test_nothing():\n    assert False\n")
    done = measure("counting", "--tests", str(counting / "tests"), path=str(counting))
    assert done.returncode == 1
    assert "must pass" in done.stderr


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("a < b", ["< -> <=", "< -> >="]),
        ("a is b not in c", ["is -> is not", "not in -> in"]),
        ("not a and b", ["and -> or", "not x -> x"]),
        ("x = True", ["True -> False"]),
        ("x: list[1] = 2", ["2 -> 3", "2 -> 1"]),
        ("min(-a, b - c)", ["min -> max", "-x -> x", "- -> +"]),
        ("def f(a: 1 = 2) -> 3: a | b", ["2 -> 3", "2 -> 1", "| -> &"]),
        ("@f(1)\nclass A(B, c=2): pass", []),
        ("A = int | str", []),
        ("isinstance(a, int | str)", []),
        ("a[0], b[1:]", ["0 -> 1", "1 -> 2", "1 -> 0"]),
        ("zip(a, b, strict=True)", []),
        ("'1'", []),
    ],
)
def test_comparisons_constants_and_signs_are_changed_and_types_and_words_are_not(
    source: str, changes: list[str]
) -> None:
    assert [flip.what for flip in flips(ast.parse(source))] == changes


def test_each_change_is_made_alone() -> None:
    source = "def f(a): return (not a < 1, -a, a and 2 or min(a, a % 3))\n"
    before = compile(source, "f.py", "exec")
    changed = [flipped(source, "f.py", number) for number in range(len(flips(ast.parse(source))))]
    functions = [changed_function(before, each) for each in changed]
    assert all(functions)
    assert len({new for _, new in filter(None, functions)}) == len(changed)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", AT_LEAST)
def test_a_change_to_the_rules_is_noticed_by_the_tests_of_the_game(game: str) -> None:
    done = measure(game, "--at-least", str(AT_LEAST[game][0]))
    print(done.stdout, done.stderr)
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", AT_LEAST)
def test_the_branches_of_the_rules_are_covered_by_the_tests_of_the_game(game: str) -> None:
    done = measure(game, "--coverage", "--at-least", str(AT_LEAST[game][1]))
    print(done.stdout, done.stderr)
    assert done.returncode == 0
