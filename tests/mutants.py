"""How strong the tests of a game's rules are: change one thing in the rules at a time, and see whether a test notices.

    python tests/mutants.py repertoire                    every change; exit 1 where less than 95 % are noticed
    python tests/mutants.py repertoire --sample 150       a random part of them, for a first look
    python tests/mutants.py repertoire --coverage         branch coverage instead; exit 1 below 98 %

What is changed, see ``mutation/flips.py``. A change inside a function is tried in a fork of a process that has
collected the tests, by giving the function new code; only the tests that execute the line are run, the cheapest first,
up to the first that fails. What is executed on import (constants, tables) is tried in a process that imports the
changed module. A test that takes far longer than usual counts as one that notices.

Changes that make no difference to the game stand in ``mutants.yaml`` with their reason; there should be few.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click
import yaml

sys.path[0] = str(Path(__file__).parents[1])  # not this folder: there is one called grammar in it

from tests.mutation.survey import BrokenError, Rules, Survey, find_rules, survey  # noqa: E402
from tests.mutation.tries import Mutant, in_processes, mutants_of, try_anew, try_live  # noqa: E402

EQUIVALENT = Path(__file__).with_name("mutants.yaml")


@click.command(help="Measure how strong the tests of a game's rules are.")
@click.argument("game")
@click.option("--tests", multiple=True, metavar="PATH", help="Where its tests are [tests/games/GAME]; repeatable.")
@click.option("--coverage", is_flag=True, help="Branch coverage only.")
@click.option("--sample", type=int, metavar="N", help="Try only so many changes, drawn at random.")
@click.option("--seed", default=1, help="For the sample.", show_default=True)
@click.option("--module", "modules", multiple=True, metavar="NAME", help="Only in this module; repeatable.")
@click.option("--jobs", default=os.cpu_count() or 1, help="How many processes.", show_default=True)
@click.option("--at-least", type=float, metavar="PERCENT", help="Exit 1 below [95; with --coverage 98].")
def main(
    game: str,
    tests: tuple[str, ...],
    coverage: bool,
    sample: int | None,
    seed: int,
    modules: tuple[str, ...],
    jobs: int,
    at_least: float | None,
) -> None:
    started = time.monotonic()
    os.chdir(sys.path[0])
    try:
        (rules,) = in_processes([lambda tell: tell(find_rules(game, tests))])
        mutants = [] if coverage else _chosen(game, rules, modules)
        (seen,) = in_processes([lambda tell: tell(survey(rules))])
        if coverage:
            click.echo(seen.report)
            percent, enough = seen.percent, 98.0
        else:
            random.Random(seed).shuffle(mutants)  # so that what is told first says something of the whole
            percent, enough = _try(rules, seen, mutants[:sample], jobs), 95.0
    except BrokenError as error:
        raise click.ClickException(str(error)) from None
    spent = os.times()
    click.echo(
        f"{percent:.1f} % by {len(seen.seconds)} tests, in {(time.monotonic() - started) / 60:.1f} minutes"
        f" ({(spent.children_user + spent.children_system) / 60:.1f} of processor time), load {os.getloadavg()[0]:.1f}"
    )
    sys.exit(percent < (enough if at_least is None else at_least))


def _chosen(game: str, rules: Rules, modules: Sequence[str]) -> list[Mutant]:
    """All changes but the equivalent ones, which must all be found; those of these modules, or of all."""
    listed = yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")).get(game, [])
    equivalent = Counter((one["module"], one["flip"], one["line"]) for one in listed)
    mutants = []
    for mutant in mutants_of(rules):
        key = (mutant.module, mutant.flip.what, mutant.text)
        if equivalent[key]:
            equivalent[key] -= 1
        elif not modules or key[0] in modules:
            mutants.append(mutant)
    if stale := list(equivalent.elements()):
        raise BrokenError(f"{EQUIVALENT.name} lists what is no change to the rules (any more): {stale}")
    return mutants


def _try(rules: Rules, seen: Survey, mutants: Sequence[Mutant], jobs: int) -> float:
    """Print what no test notices, and each module's figures; the share noticed, in percent."""
    for name in seen.others:  # once for all processes
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    tried: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    anew = [mutant for mutant in mutants if not mutant.flip.inside]
    for way, chosen in ((try_live, [mutant for mutant in mutants if mutant.flip.inside]), (try_anew, anew)):
        shares = [chosen[start::jobs] for start in range(min(jobs, len(chosen)))]
        for mutant, noticed in in_processes([partial(way, rules, seen, share) for share in shares]):
            if noticed is None:
                anew.append(mutant)
                continue
            tried[mutant.module] += 1
            caught[mutant.module] += noticed
            click.echo(f"\r{tried.total()} of {len(mutants)} tried ", nl=False, err=True)
            if not noticed:
                click.echo(f"not noticed: {mutant}")
    for module in sorted(tried):
        percent = 100 * caught[module] / tried[module]
        click.echo(f"{module:<28}{tried[module]:>5} tried {caught[module]:>5} noticed {percent:>5.0f} %")
    click.echo(f"{caught.total()} of {tried.total()} changes noticed")
    return 100 * caught.total() / max(1, tried.total())


if __name__ == "__main__":
    main()
