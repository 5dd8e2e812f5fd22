"""Takes foreign zip files and folders onto this box without trusting them: no path that leads out, no link, no bomb."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import zipfile
import zlib
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO

from hardware.ports import HardwareError

MOST_BYTES = 4_000_000_000
"""The largest English models have 2 to 3 GB unpacked."""
MOST_FILES = 1_000
"""Models have about twenty."""


def unpack(archive: Path, folder: Path, most_bytes: int = MOST_BYTES) -> None:
    """Unpack the zip file ``archive`` into the new ``folder``. Raises HardwareError where it is not to be trusted.

    An OSError (no space, a stick pulled out) is the caller's to tell.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            members = opened.infolist()
            _check_members(members, archive.name, most_bytes)
            folder.mkdir()
            for member in members:
                _unpack_member(opened, member, folder / member.filename)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, FileExistsError, NotADirectoryError) as error:
        raise HardwareError(f"{archive.name} is no whole zip file ({error}): fetch or copy it again.") from error


def _unpack_member(opened: zipfile.ZipFile, member: zipfile.ZipInfo, place: Path) -> None:
    if member.is_dir():
        place.mkdir(parents=True, exist_ok=True)
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    with opened.open(member) as source:
        _copy(source, place)


def copy_tree(source: Path, folder: Path, most_bytes: int = MOST_BYTES) -> None:
    """Copy the folder ``source`` to the new ``folder``. Raises HardwareError where it is not to be trusted."""
    inside = source.resolve()
    paths = list(islice(inside.rglob("*"), MOST_FILES + 1))
    if len(paths) > MOST_FILES:
        raise _untrusted(source.name, f"it has more than {MOST_FILES} files")
    for path in paths:
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise _untrusted(source.name, f"{path.name} is no plain file")
    if sum(path.stat().st_size for path in paths) > most_bytes:
        raise _too_large(source.name, most_bytes)
    folder.mkdir()
    for path in sorted(paths):
        place = folder / path.relative_to(inside)
        if path.is_dir():
            place.mkdir(parents=True, exist_ok=True)
        else:
            with path.open("rb") as opened:
                _copy(opened, place)


def disk_trouble(error: OSError, what: str) -> HardwareError:
    """One clear line for an error of the disk while ``what`` was being written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return HardwareError(f"The disk is full: {what} does not fit. Make room and try again.")
    return HardwareError(f"{what} could not be copied: {error.strerror or error}.")


def _check_members(members: list[zipfile.ZipInfo], name: str, most_bytes: int) -> None:
    if len(members) > MOST_FILES:
        raise _untrusted(name, f"it has more than {MOST_FILES} files")
    if sum(member.file_size for member in members) > most_bytes:
        raise _too_large(name, most_bytes)
    for member in members:
        path = PurePosixPath(member.filename)
        if path.is_absolute() or ".." in path.parts or "\\" in member.orig_filename or "\0" in member.orig_filename:
            raise _untrusted(name, f"{member.filename} leads out of its folder")
        if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise _untrusted(name, f"{member.filename} is no plain file")
        if member.flag_bits & 1:
            raise _untrusted(name, "it is encrypted")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _untrusted(name, f"{member.filename} is packed in an unusual way")


def _copy(source: IO[bytes], place: Path) -> None:
    with place.open("xb") as target:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())  # a power cut must not leave empty files under a good name


def _too_large(name: str, most_bytes: int) -> HardwareError:
    return _untrusted(name, f"it is larger than {most_bytes / 1_000_000:g} MB")


def _untrusted(name: str, why: str) -> HardwareError:
    return HardwareError(f"{name} was not taken: {why}.")
