"""Speech to text, limited to what can be said now. Engines are imported from their modules, late: see C-025."""

from __future__ import annotations

from hardware.recogniser.addressed import AddressedNetwork
from hardware.recogniser.pronounce import Pronouncer

__all__ = ["AddressedNetwork", "Pronouncer"]
