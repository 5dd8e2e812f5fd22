"""The ledger of each game against the tests: which rule is proved where, and which are still to be built."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from assistant.games import find_games

TESTS = Path(__file__).parents[1]
MOST = 6
"""Rules that one marker may stand for, so that a citation means something."""
HEAD = re.compile(r"^(?:- )?\*\*([REF]-\d{3})\s", re.MULTILINE)
SETTING = re.compile(r"^\| (A-\d{3}) \|", re.MULTILINE)
NOT_BUILT: Mapping[str, frozenset[str]] = {"repertoire": frozenset(), "feats": frozenset()}
"""Rules of each ledger that no test cites yet, because they are not built."""

LEDGERS = {one.id: one.folder / "RULES.md" for one in find_games() if (one.folder / "RULES.md").exists()}


def rules(ledger: Path) -> list[str]:
    """The ids of a ledger, in its order."""
    return HEAD.findall(ledger.read_text(encoding="utf-8"))


def citations() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every marker of every test: where it stands, and the rules it names."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                named = tuple(str(one.value) for one in node.args if isinstance(one, ast.Constant))
                yield f"{path.relative_to(TESTS)}:{node.lineno}", named


CITED = dict(citations())


def test_the_ledger_of_repertoire_has_its_151_rules() -> None:
    assert len(set(rules(LEDGERS["repertoire"]))) == 151


def test_the_ledger_of_the_play_has_its_96_rules() -> None:
    assert len(set(rules(LEDGERS["feats"]))) == 96


@pytest.mark.parametrize("game", LEDGERS)
def test_every_rule_is_cited_by_a_test_or_listed_as_not_built(game: str) -> None:
    cited = {rule for named in CITED.values() for rule in named}
    missing = [rule for rule in rules(LEDGERS[game]) if rule not in cited]
    assert missing == sorted(NOT_BUILT.get(game, frozenset()))


def test_no_marker_stands_for_more_rules_than_it_can_prove() -> None:
    assert {where: named for where, named in CITED.items() if len(named) > MOST} == {}


def test_every_rule_that_is_cited_is_in_a_ledger() -> None:
    texts = [ledger.read_text(encoding="utf-8") for ledger in LEDGERS.values()]
    known = {name for text in texts for name in (*HEAD.findall(text), *SETTING.findall(text))}
    being_built = {"E", "F"} - {name[0] for name in known}
    """Ledgers of games that are not found yet."""
    unknown = {where: set(named) - known for where, named in CITED.items()}
    assert {w: names for w, names in unknown.items() if any(name[0] not in being_built for name in names)} == {}
