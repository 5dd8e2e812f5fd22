"""Speech models on this box: fetched from their makers, or brought on a stick. Behind ``prompter model``.

Models live in one folder, each in a folder of its own; nothing half-installed is ever there under a model's name.
Only models with separate graph files can be limited to the words of the moment (field case C-005).
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal

from hardware.fetch import Fetchable, fetch
from hardware.ports import HardwareError
from hardware.unpack import copy_tree, disk_trouble, unpack

Kind = Literal["dynamic", "static", "none"]

SMALL_ENGLISH = Fetchable(
    name="vosk-model-small-en-us-0.15",
    url="https://alphacephei.com/vosk/models/vosk-model-small-en-us-0.15.zip",
    size=41_205_931,
    sha256="30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498",
)
"""The small English model of Vosk's makers, under the Apache License 2.0."""

_IN_USE = "in-use"
_NEEDED = "A Vosk model with HCLr.fst and Gr.fst is needed, such as the one of: prompter model get"


@dataclass(frozen=True)
class Model:
    """A model on this box."""

    name: str
    folder: Path
    size: int
    """Bytes on the disk."""
    in_use: bool = False


def kind_of(folder: Path) -> Kind:
    """What kind of Vosk model lies in ``folder``, told from its files before the library sees them.

    ``dynamic``: takes sentences while it runs. ``static``: one big graph, transcribes anything. ``none``: no model.
    """
    if not any((folder / place).is_file() for place in ("am/final.mdl", "final.mdl")):
        return "none"
    graphs = (folder / "graph", folder)
    if any((graph / "HCLr.fst").is_file() and (graph / "Gr.fst").is_file() for graph in graphs):
        return "dynamic"
    return "static" if any((graph / "HCLG.fst").is_file() for graph in graphs) else "none"


def check_kind(folder: Path, called: str = "") -> None:
    """Raise HardwareError where ``folder`` (told as ``called``) holds no model that Prompter can use."""
    kind, name = kind_of(folder), called or str(folder)
    if kind == "static":
        raise HardwareError(f"{name} has one big graph (HCLG.fst) and cannot be limited to sentences. {_NEEDED}")
    if kind == "none":
        raise HardwareError(f"{name} is no speech model. {_NEEDED}")


def list_models(models: Path) -> tuple[Model, ...]:
    """The models in the folder ``models``, by name; none where the folder is not there."""
    if not models.is_dir():
        return ()
    in_use = model_in_use(models)
    folders = (folder for folder in sorted(models.iterdir()) if not folder.name.startswith("."))
    usable = (folder for folder in folders if kind_of(folder) == "dynamic")
    return tuple(Model(folder.name, folder, _size(folder), folder == in_use) for folder in usable)


def model_in_use(models: Path) -> Path | None:
    """The folder of the model to load; None where there is none yet, or the one last chosen is gone."""
    try:
        name = (models / _IN_USE).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    folder = models / name
    return folder if _plain(name) == name and kind_of(folder) == "dynamic" else None


def get_model(
    models: Path,
    wanted: Fetchable = SMALL_ENGLISH,
    *,
    progress: Callable[[int, int], None] | None = None,
    timeout_seconds: float = 10.0,
) -> Model:
    """Fetch a model, check it, and use it from now on. One that is here already is not fetched again.

    Half a download is kept and gone on with next time. ``progress`` is told bytes done and bytes in all.
    Raises HardwareError, one line, where that fails; what was there before stays as it was.
    """
    if kind_of(models / wanted.name) == "dynamic":
        return _choose(models, wanted.name)
    with _writing(models):
        archive = fetch(wanted, models / ".download", progress or (lambda done, size: None), timeout_seconds)
        try:
            return use_model(models, archive)
        finally:
            archive.unlink(missing_ok=True)


def use_model(models: Path, source: Path) -> Model:
    """Take a model from a zip file or a folder ("from a stick"), check it, copy it, and use it from now on.

    A folder inside ``models`` is only chosen. Raises HardwareError where it is no model of the right kind, not to be
    trusted (paths or links that lead out, far too big), or the disk is full; what was there before stays as it was.
    """
    if not source.exists():
        raise HardwareError(f"There is no {source}.")
    if source.is_dir() and source.resolve().parent == models.resolve():
        check_kind(source)
        return _choose(models, source.resolve().name)
    with _writing(models), _scratch(models) as scratch:
        unpacked = scratch / "unpacked"
        if source.is_dir():
            copy_tree(source, unpacked)
        else:
            unpack(source, unpacked)
        found, name = _root(unpacked, source.resolve().name.removesuffix(".zip"))
        check_kind(found, source.name)
        _put(found, models / name, scratch)
        return _choose(models, name)


def _root(unpacked: Path, name: str) -> tuple[Path, str]:
    """The model's own folder (an archive often has one folder around it), and what it is called."""
    inside = list(unpacked.iterdir())
    if kind_of(unpacked) == "none" and len(inside) == 1 and inside[0].is_dir():
        return inside[0], _plain(inside[0].name)
    return unpacked, _plain(name)


def _plain(name: str) -> str:
    """A name that is safe as a folder's and is not hidden."""
    return re.sub(r"[^\w.-]", "-", name).lstrip(".-") or "model"


def _put(found: Path, place: Path, scratch: Path) -> None:
    """Put a whole model in its place by renaming; the one that was there goes only when the new one is ready."""
    if place.exists():
        place.rename(scratch / "before")
    found.rename(place)


def _choose(models: Path, name: str) -> Model:
    with _writing(models):
        note = models / f".{_IN_USE}"
        note.write_text(name + "\n", "utf-8")
        note.replace(models / _IN_USE)
    return Model(name, models / name, _size(models / name), in_use=True)


@contextmanager
def _writing(models: Path) -> Iterator[None]:
    try:
        models.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise disk_trouble(error, str(models)) from error


@contextmanager
def _scratch(models: Path) -> Iterator[Path]:
    """A folder for what is not whole yet; those that a power cut left behind go as well."""
    for left_behind in models.glob(".new-*"):
        shutil.rmtree(left_behind, ignore_errors=True)
    scratch = Path(mkdtemp(prefix=".new-", dir=models))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
