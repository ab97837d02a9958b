"""Dense against sparse: the numbers are those of A, whole and in blocks."""

from itertools import combinations

import numpy as np
import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.formatting import percent
from spca_core.lessons import dense
from spca_core.results.corpus.variance_by_rank import MAX_POINTS
from tests.oracles import corpus_of, random_corpus, second_moments

CORPUS = random_corpus(0, 80, 12)
MATRIX = second_moments(CORPUS, centred=True)


WHOLE = dense.dense_component(CORPUS)


@pytest.fixture(scope="module", params=[1, 4])
def sparse(request):
    return dense.sparse_component(CORPUS, request.param)


def kept(sparse):
    return dense.sparse_words(CORPUS, WHOLE, sparse)


def test_the_dense_component_is_the_leading_eigenvector():
    values, vectors = np.linalg.eigh(MATRIX)
    assert WHOLE.variance == pytest.approx(values[-1])
    by_word = WHOLE.words.set_index("word")["loading"][list(CORPUS.words)].to_numpy()
    assert abs(by_word @ vectors[:, -1]) == pytest.approx(1)
    assert WHOLE.words["rank"].tolist() == list(range(1, CORPUS.n_words + 1))
    assert WHOLE.words["magnitude"].is_monotonic_decreasing
    assert (WHOLE.words["magnitude"] == abs(WHOLE.words["loading"])).all()


def test_a_sparse_component_is_the_best_of_its_size(sparse):
    best = max(
        np.linalg.eigvalsh(MATRIX[np.ix_(words, words)])[-1]
        for words in combinations(range(CORPUS.n_words), sparse.settings.sparsity)
    )
    curve = dense.variance_by_size(WHOLE, [sparse])
    assert curve["variance"].item() == pytest.approx(best)
    assert curve["share"].item() == pytest.approx(best / np.linalg.eigvalsh(MATRIX)[-1])


def test_a_sparse_word_has_both_its_loadings(sparse):
    table = kept(sparse)
    assert table["loading"].tolist() == sparse.loadings[0].tolist()
    assert table["word"].tolist() == [CORPUS.words[j] for j in sparse.supports[0]]
    for row in table.itertuples():
        whole = WHOLE.words[WHOLE.words["word"] == row.word]
        assert row.dense_loading == whole["loading"].item()
        assert row.dense_rank == whole["rank"].item()
    drawn = dense.loadings_by_rank(WHOLE, table)
    assert drawn["word"].is_unique
    assert set(drawn["word"][drawn["state"] == dense.KEPT]) == set(table["word"])


def test_of_many_words_few_are_drawn_the_first_and_the_last_among_them():
    many = WHOLE.words.loc[np.zeros(20_000, dtype=int)]
    many = many.assign(rank=np.arange(1, 20_001), word=np.arange(20_000).astype(str))
    whole, a_kept_word = dense.DenseComponent(1.0, many), many[["word"]].iloc[[7_000]]
    table = dense.loadings_by_rank(whole, a_kept_word)
    assert len(table) <= MAX_POINTS + 1
    assert table.loc[table["state"] == dense.KEPT, "rank"].tolist() == [7_001]
    assert table["rank"].iloc[[0, -1]].tolist() == [1, 20_000]


def test_the_texts_name_the_numbers_of_words_and_the_shares(sparse):
    components = dense.both(WHOLE, sparse)
    chosen, whole = components.to_dict("records")
    n_words = sparse.settings.sparsity
    assert (chosen["n_words"], whole["n_words"]) == (n_words, CORPUS.n_words)
    assert whole["variance"] == WHOLE.variance
    keep = "1 word keeps" if n_words == 1 else f"{n_words} words keep"
    verdict = dense.verdict(components)
    assert verdict.startswith(f"{keep} {percent(chosen['share'])} of")
    by_rank = dense.text_of_loadings(dense.loadings_by_rank(WHOLE, kept(sparse)))
    first = WHOLE.words["magnitude"].iloc[0]
    assert f"from {first:.2g} at rank 1 down to" in by_rank
    by_size = dense.text_of_sizes(dense.variance_by_size(WHOLE, [sparse]))
    assert f"to {percent(chosen['share'])} for {n_words}." in by_size


@pytest.mark.slow
def test_the_corpus_of_the_chapter_is_as_its_answer_says():
    corpus = read_bundled(dense.CORPUS)
    whole = dense.dense_component(corpus)
    sizes = [dense.sparse_component(corpus, n_words) for n_words in (1, 2, 10)]
    single, pair, ten = (
        set(dense.sparse_words(corpus, whole, sparse)["word"]) for sparse in sizes
    )
    assert single == {"government"}
    assert pair == {"states", "united"}
    shares = dense.variance_by_size(whole, sizes)["share"]
    assert whole.variance == pytest.approx(1.401, abs=0.0005)  # 2.500 if not centred
    assert shares[1] == pytest.approx(0.65, abs=0.005)
    assert shares[2] - shares[1] == pytest.approx(0.12, abs=0.005)
    assert ten != set(whole.words["word"].head(10))


def test_the_largest_loading_is_positive_whichever_sign_the_eigenvector_has():
    for seed in range(6):
        numbers = np.random.default_rng(seed).standard_normal((30, 8))
        loadings = dense.dense_component(corpus_of(numbers)).words["loading"]
        assert loadings.iloc[0] == abs(loadings).max()


def test_words_that_the_dense_component_does_not_have_are_not_counted():
    words = WHOLE.words.head(4).assign(loading=[0.8, 0.6, 0.0, 0.0])
    single = dense.sparse_component(CORPUS, 1)
    table = dense.both(dense.DenseComponent(WHOLE.variance, words), single)
    assert table["n_words"].tolist() == [1, 2]
    assert table["share"].tolist() == [single.captured_variance / WHOLE.variance, 1]
