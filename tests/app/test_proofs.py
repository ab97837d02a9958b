"""Proofs in the background: one at a time, once each, while somebody looks."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from operator import lt

import pytest

from pages.shared.work import tasks
from pages.shared.work.tasks import Proof
from pages.shared.work.work import PROOFS, Queue
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.proof.certificate import Certificate, certificates
from tests.app.conftest import end_work
from tests.app.test_jobs import LONGEST_WAIT, eventually
from tests.oracles import random_corpus
from tests.oracles import solve_counts as solve

CORPUS = random_corpus(0, 30, 12)
PROOF = Proof(
    CORPUS, Settings(weighting="counts", norm="none", n_components=2, sparsity=3)
)
CERTIFICATE = Certificate(
    n_components=2,
    sparsity=3,
    variance_bound=9.0,
    dense_variance=8.0,
    steps=20,
    seconds=0.1,
)


def of_size(n_components: int) -> Proof:
    return PROOF._replace(settings=replace(PROOF.settings, n_components=n_components))


@pytest.fixture
def queue() -> Iterator[Queue]:
    """A queue of the test's own, whose work ends with it."""
    queue = Queue()
    yield queue
    end_work(queue)


def change_lane(monkeypatch: pytest.MonkeyPatch, **limits: float) -> None:
    monkeypatch.setattr(Proof, "lane", PROOFS._replace(**limits))


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Stands in for the certificate: never done before the test is; lists its turns."""
    turns: list[int] = []
    over = threading.Event()

    def certificates(
        covariance, n_components, sparsity, supports=None, after=None
    ) -> Iterator[Certificate]:
        one = replace(CERTIFICATE, n_components=n_components, stopped_by="stop")
        for steps in count():
            if turns[-1:] != [n_components]:
                turns.append(n_components)
            yield replace(one, steps=steps)
            if over.wait(0.001):
                return

    monkeypatch.setattr(tasks, "certificates", certificates)
    yield turns
    over.set()


@pytest.mark.slow
def test_a_proof_ends_with_the_certificate_of_the_core(queue):
    *_, expected = certificates(Covariance.of(CORPUS, centred=False), 2, 3)
    job = queue.get(PROOF)
    job.future.result(LONGEST_WAIT)
    assert job.latest.finished
    assert job.latest.upper_bound == expected.upper_bound


def test_solutions_of_one_size_share_a_proof_whatever_their_method_and_seed():
    solutions = [
        solve(CORPUS, 2, 3, method="tpower"),
        solve(CORPUS, 2, 3, seed=7, effort="quick"),
    ]
    assert {Proof(CORPUS, one.settings).key for one in solutions} == {PROOF.key}
    centred = solve(CORPUS, 2, 3, centred=True, effort="quick")
    assert Proof(CORPUS, centred.settings).key != PROOF.key


def test_proofs_go_one_after_another(queue, endless):
    first, second = queue.get(PROOF), queue.get(of_size(1))
    assert eventually(lambda: first.latest)
    assert second.waiting
    assert endless == [2]
    first.stop()
    assert eventually(lambda: second.latest)
    assert first.latest.n_components == 2  # stopped, it keeps its best so far


def test_a_proof_at_which_nobody_looks_ends_and_begins_again_when_somebody_does(
    queue, endless, monkeypatch
):
    change_lane(monkeypatch, grace=0.05)
    job = queue.get(PROOF)
    deadline = time.monotonic() + 0.15
    while time.monotonic() < deadline:
        job.watch(PROOF)
        time.sleep(0.005)
    assert not job.done  # it was looked at
    assert eventually(lambda: job.done)
    assert job.deserted
    again = queue.get(PROOF)
    assert again is not job
    assert again.latest == job.latest, "it is known before a step is done"


def test_sizes_take_turns(queue, endless, monkeypatch):
    change_lane(monkeypatch, turn=0.02)
    jobs = [queue.get(of_size(size)) for size in (1, 2, 3)]
    assert eventually(lambda: len(endless) > 3)
    steps = [job.latest.steps for job in jobs]
    assert eventually(lambda: len(endless) > 6)
    assert endless[:6] == [1, 2, 3, 1, 2, 3]
    after = [job.latest.steps for job in jobs]
    assert all(map(lt, steps, after)), "each goes on where it was"
    assert not any(job.done for job in jobs)
    for job in jobs:
        job.stop()
    assert eventually(lambda: all(job.done for job in jobs))
