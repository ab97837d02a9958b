"""A corpus kept in a folder comes back the same, whole or not at all."""

import json
import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import matrix, rows, store_manifest, store_writer, stored
from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import in_memory
from spca_core.corpus.occurrence import have_topics
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.store import is_store, open_store
from spca_core.corpus.store_manifest import Description
from spca_core.corpus.store_writer import keep, keep_chunks
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.results.corpus.lengths import document_lengths
from spca_core.results.topics.quality import coherence
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, random_corpus


def counted(seed: int = 0, most: int = 3) -> Corpus:
    """Return counts with an empty document, all that is known of each, a warning."""
    corpus = random_corpus(seed, 50, 30)
    counts = np.random.default_rng(seed).integers(0, most + 1, (50, 30)).astype(float)
    counts[7] = 0
    counts[1, 1] = most
    titles = tuple(f"document {number}\nof ours" for number in range(50))
    return replace(
        corpus,
        observations=sparse.csr_array(counts),
        titles=titles,
        dates=("1950-03", "") * 25,
        groups={"party": ("Whig", "No party") * 25},
        warnings=("A word was merged.",),
    )


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "BLOCK_CELLS", 100)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    keep(counted(), tmp_path / "kept")
    return tmp_path / "kept"


def copied(folder: Path) -> Path:
    """Copy a store, to be damaged."""
    name = f"copy {len(list(folder.parent.iterdir()))}"
    return Path(shutil.copytree(folder, folder.with_name(name)))


def read(corpus: Corpus) -> np.ndarray:
    """Read every block of a corpus, as each sum does."""
    return Covariance.of(corpus, centred=False).moments


@in_one_test(
    "corpus, kind",
    [
        *(
            (corpus_of(np.array(counts)), "u1")
            for counts in ([[5.0]], [[0.0, 0.0]], [[0.0, 3.0], [0.0, 0.0]])
        ),
        (counted(most=255), "u1"),
        (counted(most=256), "u2"),
        (counted(most=70_000), "i4"),
        (corpus_of(np.array([[2**31 - 1, 1]])), "i4"),
    ],
)
def test_a_store_returns_its_counts_in_the_smallest_integers(
    corpus: Corpus, kind: str, tmp_path_factory
):
    folder = tmp_path_factory.mktemp("store") / "new" / "kept"
    keep(corpus, folder)
    opened = open_store(folder)
    counts = in_memory(opened.observations)
    assert counts.dtype == np.dtype(kind)
    assert (counts != corpus.observations).nnz == 0
    for name in (*Description._fields, "content_id"):
        assert getattr(opened, name) == getattr(corpus, name)
    known = document_frequencies(opened.observations)
    assert known.tolist() == (corpus.observations.toarray() > 0).sum(axis=0).tolist()
    assert is_store(folder)
    assert not is_store(folder.parent)


def test_a_prepared_store_is_written_with_the_words_that_remain(folder, tmp_path):
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
        prepared = prepare(opened, Preparation(stop_words=(removed,)))
        covariance = Covariance.of(prepared, centred=True, weighting="tf-idf")
        covariance.block(topics[0])
        have_topics(prepared.observations, topics)
        coherence(prepared.observations, topics)
        document_lengths(prepared)

    ask("word 1")  # What is opened and imported once is not asked about.
    assert peak_bytes(lambda: ask("word 2")) < 5 * counts.nnz / 3


def test_keeping_needs_memory_for_some_documents_not_for_all(
    tmp_path, monkeypatch, peak_bytes
):
    monkeypatch.setattr(rows, "BLOCK_CELLS", 100_000)
    for module, name in ((matrix, "HASHED_AT_ONCE"), (store_writer, "CHUNK_BYTES")):
        monkeypatch.setattr(module, name, 100_000)
    # What is mapped is memory of the process as far as it is read, and is not traced.
    monkeypatch.delattr(np, "memmap")
    chunk = sparse.csr_array(np.ones((100, 1_000)))
    ones = Description("ones", [f"word {number}" for number in range(1_000)])
    chunks = (chunk.copy() for _ in range(50))
    peak = peak_bytes(lambda: keep_chunks(ones, chunks, tmp_path / "kept"))
    assert peak < (tmp_path / "kept" / store_manifest.COLUMNS).stat().st_size / 3


def test_a_folder_that_is_there_is_not_written_over(folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(InputError, match="is there already"):
        keep(counted(1), folder)
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}


@in_one_test("number", [0, -1, 0.5, 2**31])
def test_a_number_that_is_no_count_is_refused_and_leaves_nothing(number, tmp_path):
    chunk = sparse.csr_array(([3.0, number], [0, 1], [0, 2]), shape=(1, 2))
    tiny = Description("tiny", ("war", "tax"))
    with pytest.raises(InputError, match="whole numbers from 1 to 2,147,483,647"):
        keep_chunks(tiny, [chunk], tmp_path / "kept")
    assert not list(tmp_path.iterdir())


