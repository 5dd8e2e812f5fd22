"""Fetches one big file whose size and hash are known beforehand; goes on with half a download, trusts nothing."""

from __future__ import annotations

import hashlib
import http.client
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import cast

from hardware.ports import HardwareError
from hardware.unpack import disk_trouble

_PIECE = 1 << 16

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Fetchable:
    """A file on the net: where it is, and how to know that it is the right one."""

    name: str
    url: str
    size: int
    sha256: str


def fetch(wanted: Fetchable, folder: Path, progress: Progress, timeout_seconds: float) -> Path:
    """The file ``<name>.zip`` in ``folder``, whole and checked. Raises HardwareError, one line, where that fails.

    What was fetched before a break stays as ``<name>.zip.part`` and is gone on with next time. A full disk keeps
    nothing: the evening's journal needs the room more.
    """
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{wanted.name}.zip.part"
    done = part.stat().st_size if part.exists() else 0
    try:
        if done < wanted.size:
            _load(wanted, part, done, progress, timeout_seconds)
        _check(wanted, part)
    except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError) as error:
        raise HardwareError(_broken(wanted, part, error)) from error
    except OSError as error:
        part.unlink(missing_ok=True)
        raise disk_trouble(error, wanted.name) from error
    whole = part.with_suffix("")
    part.replace(whole)
    return whole


def _load(wanted: Fetchable, part: Path, done: int, progress: Progress, timeout_seconds: float) -> None:
    with _open(wanted.url, done, timeout_seconds) as answer:
        resumed = answer.status == HTTPStatus.PARTIAL_CONTENT
        if _total(answer) not in (None, wanted.size):
            raise HardwareError(f"{wanted.url} is not the file expected: it has not {wanted.size} bytes.")
        done = done if resumed else 0
        with part.open("ab" if resumed else "wb") as target:
            for piece in _pieces(answer, wanted.size - done):
                target.write(piece)
                done += len(piece)
                progress(done, wanted.size)
    if done < wanted.size:
        raise http.client.IncompleteRead(b"", wanted.size - done)


def _pieces(answer: http.client.HTTPResponse, most: int) -> Iterator[bytes]:
    """What comes, no more than ``most`` bytes; any trouble on the line is told apart from trouble with the disk."""
    try:
        while most > 0 and (piece := answer.read(min(_PIECE, most))):
            yield piece
            most -= len(piece)
    except OSError as error:
        raise http.client.IncompleteRead(b"", most) from error


def _open(url: str, start: int, timeout_seconds: float) -> http.client.HTTPResponse:
    """The answer from byte ``start`` on (status 206), or from the beginning where the server will not have that."""
    headers = {"Range": f"bytes={start}-"} if start else {}
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=timeout_seconds)
    except urllib.error.HTTPError as error:
        if error.code != HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE or not start:
            raise
        return _open(url, 0, timeout_seconds)
    if answer.status == HTTPStatus.PARTIAL_CONTENT and not _range(answer).startswith(f"bytes {start}-"):
        answer.close()
        return _open(url, 0, timeout_seconds)
    return cast(http.client.HTTPResponse, answer)


def _range(answer: http.client.HTTPResponse) -> str:
    return answer.headers["Content-Range"] or ""


def _total(answer: http.client.HTTPResponse) -> int | None:
    """The size of the whole file, as the server tells it; None where it does not."""
    told = _range(answer).rpartition("/")[2] or answer.headers["Content-Length"] or ""
    return int(told) if told.isdecimal() else None


def _check(wanted: Fetchable, part: Path) -> None:
    with part.open("rb") as opened:
        found = hashlib.file_digest(opened, "sha256").hexdigest()
    if found != wanted.sha256:
        part.unlink()
        raise HardwareError(f"{wanted.name} came damaged (its SHA-256 is wrong). Nothing was kept: try again.")


def _broken(wanted: Fetchable, part: Path, error: Exception) -> str:
    here = part.stat().st_size if part.exists() else 0
    if isinstance(error, urllib.error.HTTPError):
        what = f"{wanted.url} answers {error.code} {error.reason}."
    elif here:
        return f"The download of {wanted.name} broke off at {100 * here // wanted.size} %: run it again to go on."
    else:
        what = f"{wanted.url} cannot be reached: no network?"
    return f"{what} A copy on a stick works too: prompter model use PATH"
