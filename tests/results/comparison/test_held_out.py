"""Topics found on halves of the documents, and the tables of them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest
from sklearn.decomposition import NMF, LatentDirichletAllocation

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.planted import Plan, plant
from spca_core.errors import InputError
from spca_core.methods.baselines.lda import OWN_PASSES
from spca_core.methods.baselines.own_words import own_words
from spca_core.problem.settings import Settings
from spca_core.results.comparison import held_out as held_out_module
from spca_core.results.comparison.held_out import (
    N_SPLITS,
    FoundTopics,
    found_again,
    halved,
    held_out,
    in_halves,
)
from spca_core.results.topics.coverage import covered
from spca_core.results.topics.quality import coherence, halves
from spca_core.topics import Topics, solve
from tests.oracles import corpus_of, random_corpus

PLANTED = plant(Plan(n_documents=300, n_words=60, n_topics=3, sparsity=4, strength=2.0))
CORPUS = PLANTED.corpus
NOISE = random_corpus(3, 80, 30)
SETTINGS = Settings(n_components=3, sparsity=4, effort="quick")


# What four halves find: by the first two, three words of six are in both.
WORDS = [
    np.array([[0, 1, 2], [3, 4, 5]]),
    np.array([[4, 3, 9], [0, 7, 8]]),
    np.array([[0, 1, 2], [3, 4, 5]]),
    np.array([[3, 5, 4], [2, 1, 0]]),
]


@pytest.fixture
def searches(monkeypatch) -> Callable:
    """Return a function that has searches find given words, and returns what is asked.

    What is asked grows with each search: its corpus and its settings.
    """

    def find(words: Iterable[np.ndarray]) -> list[tuple[Corpus, Settings]]:
        asked, one_by_one = [], iter(words)

        def found(corpus, settings):
            asked.append((corpus, settings))
            yield
            topics = next(one_by_one)
            loadings = np.full(topics.shape, topics.shape[1] ** -0.5)
            return FoundTopics(topics, loadings, 0.0)

        monkeypatch.setattr(held_out_module, "find_topics", found)
        return asked

    return find


def last(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_planted_topics_are_coherent_on_the_other_half_and_found_again():
    held = last(in_halves(halved(CORPUS, 7), SETTINGS))
    assert 0.2 < held.least < held.coherence < 1
    assert held.covered > 0.5
    assert held.stability == 1
    truth = {frozenset(CORPUS.columns_of(topic)) for topic in PLANTED.truth}
    for half in held.topics:
        assert {frozenset(words.tolist()) for words in half.words} == truth


def test_stability_is_of_several_splits_searched_with_seeds_of_their_own(searches):
    asked = searches(cycle(WORDS))
    whole = last(held_out(NOISE, SETTINGS))
    seeds = {settings.seed for _, settings in asked}
    parts = {half.observations.toarray().tobytes() for half, _ in asked}
    assert len(seeds) == len(parts) == 2 * N_SPLITS
    # By hand: of two topics of three words, 3 and 6 words are found again.
    assert whole["stability"] == (3 / 6 + 1) / 2
    assert whole["spread"] == (1 - 3 / 6) / 2


def test_words_of_a_topic_are_found_again_if_both_halves_have_them_in_its_partner(
    searches,
):
    first = np.array([[0, 1, 2], [3, 4, 5]])
    topics = replace(solve(NOISE, 2, 3, effort="quick"), supports=first)
    half, other = np.array([[3, 9, 4], [2, 1, 7]]), np.array([[0, 1, 8], [4, 5, 6]])
    asked = searches(cycle([half, other]))
    tables = list(found_again(Topics.of(NOISE, topics), splits=2))
    assert tables[0]["found_again"].isna().all()
    # Of 0, 1, 2 both have 1; of 3, 4, 5 both have 4.
    assert tables[-1]["found_again"].tolist() == pytest.approx([1 / 3, 1 / 3])
    assert set(tables[-1]["splits"]) == {2}
    assert len({settings.seed for _, settings in asked}) == 4


def test_planted_topics_are_found_again_and_those_of_noise_hardly():
    real, noise = (solve(corpus, 3, 4, effort="quick") for corpus in (CORPUS, NOISE))
    planted, of_noise = (topics.stability(2)["found_again"] for topics in (real, noise))
    assert planted.tolist() == [1, 1, 1]
    assert of_noise.mean() < 0.3


@pytest.mark.usefixtures("known_methods")
def test_topics_of_another_tool_are_not_searched_again():
    given = Topics.from_words(CORPUS, PLANTED.truth)
    with pytest.raises(InputError, match="search that found these topics is not known"):
        given.stability()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Maximum number of iterations")
def test_baselines_own_words_are_those_that_scikit_learn_finds():
    """NMF with its usual iterations, LDA as it learns online: here all is one batch."""
    corpus = corpus_of(np.random.default_rng(0).poisson(1.0, (100, 60)))
    online = {
        "learning_method": "online",
        "learning_offset": 1.0,
        "max_iter": OWN_PASSES,
    }
    for method, model in {
        "nmf": NMF(3, init="nndsvda", tol=0.0, random_state=0),
        "lda": LatentDirichletAllocation(3, random_state=0, **online),
    }.items():
        asked = replace(SETTINGS, method=method, weighting="counts", seed=0)
        *earlier, (words, loadings) = own_words(corpus, asked)
        assert len(earlier) == (OWN_PASSES - 1 if method == "lda" else 0)
        found = model.fit(corpus.observations.copy()).components_
        weights = np.take_along_axis(found, words, axis=1)
        np.testing.assert_array_equal(weights, np.sort(found)[:, :-5:-1])
        expected = weights / np.linalg.norm(weights, axis=1, keepdims=True)
        np.testing.assert_allclose(loadings, expected, rtol=1e-12, err_msg=method)


def test_topics_are_judged_on_the_half_that_they_were_not_found_on():
    held = last(in_halves(halved(NOISE, 7), SETTINGS))
    rows = halves(NOISE.n_documents, 7)
    halves_judged = [
        (NOISE.observations[rows[other]], held.topics[half].words)
        for half, other in ((0, 1), (1, 0))
    ]
    expected = np.concatenate([coherence(*half) for half in halves_judged])
    assert held.coherence == expected.mean()
    assert held.least == expected.min()
    assert held.covered == np.mean([covered(*half) for half in halves_judged])
