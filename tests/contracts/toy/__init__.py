"""Stones: a game for the tests of the shell. It uses every way in which a game and the shell can talk to each other."""

from tests.contracts.toy.rules import GAME

__all__ = ["GAME"]
