"""Preparing a corpus: which words stay."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import dense
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare, selected_words
from spca_core.corpus.report import Report
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, random_corpus

#                   in 4 documents, 2, 1, 0
COUNTS = np.array([[1, 2, 0, 0], [3, 0, 0, 0], [1, 1, 7, 0], [2, 0, 0, 0]])


def small() -> Corpus:
    return Corpus(
        name="small",
        observations=sparse.csr_array(COUNTS.astype(float)),
        words=("all", "some", "one", "none"),
        titles=("a", "b", "c", "d"),
        groups={"label": ("x", "x", "y", "y")},
        texts=("ta", "tb", "tc", "td"),
        warnings=("mended",),
        report=Report(merged_words=1),
    )


def test_the_documents_and_all_that_is_known_of_them_stay():
    corpus = small()
    prepared = prepare(corpus, Preparation(min_df=2))
    for name in ("name", "titles", "groups", "texts", "warnings", "kind", "report"):
        assert getattr(prepared, name) == getattr(corpus, name)
    assert prepared.n_documents == corpus.n_documents
    assert prepared.content_id != corpus.content_id


def test_a_word_in_exactly_the_share_allowed_stays_whatever_the_rounding():
    counts = np.zeros((100, 2))
    counts[:29, 0] = counts[:, 1] = 1
    kept = selected_words(corpus_of(counts), Preparation(max_df=0.29))
    assert kept.tolist() == [True, False]  # 0.29 * 100 is below 29


@in_one_test("form", [sparse.csr_array, np.asarray])
@in_one_test("min_df", [1, 3, 0.1, 1.0])
@in_one_test("max_df", [1.0, 0.4, 20, 1])
def test_words_are_selected_by_document_frequency_as_in_scikit_learn(
    form, min_df, max_df
):
    corpus = random_corpus(1, 40, 30)
    counts = corpus.observations.toarray()
    documents = [[corpus.words[word] for word in np.flatnonzero(row)] for row in counts]
    theirs = CountVectorizer(analyzer=list, min_df=min_df, max_df=max_df)
    asked = Preparation(min_df=min_df, max_df=max_df)
    try:
        kept = theirs.fit(documents).vocabulary_
    except ValueError:  # No word is left.
        assert not selected_words(corpus, asked).any()
        return
    columns = [place for place, word in enumerate(corpus.words) if word in kept]
    left = prepare(replace(corpus, observations=form(counts)), asked)
    assert left.words == tuple(corpus.words[column] for column in columns)
    np.testing.assert_array_equal(dense(left.observations), counts[:, columns])


@in_one_test(
    "asked, expected",
    [
        ({"min_df": 5}, "None of the 4 words.*min_df is 5"),
        ({"stop_words": small().words}, "None of the 4 words.*leave out fewer"),
    ],
)
def test_a_preparation_that_leaves_no_word_is_refused(asked, expected):
    with pytest.raises(InputError, match=expected):
        prepare(small(), Preparation(**asked))


@in_one_test(
    "option, value, expected",
    [
        ("min_df", 0, "min_df must be an integer from 1 to .* got 0"),
        ("min_df", 1.5, "min_df must be a number from 0 to 1, got 1.5"),
        ("max_df", -0.5, "max_df must be a number from 0 to 1, got -0.5"),
        ("max_df", float("nan"), "max_df must be .*, got nan"),
    ],
)
def test_an_option_out_of_its_limits_is_refused(option, value, expected):
    with pytest.raises(InputError, match=expected):
        Preparation(**{option: value})


def test_of_too_many_words_those_in_most_documents_stay():
    corpus = corpus_of(np.array([[1, 9, 1, 0], [1, 0, 1, 1], [1, 0, 0, 1]]))
    kept = selected_words(corpus, Preparation(max_features=2))
    assert kept.tolist() == [True, False, True, False]
    assert selected_words(corpus, Preparation(max_features=4)).all()
    fewer = Preparation(max_features=2, stop_words=corpus.words[:1])
    assert selected_words(corpus, fewer).tolist() == [False, False, True, True]
