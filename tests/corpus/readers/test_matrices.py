"""What readers mend: repeated words, zeros, empty documents; and what not."""

from collections import defaultdict

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.readers.counts.checks import (
    count_corpus,
    merge_repeated,
)
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.lines import listed_words
from spca_core.errors import InputError
from tests.fuzz import in_one_test

DENSE = np.array([[5.0, 0, 2], [0, 0, 0], [0, 1, 7]])


def sums_by_word(words, dense) -> list[dict[str, float]]:
    """Add the columns of the same word up, one number at a time."""
    documents = []
    for row in dense:
        sums: defaultdict[str, float] = defaultdict(float)
        for word, count in zip(words, row, strict=True):
            sums[word] += count
        documents.append(dict(sums))
    return documents


@in_one_test("seed", range(20))
def test_columns_of_the_same_word_are_added_up(seed):
    rng = np.random.default_rng(seed)
    dense = rng.integers(0, 3, (6, 9)).astype(float)
    words = tuple(rng.choice(list("abcdef"), 9))
    before = dense.copy()
    merged_words, merged, n_merged = merge_repeated(words, sparse.csr_array(dense))
    assert sums_by_word(words, dense) == sums_by_word(merged_words, merged.toarray())
    assert merged_words == tuple(dict.fromkeys(words))
    assert n_merged == 9 - len(set(words))
    assert merged.has_canonical_format
    assert (dense == before).all()


@in_one_test(
    "value, shown",
    [(-1, "-1"), (np.nan, "nan"), (np.inf, "inf"), (1e300, r"1e\+300")],
)
def test_what_is_no_count_is_refused_by_row_column_and_word(value, shown):
    dense = DENSE.copy()
    dense[2, 1] = value
    expected = (
        rf"^tiny, row 3, column 2 \('w1'\): {shown} is not a count from 0 to 2\^53\."
    )
    with pytest.raises(InputError, match=expected):
        count_corpus("tiny", sparse.csr_array(dense), ("w0", "w1", "w2"))


def test_a_list_may_hold_more_words_than_occur_but_not_fewer():
    words = Upload("words.txt", b"war\r\npeace\r\ntax\r\n")
    assert listed_words(words, 2) == ("war", "peace", "tax")
    with pytest.raises(InputError, match=r"words\.txt has 3 words, .* are of 4"):
        listed_words(words, 4)
    assert listed_words(None, 2) == ("word_1", "word_2")
