"""A corpus kept in a folder comes back the same, whole or not at all."""

import json
import shutil
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import keeping, matrix, rows, sheet, stored
from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.keeping import keep, keep_chunks
from spca_core.corpus.matrix import in_memory
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.sheet import Description
from spca_core.corpus.store import is_store, open_store
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.results.corpus import document_lengths
from spca_core.results.quality import coherence, coverage
from spca_core.topics import solve
from tests.oracles import corpus_of, random_corpus


def counted(seed: int = 0, most: int = 3) -> Corpus:
    """Return counts with an empty document, titles and a warning."""
    corpus = random_corpus(seed, 50, 30)
    counts = np.random.default_rng(seed).integers(0, most + 1, (50, 30)).astype(float)
    counts[7] = 0
    counts[1, 1] = most
    titles = tuple(f"document {number}\nof ours" for number in range(50))
    return replace(
        corpus,
        observations=sparse.csr_array(counts),
        titles=titles,
        warnings=("A word was merged.",),
    )


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "BLOCK_CELLS", 100)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    keep(counted(), tmp_path / "kept")
    return tmp_path / "kept"


@pytest.mark.parametrize("counts", [[[5.0]], [[0.0, 0.0]], [[0.0, 3.0], [0.0, 0.0]]])
def test_a_store_may_have_one_count_or_none(tmp_path: Path, counts: list):
    keep(corpus_of(np.array(counts)), tmp_path / "kept")
    kept = in_memory(open_store(tmp_path / "kept").observations)
    np.testing.assert_array_equal(kept.toarray(), counts)


@pytest.mark.parametrize(("most", "kind"), [(255, "u1"), (256, "u2"), (70_000, "i4")])
def test_what_was_kept_comes_back_in_the_smallest_integers(tmp_path, most, kind):
    corpus = counted(most=most)
    keep(corpus, tmp_path / "kept")
    opened = open_store(tmp_path / "kept")
    counts = in_memory(opened.observations)
    assert counts.dtype == np.dtype(kind)
    assert (counts != corpus.observations).nnz == 0
    assert (opened.words, opened.titles) == (corpus.words, corpus.titles)
    assert (opened.name, opened.warnings) == (corpus.name, corpus.warnings)
    assert opened.content_id == corpus.content_id
    assert is_store(tmp_path / "kept")
    assert not is_store(tmp_path)


@pytest.mark.parametrize("method", ["joint", "bipartite", "tpower", "nmf"])
def test_a_store_has_the_same_topics_to_the_last_bit(folder, method):
    options = {"method": method, "effort": "quick", "candidates": 200}
    ours = solve(open_store(folder), 3, 4, **options)
    theirs = solve(counted(), 3, 4, **options)
    np.testing.assert_array_equal(ours.supports, theirs.supports)
    np.testing.assert_array_equal(ours.loadings, theirs.loadings)


def test_a_copy_of_stored_counts_does_not_pass_for_the_store(folder):
    opened = open_store(folder)
    doubled = replace(opened, observations=in_memory(opened.observations) * 2)
    assert doubled.content_id != opened.content_id


def test_a_prepared_store_is_kept_as_the_words_that_are_left(folder, tmp_path):
    asked = Preparation(min_df=36)
    left, prepared = prepare(counted(), asked), prepare(open_store(folder), asked)
    assert 0 < left.n_words < counted().n_words
    keep(prepared, tmp_path / "again")
    again = open_store(tmp_path / "again")
    assert again.content_id == prepared.content_id == left.content_id


def test_preparing_a_store_and_summing_over_it_copies_no_more_than_some_blocks(
    tmp_path, peak_bytes, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rows, "BLOCK_CELLS", 10_000)
    counts = sparse.csr_array(np.ones((2_000, 300)))
    words = tuple(f"word {number}" for number in range(300))
    keep(Corpus(name="ones", observations=counts, words=words), tmp_path / "kept")
    opened, topics = open_store(tmp_path / "kept"), np.arange(20).reshape(4, 5)

    def ask(removed: str) -> None:
        prepared = prepare(opened, Preparation(removed=(removed,)))
        covariance = Covariance.of(prepared, centred=True, weighting="tf-idf")
        covariance.block(topics[0])
        coverage(prepared.observations, topics)
        coherence(prepared.observations, topics)
        document_lengths(prepared)

    ask("word 1")  # What is opened and imported once is not asked about.
    assert peak_bytes(lambda: ask("word 2")) < 5 * counts.nnz / 3


