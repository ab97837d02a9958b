"""Rows of a list or a data frame stay rows, whatever their texts hold."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import spca_core
from spca_core.errors import InputError

TEA = "Tea with milk and sugar, a cup of tea, warm"
DOGS = "Dogs chase cats, and cats chase a dog"
TEXTS: list[Any] = [
    TEA,
    "",
    f"Milk. {TEA}",
    None,
    DOGS,
    "the of and",
    DOGS,
    "Cats chase",
]
LABELS = [f"row {number}" for number in range(8)]
FULL = [text for text in TEXTS if text and text != "the of and"]
COLUMN = pd.Series(TEXTS, index=LABELS)
SOURCES = {
    "list": TEXTS,
    "series": COLUMN,
    "frame": pd.DataFrame({"text": COLUMN, "year": 1990.0}),
    "by number": pd.DataFrame(TEXTS),
    "tokens": [(text or "").lower().replace(",", "").split() for text in TEXTS],
}


@pytest.mark.parametrize("name", SOURCES)
def test_each_row_stays_in_its_place_with_its_label_and_changes_no_variance(name):
    source = SOURCES[name]
    corpus = spca_core.load(source)
    topics = spca_core.solve(corpus, 2, 2)
    table = topics.to_frame("documents")
    labels = getattr(source, "index", None)
    labels = [*range(8)] if isinstance(source, list) else [*labels]
    assert table.index.tolist() == topics.transform(source).index.tolist() == labels
    assert table["document"].tolist() == [*range(1, 9)]
    if name == "tokens":  # in which function words are words
        return
    empty = (table["main_topic"] == "none").to_numpy()
    assert empty[[1, 3, 5]].all()
    dropped = spca_core.solve(FULL, 2, 2)
    assert topics.captured_variance == dropped.captured_variance
    assert topics.words() == dropped.words()
    assert table["share"].to_numpy()[~empty].tolist() == [
        share for share in dropped.to_frame("documents")["share"] if share
    ]
    assert any("Without words: 3 texts" in each for each in corpus.report.left_out)
    part = corpus.part(documents=[4, 5, 6, 8])
    assert part.n_documents == 2
    assert part.with_copies.rows.index.tolist() == [labels[i] for i in (3, 4, 5, 7)]
    again = spca_core.solve([DOGS, "Cats chase"], 1, 2)
    assert spca_core.solve(part, 1, 2).captured_variance == again.captured_variance


def test_columns_by_number_are_no_dates_or_titles_and_none_is_none():
    corpus = spca_core.load(pd.DataFrame(TEXTS))
    assert corpus.titles == corpus.dates == ()
    years = pd.DataFrame({0: TEXTS, 1: [1990.0, None, *[1991.0] * 6]})
    named = spca_core.load(years, text=0, date=2, title=None, stop_words=None)
    assert named.with_copies.dates[:3] == ("1990", "", "1991")
    assert named.titles == ()


def test_frames_of_polars_arrow_and_nullable_ones_are_read_as_those_of_pandas():
    few = np.random.default_rng(0).poisson(0.4, (30, 4))
    expected = spca_core.load(few).content_id
    counts = pl.DataFrame(few, schema=[f"feature_{n}" for n in range(1, 5)])
    nullable = counts.to_pandas().astype("Int64")
    for frame in (counts, nullable, counts.to_arrow()):
        assert spca_core.load(frame).content_id == expected
    texts = spca_core.load(pl.DataFrame({"text": TEXTS, "year": range(1990, 1998)}))
    assert texts.content_id == spca_core.load(TEXTS).content_id
    assert texts.dates
    of_column = spca_core.load(pl.Series(["tea cup", None]), languages="en")
    assert of_column.words == ("cup", "tea")
    with pytest.raises(InputError, match="not a finite number"):
        spca_core.load(nullable.mask(nullable == 0))


def test_a_list_of_paths_is_several_files(tmp_path: Path):
    (tmp_path / "b").mkdir()
    paths = [tmp_path / "a.txt", tmp_path / "b" / "a.txt"]
    for path, text in zip(paths, (TEA, DOGS), strict=True):
        path.write_text(text)
    corpus = spca_core.load(paths)
    assert corpus.n_documents == 2
    assert {*paths} <= {*corpus.files}
    with pytest.raises(InputError, match=r"missing.* cannot be opened"):
        spca_core.load([*paths, tmp_path / "missing.txt"])
