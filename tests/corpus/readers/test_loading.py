"""One corpus from every format, and only the options that a format can have."""

import gzip
import json
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest
from scipy import io as scipy_io
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus
from spca_core.corpus.options import Reading
from spca_core.corpus.readers import delimited, guarded, table
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.formats import (
    FORMATS,
    Gives,
    of_kind,
)
from spca_core.corpus.readers.loading import read_corpus
from spca_core.corpus.readers.look import look
from spca_core.corpus.sources import open_corpus
from spca_core.corpus.texts.tokenisation import AUTO, Tokenisation
from spca_core.errors import InputError
from spca_core.results.corpus.reading import first_lines
from tests.corpus.readers.test_office import pdf
from tests.fuzz import in_one_test
from tests.made_files import saved, zipped

VOCABULARY = ["peace", "tax", "tea", "war", "שלום"]  # in order, as readers put it
LIST = Upload("words.txt", "\n".join(VOCABULARY).encode())
N_DOCUMENTS = 12
AS_WRITTEN = Tokenisation(languages=("en",), merging="off")


def counts() -> np.ndarray:
    """Return counts, (12, 5), more than half of them 0, no document or word empty."""
    rng = np.random.default_rng(1)
    dense = rng.integers(1, 4, (N_DOCUMENTS, 5)) * (rng.random((N_DOCUMENTS, 5)) < 0.2)
    dense[range(N_DOCUMENTS), np.arange(N_DOCUMENTS) % 5] += 1
    return dense


DENSE = counts()
ROWS = [
    {VOCABULARY[word]: int(row[word]) for word in np.flatnonzero(row)} for row in DENSE
]
LONG = [" ".join(" ".join([word] * n) for word, n in row.items()) for row in ROWS]
CELLS = [(d, w, int(DENSE[d, w])) for d, w in zip(*DENSE.nonzero(), strict=True)]


def lines(rows) -> bytes:
    return "".join(f"{row}\n" for row in rows).encode()


def pairs(row: np.ndarray, base: int) -> str:
    return " ".join(f"{word + base}:{row[word]}" for word in np.flatnonzero(row))


WITH_A_LIST = {
    "uci": lines([N_DOCUMENTS, 5, len(CELLS)])
    + lines(f"{d + 1} {w + 1} {n}" for d, w, n in CELLS),
    "matrix_market": saved(scipy_io.mmwrite, sparse.coo_array(DENSE)),
    "lda_c": lines(f"{np.count_nonzero(row)} {pairs(row, 0)}" for row in DENSE),
    "svmlight": lines(f"x {pairs(row, 1)}" for row in DENSE),
    "npz": saved(sparse.save_npz, sparse.csr_array(DENSE)),
}
WITH_WORDS = {
    "triples": b"document,word,count\n"
    + lines(f"text {d},{VOCABULARY[w]},{n}" for d, w, n in CELLS),
    "count_table": lines(
        [",".join(VOCABULARY), *(",".join(map(str, row)) for row in DENSE)]
    ),
    "plain_text": lines(LONG),
    "zipped_texts": zipped(
        {f"text_{number:03d}.txt": text.encode() for number, text in enumerate(LONG)}
    ),
    "json_lines": lines(json.dumps({"counts": row}) for row in ROWS),
}
FILES = WITH_A_LIST | WITH_WORDS
NO_TABLES = ["text_table", "triples", *of_kind(Gives.TEXTS, Gives.MATRIX, Gives.FILES)]
OF_TEXTS = ("plain_text", "zipped_texts")
MEASURED = {
    "npy": saved(np.save, DENSE - 0.5),
    "npz": saved(sparse.save_npz, sparse.csr_array(DENSE - 0.5)),
    "table": lines(" ".join(map(str, row)) for row in DENSE - 0.5),
}


def read(form: str, chosen: str = AUTO, **options) -> Corpus:
    words = LIST if form in WITH_A_LIST else None
    if form in OF_TEXTS:
        options = {"tokenisation": AS_WRITTEN, **options}
    return read_corpus(Upload("data", FILES[form]), words, Reading(chosen, **options))


@in_one_test("form", FILES)
def test_the_same_corpus_is_read_from_every_format(form):
    for chosen in (AUTO, form):
        corpus = read(form, chosen)
        assert corpus.observations.toarray().tolist() == DENSE.tolist()
        assert corpus.words == tuple(VOCABULARY)
        assert (corpus.kind, corpus.warnings, corpus.name) == (COUNTS, (), "data")
        assert corpus.observations.has_sorted_indices


@in_one_test("form", MEASURED)
def test_a_matrix_with_fractions_or_negative_numbers_is_of_measurements(form):
    corpus = read_corpus(Upload("data", MEASURED[form]), LIST)
    assert (corpus.kind, corpus.words) == (MEASUREMENTS, tuple(VOCABULARY))


@in_one_test("form, content", [*FILES.items(), *MEASURED.items()])
def test_the_command_line_and_the_app_read_the_same_corpus(form, content, tmp_path):
    words = None if form in WITH_WORDS else LIST
    assert_same_both_ways(tmp_path, content, words, Reading())


@in_one_test("form", [AUTO, "table", "count_table"])
@in_one_test("label", [None, "name", "1"])
@in_one_test(
    "content",
    [
        b"name,war,tax\na,1,0\nb,0,0\nc,0,2\n",  # counts
        b"name,war,tax\na,1,0.5\nb,3,1\nc,7,2\n",  # measurements
        b"name,war,tax\na,war,1\nb,tax,2\n",  # like triples
        b"name,war,tax\na,few,many\n",  # like text
    ],
)
def test_labels_are_taken_out_alike_both_ways(form, label, content, tmp_path):
    assert_same_both_ways(tmp_path, content, None, Reading(form, label))


