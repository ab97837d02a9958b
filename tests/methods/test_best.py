"""The joint search ends above every other method, whatever the weighting."""

import numpy as np
import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.results.topics.near_misses import near_misses
from spca_core.topics import solve
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, greedy_over_stars, planted_corpus

SIZES = [(3, 5), (20, 15)]  # beside that at which all methods are compared
# The methods that take seconds here, or list all supports.
LEFT_OUT = {"joint", "exact", "lda", "sparse_pca"}
each_text = pytest.mark.parametrize(
    ("name", "weighting"),
    [
        ("state_of_the_union", "tf-idf"),
        ("docstrings", "tf-idf-2.5"),
        ("kos", "counts"),
        ("docstrings", "log"),
        ("kos", "count-idf"),
        ("docstrings", "binary"),
    ],
)
NEARLY = 1 - 1e-4  # a search of usual effort, with one seed


def with_spikes(seed: int, n_spikes: int, sparsity: int) -> tuple[Corpus, list[set]]:
    """Loud words that vary alone, and quiet ones that stand together in a document."""
    rng = np.random.default_rng(seed)
    n_loud = 4 * n_spikes * sparsity
    counts = np.zeros((400, n_loud + n_spikes * sparsity))
    for word in range(n_loud):
        counts[rng.permutation(400)[:6], word] = 2.5
    spikes = []
    for spike in range(n_spikes):
        words = n_loud + spike * sparsity + np.arange(sparsity)
        counts[np.ix_(rng.permutation(400)[:4], words)] = 2 + 0.1 * spike
        spikes.append(set(words))
    return corpus_of(counts), spikes


@pytest.mark.slow
@in_one_test("seed", range(4))
def test_it_finds_rare_words_that_co_occur_among_frequent_ones_that_do_not(
    seed: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("spca_core.methods.working_set.MIN_WORKING_SET", 60)
    monkeypatch.setattr("spca_core.methods.working_set.MAX_SPARE_WORDS", 20)
    corpus, spikes = with_spikes(seed, 4, 5)
    found = solve(corpus, 4, 5, weighting="counts", seed=seed).supports
    assert sorted(map(sorted, spikes)) == sorted(map(sorted, found.tolist()))


@pytest.mark.slow
@in_one_test("centred", [False, True])
@in_one_test("seed", range(3))
def test_it_is_at_least_the_greedy_over_stars(seed: int, centred: bool):
    corpus = planted_corpus(seed, 5, 4)
    assert_at_least_the_greedy(corpus, 5, 4, weighting="counts", centred=centred)


def assert_at_least_the_greedy(
    corpus: Corpus, n_components: int, sparsity: int, weighting: str, centred: bool
) -> None:
    covariance = Covariance.of(corpus, centred=centred, weighting=weighting)
    matrix = covariance.block(np.arange(covariance.n_words))
    topics = np.array(greedy_over_stars(matrix, n_components, sparsity))
    blocks = matrix[topics[:, :, None], topics[:, None, :]]
    obvious = np.linalg.eigvalsh(blocks)[:, -1].sum()
    options = {"weighting": weighting, "centred": centred}
    solution = solve(corpus, n_components, sparsity, **options)
    assert solution.captured_variance >= covariance.in_units(obvious) * NEARLY


def text_of(name: str, request: pytest.FixtureRequest) -> Corpus:
    return request.getfixturevalue("kos") if name == "kos" else read_bundled(name)


@pytest.mark.slow
@each_text
def test_on_texts_it_is_at_least_every_other_method_and_no_exchange_gains(
    name: str, weighting: str, request: pytest.FixtureRequest
):
    text = text_of(name, request)
    n_components, sparsity = 8, 10
    joint = solve(text, n_components, sparsity, weighting=weighting)
    for method in METHODS.keys() - LEFT_OUT:
        other = solve(text, n_components, sparsity, weighting=weighting, method=method)
        assert joint.captured_variance >= other.captured_variance * NEARLY, method
    for topic in range(1, n_components + 1):
        lost = near_misses(joint, topic)["share_lost"]
        assert lost.min() >= -1e-6
