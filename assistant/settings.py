"""What this box and this table are set to: defaults below, then the settings file, then ``--set key=value``.

The file is TOML, ``$XDG_CONFIG_HOME/prompter/prompter.toml`` unless ``--config`` names another one; beside it lie the
table's own copies of a game's data, in a folder per game. Where anything is wrong, all of it is told at once.
"""

from __future__ import annotations

import ast
import inspect
import os
import sys
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta

from assistant.layers import NOTHING, Findings, Layer, build, near, nested, parse_override, read_layer
from assistant.table import Game, Refusal

C = TypeVar("C")

OVERRIDES = "--set"
"""The origin of values given on the command line."""

FREE_PINS = range(2, 28)
"""The BCM numbers that the header has; 0 and 1 are for the memory of add-on boards."""

MOST_SEATS = 8


class SettingsError(Exception):
    """The settings cannot be used; the message has one line for each fault."""


@dataclass(frozen=True)
class Table:
    """``[table]``: who plays what, and how much the box says."""

    game: str = "repertoire"
    """The game that a new evening plays."""
    seats: tuple[str, ...] = ()
    """The players' names in the order of their seat buttons; they can also be told when an evening opens."""
    facilitator: str = ""
    """The player who is Producer or game master; empty: nobody from the start."""
    level: Literal["earcon", "results", "full"] = "results"
    """How much is said in a scene: two words like "Four. True.", said low, leave the scene its own talk."""
    address_word: Annotated[str, Meta(pattern=r"^[^\W\d_]+$")] = "prompter"
    """An aside without a button begins with it; a long word that is seldom said otherwise is heard best."""
    dice_source: Literal["device", "spoken"] = "device"
    """Who rolls: the box, or players who call out what their dice show (they may do so with either)."""


@dataclass(frozen=True)
class Hearing:
    """``[hearing]``: from sound to sentence."""

    engine: Literal["auto", "pocketsphinx", "vosk"] = "auto"
    """auto: the embedded one, PocketSphinx; vosk: the model chosen with ``prompter model``."""
    front_end: str = "auto"
    """Noise suppression before the recogniser: deepfilter, rnnoise (where installed) or none; "rnnoise in noise": only
    where the room is not quiet; auto: the best one for which this board is fast enough, in noise, see ``prompter
    doctor``; none: for a microphone that does it."""
    reject_nats: Annotated[float, Meta(ge=-1000.0, le=1000.0)] = -110.0
    """How far a sentence may score below free speech, for each second, before it is other talk; higher refuses more."""
    pause_seconds: Annotated[float, Meta(ge=0.2, le=3.0)] = 0.8
    """Silence that ends an aside said without a button; shorter cuts off people who think while they talk or stammer.
    While a button is held, nothing does."""
    address_seconds: Annotated[float, Meta(ge=1.0, le=15.0)] = 4.0
    """After the address word, how long a command may keep one waiting before the box stops listening."""
    model: str = ""
    """Folder of a Vosk model; empty: the one chosen with ``prompter model``."""


@dataclass(frozen=True)
class Voice:
    """``[voice]``: how the box speaks. Volumes are 0 to 1."""

    name: str = "en-us"
    """One of ``prompter voices``."""
    words_per_minute: Annotated[int, Meta(ge=80, le=450)] = 170
    """Slower is easier to catch in a murmur, faster is over sooner."""
    volume_scene: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.35
    """While a scene is played: a whisper from the wings."""
    volume_between: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.8
    """Between scenes, when nobody acts."""
    volume_production: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.2
    """The soft earcons of a Production; nothing is spoken there."""


@dataclass(frozen=True)
class SoundDevices:
    """``[sound]``: which devices. Their numbers change from boot to boot, their names do not."""

    microphone: str = ""
    """Part of its name in ``prompter devices``; empty: the system's choice."""
    speaker: str = ""
    """Part of its name in ``prompter devices``; empty: the system's choice."""


