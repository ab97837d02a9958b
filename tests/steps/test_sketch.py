"""Every sketch says how far it is from A, and keeps to what is promised of its kind."""

from functools import partial

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import rows
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.steps.sketch import (
    ABSORBED_AT_ONCE,
    OVERSAMPLING,
    POWER_ITERATIONS,
    SKETCHES,
    Sketch,
    frequent_directions,
    sketch_of,
)
from tests.fuzz import in_one_test, slowly

# Lanczos runs to machine precision: errors are some 1e-14 of the largest value.
PRECISION = 1e-10
ROUNDING = 1e-14  # of the trace of A: what the dense oracle is off by
SHAPES = {"tall": (50, 30), "wide": (20, 45), "large": (40, 205)}
FORMS = {"sparse": sparse.csr_array, "dense": np.asarray}
BELOW = ("svd", "randomised", "streaming")  # kinds that never overestimate A


@pytest.fixture(params=[True, slowly(False)], ids=["centred", "raw"])
def centred(request: pytest.FixtureRequest) -> bool:
    return request.param


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a stream take small data in several blocks too."""
    monkeypatch.setattr("spca_core.steps.sketch.ABSORBED_AT_ONCE", 7)


@pytest.fixture(params=SKETCHES)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=SHAPES)
def shape(request: pytest.FixtureRequest) -> tuple[int, int]:
    """The words of the large shape are too many for the dense norm of the error."""
    return SHAPES[request.param]


def random_counts(seed: int, n_documents: int = 50, n_words: int = 30) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.poisson(rng.gamma(0.5, 2.0, n_words), (n_documents, n_words)) * 1.0


def covariance_of(
    counts: np.ndarray, centred: bool, form: str = "sparse"
) -> Covariance:
    return Covariance(FORMS[form](counts), centred)


def sketch(
    counts: np.ndarray, centred: bool, kind: str, form: str = "sparse", **options: int
) -> Sketch:
    settings = Settings.of(**{"n_components": 3, "rank": 4, "sketch": kind} | options)
    return sketch_of(covariance_of(counts, centred, form), settings)


svd = partial(sketch, kind="svd")


def dense(counts: np.ndarray, centred: bool) -> np.ndarray:
    """Form A by its definition; np.cov would warn of a single document."""
    S = counts - counts.mean(axis=0) if centred else counts
    return S.T @ S / len(S)


def left_out(A: np.ndarray, found: Sketch) -> np.ndarray:
    """Return the eigenvalues of A - V V^T, descending."""
    return np.linalg.eigvalsh(A - found.factor @ found.factor.T)[::-1]


@in_one_test("rank", [1, 4, 12])
@in_one_test("seed", range(2))
def test_no_matrix_of_its_rank_is_nearer(seed, rank, shape, centred):
    counts = random_counts(seed, *shape)
    A = dense(counts, centred)
    V = svd(counts, centred, rank=rank).factor
    error = np.linalg.eigvalsh(A - V @ V.T)
    tail = np.linalg.eigvalsh(A)[::-1][rank:]
    assert V.shape == (shape[1], rank)
    scale = PRECISION * np.trace(A)
    # Eckart and Young: the best error has the eigenvalues that were left out.
    assert np.linalg.norm(error, 2) == pytest.approx(np.linalg.norm(tail), abs=scale)
    assert abs(error).max() == pytest.approx(tail.max(), abs=scale)
    assert error.min() >= -scale  # A - V V^T is positive semidefinite


@pytest.mark.parametrize("kind", ["svd", "randomised", "gaussian"])
@in_one_test("rank", [1, 12])
def test_the_error_is_the_norm_of_the_residual(rank, kind, shape, centred):
    counts = random_counts(rank, *shape)
    found = sketch(counts, centred, kind, rank=rank)
    values = left_out(dense(counts, centred), found)
    # The norm is asked for to 1e-9 of itself.
    assert found.error == pytest.approx(abs(values).max(), rel=1e-8)


@in_one_test("rank", [1, 12])
def test_a_randomised_sketch_is_as_near_as_halko_and_others_expect(
    rank, shape, centred
):
    """Theorem 9.3 and Corollary 10.10, for q passes and the singular value s(r + 1).

    ||S - S_V|| <= s(r + 1) (1 + f) with f^(2 q) = 1 + sqrt(r / (p - 1)) + e sqrt(r + p)
    sqrt(m - r) / p, in expectation, where m is the lesser of documents and words.
    """
    counts = random_counts(rank, *shape)
    p, m = OVERSAMPLING, min(shape)
    base = 1 + np.sqrt(rank / (p - 1)) + np.e * np.sqrt((rank + p) * (m - rank)) / p
    times = 1 + base ** (1 / (2 * POWER_ITERATIONS))
    best = np.linalg.eigvalsh(dense(counts, centred))[::-1][rank]
    errors = [
        sketch(counts, centred, "randomised", rank=rank, seed=seed).error
        for seed in range(5)
    ]
    assert np.sqrt(errors).mean() <= times * np.sqrt(best)
    assert min(errors) >= best * (1 - 1e-8)  # Eckart and Young


@in_one_test("n_components", [1, 20])
def test_the_tail_descends_and_is_over_what_is_left_out(
    n_components, kind, shape, centred
):
    counts = random_counts(n_components, *shape)
    A = dense(counts, centred)
    found = sketch(counts, centred, kind, n_components=n_components)
    assert found.tail.shape == (n_components,)
    assert (np.diff(found.tail) <= 0).all()
    assert found.error == found.tail[0] > 0
    assert found.missed == pytest.approx(found.tail.sum())
    values = left_out(A, found)
    assert (values[:n_components] <= found.tail + ROUNDING * np.trace(A)).all()
    if kind in BELOW:
        assert values.min() >= -PRECISION * np.trace(A)


def test_a_gaussian_projection_is_the_data_on_average(centred):
    """Entries of V V^T are A_ij with variance (A_ij^2 + A_ii A_jj) / r over seeds."""
    counts, rank, n_seeds = random_counts(0, 40, 12), 3, 250
    A = dense(counts, centred)
    mean = np.zeros_like(A)
    for seed in range(n_seeds):
        V = sketch(counts, centred, "gaussian", rank=rank, seed=seed).factor
        mean += V @ V.T / n_seeds
    variances = np.diag(A)
    spread = np.sqrt((A**2 + np.outer(variances, variances)) / rank / n_seeds)
    assert (abs(mean - A) <= 5 * spread).all()


@in_one_test("n_words", [30, 220])
def test_ranks_over_that_of_the_data_give_columns_of_zeros(
    n_words, kind, form, centred
):
    rng = np.random.default_rng(0)
    counts = rng.poisson(1.0, (50, 3)) @ rng.poisson(1.0, (3, n_words)) * 1.0
    found = sketch(counts, centred, kind, form, rank=8)
    A, V = dense(counts, centred), found.factor
    assert V.shape == (n_words, 8)
    if kind == "gaussian":  # It has 8 columns within the 3 dimensions of the data.
        assert np.linalg.matrix_rank(V) == 3
        return
    # Of zero, rounding leaves some 1e-16 of the largest square, and streams work on
    # squares: 1e-8 of the largest value.
    np.testing.assert_allclose(V[:, 3:], 0, atol=1e-7 * np.linalg.norm(V))
    np.testing.assert_allclose(V @ V.T, A, atol=PRECISION * np.trace(A))
    assert found.missed <= PRECISION * np.trace(A)


@in_one_test("rank", [1, 3, 30])
@in_one_test("n_words", [4, 300])
def test_documents_that_are_all_alike_have_a_sketch_of_zeros_when_centred(
    n_words, rank, kind, form
):
    alike = np.tile(np.arange(n_words) % 5.0, (8, 1))  # means are exact: A is zero
    found = sketch(alike, True, kind, form, rank=rank)
    assert found.factor.shape == (n_words, rank)
    # Random sums, less the means' share in them, leave the rounding of 8 counts.
    atol = 1e-14 * alike.max() if kind in ("randomised", "gaussian") else 0
    np.testing.assert_allclose(found.factor, 0, atol=atol)
    np.testing.assert_allclose(found.tail, 0, atol=atol**2 * n_words)


@pytest.fixture(scope="module")
def large_counts() -> sparse.csr_array:
    """Draw a million words, some much more often than others, as in any language."""
    rng = np.random.default_rng(0)
    documents = rng.integers(200_000, size=10**6)
    words = (50_000 * rng.random(10**6) ** 8).astype(int)
    ones = np.ones(10**6)
    return sparse.csr_array((ones, (documents, words)), shape=(200_000, 50_000))


@pytest.mark.slow
def test_two_hundred_thousand_documents_by_fifty_thousand_words_stay_sparse(
    kind, large_counts, peak_bytes, monkeypatch
):
    monkeypatch.setattr("spca_core.steps.sketch.ABSORBED_AT_ONCE", ABSORBED_AT_ONCE)
    # A stream takes blocks that are all alike; fewer of them save time, not memory.
    n_documents = 3_000 if kind == "streaming" else 200_000
    covariance = Covariance(large_counts[:n_documents], centred=True)
    settings = Settings(n_components=2, rank=2, sketch=kind)

    def ask() -> None:
        assert sketch_of(covariance, settings).factor.shape == (50_000, 2)

    # A few copies of the counts (12 MB each), and of 12 numbers a document (19 MB);
    # dense, S is 80 GB (the stream's 1.2 GB) and A is 20 GB.
    assert peak_bytes(ask) < 150_000_000


# Frequent directions stay below the matrix, and above it less what they say.


def test_frequent_directions_by_hand():
    # The squares 9, 4, 1 are lowered by the third, which is dropped; n is 3.
    covariance = Covariance(np.diag([3.0, 2.0, 1.0]), False)
    values, vectors, lost = frequent_directions(covariance, 2)
    np.testing.assert_allclose(values, [8 / 3, 1], rtol=1e-14)
    np.testing.assert_allclose(abs(vectors), np.eye(3, 2), atol=1e-14)
    assert lost == pytest.approx(1 / 3, rel=1e-14)


@pytest.mark.parametrize("cells", [60, 10**6], ids=["many blocks", "one block"])
@in_one_test("block", [1, 7, 256])
@in_one_test("size, seed", [(1, 0), (5, 1), (40, 0)])
def test_frequent_directions_lose_no_more_than_they_say_and_ghashami_and_others_prove(
    seed: int,
    size: int,
    block: int,
    cells: int,
    form: str,
    centred: bool,
    monkeypatch: pytest.MonkeyPatch,
):
    """Each lowering by d takes size + 1 times d off the trace, or more.

    So with D their sum, tr B^T B <= tr A - (size + 1) D; and the k leading directions
    of A keep tr A_k - k D in B. Together D <= tr(A - A_k) / (size + 1 - k). Nothing is
    lost where there is room for all: there are 25 words.
    """
    monkeypatch.setattr(rows, "BLOCK_CELLS", cells)  # sketches of blocks are added
    monkeypatch.setattr("spca_core.steps.sketch.ABSORBED_AT_ONCE", block)
    counts = random_counts(seed, 90, 25)
    counts[:5], counts[20:30] = 0, 0
    values, vectors, lost = frequent_directions(
        covariance_of(counts, centred, form), size
    )
    assert values.shape == (size,)
    assert vectors.shape == (25, size)
    assert (np.diff(values) <= 0).all()
    kept = vectors[:, values > 0]
    np.testing.assert_allclose(kept.T @ kept, np.eye(kept.shape[1]), atol=1e-12)
    A = dense(counts, centred)
    errors = np.linalg.eigvalsh(A - vectors * values @ vectors.T)
    # The sketch comes from squares: rounding leaves some 1e-14 of the norm of A.
    rounding = 1e-11 * np.linalg.norm(A, 2)
    assert errors[0] >= -rounding
    assert errors[-1] <= lost + rounding
    exact = np.linalg.eigvalsh(A)[::-1]
    bounds = [exact[k:].sum() / (size + 1 - k) for k in range(min(size, 25) + 1)]
    assert 0 <= lost <= min(bounds) * (1 + 1e-11) + rounding
    assert (lost > rounding) == (size < 25)


@in_one_test("seed", range(3))
def test_reordering_the_words_reorders_the_rows_and_nothing_else(seed, kind, centred):
    counts = random_counts(seed)
    order = np.random.default_rng(seed).permutation(counts.shape[1])
    found = sketch(counts, centred, kind, seed=seed)
    reordered = sketch(counts[:, order], centred, kind, seed=seed)
    # Eigenvectors turn by rounding over the gap of eigenvalues, here over 1e-3.
    np.testing.assert_allclose(reordered.factor, found.factor[order], atol=1e-7)
    np.testing.assert_allclose(reordered.tail, found.tail, rtol=1e-8)


@in_one_test("scale", [1e-3, 7.0])
def test_scaling_the_data_scales_the_factor(scale, kind, centred):
    counts = random_counts(0)
    found = sketch(counts, centred, kind)
    scaled = sketch(scale * counts, centred, kind)
    # As above, for the gaps scale too.
    np.testing.assert_allclose(
        scaled.factor, scale * found.factor, rtol=0, atol=scale * 1e-7
    )
    np.testing.assert_allclose(scaled.tail, scale**2 * found.tail, rtol=1e-8)


@in_one_test("themes", [(6, 7), (7, 6)])
def test_two_runs_give_the_same_bits_where_directions_are_equally_strong(
    kind, centred, themes
):
    counts = np.kron(np.eye(10), np.ones(themes))
    first, second = (sketch(counts, centred, kind, seed=5) for _ in range(2))
    np.testing.assert_array_equal(first.factor, second.factor)
