"""Data of rank one but for noise of a millionth: once a solve of them never ended."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from spca_core.corpus.conversion import as_corpus
from spca_core.corpus.corpus import Corpus
from spca_core.problem.method import METHODS
from spca_core.proof.certificate import certify
from spca_core.topics import solve
from tests.oracles import best_variance

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 60  # seconds, kernels compiling included
K, S = 3, 3


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """Return nine words that vary alike: which has which topic's is but rounding."""
    rng = np.random.default_rng(3)
    shared = rng.standard_normal((5, 1)) @ np.ones((1, 9))
    return as_corpus(shared + 1e-6 * rng.standard_normal((5, 9)))


@pytest.fixture(scope="module")
def optimum(corpus: Corpus) -> float:
    deviations = corpus.observations - corpus.observations.mean(axis=0)
    return best_variance(deviations.T @ deviations / 5, K, S)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_ends_at_most_at_the_optimum(corpus, optimum, method):
    solution = solve(corpus, K, S, method=method, centred=True)
    assert solution.stopped_by == "finished"
    # All words are alike but for a millionth, and so are all choices of them.
    assert solution.captured_variance == pytest.approx(optimum, rel=1e-5)
    assert solution.captured_variance <= optimum * (1 + 1e-12)


def test_the_proof_ends_and_closes_the_gap(corpus, optimum):
    proof = certify(corpus, K, S, centred=True)
    assert proof.finished
    assert optimum <= proof.upper_bound
    assert not proof.gap(optimum)


@pytest.mark.slow
def test_the_command_ends(corpus, optimum, tmp_path):
    np.save(tmp_path / "made.npy", corpus.observations)
    asked = f"topics {tmp_path / 'made.npy'} -k {K} -s {S} --certify --json".split()
    ended = subprocess.run(
        [sys.executable, "-m", "spca_core", *asked],
        cwd=ROOT,
        capture_output=True,
        timeout=LONGEST,
        check=True,
    )
    found = json.loads(ended.stdout)
    assert found["settings"]["centred"]
    assert found["captured_variance"] == pytest.approx(optimum, rel=1e-5)
    assert b"no choice captures more than" in ended.stderr