@dataclass(frozen=True)
class Pins:
    """``[pins]``: what is wired to which pin, by BCM numbers (GPIO 17 is pin 11 of the header): ``prompter wiring``.

    The defaults keep clear of I2C, UART, SPI and I2S, of 1-Wire (4) and of the pin by which some sound boards switch
    their amplifier (16): a microphone board on I2S fits beside them. ValueError with all clashes.
    """

    clock_button: int = 17
    """Taps let the clock stand or go on, a hold of a second mutes the ears; 0: no such button."""
    seat_buttons: tuple[int, ...] = (22, 23, 24, 25, 5, 6, 12, 13)
    """The buttons of the seats 1, 2, … in their order, 0 for a seat without one; a pin without a wire stays quiet."""
    status_lamp: int = 27
    """Listening, paused, heard, not understood: the lamp tells without a word; 0: no lamp."""
    seat_lamps: tuple[int, ...] = ()
    """The lamps of the seats in their order, 0 for none; 4, 16, 26 are free, and 7 to 11 where SPI is off."""

    def __post_init__(self) -> None:
        if faults := tuple(self._faults()):
            raise ValueError("; ".join(faults))

    def by_name(self) -> Mapping[str, int]:
        """Every pin in use under its key: ``clock_button``, ``seat_buttons[1]``, …"""
        rows = {"seat_buttons": self.seat_buttons, "seat_lamps": self.seat_lamps}
        seats = {f"{key}[{seat}]": pin for key, pins in rows.items() for seat, pin in enumerate(pins, 1)}
        pins = {"clock_button": self.clock_button, "status_lamp": self.status_lamp, **seats}
        return {key: pin for key, pin in pins.items() if pin}

    def _faults(self) -> Iterator[str]:
        keys_of: dict[int, list[str]] = {}
        for key, pin in self.by_name().items():
            keys_of.setdefault(pin, []).append(key)
            if pin not in FREE_PINS:
                yield f"{key} = {pin}: expected {FREE_PINS[0]} to {FREE_PINS[-1]}, or 0 for none"
        for pin, keys in keys_of.items():
            if len(keys) > 1:
                yield f"{' and '.join(keys)} share GPIO {pin}: each needs a pin of its own"
        for key, pins in (("seat_buttons", self.seat_buttons), ("seat_lamps", self.seat_lamps)):
            if len(pins) > MOST_SEATS:
                yield f"{key}: {len(pins)} pins, but a table has at most {MOST_SEATS} seats"


@dataclass(frozen=True)
class Evenings:
    """``[evenings]``: where the evenings are kept."""

    folder: str = ""
    """Empty: ``$PROMPTER_EVENINGS``, else ``prompter/evenings`` where programs keep their state."""


@dataclass(frozen=True)
class Page:
    """``[page]``: the page for tablets and phones, ``prompter page``."""

    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    """Where it is found: http://NAME.local:8080; 0: whichever is free."""
    host: str = ""
    """The one address of this machine that it is served on; empty: all, to the local network alone."""
    names: tuple[str, ...] = ()
    """Further names that the network gives this machine, e.g. "prompter.lan"; others are refused."""
    pin: Annotated[str, Meta(pattern=r"^([0-9]{4,12})?\Z")] = ""
    """Digits that let a device act and not only look; empty: new ones each evening, shown by the box."""
    socket: str = ""
    """Where evening and page meet; empty: ``$RUNTIME_DIRECTORY``, else where programs keep their state."""


@dataclass(frozen=True)
class InventedName:
    """``[[names]]``: a name that no dictionary has."""

    display: str
    """As it is written."""
    said: str = ""
    """As the voice should read it, e.g. "Ee sold"; empty: as written."""
    sounds_like: tuple[str, ...] = ()
    """English words that sound the same, e.g. "ale win", for a recogniser that cannot learn words."""
    phones: tuple[str, ...] = ()
    """Its pronunciations in ARPAbet without stress, e.g. "IH Z OW L D"; ``prompter teach`` writes what it hears."""


@dataclass(frozen=True)
class Sections:
    """What may stand in the file, beside ``[games.NAME]``: how this table reads the rules of a game."""

    table: Table = Table()
    hearing: Hearing = Hearing()
    voice: Voice = Voice()
    sound: SoundDevices = SoundDevices()
    pins: Pins = Pins()
    evenings: Evenings = Evenings()
    page: Page = Page()
    names: tuple[InventedName, ...] = ()
    """Invented names that the table uses, so that they can be heard and said."""