def assert_same_both_ways(folder, content: bytes, words, reading: Reading) -> None:
    """Read files by their paths, and the same uploaded."""
    (folder / "data").write_bytes(content)
    if words:
        (folder / words.name).write_bytes(words.content)
    listed = str(folder / words.name) if words else None
    told, shown = outcomes(
        lambda: open_corpus(str(folder / "data"), listed, reading),
        lambda: read_corpus(Upload("data", content), words, reading),
    )
    assert told == shown


def outcomes(*ways) -> list[tuple]:
    """Return all of each corpus that matters, or its refusal."""
    found: list[tuple] = []
    for way in ways:
        try:
            corpus = way()
        except InputError as refusal:
            found.append((str(refusal),))
        else:
            parts = (corpus.words, corpus.titles, corpus.warnings, corpus.report)
            found.append((corpus.content_id, corpus.name, corpus.kind, *parts))
    return found


def test_a_table_of_counts_can_be_read_as_measurements():
    corpus = read("count_table", "table")
    assert (corpus.kind, corpus.words) == (MEASUREMENTS, tuple(VOCABULARY))


@in_one_test("form", OF_TEXTS)
def test_with_a_vocabulary_only_its_words_are_counted_in_texts(form):
    given = ("tea", "the", VOCABULARY[-1])
    words = Upload("words.txt", "\n".join(given).encode())
    corpus = read_corpus(Upload("data", FILES[form]), words, Reading(form))
    assert corpus.words == given
    columns = [VOCABULARY.index("tea"), -1]
    sums = corpus.observations.sum(axis=0)
    assert sums[[0, 2]].tolist() == DENSE[:, columns].sum(axis=0).tolist()
    assert (sums[1] == N_DOCUMENTS) == (form == "mallet")


@in_one_test("form", OF_TEXTS)
def test_text_is_cut_as_is_asked(form):
    words = Tokenisation(shortest=4, languages=("en",))
    corpus = read(form, tokenisation=words)
    assert corpus.words == ("peace", "שלום")


@in_one_test("form", sorted(WITH_WORDS.keys() - {*OF_TEXTS}))
def test_a_word_list_is_refused_for_formats_with_words_of_their_own(form):
    with pytest.raises(InputError, match=r"words of its own\. Leave words\.txt out"):
        read_corpus(Upload("data", FILES[form]), LIST, Reading(form))


@in_one_test("form", NO_TABLES)
def test_a_label_column_is_refused_for_formats_that_are_no_table(form):
    with pytest.raises(InputError, match="which has no column to take out as labels"):
        read_corpus(Upload("data", b"anything"), None, Reading(form, label="name"))


@dataclass(frozen=True)
class Counted(Upload):
    """A file that counts how often it is opened."""

    opened: list[str] = field(default_factory=list)

    def open(self, mode, /):
        self.opened.append(mode)
        return super().open(mode)


OF_TEXT = pd.DataFrame(
    {"title": ["a", "b"], "text": [f"{each} is dear" for each in LONG[:2]]}
)
OPENED_ONCE = {
    "text_table": OF_TEXT.to_csv(index=False).encode(),
    "excel": saved(OF_TEXT.to_excel),
    "parquet": saved(OF_TEXT.to_parquet),
    "document": pdf("Tea was taxed by law"),
}


@in_one_test("form", OPENED_ONCE)
def test_a_file_is_opened_once_cut_once_and_unpacked_once(form, monkeypatch):
    unpacked, cut = [], []

    def read_here(read, content: bytes, name: str, options):
        unpacked.append(name)
        return read(content, name, **options)

    def read_rows(source, how):
        cut.append(source.name)
        return delimited.read_rows(source, how)

    monkeypatch.setattr(guarded, "read_apart", read_here)
    monkeypatch.setattr(table, "read_rows", read_rows)
    file = Counted("data", OPENED_ONCE[form])
    assert read_corpus(file).texts
    assert len(file.opened) == 1
    assert len(unpacked) == (form != "text_table")
    assert len(cut) == (form == "text_table")
    monkeypatch.undo()


def test_there_is_no_other_format():
    with pytest.raises(
        InputError, match=r"format must be one of auto, text_table, .*; got 'pickle'"
    ):
        Reading("pickle")


def test_an_upload_is_no_store():
    with pytest.raises(InputError, match="a store is a folder"):
        read_corpus(LIST, None, Reading("store"))


@in_one_test("chosen", FORMATS)
@in_one_test("form", FILES)
def test_a_file_read_in_the_wrong_format_is_a_corpus_or_refused(form, chosen):
    try:
        corpus = read_corpus(Upload("data", FILES[form]), None, Reading(chosen))
    except InputError as refusal:
        text = str(refusal)
        assert "data" in text
    else:
        assert np.isfinite(corpus.observations.sum())


def test_the_first_lines_are_shown_each_cut():
    text = "\r\n".join(["tea " * 100, "שלום\x1b\x00\ttax", *map(str, range(100))])
    file = Upload("data", text.replace("\x00", "\x07").encode())
    shown = first_lines(look(file)).split("\n")
    assert shown[:3] == [("tea " * 100)[:200] + "…", "שלום��\ttax", "0"]
    assert len(shown) == 10
    for form in ("npz", "zipped_texts"):
        assert first_lines(look(Upload("data", FILES[form]))) == ""


@pytest.mark.slow
def test_to_look_at_a_bomb_costs_little_memory(peak_bytes):
    bomb = Upload("data", gzip.compress(b"tea and tax " * 5_000_000))
    # What is looked at, and its words.
    assert peak_bytes(lambda: first_lines(look(bomb))) < 50_000_000
