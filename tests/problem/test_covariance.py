"""The covariance, asked through products, is the dense matrix it stands for."""

from dataclasses import replace
from itertools import count

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.load import as_corpus
from spca_core.errors import InputError
from spca_core.problem import whole
from spca_core.problem.covariance import Covariance
from spca_core.problem.whole import Whole
from spca_core.running.stopping import Stopped, cancel_scope
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, random_corpus, second_moments

# Sums of at most 60 terms: their rounding is below 60 times 2.2e-16, relative.
CLOSE = {"rtol": 1e-12, "atol": 1e-12}
FORMS = {"csr": sparse.csr_array, "dense": np.asarray}


def random_counts(seed: int, n_documents: int = 60, n_words: int = 40) -> np.ndarray:
    """Return mostly zeros, an empty document, a word never used and one always."""
    counts = np.random.default_rng(seed).poisson(0.3, (n_documents, n_words))
    counts[7] = 0
    counts[:, 5], counts[:, 6] = 0, 2
    return counts.astype(float)


def dense_covariance(counts: np.ndarray, centred: bool) -> np.ndarray:
    return np.cov(counts.T, bias=True) if centred else counts.T @ counts / len(counts)


@pytest.fixture(params=[False, True], ids=["raw", "centred"])
def centred(request) -> bool:
    return request.param


@pytest.fixture(params=range(2))
def counts(request) -> np.ndarray:
    return random_counts(request.param)


@pytest.fixture(params=FORMS)
def covariance(request, counts, centred) -> Covariance:
    return Covariance(FORMS[request.param](counts), centred)


@pytest.fixture
def dense(counts, centred) -> np.ndarray:
    return dense_covariance(counts, centred)


def named(observations: sparse.csr_array | np.ndarray) -> Corpus:
    words = tuple(map(str, range(observations.shape[1])))
    return Corpus(name="tiny", observations=observations, words=words)


@in_one_test("form", FORMS.values())
def test_a_worked_example_by_hand(form):
    counts = form([[2.0, 0.0], [0.0, 4.0]])
    raw, about_means = Covariance(counts, False), Covariance(counts, True)
    assert raw.block(np.arange(2)).tolist() == [[2, 0], [0, 8]]
    assert about_means.block(np.arange(2)).tolist() == [[1, -2], [-2, 4]]
    assert about_means.means.tolist() == [1, 2]


@in_one_test("shape", [(), (1,), (3,)])
def test_products_are_those_of_the_dense_matrices(
    shape, covariance, dense, counts, centred
):
    means = counts.mean(axis=0) if centred else np.zeros(40)
    S, rng = counts - means, np.random.default_rng(1)
    x, y = rng.standard_normal((40, *shape)), rng.standard_normal((60, *shape))
    np.testing.assert_allclose(covariance.products(x), dense @ x, **CLOSE)
    np.testing.assert_allclose(covariance.scores(x), S @ x, **CLOSE)
    np.testing.assert_allclose(covariance.gather(y), S.T @ y, **CLOSE)
    np.testing.assert_allclose(covariance.means, means, **CLOSE)


def assert_is_of(covariance: Covariance, matrix: np.ndarray) -> None:
    """Ask about all words and some, in another order."""
    words, others = np.array([4, 0, 2]), np.array([3, 1, 4, 0])
    every_word = np.arange(len(matrix))
    assert covariance.n_words == len(matrix)
    for found, expected in (
        (covariance.block(every_word), matrix),
        (covariance.block(words), matrix[np.ix_(words, words)]),
        (covariance.cross_block(words, others), matrix[np.ix_(words, others)]),
        (covariance.cross_block(words, others[:0]), np.empty((3, 0))),
        (covariance.cross_block(words), matrix[words]),
        (covariance.products(np.eye(len(matrix))), matrix),
        (covariance.variances, matrix.diagonal()),
    ):
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, **CLOSE)
    assert (covariance.variances >= 0).all()