@in_one_test(
    "ended_by, raised",
    [
        (OSError(28, "No space left on device"), InputError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_what_ends_in_the_middle_leaves_nothing(ended_by, raised, tmp_path):
    def chunks():
        yield sparse.csr_array(counted().observations[:20])
        raise ended_by

    with pytest.raises(raised):
        keep_chunks(counted(), chunks(), tmp_path / "kept")
    assert not list(tmp_path.iterdir())


def test_what_a_killed_process_left_is_written_over(tmp_path):
    left = tmp_path / ".kept.part"
    left.mkdir()
    for name in store_writer.PARTS:
        (left / name).write_bytes(b"left" * 1_000)
    keep(counted(), tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert len(list((tmp_path / "kept").iterdir())) == 7
    assert open_store(tmp_path / "kept").content_id == counted().content_id


def test_what_others_keep_where_a_store_is_written_is_not_removed(tmp_path):
    theirs = tmp_path / ".kept.part" / "source.csv"
    theirs.parent.mkdir()
    theirs.write_text("theirs")
    with pytest.raises(InputError, match="has other files"):
        keep(counted(), tmp_path / "kept")
    assert theirs.read_text("utf-8") == "theirs"


def test_a_store_that_is_being_written_is_not_disturbed(tmp_path):
    def chunks():
        yield sparse.csr_array(counted().observations[:20])
        with pytest.raises(InputError, match="written by another process"):
            keep(counted(1), tmp_path / "kept")
        yield sparse.csr_array(counted().observations[20:])

    keep_chunks(counted(), chunks(), tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert open_store(tmp_path / "kept").content_id == counted().content_id


def test_a_store_holds_so_many_counts_and_no_more(tmp_path, monkeypatch):
    corpus = counted()
    n_counts = corpus.observations.nnz
    monkeypatch.setattr(store_manifest, "MAX_CELLS", n_counts)
    keep(corpus, tmp_path / "kept")
    assert open_store(tmp_path / "kept").content_id == corpus.content_id
    monkeypatch.setattr(store_manifest, "MAX_CELLS", n_counts - 1)
    with pytest.raises(InputError, match=f"has over {n_counts - 1:,} counts"):
        keep(corpus, tmp_path / "another")


@in_one_test(
    "name, harm, removed",
    product(
        [*store_manifest.DTYPES, *store_manifest.WHOLE],
        ["gone", "cut", "longer", "other bits"],
        [(), ("word3",)],
    ),
)
def test_a_store_that_is_not_whole_is_refused(name, harm, removed, folder):
    damaged = copied(folder)
    path = damaged / name
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
    with pytest.raises(InputError, match="not a whole store"):
        read(prepare(open_store(damaged), Preparation(stop_words=removed)))


def test_it_opens_without_reading_its_counts_and_is_not_copied_if_damaged(folder):
    for name in (store_manifest.COLUMNS, store_manifest.VALUES):
        damaged = copied(folder)
        size = (damaged / name).stat().st_size
        (damaged / name).write_bytes(b"\1" * size)
        opened = open_store(damaged)
        assert (opened.n_documents, opened.n_words) == (50, 30)
        assert opened.content_id == counted().content_id
        before = {path.name for path in folder.parent.iterdir()}
        with pytest.raises(InputError, match="block 0 is damaged"):
            keep(opened, folder.with_name("another"))
        assert before == {path.name for path in folder.parent.iterdir()}


def test_a_cell_that_moves_to_the_next_document_is_noticed(folder):
    path = folder / store_manifest.ROW_POINTERS
    pointers = np.fromfile(path, "<i4")
    pointers[len(pointers) // 2] -= 1
    assert (np.diff(pointers) >= 0).all()
    pointers.tofile(path)
    with pytest.raises(InputError, match=r"block \d+ is damaged"):
        read(open_store(folder))


@in_one_test("column", [-1, 30])
def test_a_word_that_there_is_not_is_refused_whatever_the_checksum_says(column, folder):
    columns = np.fromfile(folder / store_manifest.COLUMNS, "<i4")
    columns[0] = column
    columns.tofile(folder / store_manifest.COLUMNS)
    pointers = np.fromfile(folder / store_manifest.ROW_POINTERS, "<i4")
    foreign = Description("foreign", counted().words)
    written = store_manifest.describe(foreign, pointers, "<u1", folder)
    (folder / store_manifest.MANIFEST).write_text(json.dumps(written))
    with pytest.raises(InputError, match="block 0 is damaged"):
        keep(open_store(folder), folder.with_name("copy"))


FIELDS = product(store_manifest.MANIFEST_FIELDS, [None, "no", -1, 0, [], {}, 10**12])
COULD_BE = [("name", "no"), ("content_id", "no"), ("warnings", [])]


@in_one_test("field, value", [case for case in FIELDS if case not in COULD_BE])
def test_a_sheet_with_another_field_is_refused(field, value, folder):
    damaged = copied(folder)
    path = damaged / store_manifest.MANIFEST
    content = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**content, field: value}))
    with pytest.raises(InputError):
        read(open_store(damaged))


def test_a_foreign_sheet_is_refused_and_a_folder_without_one_with_the_way_out(folder):
    sheet = folder / store_manifest.MANIFEST
    for text in ("", "[]", "{}", "null", '{"version": 1}', "\0"):
        sheet.write_text(text)
        with pytest.raises(InputError, match="not a whole store"):
            open_store(folder)
    sheet.unlink()
    with pytest.raises(InputError, match="disjoint-topics keep"):
        open_store(folder)


def test_a_store_that_is_exchanged_while_open_is_not_read_on(folder):
    opened = open_store(folder)
    shutil.rmtree(folder)
    keep(counted(5), folder)
    stored._opened.cache_clear()
    with pytest.raises(InputError, match="changed"):
        read(opened)
