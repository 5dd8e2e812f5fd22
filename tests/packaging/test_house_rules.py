"""What holds for every file of the house."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import grammar
from tests.packaging.checkout import ROOT, modules, tracked

LINES_OF_A_MODULE = 400
LINES_OF_A_FUNCTION = 60

# Where packages come from, and where somebody's files lie, is the affair of the machine.
FOREIGN = re.compile(
    r"pypi\.(?:org|io)|pythonhosted\.|debian\.org/debian|npmjs\.(?:org|com)"
    r"|/work/|\.\./shared|(?<![\w.])/root/|/opt/(?:wheels|pypi)"
)


def test_no_module_is_longer_than_400_lines() -> None:
    lengths = {str(name): len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in modules()}
    assert {name: length for name, length in lengths.items() if length > LINES_OF_A_MODULE} == {}


def test_no_function_is_longer_than_60_lines() -> None:
    assert [told for name in modules() for told in _long_functions(name)] == []


def _long_functions(name: Path) -> list[str]:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = {f"{name}:{each.lineno} {each.name}": (each.end_lineno or 0) - each.lineno + 1 for each in functions}
    return [f"{where}: {length} lines" for where, length in lengths.items() if length > LINES_OF_A_FUNCTION]


def test_systemd_holds_no_python_so_that_import_systemd_means_the_real_one() -> None:
    assert [name for name in modules() if name.parts[0] == "systemd"] == []


def test_no_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    found = {str(name): _foreign(name) for name in tracked() if name != Path(__file__).relative_to(ROOT)}
    assert {name: words for name, words in found.items() if words} == {}


def _foreign(name: Path) -> list[str]:
    try:
        return FOREIGN.findall((ROOT / name).read_text(encoding="utf-8"))
    except UnicodeDecodeError:  # sound
        return []


def test_the_grammar_that_is_imported_is_ours() -> None:
    assert Path(str(grammar.__file__)).resolve() == ROOT / "grammar/__init__.py"


def test_the_top_level_is_as_laid_out() -> None:
    folders = {name.parts[0] for name in tracked() if len(name.parts) > 1}
    assert folders == {".ci", "assistant", "grammar", "hardware", "systemd", "tests"}
