"""The measures of hearing by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from assistant.bench.hearing.address import address
from assistant.bench.hearing.coffee import coffee
from assistant.bench.hearing.commands import commands
from assistant.bench.hearing.invented import invented
from assistant.bench.hearing.names import names
from assistant.bench.hearing.plan import Measure
from assistant.bench.hearing.talk import talk

MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "coffee": coffee,
        "talk": talk,
        "names": names,
        "commands": commands,
        "invented": invented,
        "address": address,
    }
)
