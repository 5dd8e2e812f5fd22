"""A tiny speech model for tests: as files, as a folder, as a zip file."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

from hardware.models import list_models

NAME = "vosk-model-tiny"
FILES = {
    "am/final.mdl": random.Random(1).randbytes(150_000),
    "graph/HCLr.fst": b"H",
    "graph/Gr.fst": b"G",
    "conf/mfcc.conf": b"--use-energy=false\n",
    "ivector/final.ie": bytes(400_000),
}


def zipped(files: dict[str, bytes], top: str = f"{NAME}/") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(top + name, data)
    return out.getvalue()


WHOLE = zipped(FILES)


def lay_out(folder: Path, files: dict[str, bytes] = FILES) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def nothing_is_installed(models: Path) -> bool:
    """No model, and nothing half-unpacked either; half a download may lie there, hidden."""
    return list_models(models) == () and not any(
        path.name.startswith(".new") or not path.name.startswith(".") for path in models.glob("*")
    )
