"""The games under contract: all that are found, and Stones."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.games import find_games
from assistant.settings import Settings, game_config
from tests.contracts import toy
from tests.contracts.playing import HIDING, Errors, Subject

FOUND = {found.id: found for found in find_games()}


@pytest.fixture(scope="session", params=["stones", *FOUND])
def subject(request: pytest.FixtureRequest) -> Subject:
    return _subject(request.param)


@pytest.fixture(params=HIDING)
def hiding(request: pytest.FixtureRequest) -> Subject:
    """A game that draws in secret, set to hide what it can."""
    subject = _subject(request.param)
    return replace(subject, config=replace(subject.config, **HIDING[request.param].get("settings", {})))


def _subject(name: str) -> Subject:
    if name == "stones":
        return Subject.of(toy.GAME, Path(toy.__file__).parent, toy.GAME.config())
    found = FOUND[name]
    assert found.game is not None, found.fault
    return Subject.of(found.game, found.folder, game_config(found.game, Settings()))


@pytest.fixture
def errors() -> Iterator[Errors]:
    """What the evening tells the log as bugs of the game."""
    handler = Errors()
    logger = logging.getLogger("assistant.evening")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)  # there the messages of errors are told as well
    yield handler
    logger.setLevel(logging.NOTSET)
    logger.removeHandler(handler)
