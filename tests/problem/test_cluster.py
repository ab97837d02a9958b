"""Sums over documents on a cluster of Dask: the same bits as threads here give."""

import gc
import os
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path

import numpy as np
import pytest

from spca_core.cli import runs
from spca_core.cli.command_line import main
from spca_core.corpus import rows
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.store import open_store
from spca_core.corpus.store_writer import keep
from spca_core.problem.covariance import Covariance
from spca_core.proof.certificate import certify
from spca_core.topics import solve
from tests.oracles import random_corpus

pytestmark = [
    pytest.mark.slow,
    # Of Dask's own threads and sockets, when its processes end.
    pytest.mark.filterwarnings("ignore"),
]
distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def client() -> Iterator:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        )
        with cluster, distributed.Client(cluster) as client:
            yield client


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a store of some ten blocks."""
    monkeypatch.setattr(rows, "BLOCK_CELLS", 3_000)
    keep(random_corpus(0, 900, 60), tmp_path / "kept")
    return tmp_path / "kept"


def asking(what: Callable[[Covariance], np.ndarray]) -> Callable:
    def ask(corpus: Corpus, cluster=None) -> list[np.ndarray]:
        options = {"centred": True, "weighting": "tf-idf", "executor": cluster}
        return [what(Covariance.of(corpus, **options))]

    return ask


EVEN, VECTORS = np.arange(0, 60, 2), np.random.default_rng(0).random((60, 3))
# Everything that is asked of the documents.
ASKED = {
    "moments": asking(lambda covariance: covariance.moments),
    "gram": asking(lambda covariance: covariance.block(EVEN)),
    "cross": asking(lambda covariance: covariance.cross_block(EVEN, np.arange(60))),
    "scores": asking(lambda covariance: covariance._sums.scores(VECTORS)),
    "gather": asking(lambda covariance: covariance._sums.gather(np.ones((900, 2)))),
    "products": asking(
        lambda covariance: covariance._sums.gather_scores(VECTORS, np.ones(3))
    ),
    "each": asking(lambda covariance: np.array(list(covariance.by_block(np.sum)))),
}


def assert_same_bits(ours: list[np.ndarray], theirs: list[np.ndarray]) -> None:
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(one, other)


def test_two_processes_give_the_same_bits_as_threads(client, folder):
    corpus = open_store(folder)
    assert len(corpus.observations.blocks) > 8
    cluster = client.get_executor()
    for ask in (*ASKED.values(), solved, certified):
        assert_same_bits(ask(corpus, cluster), ask(corpus))
    prepared = prepare(corpus, Preparation(min_df=500))
    assert 12 < prepared.n_words < corpus.n_words
    for ask in (solved, certified):
        assert_same_bits(ask(prepared, cluster), ask(prepared))


class Deadly(Executor):
    """Hands tasks on to a cluster, and kills the worker that has begun a certain one.

    Of each `n_tasks`, the one in the middle blocks its worker, the first time.
    """

    def __init__(self, cluster: Executor, folder: Path, n_tasks: int) -> None:
        self._cluster, self._folder, self._n_tasks = cluster, folder, n_tasks
        self._n_submitted, self.killed = 0, []

    def submit(self, function, /, *arguments) -> Future:  # type: ignore[override]
        self._n_submitted += 1
        if self._n_submitted != self._n_tasks // 2:
            return self._cluster.submit(function, *arguments)
        note = self._folder / "pid"
        future = self._cluster.submit(blocked_once, note, function, *arguments)
        while not (note.exists() and note.read_text("utf-8")):
            time.sleep(0.01)
        self.killed.append(int(note.read_text("utf-8")))
        os.kill(self.killed[0], signal.SIGKILL)
        return future


def blocked_once(note: Path, function, *arguments):
    """Wait to be killed; where that has been done, do the task."""
    if note.exists():
        return function(*arguments)
    note.write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(60)
    raise AssertionError("nobody has killed this worker")


def solved(corpus: Corpus, cluster=None) -> list[np.ndarray]:
    found = solve(corpus, 3, 4, cluster=cluster)
    return [found.supports, found.loadings]


def certified(corpus: Corpus, cluster=None) -> list[np.ndarray]:
    return [np.array(certify(corpus, 3, 4, cluster=cluster).upper_bound)]


@pytest.mark.parametrize("ask", [ASKED["gram"], solved], ids=["gram", "solve"])
def test_a_worker_that_dies_in_the_middle_of_a_sum_changes_nothing(
    ask, client, folder, tmp_path
):
    corpus = open_store(folder)
    expected, n_blocks = ask(corpus), len(corpus.observations.blocks)
    client.wait_for_workers(2, timeout=60)
    cluster = Deadly(client.get_executor(), tmp_path, n_blocks)
    assert_same_bits(ask(corpus, cluster), expected)
    assert cluster.killed
    assert cluster.killed[0] not in client.run(os.getpid).values()


def test_the_command_line_takes_the_address_of_a_scheduler(client, folder, capsys):
    arguments = ("topics", str(folder), "-k", "3", "-s", "4", "--certify")
    assert main(arguments) == 0
    here = capsys.readouterr().out.split("\n", 1)[1]
    assert main((*arguments, "--scheduler", client.scheduler.address)) == 0
    assert capsys.readouterr().out.split("\n", 1)[1] == here


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "tcp://", "a:b:c"])
def test_an_address_where_nobody_answers_is_refused(
    folder, capsys, address, monkeypatch
):
    monkeypatch.setattr(runs, "SECONDS_TO_ANSWER", 1)
    assert main(("topics", str(folder), "--scheduler", address)) == 2
    assert f"No Dask scheduler answers at {address}" in capsys.readouterr().err
    # Dask's client closes itself when it is collected, and waits forever if another one
    # is just starting.
    gc.collect()
