"""One meaning of "belongs to": every place counts the same documents of each topic."""

import io
from collections import Counter
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.results.documents import coverage, shares
from spca_core.results.documents.document_map import document_map
from spca_core.results.documents.scores import topics_in_documents
from spca_core.results.files.export import to_workbook
from spca_core.results.files.html_report import html_report
from spca_core.results.topics.cards import cards
from spca_core.results.topics.topic_map import topic_map
from spca_core.results.topics.variances import topics_with_notes
from spca_core.topics import Topics, solve
from tests.oracles import planted_corpus

GROUPS = {"year": tuple(f"{1990 + n % 4}" for n in range(200))}


def with_copies_left_out() -> Corpus:
    corpus = planted_corpus(0, 3, 4)
    counts = corpus.observations.toarray()
    rows = np.arange(200) % 150 % corpus.n_documents
    whole = replace(corpus, observations=sparse.csr_array(counts[rows]))
    whole = replace(whole, groups=GROUPS)
    return replace(whole.of_documents(np.arange(200) < 150), whole=whole)


def measurements() -> Corpus:
    numbers = np.random.default_rng(0).normal(size=(200, 15))
    numbers[abs(numbers) < 1] = 0
    words = tuple(f"feature {n}" for n in range(15))
    return Corpus(
        name="m", observations=numbers, words=words, groups=GROUPS, kind=MEASUREMENTS
    )


@pytest.fixture(params=[with_copies_left_out, measurements], ids=["copies", "numbers"])
def topics(request) -> Topics:
    return solve(request.param(), 3, 4, effort="quick")


def workbook(topics: Topics) -> dict[str, pd.DataFrame]:
    corpus, names = topics.corpus, topics.names
    notes = topics_with_notes(corpus, topics, {}).assign(name=names)
    has_topic = coverage.documents_with_topics(corpus, topics)
    content = to_workbook(
        *(corpus, topics, has_topic, topics.to_frame(), topics.documents_table()),
        *(notes, names, topics.provenance),
    )
    return pd.read_excel(io.BytesIO(content), sheet_name=None, engine="openpyxl")


def test_every_place_counts_the_same_documents_of_each_topic(topics: Topics):
    corpus, names = topics.corpus, topics.names
    whole = corpus.with_copies.observations
    whole = whole if isinstance(whole, np.ndarray) else whole.toarray()
    theirs = topics.loadings > 0
    there = ((whole[:, topics.supports] != 0) & theirs).sum(axis=2)
    has = there >= np.minimum(2, theirs.sum(axis=1))
    expected = has.sum(axis=0).tolist()
    assert 0 < min(expected) < max(expected) < len(whole)

    judged, book = topics.quality(), workbook(topics)
    lists = topics.to_frame("documents")["topics"]
    listed = Counter(name for those in lists for name in those.split("; "))
    by_year = shares.topic_shares(has, GROUPS["year"])
    for found in (
        cards(corpus, topics)["documents"],
        judged["documents"],
        judged["coverage"] * len(whole),
        topic_map(has)["documents"],
        by_year.groupby("topic")["carrying"].sum(),
        book["Topics"]["documents"],
        [listed[name] for name in names],
        [len(topics.documents(topic, most=len(whole))) for topic in (1, 2, 3)],
    ):
        assert list(found) == pytest.approx(expected)


def test_every_place_has_the_same_documents_without_a_topic_and_main_topics(
    topics: Topics, tmp_path: Path
):
    corpus = topics.corpus
    found = topics_in_documents(corpus, topics)
    called = np.array(["none", *topics.names])
    expected = called[found.main].tolist()
    uncovered = coverage.uncovered(found.has_topic).tolist()
    assert uncovered == [n for n, name in enumerate(expected, 1) if name == "none"]
    drawn = document_map(found, topic_map(found.has_topic)).sort_values("document")
    topics.write_documents(tmp_path / "documents.csv")
    read = pd.read_csv(tmp_path / "documents.csv", keep_default_na=False)
    definition, *others = read["definition"]
    assert definition.startswith(coverage.DEFINITION)
    assert not any(others)
    sheets = workbook(topics)
    assert sheets["About"]["about"].iloc[-1] == definition
    for main in (
        read["main_topic"],
        sheets["Documents"]["main_topic"],
        topics.to_frame("documents")["main_topic"],
        called[drawn["topic"]],
    ):
        assert list(main) == expected


@pytest.mark.slow
def test_a_report_counts_the_same_documents_and_says_what_carrying_is(topics: Topics):
    html = html_report("Topics", topics.corpus, topics, topics.provenance)
    (table,) = (
        table for table in pd.read_html(io.StringIO(html)) if "Documents" in table
    )
    found = coverage.documents_with_topics(topics.corpus, topics)
    assert table["Documents"].tolist() == found.sum(axis=0).tolist()
    assert coverage.describe_coverage(found, topics.corpus.kind) in html
    assert coverage.DEFINITION in unescape(html)
