"""Fetching a speech model. A server on the loopback stands in for the makers' site."""

from __future__ import annotations

import hashlib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hardware.fetch import Fetchable
from hardware.models import SMALL_ENGLISH, get_model, kind_of, list_models, model_in_use
from hardware.ports import HardwareError
from tests.hardware.model_files import FILES, NAME, WHOLE, lay_out, nothing_is_installed


class Makers(ThreadingHTTPServer):
    """The makers' site: what it has, and how it misbehaves."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.data = WHOLE
        self.knows_ranges = True
        self.breaks_after: int | None = None
        self.starts_elsewhere = False
        self.status = 200
        self.asked: list[str | None] = []

    @property
    def wanted(self) -> Fetchable:
        url = f"http://127.0.0.1:{self.server_port}/{NAME}.zip"
        return Fetchable(NAME, url, len(WHOLE), hashlib.sha256(WHOLE).hexdigest())


class Answering(BaseHTTPRequestHandler):
    server: Makers

    def do_GET(self) -> None:
        makers, asked = self.server, self.headers["Range"]
        makers.asked.append(asked)
        start = int(asked.removeprefix("bytes=").rstrip("-")) if asked and makers.knows_ranges else 0
        if makers.status != 200:
            self.send_error(makers.status)
            return
        if start >= len(makers.data):
            self.send_error(416)
            return
        rest = makers.data[start:]
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(rest)))
        if start:
            told = 0 if makers.starts_elsewhere else start
            self.send_header("Content-Range", f"bytes {told}-{len(makers.data) - 1}/{len(makers.data)}")
        self.end_headers()
        self.wfile.write(rest[: makers.breaks_after])

    def log_message(self, format: str, *args: object) -> None:
        del format, args


@pytest.fixture
def makers() -> Iterator[Makers]:
    with Makers() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tmp_path / "data" / "models"


def part_of(models: Path) -> Path:
    return models / ".download" / f"{NAME}.zip.part"


class TestGet:
    def test_a_model_is_fetched_checked_and_used(self, makers: Makers, models: Path) -> None:
        told: list[tuple[int, int]] = []
        model = get_model(models, makers.wanted, progress=lambda done, size: told.append((done, size)))
        assert kind_of(model.folder) == "dynamic"
        assert model_in_use(models) == model.folder == models / NAME
        assert told[-1] == (len(WHOLE), len(WHOLE))

    def test_the_download_is_gone_when_the_model_is_there(self, makers: Makers, models: Path) -> None:
        get_model(models, makers.wanted)
        assert list((models / ".download").iterdir()) == []

    def test_a_model_that_is_here_is_not_fetched_again(self, makers: Makers, models: Path) -> None:
        get_model(models, makers.wanted)
        get_model(models, makers.wanted)
        assert len(makers.asked) == 1

    def test_a_broken_download_goes_on_where_it_broke(self, makers: Makers, models: Path) -> None:
        makers.breaks_after = 100_000
        with pytest.raises(HardwareError, match="broke off at 66 %"):
            get_model(models, makers.wanted)
        assert nothing_is_installed(models)
        makers.breaks_after = None
        get_model(models, makers.wanted)
        assert makers.asked == [None, "bytes=100000-"]

    def test_a_server_without_ranges_sends_all_again(self, makers: Makers, models: Path) -> None:
        makers.breaks_after, makers.knows_ranges = 100_000, False
        with pytest.raises(HardwareError):
            get_model(models, makers.wanted)
        makers.breaks_after = None
        assert get_model(models, makers.wanted).folder.is_dir()

    def test_a_server_that_goes_on_elsewhere_is_asked_for_all(self, makers: Makers, models: Path) -> None:
        lay_out(models, {f".download/{NAME}.zip.part": WHOLE[:1000]})
        makers.starts_elsewhere = True
        get_model(models, makers.wanted)
        assert makers.asked == ["bytes=1000-", None]

    def test_a_download_that_is_longer_than_it_should_be_is_fetched_anew(self, makers: Makers, models: Path) -> None:
        lay_out(models, {f".download/{NAME}.zip.part": WHOLE + b"more"})
        with pytest.raises(HardwareError, match="damaged"):
            get_model(models, makers.wanted)
        get_model(models, makers.wanted)

    def test_a_wrong_hash_keeps_nothing(self, makers: Makers, models: Path) -> None:
        makers.data = WHOLE[:-1] + b"?"
        with pytest.raises(HardwareError, match="came damaged"):
            get_model(models, makers.wanted)
        assert nothing_is_installed(models)
        assert not part_of(models).exists()

    @pytest.mark.parametrize("data", [WHOLE[:-1], WHOLE + b"?"], ids=["smaller", "larger"])
    def test_another_size_than_expected_is_told_before_it_is_fetched(
        self, makers: Makers, models: Path, data: bytes
    ) -> None:
        makers.data = data
        with pytest.raises(HardwareError, match="not the file expected"):
            get_model(models, makers.wanted)
        assert nothing_is_installed(models)

    @pytest.mark.parametrize("status", [404, 503])
    def test_an_error_of_the_server_is_told_with_a_way_out(self, makers: Makers, models: Path, status: int) -> None:
        makers.status = status
        with pytest.raises(HardwareError, match=rf"answers {status} .* prompter model use PATH"):
            get_model(models, makers.wanted)

    def test_no_network_is_told_with_a_way_out(self, makers: Makers, models: Path) -> None:
        wanted = makers.wanted
        makers.server_close()
        with pytest.raises(HardwareError, match=r"cannot be reached: no network.* prompter model use PATH") as told:
            get_model(models, wanted, timeout_seconds=2)
        assert "\n" not in str(told.value)
        assert nothing_is_installed(models)

    def test_a_server_that_never_answers_is_given_up(self, models: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
            with pytest.raises(HardwareError, match="cannot be reached"):
                get_model(models, Fetchable(NAME, url, 1, ""), timeout_seconds=0.2)

    def test_an_interrupted_download_is_gone_on_with(self, makers: Makers, models: Path) -> None:
        def interrupt(done: int, size: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            get_model(models, makers.wanted, progress=interrupt)
        assert nothing_is_installed(models)
        get_model(models, makers.wanted)
        assert makers.asked[1] == f"bytes={2**16}-"

    def test_what_a_power_cut_left_behind_is_cleared_away(self, makers: Makers, models: Path) -> None:
        lay_out(models / ".new-1234" / "unpacked", FILES)
        assert list_models(models) == ()
        get_model(models, makers.wanted)
        assert list(models.glob(".new-*")) == []

    @pytest.mark.parametrize(("room", "what"), [(50_000, "download"), (300_000, "unpacking")])
    def test_a_full_disk_is_told_and_keeps_nothing(self, makers: Makers, models: Path, room: int, what: str) -> None:
        # a limit on the size of files stands in for a full disk: the last write of the child fails
        told = get_with_file_limit(makers.wanted, models, room)
        assert told.startswith("The disk is full")
        assert nothing_is_installed(models)
        assert not part_of(models).exists()

    def test_the_small_english_model_is_the_one_of_the_design(self) -> None:
        assert SMALL_ENGLISH.size == 41_205_931
        assert SMALL_ENGLISH.sha256 == "30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498"
        assert SMALL_ENGLISH.url == f"https://alphacephei.com/vosk/models/{SMALL_ENGLISH.name}.zip"


def get_with_file_limit(wanted: Fetchable, models: Path, most_bytes: int) -> str:
    """What a child process says that may write no file larger than ``most_bytes``."""
    script = """
import resource, sys
from pathlib import Path
from hardware.fetch import Fetchable
from hardware.models import get_model
from hardware.ports import HardwareError
name, url, size, sha256, models, most = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
try:
    get_model(Path(models), Fetchable(name, url, int(size), sha256))
except HardwareError as error:
    print(error)
"""
    words = [wanted.name, wanted.url, str(wanted.size), wanted.sha256, str(models), str(most_bytes)]
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script, *words], cwd=root, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout
