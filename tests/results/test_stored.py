"""A store's counts are small integers: no table made of them is any different."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import in_memory
from spca_core.corpus.occurrence import have_topics
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.readers.counts.tokens import pack
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.store import open_store
from spca_core.corpus.store_writer import keep
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.problem.settings import SKETCH_LABELS
from spca_core.results.comparison.held_out import some_documents
from spca_core.results.corpus import lengths, preparation_steps, reading, word_table
from spca_core.results.documents import scores, shares
from spca_core.results.topics import cards, chance, near_misses
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.topics import Topics, solve
from tests.fuzz import slowly
from tests.oracles import random_corpus

Table = Callable[[Topics], pd.DataFrame]
TABLES: dict[str, Table] = {
    "scores": scores.document_scores,
    "leaders": lambda found: scores.leading_documents(found, 1),
    "all leaders": lambda found: scores.leaders_of_all(found, 5),
    "a document": lambda found: scores.topics_of_document(
        found, scores.topics_in_documents(found), 3
    ),
    "its words": lambda found: scores.heaviest_words(found.corpus, 3, 4),
    "groups": lambda found: shares.topic_shares(
        documents_with_topics(found), ["a", "b"] * 20
    ),
    "report": lambda found: reading.figures_of_reading(found.corpus),
    "words": lambda found: word_table.word_table(found.corpus, found.settings),
    "cards": cards.cards,
    "coverage": lambda found: pd.DataFrame(
        have_topics(found.corpus.observations, found.supports)
    ),
    "lengths": lambda found: lengths.document_lengths(found.corpus),
    "near misses": lambda found: near_misses.near_misses(found, 1),
    "steps": lambda found: preparation_steps.preparation_steps(
        found.corpus, Preparation(min_df=3), found.settings
    ),
}


@pytest.fixture
def both(tmp_path: Path) -> tuple[Corpus, Corpus]:
    """Return counts up to 255 in memory, and the same in a store."""
    counts = np.random.default_rng(0).poisson(0.8, (40, 25)) * 85
    corpus = random_corpus(0, 40, 25)
    corpus = replace(corpus, observations=sparse.csr_array(counts.clip(0, 255) * 1.0))
    keep(corpus, tmp_path / "kept")
    stored = open_store(tmp_path / "kept")
    assert in_memory(stored.observations).dtype == np.uint8
    return corpus, stored


@pytest.mark.parametrize(
    ("weighting", "least"),
    [("tf-idf", 20), *(slowly(name, 1) for name in WEIGHTINGS)],
)
def test_tables_are_the_same(both, weighting, least):
    prepared = [prepare(corpus, Preparation(min_df=least)) for corpus in both]
    assert prepared[0].content_id == prepared[1].content_id
    ours, theirs = (
        read_corpus(Upload("data", pack(corpus, {}))) for corpus in prepared
    )
    assert ours.content_id == theirs.content_id
    options = {"weighting": weighting, "effort": "quick"}
    found = [solve(corpus, 2, 3, **options) for corpus in prepared]
    for name, table in TABLES.items():
        pd.testing.assert_frame_equal(
            *map(table, found), check_dtype=False, check_exact=True, obj=name
        )


@pytest.mark.slow
@pytest.mark.parametrize("most", [slowly(chance.MAX_DOCUMENTS), 30])
def test_chance_is_the_same(both, monkeypatch, most):
    monkeypatch.setattr(chance, "MAX_DOCUMENTS", most)
    known = []
    for corpus in both:
        prepared = prepare(corpus, Preparation(min_df=20))
        found = solve(prepared, 2, 3, effort="quick")
        known += [[*chance.against_chance(found, 2)][-1].table]
    pd.testing.assert_frame_equal(*known)


@pytest.mark.parametrize(
    "weighting", ["tf-idf", *map(slowly, sorted({*WEIGHTINGS} - {"tf-idf"}))]
)
def test_topics_of_a_part_are_the_same(both, weighting):
    """A part of a store is no store: its counts are weighted like any others."""
    rows = np.arange(0, both[0].n_documents, 2)
    for method in ("joint", "bipartite"):
        options = {"weighting": weighting, "method": method, "candidates": 200}
        ours, theirs = (
            solve(some_documents(corpus, rows), 2, 3, effort="quick", **options)
            for corpus in both
        )
        np.testing.assert_array_equal(ours.supports, theirs.supports)
        np.testing.assert_allclose(ours.variances, theirs.variances, rtol=1e-12)


@pytest.mark.parametrize("sketch", SKETCH_LABELS)
def test_sketches_are_the_same(both, sketch):
    ours, theirs = (
        solve(corpus, 2, 3, method="bipartite", sketch=sketch, candidates=200)
        for corpus in both
    )
    np.testing.assert_array_equal(ours.supports, theirs.supports)
    assert ours.remarks == theirs.remarks