@dataclass(frozen=True)
class Settings(Sections):
    """The settings in force, and where each is from."""

    file: Path = Path("prompter.toml")
    origins: Mapping[str, str] = field(default_factory=dict)
    """Dotted key to the file or ``--set`` that it is from; a key that is not here has its default."""
    games: tuple[Layer, ...] = ()
    """The tables ``[games.NAME]`` of each place, the last one on top; :func:`game_config` makes one game's of them."""
    for_the_game: Layer = field(default=Layer(OVERRIDES, {}))
    """``--set`` keys without a dot: they are for the game that is played, whichever that is."""


@dataclass(frozen=True)
class Row:
    """One setting as ``prompter config`` shows it."""

    key: str
    value: Any
    origin: str
    reason: str


def load(
    path: Path | None = None, overrides: Mapping[str, Any] | None = None, games: Collection[str] | None = None
) -> Settings:
    """The settings in force. ``games``: the games there are, where known, so that a misspelt one is found.

    Raises SettingsError with all faults of the file and the overrides.
    """
    overrides = overrides or {}
    found = Findings()
    file = path or default_file()
    layers = [read_layer(file, found)] if path or file.exists() else []
    layers.append(Layer(OVERRIDES, nested({key: value for key, value in overrides.items() if "." in key})))
    own = [Layer(one.origin, {key: value for key, value in one.values.items() if key != "games"}) for one in layers]
    sections = build(Sections, own, found)
    of_games = tuple(_games_of(layer, games, found) for layer in layers if "games" in layer.values)
    if games is not None and sections.table.game not in games:
        origin = found.origins.get("table.game", "default")
        found.fault(origin, f'table.game = "{sections.table.game}": no such game{near(sections.table.game, games)}')
    _raise(found)
    return Settings(
        **{item.name: getattr(sections, item.name) for item in fields(Sections)},
        file=file,
        origins=found.origins,
        games=of_games,
        for_the_game=Layer(OVERRIDES, {key: value for key, value in overrides.items() if "." not in key}),
    )


def _games_of(layer: Layer, games: Collection[str] | None, found: Findings) -> Layer:
    tables = layer.values["games"]
    if not isinstance(tables, Mapping):
        found.fault(layer.origin, "games: expected a table for each game, [games.NAME]")
        return Layer(layer.origin, {})
    for name, table in tables.items():
        if games is not None and name not in games:
            found.fault(layer.origin, f"games.{name}: no such game{near(name, games)}")
        if not isinstance(table, Mapping):
            found.fault(layer.origin, f"games.{name}: expected a table of this game's settings")
    return Layer(layer.origin, tables)


def parse_overrides(texts: Iterable[str]) -> dict[str, Any]:
    """What was given with ``--set``, for :func:`load`. Raises SettingsError."""
    faults, values = [], {}
    for text in texts:
        try:
            key, value = parse_override(text)
            values[key] = value
        except ValueError as error:
            faults.append(f"{OVERRIDES}: {error}")
    if faults:
        raise SettingsError("\n".join(faults))
    return values


def game_config(game: Game[Any, C, Any], settings: Settings) -> C:
    """The configuration of a game, as its own check finds it faultless; see :func:`_game_config`."""
    return _game_config(game, settings)[0]


def examine(game: Game[Any, Any, Any], settings: Settings) -> tuple[Sequence[str], Sequence[str]]:
    """All faults of a game's data and settings, and all hints: what is odd and may be meant so. A line for each."""
    config, found = _examined(game, settings)
    hints = () if config is NOTHING else game.hints(config)
    return found.faults, [_told(game, found, hint, "worth a look") for hint in hints]


def _game_config(game: Game[Any, C, Any], settings: Settings) -> tuple[C, Mapping[str, str]]:
    """Shipped data files, the table's copies of them, ``[games.NAME]`` and ``--set``, each over the ones before.

    Raises SettingsError with all wrong types, unknown keys, and what the game's own check says, together.
    """
    config, found = _examined(game, settings)
    _raise(found)
    return config, found.origins


