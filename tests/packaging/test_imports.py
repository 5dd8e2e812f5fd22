"""The packages can be imported where libraries are missing, and the arrows between them bite."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.packaging.checkout import PACKAGES, ROOT, copy_to, modules

NATIVE = ("vosk", "sounddevice", "gpiozero", "pyttsx3", "pocketsphinx", "pyrnnoise", "lgpio", "soundfile")

IMPORT_ALL = """
import importlib, sys
for name in {absent!r}:
    sys.modules[name] = None  # as Python itself marks what is not to be had
for name in {names!r}:
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(name, error, sep=": ")
"""


@pytest.mark.case("C-025", "C-089")
def test_every_module_can_be_imported_without_any_library_of_devices() -> None:
    names = [_module_name(name) for name in modules() if name.parts[0] in PACKAGES and name.name != "__main__.py"]
    code = IMPORT_ALL.format(absent=NATIVE, names=names)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("", "")


def _module_name(name: Path) -> str:
    parts = name.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


ARROWS = (
    ("assistant/games/repertoire", "import random", "Games and table are pure"),
    ("assistant/games/repertoire", "import assistant.evening", "The command line stands on"),
    ("assistant/games/repertoire", "import assistant.games.other", "No game knows another one"),
    ("assistant/table", "import msgspec", "Games and table are pure"),
    ("assistant/evening", "import hardware.ports", "The evening knows no device"),
    ("assistant/evening", "import assistant.settings", "The command line stands on"),
    ("assistant/commands", "def late():\n    import vosk", "Only hardware talks to"),
    ("assistant/evening", "import hassil", "Only the grammar talks to hassil"),
    ("grammar", "import assistant.table", "The grammar knows no game"),
    ("hardware", "import grammar", "The devices know no game"),
    ("hardware", "import rich", "Only the command line talks to the terminal"),
)
"""A folder, what a module in it may not import, and the contract that says so."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """What import-linter says of a copy with all forbidden arrows in it: contract to its broken imports."""
    copy = copy_to(tmp_path_factory.mktemp("house"))
    (copy / "assistant/games/other").mkdir()
    (copy / "assistant/games/other/__init__.py").touch()
    for number, (folder, line, _) in enumerate(ARROWS):
        (copy / folder / f"sneak_{number}.py").write_text(line + "\n", encoding="utf-8")
    code = "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command as run; run()"
    told = subprocess.run([sys.executable, "-c", code], cwd=copy, capture_output=True, text=True, check=False).stdout
    sections = re.split(r"\n(?=.+\n-+\n\n)", told.partition("Broken contracts")[2])
    return {section.partition("\n")[0]: section for section in sections}


@pytest.mark.parametrize(
    ("number", "arrow"), list(enumerate(ARROWS)), ids=[f"{where}: {line}" for where, line, _ in ARROWS]
)
def test_the_arrows_bite(number: int, arrow: tuple[str, str, str], broken: Mapping[str, str]) -> None:
    folder, line, contract = arrow
    (section,) = (text for name, text in broken.items() if name.startswith(contract))
    target = line.rpartition("import ")[2]
    assert f"{folder.replace('/', '.')}.sneak_{number} -> {target} " in section