def test_it_equals_the_dense_matrix_and_restricts_it_in_any_order(covariance, dense):
    assert_is_of(covariance, dense)
    words = np.array([9, 0, 39, 5, 6, 20])
    some = covariance.restricted(words)
    assert_is_of(some, dense[np.ix_(words, words)])
    again, fewer = some.restricted(np.array([4, 0, 2, 5, 1])), words[[4, 0, 2, 5, 1]]
    assert_is_of(again, dense[np.ix_(fewer, fewer)])


@in_one_test("form", FORMS.values())
def test_a_word_that_never_varies_has_no_variance_when_centred(form):
    always_there = Covariance(form(np.full((7, 1), 0.1)), True)  # its mean is rounded
    assert always_there.variances == 0
    assert always_there.block(np.array([0])) == 0


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("as_held", [np.asarray, sparse.csr_array])
def test_rows_that_differ_by_rounding_alone_do_not_vary(as_held, centred: bool):
    rows = np.tile([0.1, 0.3, 1e6, 7.0], (30, 1))
    rows *= 1 + 1e-15 * np.random.default_rng(0).standard_normal(rows.shape)
    corpus = replace(corpus_of(rows), observations=as_held(rows))
    with pytest.raises(InputError, match="are equal with this weighting"):
        Covariance.of(corpus, centred=centred).check_varies()


def test_a_dense_column_that_never_varies_becomes_exact_zeros_when_centred():
    values = np.random.default_rng(0).random((7, 4))
    values[:, 2] = 0.1
    assert values[:, 2].mean() != 0.1  # Subtracting the mean alone would leave noise.
    covariance = Covariance.of(named(values), centred=True)
    zeros = np.zeros(4)
    np.testing.assert_array_equal(covariance.block(np.arange(4))[2], zeros)
    np.testing.assert_array_equal(covariance.products(np.eye(4))[2], zeros)
    np.testing.assert_array_equal(
        covariance.variances == 0, [False] * 2 + [True, False]
    )


@in_one_test("mean", [1e4, 1e8, -1e8])
def test_dense_data_far_from_zero_keep_their_variance_when_centred(mean):
    steps = np.random.default_rng(0).choice([-1.0, 1.0], (60, 5))
    covariance = Covariance.of(named(mean + steps), centred=True)
    expected = np.cov(steps.T, bias=True)
    # The mean is rounded by 1e-8 at most, and only its square comes into a moment.
    every_word = np.arange(5)
    np.testing.assert_allclose(covariance.block(every_word), expected, **CLOSE)
    np.testing.assert_allclose(covariance.products(np.eye(5)), expected, **CLOSE)
    np.testing.assert_allclose(covariance.variances, np.diag(expected), **CLOSE)


def test_words_by_variance_start_with_the_greatest_and_keep_ties_in_order(covariance):
    order = covariance.words_by_variance
    assert sorted(order) == list(range(40))
    variances = covariance.variances[order]
    ties = np.diff(variances) == 0
    assert (np.diff(variances) <= 0).all()
    assert (np.diff(order)[ties] > 0).all()


@pytest.mark.parametrize("form", ["csr", "dense"])
def test_the_covariance_of_a_corpus_leaves_the_corpus_as_it_was(form, counts, centred):
    corpus = named(FORMS[form](counts.astype(np.int32)))
    covariance = Covariance.of(corpus, centred=centred)
    every_word = np.arange(40)
    np.testing.assert_allclose(
        covariance.block(every_word), dense_covariance(counts, centred), **CLOSE
    )
    assert corpus.observations.dtype == np.int32
    assert type(corpus.observations) is type(FORMS[form](counts))
    np.testing.assert_array_equal(
        sparse.csr_array(corpus.observations).toarray(), counts
    )


@pytest.mark.slow
def test_two_hundred_thousand_documents_by_fifty_thousand_words_stay_sparse(
    centred, peak_bytes
):
    rng = np.random.default_rng(0)
    rows, columns = rng.integers(200_000, size=10**6), rng.integers(50_000, size=10**6)
    counts = sparse.coo_array((np.ones(10**6), (rows, columns)), (200_000, 50_000))
    covariance = Covariance(counts.tocsr(), centred)
    vectors = rng.standard_normal((50_000, 2))

    def ask_everything():
        covariance.products(vectors)
        covariance.block(np.arange(100))
        assert covariance.variances.shape == covariance.words_by_variance.shape

    # A few copies of the counts (12 MB each); dense, S is 80 GB and A is 20 GB.
    assert peak_bytes(ask_everything) < 100_000_000


