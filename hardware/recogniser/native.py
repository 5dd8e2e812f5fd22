"""Makes PocketSphinx decoders, with every failure as one line that says what to do."""

from __future__ import annotations

import os
from typing import Any

from hardware.ports import SAMPLE_RATE, HardwareError


def model_path(name: str) -> str:
    """A file of the English model that comes with the wheel."""
    try:
        from pocketsphinx import get_model_path
    except (ImportError, OSError) as error:
        raise HardwareError(f"PocketSphinx is not installed ({error}): pip install pocketsphinx") from error
    return str(get_model_path(f"en-us/{name}"))


def make_decoder(**options: Any) -> Any:
    """A decoder on the bundled acoustic model; no language model unless one is asked for."""
    acoustic = model_path("en-us")
    from pocketsphinx import Decoder

    options.setdefault("lm", None)
    try:
        return Decoder(hmm=acoustic, samprate=SAMPLE_RATE, loglevel="FATAL", logfn=os.devnull, **options)
    except (RuntimeError, ValueError) as error:
        raise HardwareError(f"PocketSphinx could not load its model: {error}. Install it again.") from error
