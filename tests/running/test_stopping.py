"""Whatever a run is at, it can be ended there. No clock is read."""

import sys
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from threading import Event

import numpy as np
import pytest

from spca_core.methods.baselines import rounding
from spca_core.methods.baselines.own_words import own_words
from spca_core.methods.baselines.rounding import decomposition
from spca_core.methods.registry import search_of
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.proof.certificate import certificates
from spca_core.running.stopping import (
    Stopped,
    awaited,
    cancel_scope,
)
from spca_core.steps import matching
from spca_core.steps.sketch import streamed
from tests.fuzz import in_one_test
from tests.oracles import random_corpus
from tests.oracles import solve_counts as solve

CORPUS = random_corpus(0, 60, 30)
SETTINGS = Settings(n_components=3, sparsity=2)
LONGEST = 10.0  # seconds
# The functions with the stopping points that a run comes to, by method. `_map` passes
# over the documents; between fits of scikit-learn `on_worker` looks.
PLACES = {
    "joint": ("_map", "ascent_at", "search_around", "rotate", "_grown_from"),
    "bipartite": ("matvec", "in_order", "_match_batch"),
    "tpower": ("_map", "_climb"),
    "em": ("_map", "_climb"),
    "span": ("matvec", "in_order", "_match_batch"),
    "exact": ("search_around", "_greatest_eigenvalues", "word_prices"),
    "varimax": ("matvec", "rotate"),
    "nmf": ("matvec", "on_worker"),
    "lda": ("_map", "on_worker"),
    "sparse_pca": ("_map", "on_worker"),
}


def finish_unless_ended_at(place: str, work: Iterable) -> None:
    """Do work that is unwanted while it looks from the function of that name.

    What goes through slices looks before each of them.
    """

    def is_there() -> bool:
        frame = sys._getframe(2)
        while frame.f_code.co_name in ("slices", "<genexpr>"):
            frame = frame.f_back
        return frame.f_code.co_name == place

    with cancel_scope(is_there):
        for _ in work:
            pass


def settings_for(method: str) -> Settings:
    return Settings(
        n_components=3, sparsity=2, method=method, effort="quick", candidates=300
    )


def test_the_places_of_every_method_are_known():
    assert PLACES.keys() == METHODS.keys()


@pytest.mark.parametrize("method", PLACES)
def test_a_run_can_be_ended_at_each_of_its_steps(method: str):
    with ThreadPoolExecutor(2) as executor:
        for place in PLACES[method]:
            covariance = Covariance.of(random_corpus(0, 60, 30), centred=False)
            work = search_of(method)(covariance, settings_for(method), executor)
            with pytest.raises(Stopped):
                finish_unless_ended_at(place, work)


def test_a_sketch_of_documents_as_they_come_can_be_ended_between_them():
    covariance = Covariance.of(random_corpus(0, 60, 30), centred=False)
    with pytest.raises(Stopped):
        finish_unless_ended_at("_sketched", map(streamed, [covariance], [SETTINGS]))


@in_one_test("place", ["round", "eigenvalue_bounds", "in_order", "matvec"])
def test_a_certificate_can_be_ended_at_each_of_its_steps(place: str):
    covariance = Covariance.of(random_corpus(0, 60, 30), centred=True)
    with pytest.raises(Stopped):
        finish_unless_ended_at(place, certificates(covariance, 3, 2))


def test_topics_that_share_words_can_be_ended_between_fits():
    with pytest.raises(Stopped):
        finish_unless_ended_at("own_topics", own_words(CORPUS, settings_for("lda")))


@pytest.mark.parametrize("method", ["joint", "bipartite", "span"])
def test_looking_after_every_match_does_not_change_the_answer(
    method: str, monkeypatch: pytest.MonkeyPatch
):
    options = {"method": method, "effort": "quick", "candidates": 300}
    usual = solve(CORPUS, 3, 4, **options)
    monkeypatch.setattr(matching, "WORK_AT_ONCE", 1)
    often = solve(CORPUS, 3, 4, **options)
    np.testing.assert_array_equal(often.supports, usual.supports)
    np.testing.assert_array_equal(often.loadings, usual.loadings)
    assert often.candidates == usual.candidates


def test_who_waits_for_a_task_does_not_wait_for_its_end():
    looks = count()
    with cancel_scope(lambda: next(looks) == 2), pytest.raises(Stopped):
        awaited(Future())


def test_a_fit_that_takes_long_is_left_behind(monkeypatch):
    begun, released = Event(), Event()

    def fit(*_: object) -> None:
        begun.set()
        assert released.wait(LONGEST), "who began it waits for its end"

    monkeypatch.setattr(decomposition().NMF, "fit", fit)
    with cancel_scope(begun.is_set), pytest.raises(Stopped):
        list(own_words(CORPUS, settings_for("nmf")))
    released.set()


@pytest.mark.parametrize("what", ["sparse_pca", "a certificate"])
def test_a_decomposition_that_takes_long_is_left_behind(what: str, monkeypatch):
    covariance = Covariance.of(random_corpus(0, 60, 30), centred=True)
    begun, released = Event(), Event()

    def decompose(matrix: np.ndarray) -> None:
        begun.set()
        assert released.wait(LONGEST), "who began it waits for its end"

    monkeypatch.setattr(np.linalg, "eigh", decompose)
    with ThreadPoolExecutor(1) as executor:
        work = (
            search_of(what)(covariance, settings_for(what), executor)
            if what in METHODS
            else certificates(covariance, 3, 2)
        )
        with cancel_scope(begun.is_set), pytest.raises(Stopped):
            list(work)
    released.set()


@pytest.mark.parametrize("method", ["nmf", "lda", "sparse_pca"])
def test_the_first_import_of_scikit_learn_is_left_behind(method: str, monkeypatch):
    begun, released, ended = Event(), Event(), Event()

    def imported(_: str) -> None:
        begun.set()
        released.wait(LONGEST)
        ended.set()

    monkeypatch.setattr(rounding, "import_module", imported)
    with cancel_scope(begun.is_set), pytest.raises(Stopped):
        solve(CORPUS, 3, 2, method=method)
    assert not ended.is_set()
    released.set()
