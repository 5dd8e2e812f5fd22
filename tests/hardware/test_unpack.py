"""Zip files and folders from anywhere: nothing leads out, nothing fills the disk."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.models import use_model
from hardware.ports import HardwareError
from hardware.unpack import copy_tree, unpack
from tests.hardware.model_files import WHOLE, lay_out, nothing_is_installed


def entry(name: str, kind: int = stat.S_IFREG) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, (kind | 0o644) << 16
    return info


def hostile(*entries: tuple[zipfile.ZipInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for info, data in entries:
            archive.writestr(info, data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


class TestForeignFiles:
    @pytest.fixture
    def target(self, tmp_path: Path) -> Path:
        (tmp_path / "inner").mkdir()
        return tmp_path / "inner" / "target"

    @pytest.mark.parametrize(
        "name", ["../evil", "a/../../evil", "/tmp/prompter-evil", "..\\evil", "a/../../../inner/evil"]
    )
    def test_a_path_that_leads_out_is_refused_before_anything_is_written(
        self, tmp_path: Path, target: Path, name: str
    ) -> None:
        archive = tmp_path / "evil.zip"
        archive.write_bytes(hostile((entry("good"), b"x"), (entry(name), b"x")))
        with pytest.raises(HardwareError, match=r"evil\.zip was not taken"):
            unpack(archive, target)
        assert not target.exists()
        assert not Path("/tmp/prompter-evil").exists()

    @pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
    def test_links_and_devices_in_a_zip_file_are_refused(self, tmp_path: Path, target: Path, kind: int) -> None:
        archive = tmp_path / "evil.zip"
        archive.write_bytes(hostile((entry("out", kind), b"/etc"), (entry("out/passwd"), b"x")))
        with pytest.raises(HardwareError, match="no plain file"):
            unpack(archive, target)

    def test_a_bomb_is_refused_by_its_size(self, tmp_path: Path, target: Path) -> None:
        archive = tmp_path / "bomb.zip"
        archive.write_bytes(hostile((entry("zeros"), bytes(3_000_000))))
        with pytest.raises(HardwareError, match="larger than 2 MB"):
            unpack(archive, target, most_bytes=2_000_000)
        assert not target.exists()

    def test_a_bomb_that_lies_about_its_size_writes_no_more_than_it_says(self, tmp_path: Path, target: Path) -> None:
        bomb = hostile((entry("zeros"), bytes(3_000_000)))
        archive = tmp_path / "bomb.zip"
        archive.write_bytes(bomb.replace((3_000_000).to_bytes(4, "little"), (1_000).to_bytes(4, "little")))
        with pytest.raises(HardwareError, match="no whole zip file"):
            unpack(archive, target, most_bytes=2_000_000)
        assert sum(path.stat().st_size for path in target.rglob("*")) <= 1_000

    def test_too_many_files_are_refused(self, tmp_path: Path, target: Path) -> None:
        archive = tmp_path / "many.zip"
        archive.write_bytes(hostile(*((entry(f"file{number}"), b"") for number in range(1_001))))
        with pytest.raises(HardwareError, match="more than 1000 files"):
            unpack(archive, target)

    @pytest.mark.parametrize(
        "damage",
        [
            lambda whole: b"",
            lambda whole: b"no zip file at all",
            lambda whole: whole[:5_000],
            lambda whole: whole[:50_000] + b"????" + whole[50_004:],
            lambda whole: whole.replace(b"graph/Gr.fst", b"am/final.mdl"),
        ],
        ids=["empty", "text", "cut off", "flipped", "a name twice"],
    )
    def test_a_damaged_zip_file_is_told_in_one_line(self, tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
        models, archive = tmp_path / "models", tmp_path / "damaged.zip"
        archive.write_bytes(damage(WHOLE))
        with pytest.raises(HardwareError, match=r"^damaged\.zip [^\n]*$"):
            use_model(models, archive)
        assert nothing_is_installed(models)

    def test_an_unusual_packing_is_refused(self, tmp_path: Path, target: Path) -> None:
        archive = tmp_path / "odd.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_LZMA) as odd:
            odd.writestr("a", b"x")
        with pytest.raises(HardwareError, match="packed in an unusual way"):
            unpack(archive, target)

    def test_an_encrypted_zip_file_is_refused(self, tmp_path: Path, target: Path) -> None:
        data = bytearray(hostile((entry("secret"), b"x")))
        data[data.index(b"PK\x01\x02") + 8] |= 1
        (tmp_path / "secret.zip").write_bytes(data)
        with pytest.raises(HardwareError, match="encrypted"):
            unpack(tmp_path / "secret.zip", target)

    def test_a_link_in_a_folder_is_refused(self, tmp_path: Path, target: Path) -> None:
        stick = lay_out(tmp_path / "stick")
        (stick / "graph" / "out").symlink_to("/etc/passwd")
        with pytest.raises(HardwareError, match="stick was not taken: out is no plain file"):
            copy_tree(stick, target)
        assert not target.exists()

    def test_a_device_in_a_folder_is_refused(self, tmp_path: Path, target: Path) -> None:
        stick = lay_out(tmp_path / "stick")
        os.mkfifo(stick / "pipe")
        with pytest.raises(HardwareError, match="pipe is no plain file"):
            copy_tree(stick, target)

    def test_a_folder_that_is_far_too_big_is_refused(self, tmp_path: Path, target: Path) -> None:
        with pytest.raises(HardwareError, match=r"larger than 0\.1 MB"):
            copy_tree(lay_out(tmp_path / "stick"), target, most_bytes=100_000)
