"""The corpus: valid from birth, never changed, known by its content."""

import dataclasses

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from tests.fuzz import in_one_test

COUNTS = [[5, 0, 2], [0, 1, 7]]
WORDS = ("war", "peace", "tax")


def corpus_of(counts=COUNTS, words=WORDS, titles=(), dtype=float) -> Corpus:
    matrix = sparse.csr_array(np.array(counts, dtype=dtype))
    return Corpus(name="tiny", observations=matrix, words=words, titles=titles)


def test_nothing_in_a_corpus_can_be_changed():
    corpus = corpus_of()
    for name in ("data", "indices", "indptr"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(corpus.observations, name)[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        corpus.words = ()


@in_one_test(
    "options, fault",
    [
        ({"words": WORDS[:2]}, "tiny has 2 words for 3 columns"),
        ({"titles": ("first",)}, "tiny has 1 titles for 2 documents"),
        ({"words": ("war", "tax", "tax")}, "tiny: duplicate word 'tax'"),
        ({"words": ("caf\u00e9", "cafe\u0301", "tax")}, "tiny: duplicate word"),
        ({"counts": np.empty((0, 3))}, "tiny has 0 documents and 3 words"),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(options, fault):
    with pytest.raises(InputError, match=f"^{fault}"):
        corpus_of(**options)


def test_the_same_content_has_the_same_id_however_it_is_held():
    renamed = dataclasses.replace(corpus_of(), name="other", warnings=("mended",))
    assert corpus_of().content_id == renamed.content_id
    assert corpus_of().content_id == corpus_of(dtype=np.int32).content_id
    wide = corpus_of()
    wide.observations.indices = wide.observations.indices.astype(np.int64)
    assert corpus_of().content_id == wide.content_id


@in_one_test(
    "options",
    [
        {"counts": [[5, 0, 2], [0, 1, 8]]},
        {"counts": [[5, 0, 2], [0, 1, 7.5]]},
        {"counts": [[5, 2, 0], [0, 1, 7]]},
        {"counts": [[5, 0, 2], [0, 1, 7], [0, 0, 0]]},
        {"words": ("peace", "war", "tax")},
        {"words": ("warp", "eace", "tax")},
        {"titles": ("first", "second")},
    ],
)
def test_any_other_content_has_another_id(options):
    assert corpus_of(**options).content_id != corpus_of().content_id


@in_one_test("number", [np.nan, np.inf, -np.inf, 1e141, -1e141])
@in_one_test("is_sparse", [False, True])
def test_numbers_whose_squares_cannot_be_added_up_are_refused(is_sparse, number):
    matrix = np.array([[1.0, number], [0.0, 2.0]])
    with pytest.raises(InputError, match=r"numbers that are not finite, or larger"):
        Corpus(
            name="tiny",
            observations=sparse.csr_array(matrix) if is_sparse else matrix,
            words=("war", "tax"),
        )


@in_one_test(
    "values, columns",
    [
        ([1.0, 0.0], [0, 1]),
        ([1.0, 2.0], [1, 0]),
        ([1.0, 2.0], [1, 1]),
        ([1.0, 2.0], [0, 2]),
        ([1.0, 2.0], [-1, 0]),
    ],
)
def test_a_sparse_matrix_that_is_not_canonical_is_refused(values, columns):
    matrix = sparse.csr_array((values, [0, 1], [0, 2]), shape=(1, 2))
    matrix.indices = np.array(columns)
    with pytest.raises(InputError, match="stored zeros, or with columns that are"):
        Corpus(name="tiny", observations=matrix, words=("war", "tax"))
