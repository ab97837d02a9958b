"""Long tables: the same in every format, however they are cut into pieces."""

import io
from dataclasses import replace

import pandas as pd
import pyarrow.parquet as pq
import pytest

from spca_core.errors import InputError
from spca_core.results.documents import scores
from spca_core.results.files import tables
from spca_core.results.files.tables import TABLE_FORMATS, LongTable, write_table
from spca_core.results.topics import coverage
from spca_core.topics import Topics, solve
from tests.oracles import planted_corpus

TABLE = pd.DataFrame(
    {
        "title": ["=1+1", "b", "caf\u00e9", "d\ne", ""],
        "n": [1, 2, 3, 4, 5],
        "score": [0.5, -1.0, 2.0, 0.0, 4.0],
    }
)


def workbook(file) -> pd.DataFrame:
    sheets = pd.read_excel(
        file, sheet_name=None, engine="openpyxl", keep_default_na=False
    )
    sheets.pop("About")
    assert all(len(sheet) <= tables.MAX_SHEET_ROWS for sheet in sheets.values())
    return pd.concat(sheets.values())


READERS = {
    ".csv": lambda file: pd.read_csv(file, keep_default_na=False),
    ".xlsx": workbook,
    ".parquet": pd.read_parquet,
}


def written(ending: str, table: pd.DataFrame, at_once: int) -> io.BytesIO:
    pieces = (table[i : i + at_once] for i in range(0, len(table), at_once))
    file = io.BytesIO()
    TABLE_FORMATS[ending].write(LongTable("Rows", pieces, ["from here"]), file)
    return io.BytesIO(file.getvalue())


@pytest.mark.parametrize("ending", TABLE_FORMATS)
@pytest.mark.parametrize("at_once", [1, 2, 5])
def test_a_table_comes_back_from_every_format_however_it_is_cut(
    monkeypatch: pytest.MonkeyPatch, ending: str, at_once: int
):
    monkeypatch.setattr(tables, "MAX_SHEET_ROWS", 3)  # the rest is in another sheet
    read = READERS[ending](written(ending, TABLE, at_once))
    expected = TABLE if ending == ".parquet" else tables.defused(TABLE)
    pd.testing.assert_frame_equal(
        read.reset_index(drop=True), expected, check_dtype=False
    )


def test_topics_of_one_name_have_a_column_each_in_parquet():
    table = TABLE.set_axis(["war", "n", "war"], axis=1)
    read = pd.read_parquet(written(".parquet", table, 2))
    assert read.columns.tolist() == ["war", "n", "war (2)"]


@pytest.fixture
def topics() -> Topics:
    corpus = planted_corpus(0, 3, 4)
    texts = tuple(f"text {n}" for n in range(corpus.n_documents))
    return solve(replace(corpus, texts=texts), 3, 4, effort="quick")


def test_every_document_is_written_with_its_text_and_what_the_columns_mean(
    monkeypatch: pytest.MonkeyPatch, topics: Topics, tmp_path
):
    whole = topics.to_frame("documents")
    monkeypatch.setattr(scores, "AT_ONCE", 50)
    for ending, read in READERS.items():
        path = tmp_path / f"documents{ending}"
        topics.write_documents(path)
        table = read(path).reset_index(drop=True)
        assert table["text"].tolist() == [*topics.corpus.texts]
        pd.testing.assert_frame_equal(table[[*whole]], whole, check_dtype=False)
    about = pq.read_schema(path).metadata[b"about"].decode()
    assert coverage.DEFINITION in about
    assert topics.corpus.content_id in about


def test_a_name_without_a_known_ending_is_refused(topics: Topics, tmp_path):
    with pytest.raises(InputError, match=r"one of \.csv, \.xlsx, \.parquet"):
        write_table(tmp_path / "documents.txt", topics.documents_table())