def test_a_damaged_store_is_not_kept_as_a_whole_one(folder, tmp_path):
    values = np.fromfile(folder / sheet.VALUES, "u1")
    (values % 3 + 1).astype("u1").tofile(folder / sheet.VALUES)
    with pytest.raises(InputError, match="block 0 is damaged"):
        keep(open_store(folder), tmp_path / "copy")
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]


def test_a_folder_that_is_there_is_not_written_over(folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(InputError, match="is there already"):
        keep(counted(1), folder)
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_corpus_that_is_no_counts_is_refused_and_leaves_nothing(tmp_path):
    corpus = random_corpus(0, 20, 10)
    halves = replace(corpus, observations=corpus.observations * 0.5)
    with pytest.raises(InputError, match="whole numbers"):
        keep(halves, tmp_path / "kept")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("ended_by", "raised"),
    [
        (OSError(28, "No space left on device"), InputError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_what_ends_in_the_middle_leaves_nothing(tmp_path, ended_by, raised):
    def chunks():
        yield sparse.csr_array(counted().observations[:20])
        raise ended_by

    with pytest.raises(raised):
        keep_chunks(counted(), chunks(), tmp_path / "kept")
    assert not list(tmp_path.iterdir())


def test_what_a_killed_process_left_is_written_over(tmp_path):
    left = tmp_path / ".kept.part"
    left.mkdir()
    for name in (*sheet.TYPES, sheet.WORDS, sheet.TITLES, sheet.SHEET, keeping.WIDE):
        (left / name).write_bytes(b"left" * 1_000)
    keep(counted(), tmp_path / "kept")
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]
    assert len(list((tmp_path / "kept").iterdir())) == 7
    assert open_store(tmp_path / "kept").content_id == counted().content_id


def test_keeping_needs_memory_for_some_documents_not_for_all(tmp_path, monkeypatch):
    monkeypatch.setattr(rows, "BLOCK_CELLS", 100_000)
    for module, name in ((matrix, "HASHED_AT_ONCE"), (keeping, "CHUNK_BYTES")):
        monkeypatch.setattr(module, name, 100_000)
    # What is mapped is memory of the process as far as it is read, and is not traced.
    monkeypatch.delattr(np, "memmap")
    chunk = sparse.csr_array(np.ones((100, 1_000)))
    words = [f"word {number}" for number in range(1_000)]
    tracemalloc.start()
    try:
        chunks = (chunk.copy() for _ in range(50))
        keep_chunks(Description("ones", words), chunks, tmp_path / "kept")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    n_bytes = (tmp_path / "kept" / sheet.COLUMNS).stat().st_size
    assert peak < n_bytes / 3


def test_it_opens_without_its_counts_being_read(tmp_path):
    # On Linux, which tells what of a mapped file has come into memory.
    maps = Path("/proc/self/smaps")
    if not maps.exists():
        pytest.skip("the system does not tell")
    keep(counted(), tmp_path / "kept")
    opened = open_store(tmp_path / "kept")
    assert (opened.n_documents, opened.n_words) == (50, 30)
    assert opened.content_id == counted().content_id
    before = resident(maps, tmp_path / "kept")
    assert set(before) == {sheet.COLUMNS, sheet.VALUES, sheet.ROW_POINTERS}
    assert before[sheet.COLUMNS] == before[sheet.VALUES] == 0
    opened.observations.blocks[0].rows()
    after = resident(maps, tmp_path / "kept")
    assert min(after[sheet.COLUMNS], after[sheet.VALUES]) > 0


def resident(maps: Path, folder: Path) -> dict[str, int]:
    """Return how many kilobytes of each mapped file of a folder are in memory."""
    found, name = {}, None
    for line in maps.read_text().splitlines():
        if "-" in line.split()[0]:
            place = Path(line.split(maxsplit=5)[-1])
            name = place.name if place.parent == folder else None
        elif name and line.startswith("Rss:"):
            found[name] = int(line.split()[1])
    return found


def test_a_store_that_is_being_written_is_not_disturbed(tmp_path):
    def chunks():
        yield sparse.csr_array(counted().observations[:20])
        with pytest.raises(InputError, match="written by another process"):
            keep(counted(1), tmp_path / "kept")
        yield sparse.csr_array(counted().observations[20:])

    keep_chunks(counted(), chunks(), tmp_path / "kept")
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]
    assert open_store(tmp_path / "kept").content_id == counted().content_id


@pytest.mark.parametrize("removed", [(), ("word3",)])
@pytest.mark.parametrize("name", [*sheet.TYPES, *sheet.WHOLE])
@pytest.mark.parametrize("harm", ["gone", "cut", "longer", "other bits"])
def test_a_store_that_is_not_whole_is_refused(folder, name, harm, removed):
    path = folder / name
    content = bytearray(path.read_bytes())
    if harm == "gone":
        path.unlink()
    elif harm == "cut":
        path.write_bytes(content[:-4])
    elif harm == "longer":
        path.write_bytes(content + b"\0\0\0\0")
    else:
        content[len(content) // 2] ^= 0x41
        path.write_bytes(content)
    asked = Preparation(removed=removed)
    with pytest.raises(InputError, match="not a whole store"):
        solve(prepare(open_store(folder), asked), 2, 2, effort="quick")


def test_a_cell_that_moves_to_the_next_document_is_noticed(folder):
    path = folder / sheet.ROW_POINTERS
    pointers = np.fromfile(path, "<i4")
    pointers[len(pointers) // 2] -= 1
    assert (np.diff(pointers) >= 0).all()
    pointers.tofile(path)
    with pytest.raises(InputError, match=r"block \d+ is damaged"):
        solve(open_store(folder), 2, 2, effort="quick")


def test_a_store_says_in_how_many_documents_each_word_is(folder):
    counts = counted().observations.toarray()
    known = document_frequencies(open_store(folder).observations)
    assert known.tolist() == (counts > 0).sum(axis=0).tolist()


@pytest.mark.parametrize("field", list(sheet.FIELDS))
@pytest.mark.parametrize("value", [None, "no", -1, 0, [], {}, 10**12])
def test_a_sheet_with_another_field_is_refused(folder, field, value):
    path = folder / sheet.SHEET
    content = json.loads(path.read_text())
    could_be = (field in {"name", "content_id"} and value == "no") or (
        field == "warnings" and value == []
    )
    if could_be:
        pytest.skip("such a sheet may have been written")
    path.write_text(json.dumps({**content, field: value}))
    with pytest.raises(InputError):
        solve(open_store(folder), 2, 2, effort="quick")


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"version": 1}', "\0"])
def test_a_foreign_sheet_is_refused(folder, text):
    (folder / sheet.SHEET).write_text(text)
    with pytest.raises(InputError, match="not a whole store"):
        open_store(folder)


def test_a_folder_without_a_sheet_is_refused_with_the_way_out(tmp_path):
    with pytest.raises(InputError, match="disjoint-topics keep"):
        open_store(tmp_path)


def test_a_store_that_is_exchanged_while_open_is_not_read_on(folder, tmp_path):
    opened = open_store(folder)
    shutil.rmtree(folder)
    keep(counted(5), folder)
    stored._opened.cache_clear()
    with pytest.raises(InputError, match="changed"):
        solve(opened, 2, 2, effort="quick")


def test_the_greatest_count_that_a_store_holds_comes_back(tmp_path: Path):
    keep(corpus_of(np.array([[2**31 - 1, 1]])), tmp_path / "new" / "kept")
    opened = open_store(tmp_path / "new" / "kept")
    assert in_memory(opened.observations).toarray().tolist() == [[2**31 - 1, 1]]


@pytest.mark.parametrize("number", [0, -1, 0.5, 2**31])
def test_a_number_that_is_no_count_is_not_kept(tmp_path: Path, number: float):
    chunk = sparse.csr_array(([3.0, number], [0, 1], [0, 2]), shape=(1, 2))
    said = Description("tiny", ("war", "tax"))
    with pytest.raises(InputError, match="whole numbers from 1 to 2,147,483,647"):
        keep_chunks(said, [chunk], tmp_path / "kept")


def test_a_store_holds_so_many_counts_and_no_more(tmp_path, monkeypatch):
    corpus = counted()
    n_counts = corpus.observations.nnz
    monkeypatch.setattr(sheet, "MAX_CELLS", n_counts)
    keep(corpus, tmp_path / "kept")
    assert open_store(tmp_path / "kept").content_id == corpus.content_id
    monkeypatch.setattr(sheet, "MAX_CELLS", n_counts - 1)
    with pytest.raises(InputError, match=f"has over {n_counts - 1:,} counts"):
        keep(corpus, tmp_path / "another")


@pytest.mark.parametrize("column", [-1, 30])
def test_a_word_that_there_is_not_is_refused_whatever_the_checksum_says(
    folder, column: int
):
    columns = np.fromfile(folder / sheet.COLUMNS, "<i4")
    columns[0] = column
    columns.tofile(folder / sheet.COLUMNS)
    pointers = np.fromfile(folder / sheet.ROW_POINTERS, "<i4")
    said = Description("foreign", counted().words)
    written = sheet.describe(said, pointers, "<u1", folder)
    (folder / sheet.SHEET).write_text(json.dumps(written))
    with pytest.raises(InputError, match="block 0 is damaged"):
        keep(open_store(folder), folder.with_name("copy"))
