"""A Vosk model in memory: loaded from a folder only, asked about every word, never given what would crash it.

Vosk 0.3.45 ends the process on an empty or malformed list of sentences, drops words it does not know from a sentence,
and goes on line when asked for a language (spikes/recognisers.md section 4). None of that can be reached from here.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hardware.models import check_kind
from hardware.ports import SAMPLE_RATE, HardwareError

UNKNOWN = "[unk]"
"""The word of a model that stands for any other speech. Not all models have it (field case C-004)."""

_MFCC = ("conf/mfcc.conf", "mfcc.conf")

_log = logging.getLogger(__name__)


class VoskModel:
    """A model in memory (the Korean one, 500,000 words: 570 MB), for any number of recognisers in any threads."""

    def __init__(self, folder: Path, cache: Path | None = None) -> None:
        """Load the model in ``folder``; a name of a model or language is never taken (field case C-022).

        With a ``cache`` folder, a copy made of links is loaded in which no dither is added to the sound: the same
        sound then gives the same result to the bit. Raises HardwareError where the folder holds no model that takes
        sentences (field case C-005), or vosk is not installed.
        """
        check_kind(folder)
        try:
            import vosk
        except (ImportError, OSError) as error:
            raise HardwareError(f"Vosk is not installed ({error}): pip install vosk") from error
        vosk.SetLogLevel(-1)
        try:
            self.loaded: Any = vosk.Model(str(_undithered(folder, cache) if cache else folder))
        except Exception as error:  # the library raises nothing narrower
            raise HardwareError(f"{folder} is damaged: fetch it again with prompter model get") from error
        self._recogniser = vosk.KaldiRecognizer
        self._known: dict[str, bool] = {}

    def knows(self, word: str) -> bool:
        """Whether the model can hear ``word``. Vosk drops unknown words with no more than a line in the log."""
        if word not in self._known:
            # marks such as [unk] are no words, and the library would read a word with a NUL in it to the NUL only
            fit = word.isprintable() and word == word.strip() != "" and word[0] not in "[<"
            self._known[word] = fit and self.loaded.vosk_model_find_word(word) >= 0
        return self._known[word]

    @property
    def hears_other_talk(self) -> bool:
        """Whether the model can tell other speech from sentences; without, it takes any talk for the nearest sentence.

        Open doors (the address word) should not be offered without it; field case C-004.
        """
        return bool(self.loaded.vosk_model_find_word(UNKNOWN) >= 0)

    def decoder(self, phrases: Sequence[str]) -> Any:
        """A new recogniser for these phrases; for the whole language where there are none."""
        # json escapes are not decoded by the library, and "[]" kills it
        limits = [json.dumps(list(phrases), ensure_ascii=False)] if phrases else []
        decoder = self._recogniser(self.loaded, SAMPLE_RATE, *limits)
        decoder.SetWords(True)
        return decoder


def _undithered(folder: Path, cache: Path) -> Path:
    """A copy of the model made of links, but for one line: no dither. Where none can be made, the model itself."""
    place = next((folder / name for name in _MFCC if (folder / name).is_file()), None)
    if place is None:
        return folder
    settings = re.sub(r"(?m)^--dither=.*\n?", "", place.read_text("utf-8")).rstrip("\n") + "\n--dither=0\n"
    origin = folder.resolve()
    mark = hashlib.sha256(f"{origin}\n{settings}".encode()).hexdigest()[:12]
    copy = cache / f"{origin.name}-{mark}"
    try:
        if not copy.exists():
            cache.mkdir(parents=True, exist_ok=True)
            scratch = Path(mkdtemp(prefix=".new-", dir=cache))
            _link(origin, scratch)
            (scratch / place.relative_to(folder)).unlink()
            (scratch / place.relative_to(folder)).write_text(settings, "utf-8")
            scratch.rename(copy)
    except OSError as error:
        _log.warning("%s: no copy of the model without dither: %s", cache, error)
        return folder
    return copy


def _link(origin: Path, copy: Path) -> None:
    for path in sorted(origin.rglob("*")):
        if path.is_dir():
            (copy / path.relative_to(origin)).mkdir(exist_ok=True)
        else:
            (copy / path.relative_to(origin)).symlink_to(path)
