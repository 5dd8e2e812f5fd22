"""The scripted recogniser keeps the contract of the real ones."""

from __future__ import annotations

import pytest

from hardware.fakes.recogniser import ScriptedRecogniser
from tests.hardware.recogniser_contract import FreeTailContract, RecogniserContract, Say


class TestScriptedRecogniser(RecogniserContract, FreeTailContract):
    @pytest.fixture
    def recogniser(self) -> ScriptedRecogniser:
        return ScriptedRecogniser()

    @pytest.fixture
    def say(self, recogniser: ScriptedRecogniser) -> Say:
        def script(text: str) -> bytes:
            before, _, tail = text.partition("fact on morgan ")
            recogniser.will_hear("fact on morgan …" if tail else before or text)
            return bytes(64_000)

        return script
