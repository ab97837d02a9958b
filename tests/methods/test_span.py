"""SpanSPCA: to rank 2 the optimum on the sketch, above it sampled; the paper's figures.

Where A is of that rank, the sketch is A itself. In the plane, the s best words of every
direction are among the supports.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice
from math import comb

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.methods import span as module
from spca_core.methods.span import SECTORS, span, supports_in_plane
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate
from tests.fuzz import in_one_test
from tests.oracles import best_variance, corpus_of, random_corpus, second_moments
from tests.oracles import solve_counts as solve

GRID = 20_000  # angles of the half circle: -c has the same words as c


def with_factor(factor: np.ndarray) -> Corpus:
    """Data whose A is V V^T."""
    return corpus_of(np.sqrt(factor.shape[1]) * factor.T)


def gaussian(rng: np.random.Generator, n_words: int) -> np.ndarray:
    return rng.standard_normal((n_words, 2))


def long_and_short(rng: np.random.Generator, n_words: int) -> np.ndarray:
    return gaussian(rng, n_words) * rng.gamma(0.3, size=(n_words, 1))


def all_as_long(rng: np.random.Generator, n_words: int) -> np.ndarray:
    rows = gaussian(rng, n_words)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def on_a_grid(rng: np.random.Generator, n_words: int) -> np.ndarray:
    """Rows of whole numbers: many are equal, opposite, parallel, zero or as long."""
    return rng.integers(-2, 3, size=(n_words, 2)).astype(float)


def on_a_line(rng: np.random.Generator, n_words: int) -> np.ndarray:
    return np.outer(rng.standard_normal(n_words), rng.standard_normal(2))


def nearly_on_a_line(rng: np.random.Generator, n_words: int) -> np.ndarray:
    return gaussian(rng, n_words) * [1, 1e-3]


def with_opposite_rows(rng: np.random.Generator, n_words: int) -> np.ndarray:
    rows = gaussian(rng, n_words // 2)[rng.integers(n_words // 2, size=n_words)]
    return rows * rng.choice([-1, 1], (n_words, 1))


each_draw = pytest.mark.parametrize(
    "draw",
    [
        *(gaussian, long_and_short, all_as_long, on_a_grid),
        *(on_a_line, nearly_on_a_line, with_opposite_rows),
    ],
    ids=lambda draw: draw.__name__,
)
Draw = Callable[[np.random.Generator, int], np.ndarray]


@in_one_test("sparsity", [1, 2, 3, 5, 9])
@each_draw
def test_of_data_of_rank_two_the_first_component_is_the_best_of_all_supports(
    draw: Draw, sparsity: int
):
    for seed in range(3):
        factor = draw(np.random.default_rng(seed), 9)
        solution = solve(with_factor(factor), 1, sparsity, method="span", rank=2)
        best = best_variance(factor @ factor.T, 1, sparsity)
        # Eigenvalues of at most 9 x 9, rounded at the scale of A.
        assert solution.captured_variance == pytest.approx(best, rel=1e-10, abs=1e-12)
        assert solution.remarks.exhaustive is True


def sketch_of_words(matrix: np.ndarray, words: list[int], rank: int) -> np.ndarray:
    """V V^T of the words alone: the best of its rank."""
    values, vectors = np.linalg.eigh(matrix[np.ix_(words, words)])
    return vectors[:, -rank:] * values[-rank:] @ vectors[:, -rank:].T


def yielded(corpus: Corpus, settings: Settings) -> list[Candidate]:
    covariance = Covariance.of(corpus, centred=settings.centred)
    with ThreadPoolExecutor(2) as executor:
        return list(span(covariance, settings, executor))


@in_one_test("rank", [1, 2])
@pytest.mark.parametrize("centred", [False, True])
@in_one_test("seed", range(4))
def test_each_component_is_the_best_on_the_sketch_of_the_words_left(
    seed: int, centred: bool, rank: int
):
    corpus = random_corpus(seed, 40, 11)
    matrix = second_moments(corpus, centred=centred)
    settings = Settings(n_components=3, sparsity=3, rank=rank, centred=centred)
    free = list(range(11))
    found = yielded(corpus, settings)
    for candidate in found:
        sketch = sketch_of_words(matrix, free, rank)
        support = [free.index(word) for word in candidate.supports[-1]]
        captured = np.linalg.eigvalsh(sketch[np.ix_(support, support)])[-1]
        # The sketch is by Lanczos, to some 1e-14 of A, in the method.
        assert captured == pytest.approx(best_variance(sketch, 1, 3), rel=1e-10)
        free = [word for word in free if word not in candidate.supports]
    assert len(free) == 2


@pytest.mark.parametrize("rank", [1, 2, 4])
def test_it_tells_the_error_of_the_sketch_and_whether_it_has_weighed_all(rank: int):
    corpus = random_corpus(1, 40, 20)
    settings = Settings(n_components=3, sparsity=4, rank=rank, candidates=50)
    found = yielded(corpus, settings)
    expected = np.linalg.eigvalsh(second_moments(corpus))[-1 - rank]
    for candidate in found:
        assert candidate.remarks.sketch_error == pytest.approx(expected)
        assert candidate.remarks.exhaustive is (rank <= 2)
    if rank <= 2:
        counted = np.diff([0, *(candidate.candidates for candidate in found)])
        # At least one in each sector; no more than there are turns among 20 words.
        assert (counted >= SECTORS).all()
        assert (counted <= SECTORS + 2 * comb(20, 2)).all()


@pytest.mark.parametrize("candidates", [1, 200, 450])
def test_above_rank_two_as_many_directions_as_asked_for_are_tried_for_each(
    candidates: int,
):
    settings = Settings(n_components=3, sparsity=4, rank=3, candidates=candidates)
    found = yielded(random_corpus(1, 40, 20), settings)
    counted = [candidate.candidates for candidate in found]
    assert counted == [candidates, 2 * candidates, 3 * candidates]


def test_above_rank_two_many_directions_come_near_the_best_on_the_sketch():
    missed = 0
    for seed in range(5):
        factor = np.random.default_rng(seed).standard_normal((9, 3))
        best = best_variance(factor @ factor.T, 1, 3)
        few, many = (
            solve(with_factor(factor), 1, 3, method="span", rank=3, candidates=n)
            for n in (1, 3_000)
        )
        # 3,000 points of the half sphere: some three degrees from one to the next.
        assert 0.999 * best <= many.captured_variance <= best * (1 + 1e-12)
        missed += few.captured_variance < 0.999 * best
    assert missed


@pytest.mark.slow
def test_on_kos_it_captures_about_what_the_paper_reports(kos: Corpus):
    # The paper has 42.1 from directions that are not known; most seeds end within this.
    solution = solve(kos, 8, 15, method="span", rank=5)
    assert 41.8 <= solution.captured_variance <= 42.9


@pytest.mark.slow
def test_on_mfeat_it_captures_what_the_paper_reports(mfeat: Corpus):
    # The paper has 508; four seeds of ours end at 507.95 to 509.85.
    solution = solve(mfeat, 5, 40, method="span", rank=4)
    assert 507 <= solution.captured_variance <= 510


@pytest.mark.slow
def test_on_arcene_it_captures_what_the_paper_reports(arcene: Corpus):
    # The paper has 1.08e7.
    solution = solve(arcene, 5, 40, method="span", rank=4)
    assert 1.080e7 <= solution.captured_variance <= 1.082e7


# In the plane.


def all_supports(factor: np.ndarray, sparsity: int) -> np.ndarray:
    return np.vstack(list(supports_in_plane(factor, sparsity)))


def n_weighed(factor: np.ndarray, sparsity: int, most_sectors: int = 2_000) -> int:
    """Count the supports, and fail on a walk through the sectors that has no end."""
    sectors = list(islice(supports_in_plane(factor, sparsity), most_sectors))
    assert len(sectors) < most_sectors
    return sum(map(len, sectors))


def projected(factor: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """|v_i . c|, (n_angles, n_words)."""
    return abs(np.column_stack([np.cos(angles), np.sin(angles)]) @ factor.T)


def grid_of_angles() -> np.ndarray:
    """Off the multiples of pi / 2^n, at which sectors meet."""
    return (np.arange(GRID) + 0.3) * np.pi / GRID


def values(factor: np.ndarray, supports: np.ndarray) -> np.ndarray:
    """lambda_max(V_I^T V_I) of each support."""
    rows = factor[supports]
    return np.linalg.eigvalsh(rows.transpose(0, 2, 1) @ rows)[:, -1]


@in_one_test("sparsity", [1, 4, 9])
@each_draw
@in_one_test("seed", range(2))
def test_no_direction_has_better_words_than_the_best_of_them(
    seed: int, draw: Draw, sparsity: int
):
    factor = draw(np.random.default_rng(seed), 30)
    directions = np.sort(projected(factor, grid_of_angles()), axis=1)[:, -sparsity:]
    most = (directions**2).sum(axis=1).max()
    # A gain of less than one part in 10^9 is none.
    assert values(factor, all_supports(factor, sparsity)).max() >= most * (1 - 1e-9)


@pytest.mark.parametrize("sparsity", [1, 4, 9])
def test_each_is_the_s_best_words_of_some_direction(sparsity: int):
    factor = gaussian(np.random.default_rng(4), 30)
    # The order changes at right angles to v_i - v_j and v_i + v_j, and nowhere else.
    pairs = np.array(list(combinations(factor, 2)))
    normals = np.vstack([pairs[:, 0] - pairs[:, 1], pairs[:, 0] + pairs[:, 1]])
    borders = np.sort(np.arctan2(normals[:, 1], normals[:, 0]) % np.pi + np.pi / 2)
    borders = np.append(borders, borders[0] + np.pi)
    middles = (borders[1:] + borders[:-1]) / 2
    order = np.argsort(-projected(factor, middles), axis=1)[:, :sparsity]
    expected = {frozenset(support) for support in order.tolist()}
    found = {frozenset(support) for support in all_supports(factor, sparsity).tolist()}
    assert found <= expected


@pytest.mark.slow
@pytest.mark.parametrize(("n_words", "spread"), [(200, 1e-7), (900, 1e-5), (900, 1e-3)])
def test_words_that_are_nearly_equal_do_not_keep_it_busy(n_words: int, spread: float):
    noise = np.random.default_rng(0).standard_normal((n_words, 2)) * spread
    # Up to 400 thousand pairs of them tie somewhere; 11 thousand supports were weighed.
    assert n_weighed(1 + noise, 15, most_sectors=20_000) <= 20_000


@in_one_test("sparsity", [5, 15, 40])
@in_one_test("seed", range(3))
def test_of_seven_thousand_random_words_few_supports_are_weighed(
    seed: int, sparsity: int
):
    factor = np.random.default_rng(seed).standard_normal((7_000, 2))
    weighed = n_weighed(factor, sparsity)
    # There are 49 million angles at which two words tie. Of the long words at the rim a
    # sector of 64 sees one set or a few: 88 to 294 in all were measured.
    assert 64 <= weighed <= 64 + 10 * sparsity


@pytest.mark.parametrize("sign", [1, -1])
def test_more_copies_of_a_word_than_a_support_can_hold_change_nothing(sign: int):
    rows = np.random.default_rng(0).standard_normal((20, 2))
    enough, many = (np.vstack([rows, *[sign * rows] * n]) for n in (2, 20))
    assert n_weighed(many, 3) == n_weighed(enough, 3)
    np.testing.assert_array_equal(all_supports(many, 3), all_supports(enough, 3))


# The rows of an SVD's factor for equal words differ by some roundings.
@pytest.mark.parametrize("rounding", [1e-16, 1e-14])
@pytest.mark.parametrize("sparsity", [1, 2])
def test_words_that_are_equal_but_for_rounding_do_not_keep_it_busy(
    sparsity: int, rounding: float
):
    noise = np.random.default_rng(0).standard_normal((12, 2)) * rounding
    # As many as there are sectors to begin with, or a few for each.
    assert n_weighed(1 + noise, sparsity) <= 1_000


@in_one_test("seed", range(3))
def test_between_any_two_ties_of_a_wide_sector_the_words_are_among_them(
    seed: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "SECTORS", 1)
    factor = gaussian(np.random.default_rng(seed), 30)
    best = (np.sort(projected(factor, grid_of_angles()) ** 2)[:, -4:]).sum(axis=1)
    assert values(factor, all_supports(factor, 4)).max() >= best.max() * (1 - 1e-9)
