"""The paper's data sets are found in their folder, and read if they have its size."""

from pathlib import Path

import pytest

from spca_core.errors import InputError
from spca_core.paper.data_sets import DATA_SETS, data_set, find_file, read
from spca_core.paper.figures import published_variances
from tests.conftest import present
from tests.fuzz import slowly

KOS = data_set("KOS")
KOS_FILE = "docword.kos.txt"


def written(path: Path, text: str = "1\n1\n1\n1 1 1\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_data_sets_are_those_of_the_figures_of_one_size_each():
    published = published_variances()
    assert [data.name for data in DATA_SETS] == [*published["data_set"].unique()]
    for data in DATA_SETS:
        rows = published[published["data_set"] == data.name]
        assert set(zip(rows["n_rows"], rows["n_columns"], strict=True)) == {data.shape}
    assert KOS.shape == (3430, 6906)


@pytest.mark.parametrize("name", ["kos", "../KOS"])
def test_an_unknown_name_is_refused_with_the_names_there_are(name: str):
    with pytest.raises(InputError, match=f"no data set '{name}'; .*Arcene train.*KOS"):
        data_set(name)


def test_every_data_set_is_found_by_each_of_its_names_the_first_of_them(tmp_path: Path):
    for data in DATA_SETS:
        assert find_file(data, tmp_path) is None
        assert find_file(data, tmp_path / "nowhere") is None
        for name in (name for file in data.files[::-1] for name in file.names[::-1]):
            path = written(tmp_path / name)
            assert find_file(data, tmp_path) == path


def test_nothing_outside_the_folder_is_found(tmp_path: Path):
    outside = written(tmp_path / KOS_FILE)
    folder = tmp_path / "data"
    folder.mkdir()
    assert find_file(KOS, folder) is None
    (folder / KOS_FILE).symlink_to(outside)
    (folder / "linked").symlink_to(tmp_path)
    assert find_file(KOS, folder) is None
    # The folder may itself be a link and hold links to its own.
    counts = written(tmp_path / "real" / "kept" / "counts.txt")
    (tmp_path / "real" / KOS_FILE).symlink_to(counts)
    (tmp_path / "to_real").symlink_to(tmp_path / "real")
    assert find_file(KOS, tmp_path / "to_real") == tmp_path / "to_real" / KOS_FILE


def test_what_is_not_there_or_of_another_size_is_refused_with_the_way_to_get_it(
    tmp_path: Path,
):
    with pytest.raises(InputError) as refusal:
        read(KOS, tmp_path)
    for part in ("KOS is not in", str(tmp_path), KOS.url, KOS.how):
        assert part in str(refusal.value)
    written(tmp_path / KOS_FILE)
    written(tmp_path / "vocab.kos.txt", "war\n")
    with pytest.raises(InputError) as refusal:
        read(KOS, tmp_path)
    for part in (KOS_FILE, "is 1 x 1", "paper's KOS is 3,430 x 6,906", KOS.how):
        assert part in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "file", "row"),
    [
        ("Mfeat Pix", "mfeat-pix", " 0  3" * 120),
        slowly("Isolet-5", "isolet5.data", "-0.4394, " * 617 + "26."),
        slowly("Leukemia", "leukemia.csv", ",".join(["-12.5"] * 12582)),
    ],
)
def test_the_numbers_are_read_as_their_source_writes_them(
    name: str, file: str, row: str, tmp_path: Path
):
    data = data_set(name)
    written(tmp_path / file, f"{row}\n" * data.shape[0])
    corpus = read(data, tmp_path)
    assert corpus.observations.shape == data.shape
    assert (corpus.observations == corpus.observations[0]).all()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("KOS", "kos/docword.kos.txt.gz"),
        ("Mfeat Pix", "mfeat/mfeat-pixel.csv.gz"),
        slowly("Arcene train", "arcene/arcene_train.data.gz"),
    ],
)
def test_the_papers_own_data_are_found_and_have_its_size(
    name: str, file: str, data_folder: Path
):
    data = data_set(name)
    present(find_file(data, data_folder) or data_folder / file)
    corpus = read(data, data_folder)
    assert corpus.name == name
    assert corpus.observations.shape == data.shape
    assert corpus.warnings == ()