def test_a_corpus_has_one_covariance_raw_and_one_centred():
    corpus = random_corpus(3, 20, 8)
    raw = Covariance.of(corpus, centred=False)
    assert Covariance.of(corpus, centred=False) is raw
    assert Covariance.of(corpus, centred=True) is not raw
    assert Covariance.of(corpus, centred=False, weighting="log") is not raw
    again = random_corpus(3, 20, 8)
    assert Covariance.of(again, centred=False) is not raw


@in_one_test("centred", [False, True])
@in_one_test("is_sparse", [False, True])
@in_one_test("factor", [2.0**-900, 2.0**-470, 2.0**460])
def test_data_of_any_size_are_scaled_once_by_a_power_of_two(
    factor: float, is_sparse: bool, centred: bool
):
    values = random_corpus(0, 20, 9).observations.toarray()
    matrices = [values, values * factor]
    usual, extreme = (
        Covariance.of(
            as_corpus(sparse.csr_array(one) if is_sparse else one), centred=centred
        )
        for one in matrices
    )
    words = np.arange(9)
    np.testing.assert_allclose(extreme.block(words).max(), 1.0, rtol=0.999)
    ratio = extreme.block(words)[0, 0] / usual.block(words)[0, 0]
    np.testing.assert_allclose(extreme.block(words), ratio * usual.block(words))
    in_units = extreme.in_units(extreme.variances)
    np.testing.assert_allclose(in_units, usual.variances * factor * factor)
    some = extreme.restricted(words[[4, 1, 7]])
    np.testing.assert_allclose(some.in_units(some.variances), in_units[[4, 1, 7]])


def test_sums_of_a_dense_matrix_end_between_two_parts_and_the_parts_do_not_matter(
    monkeypatch: pytest.MonkeyPatch,
):
    rng = np.random.default_rng(0)
    matrix, words = rng.random((90, 7)), np.array([5, 0, 3])
    vectors, scores = rng.random((7, 2)), rng.random((90, 2))
    sums = {
        "moments": lambda whole: whole.moments(),
        "gram": lambda whole: whole.gram(words),
        "cross": lambda whole: whole.cross(words, words[:2]),
        "scores": lambda whole: whole.scores(vectors),
        "gather": lambda whole: whole.gather(scores),
        "gather_scores": lambda whole: whole.gather_scores(vectors, vectors[0]),
    }
    at_once = {name: ask(Whole(matrix)) for name, ask in sums.items()}
    monkeypatch.setattr(whole, "DENSE_PRODUCTS_AT_ONCE", 50)
    for name, ask in sums.items():
        np.testing.assert_allclose(ask(Whole(matrix)), at_once[name], rtol=1e-12)
        looks = count()
        with cancel_scope(lambda looks=looks: next(looks) == 2), pytest.raises(Stopped):
            ask(Whole(matrix))


def test_the_last_gram_matrix_is_cached_and_answers_only_for_its_words():
    corpus = random_corpus(3, 20, 8)
    covariance = Covariance.of(corpus, centred=False)
    kept = covariance.gram(np.array([2, 0, 1]))
    assert covariance.gram(np.array([2, 0, 1])) is kept
    matrix = second_moments(corpus)
    for words in ([1, 2], [0, 3], [7, 1, 2], [3], [7]):
        block = matrix[np.ix_(words, words)]
        np.testing.assert_allclose(covariance.block(np.array(words)), block, **CLOSE)
    some = np.array([1, 5, 2])
    restricted, matrix = covariance.restricted(some), matrix[np.ix_(some, some)]
    for words in ([2, 0], [1, 0], [0, 1, 2]):
        block = matrix[np.ix_(words, words)]
        np.testing.assert_allclose(restricted.block(np.array(words)), block, **CLOSE)
