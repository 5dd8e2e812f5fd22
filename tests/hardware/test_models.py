"""Taking a speech model from a stick, and which models are here."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.models import check_kind, kind_of, list_models, model_in_use, use_model
from hardware.ports import HardwareError
from tests.hardware.model_files import FILES, NAME, WHOLE, lay_out, nothing_is_installed, zipped


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tmp_path / "data" / "models"


class TestUse:
    def test_a_folder_from_a_stick_is_copied(self, tmp_path: Path, models: Path) -> None:
        stick = lay_out(tmp_path / "stick" / NAME)
        model = use_model(models, stick)
        assert model.folder == models / NAME
        assert (model.folder / "am/final.mdl").read_bytes() == FILES["am/final.mdl"]
        assert model_in_use(models) == model.folder

    @pytest.mark.parametrize(("top", "name"), [(f"{NAME}/", NAME), ("", "stick-0.15")])
    def test_a_zip_file_is_unpacked_with_or_without_a_folder_around(
        self, tmp_path: Path, models: Path, top: str, name: str
    ) -> None:
        archive = tmp_path / "stick-0.15.zip"
        archive.write_bytes(zipped(FILES, top))
        assert use_model(models, archive).folder == models / name

    def test_a_model_of_the_older_flat_kind_is_taken(self, tmp_path: Path, models: Path) -> None:
        flat = lay_out(tmp_path / "flat", {"final.mdl": b"", "HCLr.fst": b"", "Gr.fst": b"", "mfcc.conf": b""})
        assert use_model(models, flat).name == "flat"

    def test_a_model_that_is_here_already_is_only_chosen(self, tmp_path: Path, models: Path) -> None:
        first = use_model(models, lay_out(tmp_path / "first"))
        use_model(models, lay_out(tmp_path / "second"))
        use_model(models, first.folder)
        assert [(model.name, model.in_use) for model in list_models(models)] == [("first", True), ("second", False)]

    def test_a_newer_copy_takes_the_place_of_the_older(self, tmp_path: Path, models: Path) -> None:
        use_model(models, lay_out(tmp_path / NAME))
        use_model(models, lay_out(tmp_path / NAME, {"graph/Gr.fst": b"newer"}))
        assert (models / NAME / "graph/Gr.fst").read_bytes() == b"newer"
        assert not list(models.glob(".new-*"))

    @pytest.mark.case("C-005")
    def test_a_static_model_is_refused_with_what_is_needed(self, tmp_path: Path, models: Path) -> None:
        static = lay_out(tmp_path / "big", {"am/final.mdl": b"", "graph/HCLG.fst": b""})
        with pytest.raises(
            HardwareError, match=r"big has one big graph .* HCLr\.fst and Gr\.fst .* prompter model get"
        ):
            use_model(models, static)
        assert nothing_is_installed(models)

    def test_a_folder_without_a_model_is_refused(self, tmp_path: Path, models: Path) -> None:
        with pytest.raises(HardwareError, match="photos is no speech model"):
            use_model(models, lay_out(tmp_path / "photos", {"a.jpg": b""}))
        assert nothing_is_installed(models)

    def test_what_is_not_there_is_told(self, tmp_path: Path, models: Path) -> None:
        with pytest.raises(HardwareError, match="There is no"):
            use_model(models, tmp_path / "gone.zip")

    def test_a_failed_use_leaves_the_model_in_use_as_it_was(self, tmp_path: Path, models: Path) -> None:
        before = use_model(models, lay_out(tmp_path / NAME))
        (tmp_path / f"{NAME}.zip").write_bytes(WHOLE[:-5000])
        with pytest.raises(HardwareError):
            use_model(models, tmp_path / f"{NAME}.zip")
        assert model_in_use(models) == before.folder
        assert (before.folder / "am/final.mdl").read_bytes() == FILES["am/final.mdl"]


class TestList:
    def test_there_are_no_models_before_the_first(self, models: Path) -> None:
        assert list_models(models) == ()
        assert model_in_use(models) is None

    def test_models_are_listed_with_their_sizes(self, tmp_path: Path, models: Path) -> None:
        use_model(models, lay_out(tmp_path / NAME))
        (model,) = list_models(models)
        assert (model.name, model.size, model.in_use) == (NAME, sum(map(len, FILES.values())), True)

    def test_what_is_no_model_is_not_listed(self, models: Path) -> None:
        lay_out(models, {"notes/readme.txt": b"", "stray.zip": b""})
        assert list_models(models) == ()

    @pytest.mark.parametrize("noted", [b"gone\n", b"../../etc\n", b"\xff\xfe", b""])
    def test_a_note_that_names_no_model_here_means_none(self, models: Path, noted: bytes) -> None:
        lay_out(models, {"in-use": noted})
        assert model_in_use(models) is None

    def test_the_kind_is_told_from_the_files(self, tmp_path: Path) -> None:
        assert kind_of(lay_out(tmp_path / "a")) == "dynamic"
        assert kind_of(lay_out(tmp_path / "b", {"am/final.mdl": b"", "graph/HCLG.fst": b""})) == "static"
        assert kind_of(lay_out(tmp_path / "c", {"am/final.mdl": b"", "graph/Gr.fst": b""})) == "none"
        assert kind_of(tmp_path / "nowhere") == "none"

    def test_a_usable_model_passes_the_check(self, tmp_path: Path) -> None:
        check_kind(lay_out(tmp_path / NAME))
