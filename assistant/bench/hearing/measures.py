"""The measures of hearing by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from assistant.bench.hearing.coffee import coffee
from assistant.bench.hearing.commands import commands
from assistant.bench.hearing.plan import Measure

MEASURES: Mapping[str, Measure] = MappingProxyType({"coffee": coffee, "commands": commands})
