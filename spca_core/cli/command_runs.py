"""Runs of the command line: reported on standard error, ended early by Ctrl-C."""

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from spca_core.corpus.corpus import Corpus
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate, certify

SECONDS_BETWEEN_REPORTS = 1.0

Result = TypeVar("Result", Solution, Certificate)


@contextmanager
def interrupt_noted() -> Iterator[threading.Event]:
    """Note Ctrl-C instead of raising: no compiled kernel survives an exception."""
    interrupted = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def best_solution(
    corpus: Corpus, settings: Settings, interrupted: threading.Event
) -> Solution:
    """Run to the end, or to Ctrl-C, which keeps the best so far."""

    def tell(solution: Solution) -> str:
        return (
            f"{corpus.name}, {settings.method}: {solution.captured_variance:.6g} "
            f"after {solution.candidates:,} candidates, {solution.seconds:.1f} s"
        )

    return _last(solutions(corpus, settings), tell, interrupted)


def best_certificate(
    corpus: Corpus, found: list[Solution], interrupted: threading.Event
) -> Certificate:
    """Prove how good solutions of one size are, as well as it goes or until Ctrl-C."""

    def tell(proof: Certificate) -> str:
        return (
            f"{corpus.name}: no choice captures more than {proof.upper_bound:.6g}, "
            f"proven in {proof.seconds:.1f} s"
        )

    settings = found[0].settings
    proofs = certify(
        Covariance.of(corpus, centred=settings.centred),
        settings.n_components,
        settings.sparsity,
        captured_variance=max(solution.captured_variance for solution in found),
    )
    return _last(proofs, tell, interrupted)


def _last(
    results: Iterable[Result],
    tell: Callable[[Result], str],
    interrupted: threading.Event,
) -> Result:
    """Return the last result; tell of one a second, and of the last."""
    next_report = 0.0
    for result in results:
        if result.seconds >= next_report:
            print(tell(result), file=sys.stderr)
            next_report = result.seconds + SECONDS_BETWEEN_REPORTS
        if interrupted.is_set():
            break
    print(tell(result), file=sys.stderr)
    return result