def _examined(game: Game[Any, C, Any], settings: Settings) -> tuple[C, Findings]:
    """The configuration, ``NOTHING`` where none can be made, and what came to light."""
    found = Findings()
    layers = [read_layer(_folder(game) / name, found, f"{game.id}/{name}") for name in game.files]
    own = [settings.file.parent / game.id / name for name in game.files]
    layers += [read_layer(path, found) for path in own if path.exists()]
    layers += [Layer(layer.origin, layer.values[game.id]) for layer in settings.games if game.id in layer.values]
    layers.append(settings.for_the_game)
    config = build(game.config, layers, found, elsewhere=[f"table.{item.name}" for item in fields(Table)])
    refusals = () if config is NOTHING else game.check(config)
    found.faults += [_told(game, found, refusal, "refused by the game") for refusal in refusals]
    return config, found


def _folder(game: Game[Any, Any, Any]) -> Path:
    """The folder of a game, where its data files are: that of the module of its configuration."""
    return Path(str(sys.modules[game.config.__module__].__file__)).parent


def _told(game: Game[Any, Any, Any], found: Findings, refusal: Refusal, verdict: str) -> str:
    key = str(refusal.slots.get("key", ""))
    slots = {name: value for name, value in refusal.slots.items() if name not in {"key", "value"}}
    subject = f"{key} = {refusal.slots.get('value', '')}: " if key else ""
    details = "".join(f", {name} {value}" for name, value in slots.items())
    reason = reasons(game.config).get(key, "")
    line = f"{subject}{verdict} ({refusal.code}{details})" + (f"; {reason}" if reason else "")
    return f"{found.origin_of(key) or game.id}: {line}"


def _raise(found: Findings) -> None:
    if found.faults:
        raise SettingsError("\n".join(found.faults))


def describe(settings: Settings, *games: Game[Any, Any, Any]) -> tuple[Row, ...]:
    """Every setting with its value, origin and reason; those of ``games`` as ``games.NAME.key``."""
    sections = Sections(**{item.name: getattr(settings, item.name) for item in fields(Sections)})
    rows = list(_rows(sections, "", settings.origins))
    for game in games:
        config, origins = _game_config(game, settings)
        hung = {f"games.{game.id}.{key}": origin for key, origin in origins.items()}
        rows += _rows(config, f"games.{game.id}.", hung)
    return tuple(rows)


def _rows(record: Any, above: str, origins: Mapping[str, str]) -> Iterator[Row]:
    texts = reasons(type(record))
    for item in fields(record):
        key, value = above + item.name, getattr(record, item.name)
        if is_dataclass(value):
            yield from _rows(value, f"{key}.", origins)
        else:
            yield Row(key, value, origins.get(key, "default"), texts.get(item.name, ""))


def reasons(kind: type) -> Mapping[str, str]:
    """Field to the text that stands under it, on one line."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(definition, ast.ClassDef)
    return {
        line.target.id: " ".join(below.value.value.split())
        for line, below in pairwise(definition.body)
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
    }


def default_file() -> Path:
    """Where the settings file is looked for."""
    return _xdg("XDG_CONFIG_HOME", ".config") / "prompter.toml"


def evenings_folder(settings: Settings) -> Path:
    """Where the evenings of this box are kept."""
    chosen = settings.evenings.folder or os.environ.get("PROMPTER_EVENINGS")
    return Path(chosen).expanduser() if chosen else _xdg("XDG_STATE_HOME", ".local/state") / "evenings"


def page_socket(settings: Settings) -> Path:
    """Where the page reaches the evening that is played."""
    if settings.page.socket:
        return Path(settings.page.socket).expanduser()
    given = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return (Path(given) if given else _xdg("XDG_STATE_HOME", ".local/state")) / "page.socket"


def models_folder() -> Path:
    """Where speech models are kept."""
    return _xdg("XDG_DATA_HOME", ".local/share") / "models"


def _xdg(variable: str, below_home: str) -> Path:
    base = Path(os.environ.get(variable, ""))
    return (base if base.is_absolute() else Path.home() / below_home) / "prompter"  # a relative one is to be ignored
