"""Text to intent: sentences as data, strict whole-utterance matching, word networks. Knows no game and no device."""

from __future__ import annotations

from grammar.lint import clashes, lint, whole_commands
from grammar.network import WordNetwork
from grammar.phrasebook import COMMON, Phrasebook
from grammar.results import (
    TAIL,
    GrammarError,
    Matches,
    NameLike,
    NoMatch,
    OpenLike,
    PhrasebookError,
    Reading,
    Value,
)
from grammar.vocabulary import spoken_form, spoken_words

__all__ = [
    "COMMON",
    "TAIL",
    "GrammarError",
    "Matches",
    "NameLike",
    "NoMatch",
    "OpenLike",
    "Phrasebook",
    "PhrasebookError",
    "Reading",
    "Value",
    "WordNetwork",
    "clashes",
    "lint",
    "spoken_form",
    "spoken_words",
    "whole_commands",
]
