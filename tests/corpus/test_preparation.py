"""Preparing a corpus: which words stay."""

from dataclasses import replace
from time import perf_counter

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import MEASUREMENTS, Corpus, Report
from spca_core.corpus.preparation import Preparation, kept_words, prepare
from spca_core.corpus.weighting import document_frequencies
from spca_core.errors import InputError
from tests.oracles import corpus_of, random_corpus

#                   in 4 documents, 2, 1, 0
COUNTS = np.array([[1, 2, 0, 0], [3, 0, 0, 0], [1, 1, 7, 0], [2, 0, 0, 0]])
FORMS = {"sparse": sparse.csr_array, "dense": np.asarray}
each_form = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


def small(form=sparse.csr_array) -> Corpus:
    return Corpus(
        name="small",
        observations=form(COUNTS.astype(float)),
        words=("all", "some", "one", "none"),
        titles=("a", "b", "c", "d"),
        labels=("x", "x", "y", "y"),
        texts=("ta", "tb", "tc", "td"),
        warnings=("mended",),
        report=Report(merged_words=1),
    )


def dense(corpus: Corpus) -> np.ndarray:
    observations = corpus.observations
    return (
        observations if isinstance(observations, np.ndarray) else observations.todense()
    )


@each_form
@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ({}, ("all", "some", "one", "none")),
        ({"least_documents": 2}, ("all", "some")),
        ({"least_documents": 3}, ("all",)),
        ({"most_share": 0.5}, ("some", "one", "none")),
        ({"most_share": 0.49}, ("one", "none")),
        ({"removed": ("some", "unheard of")}, ("all", "one", "none")),
        ({"least_documents": 2, "most_share": 0.5}, ("some",)),
    ],
)
def test_the_words_asked_for_are_left_with_their_counts(form, asked, left):
    corpus = small(form)
    prepared = prepare(corpus, Preparation(**asked))
    columns = [corpus.words.index(word) for word in left]
    assert prepared.words == left
    np.testing.assert_array_equal(dense(prepared), COUNTS[:, columns])


@pytest.mark.parametrize("seed", range(5))
def test_sparse_and_dense_corpora_are_prepared_alike(seed):
    corpus = random_corpus(seed, 30, 20)
    whole = replace(corpus, observations=corpus.observations.toarray())
    typical = int(np.median(document_frequencies(corpus.observations)))
    asked = Preparation(least_documents=typical)
    first, second = prepare(corpus, asked), prepare(whole, asked)
    assert 0 < len(first.words) < corpus.n_words
    assert first.words == second.words
    np.testing.assert_array_equal(first.observations.toarray(), second.observations)


def test_the_documents_and_all_that_is_known_of_them_stay():
    corpus = small()
    prepared = prepare(corpus, Preparation(least_documents=2))
    for name in ("name", "titles", "labels", "texts", "warnings", "kind", "report"):
        assert getattr(prepared, name) == getattr(corpus, name)
    assert prepared.n_documents == corpus.n_documents
    assert prepared.content_id != corpus.content_id


def test_where_nothing_is_asked_the_corpus_itself_comes_back():
    corpus = small()
    assert prepare(corpus, Preparation()) is corpus
    assert prepare(corpus, Preparation(removed=("unheard of",))) is corpus


def test_the_corpus_given_is_not_changed():
    corpus = small()
    prepare(corpus, Preparation(most_share=0.5))
    np.testing.assert_array_equal(dense(corpus), COUNTS)


def test_a_word_in_exactly_the_share_allowed_stays_whatever_the_rounding():
    counts = np.zeros((100, 2))
    counts[:29, 0] = counts[:, 1] = 1
    kept = kept_words(corpus_of(counts), Preparation(most_share=0.29))
    assert kept.tolist() == [True, False]  # 0.29 * 100 is below 29


def test_a_zero_that_is_stored_is_no_occurrence():
    stored = sparse.csr_array(([0.0, 2.0], [0, 1], [0, 2]), shape=(1, 2))
    assert document_frequencies(stored).tolist() == [0, 1]


def test_measurements_may_be_negative():
    corpus = Corpus(
        name="measured",
        observations=np.array([[-1.5, 2.0], [0.5, 0.0]]),
        words=("x", "y"),
        kind=MEASUREMENTS,
    )
    assert prepare(corpus, Preparation(removed=("y",))).words == ("x",)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"least_documents": 5}, "None of the 4 words.*less than 5 documents"),
        ({"removed": small().words}, "None of the 4 words.*remove fewer"),
        ({"least_documents": 2, "most_share": 0.1}, "more than the share 0.1"),
    ],
)
def test_a_preparation_that_leaves_no_word_is_refused(asked, expected):
    with pytest.raises(InputError, match=expected):
        prepare(small(), Preparation(**asked))


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("least_documents", 0, "least_documents is 0; give a whole number from 1"),
        ("least_documents", 1.5, "least_documents is 1.5"),
        ("least_documents", True, "least_documents is True"),
        ("most_share", 0, "most_share is 0; give a number from 1e-09 to 1"),
        ("most_share", 1.01, "most_share is 1.01"),
        ("most_share", float("nan"), "most_share is nan"),
        ("most_share", "half", "most_share is 'half'"),
        ("removed", "word", "removed is not a tuple of words"),
        ("removed", ("word", 3), "removed is not a tuple of words"),
    ],
)
def test_an_option_out_of_its_limits_is_refused(option, value, expected):
    with pytest.raises(InputError, match=expected):
        Preparation(**{option: value})


def test_the_bundled_messages_are_prepared_within_a_tenth_of_a_second():
    corpus = read_bundled("state_of_the_union")
    asked = Preparation(least_documents=10, removed=("year",))
    seconds = []
    for _ in range(3):
        start = perf_counter()
        prepare(corpus, asked)
        seconds.append(perf_counter() - start)
    assert min(seconds) < 0.1
