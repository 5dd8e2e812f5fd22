"""TOML in layers, one over the other, into frozen dataclasses: every fault with its file and key, every value's origin.

A layer overrides the ones before it key by key where the type is a dataclass, or a mapping that says so (``BY_KEY``);
lists and other mappings are replaced whole, so that a table can drop an entry of what ships as well as add one.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from assistant.table import BY_KEY

T = TypeVar("T")

NOTHING: Any = object()
"""Stands for a value that could not be made; the fault is noted by then."""


@dataclass(frozen=True)
class Layer:
    """Values from one place, e.g. a file; ``origin`` is how that place is named to people."""

    origin: str
    values: Mapping[str, Any]


@dataclass
class Findings:
    """What came to light while layers were read: faults in the order found, and where each value is from."""

    faults: list[str] = field(default_factory=list)
    origins: dict[str, str] = field(default_factory=dict)
    """Dotted key to origin; a key that is not here has its default."""

    def fault(self, origin: str, what: str) -> None:
        self.faults.append(f"{origin}: {what}")

    def origin_of(self, key: str) -> str:
        """Where this value is from, or else what it stands in, e.g. ``deck`` for ``deck[3].suit``; empty: unknown."""
        while key and key not in self.origins:
            key = key[: max(key.rfind("."), key.rfind("["), 0)]
        return self.origins.get(key, "")


def read_layer(path: Path, found: Findings, origin: str | None = None) -> Layer:
    """The layer in a TOML file; empty, with a fault noted, where it cannot be read."""
    origin = origin or str(path)
    try:
        return Layer(origin, tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        found.fault(origin, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        found.fault(origin, "is not UTF-8 text")
    except tomllib.TOMLDecodeError as error:
        found.fault(origin, f"is not TOML: {error}")
    return Layer(origin, {})


def build(kind: type[T], layers: Sequence[Layer], found: Findings, key: str = "", elsewhere: Collection[str] = ()) -> T:
    """One ``kind``, a dataclass, from all layers, the last one on top; ``key`` is what its own keys hang on.

    ``elsewhere`` are keys of other places that may be sought here.

    A faulty value is noted and its default taken, so that one look finds all faults; ``NOTHING`` where there is none.
    """
    hints = get_type_hints(kind, include_extras=True)
    known = {item.name: item for item in fields(kind) if item.init}  # type: ignore[arg-type]  # T is a dataclass; Python cannot say so
    for layer in layers:
        for name in layer.values:
            if name not in known:
                found.fault(layer.origin, f"{_join(key, name)}: unknown key{near(name, (*known, *elsewhere))}")
    made = {name: _member(hints[name], known[name], layers, found, key) for name in known}
    made = {name: value for name, value in made.items() if value is not NOTHING}
    missing = [name for name, item in known.items() if name not in made and not _has_default(item)]
    for name in missing:
        if not any(name in layer.values for layer in layers):
            found.fault(layers[-1].origin if layers else kind.__name__, f"{_join(key, name)}: missing")
    if missing:
        return NOTHING  # type: ignore[no-any-return]  # see NOTHING
    try:
        return kind(**made)
    except ValueError as error:
        found.fault(layers[-1].origin if layers else kind.__name__, f"{key or kind.__name__}: {error}")
        return NOTHING  # type: ignore[no-any-return]  # see NOTHING


def near(word: str, known: Iterable[str]) -> str:
    """`` (did you mean …?)``, where something known is spelt alike."""
    match = difflib.get_close_matches(word, list(known), 1)
    return f" (did you mean {match[0]}?)" if match else ""


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values under dotted keys as the tables that TOML would make of them."""
    tables: dict[str, Any] = {}
    for key, value in values.items():
        *above, name = key.split(".")
        table = tables
        for part in above:
            below = table.setdefault(part, {})
            table = below if isinstance(below, dict) else table.setdefault(part, {})
        table[name] = value
    return tables


def parse_override(text: str) -> tuple[str, Any]:
    """``key=value`` as typed; the value is read as TOML, else it is the text itself. ValueError without ``=``."""
    key, sign, value = (part.strip() for part in text.partition("="))
    if not sign or not all(key.split(".")):
        raise ValueError(f"{text}: write key=value, e.g. table.level=full")
    try:
        parsed = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        return key, value
    return key, parsed["value"] if len(parsed) == 1 else value


def _member(hint: Any, item: Field[Any], layers: Sequence[Layer], found: Findings, key: str) -> Any:
    here = _join(key, item.name)
    given = [Layer(layer.origin, layer.values[item.name]) for layer in layers if item.name in layer.values]
    if not given:
        return NOTHING
    by_key = item.metadata == BY_KEY
    if not _is_record(hint) and not by_key:
        found.origins[here] = given[-1].origin
        return _convert(given[-1].values, hint, given[-1].origin, found, here)
    if not by_key:
        return _record(hint, given, found, here)
    tables = _tables(given, found, here)
    entries = {
        name: [Layer(layer.origin, layer.values[name]) for layer in tables if name in layer.values]
        for name in dict.fromkeys(name for layer in tables for name in layer.values)
    }
    record = get_args(hint)[1]
    made = {name: _record(record, layers, found, _join(here, name)) for name, layers in entries.items()}
    return NOTHING if NOTHING in made.values() else made


def _record(kind: type[T], layers: Sequence[Layer], found: Findings, key: str) -> T:
    return build(kind, _tables(layers, found, key), found, key)


def _tables(layers: Sequence[Layer], found: Findings, key: str) -> list[Layer]:
    """Those that are tables; a fault for each that is none."""
    for layer in layers:
        if not isinstance(layer.values, Mapping):
            found.fault(layer.origin, f"{key} = {_shown(layer.values)}: expected a table of keys")
    return [layer for layer in layers if isinstance(layer.values, Mapping)]


def _convert(value: Any, hint: Any, origin: str, found: Findings, key: str) -> Any:
    if _is_record(hint):
        if not isinstance(value, dict):
            return _wrong(value, "expected a table of keys", origin, found, key)
        return build(hint, [Layer(origin, value)], found, key)
    inner = [argument for argument in get_args(hint) if argument is not ...]
    if isinstance(value, list) and len(inner) == 1 and _is_record(inner[0]):
        items = [_convert(item, inner[0], origin, found, f"{key}[{place}]") for place, item in enumerate(value, 1)]
        return NOTHING if NOTHING in items else (get_origin(hint) or list)(items)
    if isinstance(value, dict) and len(inner) == 2 and _is_record(inner[1]):
        pairs = {name: _convert(item, inner[1], origin, found, _join(key, name)) for name, item in value.items()}
        return NOTHING if NOTHING in pairs.values() else pairs
    return _plain(value, hint, origin, found, key)


def _plain(value: Any, hint: Any, origin: str, found: Findings, key: str) -> Any:
    if get_origin(hint) is Literal:
        options = get_args(hint)
        if value in options and type(value) in {type(option) for option in options}:
            return value
        alike = near(value, [str(option) for option in options]) if isinstance(value, str) else ""
        return _wrong(value, f"expected one of {', '.join(map(_shown, options))}{alike}", origin, found, key)
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        what = str(error).replace("`", "")
        return _wrong(value, what[0].lower() + what[1:], origin, found, key)


def _wrong(value: Any, what: str, origin: str, found: Findings, key: str) -> Any:
    found.fault(origin, f"{key} = {_shown(value)}: {what}")
    return NOTHING


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and is_dataclass(hint)


def _has_default(item: Field[Any]) -> bool:
    return item.default is not MISSING or item.default_factory is not MISSING


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name
