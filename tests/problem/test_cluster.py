"""Sums over documents on a cluster of Dask: the same bits as threads here give."""

import os
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from spca_core.cli import cluster
from spca_core.cli.command_line import main
from spca_core.corpus import rows
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.keeping import keep
from spca_core.corpus.store import open_store
from spca_core.methods.solve import solve
from spca_core.problem.covariance import Covariance
from spca_core.proof.certificate import certify
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
    """Return a store of some forty blocks."""
    monkeypatch.setattr(rows, "BLOCK_CELLS", 500)
    keep(random_corpus(0, 900, 60), tmp_path / "kept")
    return tmp_path / "kept"


def asked(corpus: Corpus, cluster=None) -> list[np.ndarray]:
    """Return everything that is asked of the documents."""
    covariance = Covariance.of(corpus, centred=True, executor=cluster)
    words, vectors = np.arange(0, 60, 2), np.random.default_rng(0).random((60, 3))
    return [
        covariance.variances,
        covariance.block(words),
        covariance.cross_block(words, np.arange(60)),
        covariance.scores(vectors),
        covariance.gather(np.ones((900, 2))),
        covariance.products(vectors),
    ]


def assert_same_bits(ours: list[np.ndarray], theirs: list[np.ndarray]) -> None:
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(one, other)


def test_two_processes_give_the_same_bits_as_threads(client, folder):
    corpus = open_store(folder)
    assert len(corpus.observations.blocks) > 20
    cluster = client.get_executor()
    assert_same_bits(asked(corpus, cluster), asked(corpus))
    ours, theirs = solve(corpus, 3, 4, cluster=cluster), solve(corpus, 3, 4)
    assert_same_bits([ours.supports, ours.loadings], [theirs.supports, theirs.loadings])
    proof = certify(corpus, 3, 4, cluster=cluster)
    assert proof.upper_bound == certify(corpus, 3, 4).upper_bound


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(client, folder):
    corpus = open_store(folder)
    expected, cluster = asked(corpus), client.get_executor()
    pids = client.run(os.getpid)
    covariance = Covariance(corpus.observations, True, cluster)
    vectors = np.random.default_rng(0).random((60, 3))
    found = [covariance.products(vectors)]
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    found += [covariance.products(vectors) for _ in range(3)]
    assert client.run(os.getpid) != pids
    for products in found:
        np.testing.assert_array_equal(products, expected[-1])


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
    monkeypatch.setattr(cluster, "SECONDS_TO_ANSWER", 1)
    assert main(("topics", str(folder), "--scheduler", address)) == 2
    assert f"No Dask scheduler answers at {address}" in capsys.readouterr().err
