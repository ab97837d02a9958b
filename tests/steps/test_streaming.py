"""Frequent directions stay below the matrix, and above it less what they say."""

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import rows
from spca_core.problem.covariance import Covariance
from spca_core.steps import sketch
from spca_core.steps.sketch import frequent_directions

FORMS = {"sparse": sparse.csr_array, "dense": np.asarray}
# The sketch comes from squares: rounding leaves some 1e-14 of the norm of A.
PRECISION = 1e-11
BLOCKS = [1, 7, 40, 256]
SIZES = [1, 5]


@pytest.fixture(params=[False, True], ids=["raw", "centred"])
def centred(request) -> bool:
    return request.param


@pytest.fixture(params=[60, 10**6], ids=["many blocks", "one block"])
def cells(request, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut sparse rows into blocks, whose sketches are added."""
    monkeypatch.setattr(rows, "BLOCK_CELLS", request.param)


@pytest.fixture(params=FORMS)
def form(request) -> str:
    return request.param


def random_counts(seed: int, n_documents: int = 90, n_words: int = 25) -> np.ndarray:
    """Return counts with runs of empty documents among them, the first ones too."""
    rng = np.random.default_rng(seed)
    counts = rng.poisson(rng.gamma(0.5, 2.0, n_words), (n_documents, n_words))
    counts[:5], counts[20:30] = 0, 0
    return counts.astype(float)


def second_moments(counts: np.ndarray, centred: bool) -> np.ndarray:
    return np.cov(counts.T, bias=True) if centred else counts.T @ counts / len(counts)


def sketched(
    counts: np.ndarray, centred: bool, form: str, size: int
) -> tuple[np.ndarray, float]:
    """Return B^T B / n and the bound, after a look at the shapes."""
    covariance = Covariance(FORMS[form](counts), centred)
    values, vectors, lost = frequent_directions(covariance, size)
    n_words = counts.shape[1]
    assert values.shape == (size,)
    assert vectors.shape == (n_words, size)
    assert (np.diff(values) <= 0).all()
    found = vectors[:, values > 0]
    np.testing.assert_allclose(found.T @ found, np.eye(found.shape[1]), atol=1e-12)
    return vectors * values @ vectors.T, lost


def test_a_worked_example_by_hand():
    # The squares 9, 4, 1 are lowered by the third, which is dropped; n is 3.
    covariance = Covariance(np.diag([3.0, 2.0, 1.0]), False)
    values, vectors, lost = frequent_directions(covariance, 2)
    np.testing.assert_allclose(values, [8 / 3, 1], rtol=1e-14)
    np.testing.assert_allclose(abs(vectors), np.eye(3, 2), atol=1e-14)
    assert lost == pytest.approx(1 / 3, rel=1e-14)


@pytest.mark.usefixtures("cells")
@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(2))
def test_the_sketch_is_below_the_matrix_by_no_more_than_it_says(
    seed, size, block, form, centred, monkeypatch
):
    monkeypatch.setattr(sketch, "ROWS_AT_ONCE", block)
    counts = random_counts(seed)
    A = second_moments(counts, centred)
    B, lost = sketched(counts, centred, form, size)
    values, rounding = np.linalg.eigvalsh(A - B), PRECISION * np.linalg.norm(A, 2)
    assert values[0] >= -rounding
    assert values[-1] <= lost + rounding


@pytest.mark.usefixtures("cells")
@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(2))
def test_what_is_lost_is_within_the_bound_of_ghashami_and_others(
    seed, size, block, form, centred, monkeypatch
):
    """Each lowering by d takes size + 1 times d off the trace, or more.

    So with D their sum, tr B^T B <= tr A - (size + 1) D; and the k leading directions
    of A keep tr A_k - k D in B. Together D <= tr(A - A_k) / (size + 1 - k).
    """
    monkeypatch.setattr(sketch, "ROWS_AT_ONCE", block)
    counts = random_counts(seed)
    eigenvalues = np.linalg.eigvalsh(second_moments(counts, centred))[::-1]
    _, lost = sketched(counts, centred, form, size)
    bounds = [eigenvalues[k:].sum() / (size + 1 - k) for k in range(size + 1)]
    assert 0 < lost <= min(bounds) * (1 + PRECISION)


@pytest.mark.usefixtures("cells")
@pytest.mark.parametrize("size", [40, 90])
@pytest.mark.parametrize("block", [7, 256])
def test_nothing_is_lost_where_there_is_room_for_all(
    block, size, form, centred, monkeypatch
):
    monkeypatch.setattr(sketch, "ROWS_AT_ONCE", block)
    counts = random_counts(0)  # of 25 words: fewer directions than rows that are kept
    A = second_moments(counts, centred)
    B, lost = sketched(counts, centred, form, size)
    assert lost <= PRECISION * np.linalg.norm(A, 2)
    np.testing.assert_allclose(B, A, rtol=0, atol=PRECISION * np.linalg.norm(A, 2))


@pytest.mark.parametrize("n_documents", [1, 2, 7])
def test_fewer_rows_than_are_kept_are_kept_as_they_are(n_documents, form, centred):
    counts = np.random.default_rng(n_documents).poisson(2.0, (n_documents, 30)) * 1.0
    B, lost = sketched(counts, centred, form, 8)
    A = counts - centred * counts.mean(axis=0)
    A = A.T @ A / n_documents
    rounding = PRECISION * np.linalg.norm(counts) ** 2
    np.testing.assert_allclose(B, A, rtol=0, atol=rounding)
    assert lost <= rounding


@pytest.mark.usefixtures("cells")
@pytest.mark.parametrize("block", [1, 256])
def test_empty_rows_alone_leave_nothing(block, form, centred, monkeypatch):
    monkeypatch.setattr(sketch, "ROWS_AT_ONCE", block)
    B, lost = sketched(np.zeros((30, 6)), centred, form, 4)
    assert not B.any()
    assert lost == 0


def test_empty_rows_change_nothing_but_the_number_of_rows(form):
    counts = random_counts(0)
    shorter = counts[counts.any(axis=1)]
    B, lost = sketched(counts, False, form, 4)
    expected, lost_then = sketched(shorter, False, form, 4)
    share = len(shorter) / len(counts)
    assert share < 1
    np.testing.assert_allclose(B, share * expected, rtol=0, atol=PRECISION * B.max())
    assert lost == pytest.approx(share * lost_then, rel=PRECISION)


def test_sparse_and_dense_rows_of_one_block_give_the_same(centred):
    counts = random_counts(0)[5:]  # empty documents at the top are a block of their own
    B, lost = sketched(counts, centred, "sparse", 4)
    dense, lost_then = sketched(counts, centred, "dense", 4)
    np.testing.assert_allclose(dense, B, rtol=0, atol=PRECISION * B.max())
    assert lost == pytest.approx(lost_then, rel=PRECISION)
