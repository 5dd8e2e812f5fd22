"""Runs what kills Vosk, each in a forked child of one process that has the model; prints how each of them ended.

``python -m tests.hardware.vosk_crashes MODEL`` → {"name": exit code, negative for a signal}
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.ports import BLOCK_BYTES, HardwareError, Pronounced
from hardware.recogniser.vosk import Vosk
from hardware.recogniser.vosk_model import VoskModel
from tests.hardware.networks import PhraseNetwork

WORD, OTHER = "장면", "사람"
SOUND = bytes(BLOCK_BYTES)


def raw(model: Any, grammar: str) -> None:
    import vosk

    decode(vosk.KaldiRecognizer(model, 16000, grammar))


def raw_change(model: Any) -> None:
    import vosk

    recogniser = vosk.KaldiRecognizer(model, 16000, json.dumps([WORD], ensure_ascii=False))
    decode(recogniser)
    recogniser.SetGrammar(json.dumps([OTHER], ensure_ascii=False))


def decode(recogniser: Any) -> None:
    for _ in range(10):
        recogniser.AcceptWaveform(SOUND)


def adapted(model: VoskModel, *sentences: str) -> None:
    recogniser = Vosk(model)
    names = [Pronounced(word, sounds_like=(word, "")) for sentence in sentences for word in sentence.split()]
    recogniser.listen_for(PhraseNetwork(sentences), names)
    recogniser.start()
    for _ in range(10):
        recogniser.feed(SOUND)
    if recogniser.finish().text:
        raise SystemExit(3)


def adapted_change(model: VoskModel) -> None:
    recogniser = Vosk(model)
    recogniser.listen_for(PhraseNetwork([WORD]))
    recogniser.start()
    for _ in range(10):
        recogniser.feed(SOUND)
    try:
        recogniser.listen_for(PhraseNetwork([OTHER]))
    except HardwareError:
        recogniser.finish()
        recogniser.listen_for(PhraseNetwork([OTHER]))
        return
    raise SystemExit(3)


def ended(action: Callable[[], None]) -> int:
    child = os.fork()
    if not child:
        sys.stderr.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        code = 0
        try:
            action()
        except BaseException:
            code = 1
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(folder: Path) -> dict[str, int]:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # 570 MB for each death
    model = VoskModel(folder)
    library = model.loaded
    return {
        "raw sound": ended(lambda: raw(library, json.dumps([WORD], ensure_ascii=False))),
        "raw empty list": ended(lambda: raw(library, "[]")),
        "raw bad JSON": ended(lambda: raw(library, f'["{WORD}')),
        "raw object": ended(lambda: raw(library, f'{{"{WORD}": 1}}')),
        "raw change under pending sound": ended(lambda: raw_change(library)),
        "adapter empty list": ended(lambda: adapted(model)),
        "adapter no word known": ended(lambda: adapted(model, "zhurnak", "qqq zhurnak")),
        "adapter quotes and signs": ended(
            lambda: adapted(model, '["', f'{WORD} "{OTHER}"', "\\", f"\\u{ord(WORD[0]):04x}", f"{WORD}\0", "[unk]", "…")
        ),
        "adapter long name": ended(lambda: adapted(model, WORD * 500, f"{WORD} " * 200)),
        "adapter change under pending sound": ended(lambda: adapted_change(model)),
    }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
