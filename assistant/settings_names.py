"""``[[names]]`` of the settings file, written by the program: everything else in the file stays as it is."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from assistant.settings import SettingsError
from grammar import spoken_form


def write_phones(file: Path, display: str, phones: Sequence[str]) -> None:
    """Set the pronunciations of a name in a settings file, which is made where there is none.

    An entry that is spoken as ``display`` is keeps all but its phones; without one there is a new entry. The file is
    whole at any moment. Raises SettingsError where it cannot be changed so, OSError where it cannot be written.
    """
    file = file.resolve()  # a link stays one
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    after = with_phones(before, display, phones)
    if after is None:
        entry = f'display = "{display}", phones = {list(phones)}'
        raise SettingsError(f"{file}: write it yourself, under [[names]]: {entry}")
    file.parent.mkdir(parents=True, exist_ok=True)
    _replace(file, after)


def with_phones(text: str, display: str, phones: Sequence[str]) -> str | None:
    """The text of such a file; None where it is written in a way that cannot be added to."""
    wanted = _changed(tomllib.loads(text), display, phones)
    try:
        document = tomlkit.parse(text)
        _set_phones(document, display, phones)
        changed = tomlkit.dumps(document)
        return changed if tomllib.loads(changed) == wanted else None
    except (TOMLKitError, tomllib.TOMLDecodeError):
        return None


def _changed(settings: dict[str, Any], display: str, phones: Sequence[str]) -> dict[str, Any]:
    """What the file is to say: the same entries in plain tables."""
    wanted = deepcopy(settings)
    names = wanted.setdefault("names", [])
    entry = _entry(names, display)
    if entry is None:
        names.append({"display": display, "phones": list(phones)})
    else:
        entry["phones"] = list(phones)
    return wanted


def _set_phones(document: tomlkit.TOMLDocument, display: str, phones: Sequence[str]) -> None:
    if "names" not in document and document.body:
        document.add(tomlkit.nl())
    names: Any = document.setdefault("names", tomlkit.aot())
    entry = _entry(names, display)
    if entry is not None:
        entry["phones"] = list(phones)
        return
    entry = tomlkit.table() if isinstance(names, AoT) else tomlkit.inline_table()
    entry.update({"display": display, "phones": list(phones)})
    if isinstance(names, AoT):
        entry.add(tomlkit.nl())
    names.append(entry)


def _entry(names: Sequence[Any], display: str) -> Any:
    """That of this name, however it is written: "Ysolde" is Ysolde’s; None where there is none."""
    return next((one for one in names if spoken_form(one["display"]) == spoken_form(display)), None)


def _replace(file: Path, text: str) -> None:
    """A new file in place of the old one, with its mode: a power cut leaves one of the two."""
    with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}-", delete=False) as new:
        path = Path(new.name)
        try:
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
            path.chmod(file.stat().st_mode & 0o7777 if file.exists() else 0o644)
            path.replace(file)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
