"""Runs and proofs of the command line, which report their progress.

Ctrl-C ends them early and keeps the best so far. A Dask cluster computes the sums over
the documents, if one is named.
"""

import logging
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from operator import attrgetter
from typing import TypeVar

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.extras import check_installed
from spca_core.formatting import counted, mark_if_weighted, significant
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import ProofLimits, Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate, certificates
from spca_core.results.topics.chance import AgainstChance, against_chance
from spca_core.running.stopping import last_of

LOGGER = logging.getLogger(__name__)
SECONDS_BETWEEN_REPORTS = 1.0
SECONDS_TO_ANSWER = 10  # for a cluster
Result = TypeVar("Result", Solution, Certificate)


@contextmanager
def cluster_at(address: str | None) -> Generator[Executor | None]:
    """Yield an executor of the scheduler at an address, or None without an address.

    If a worker is lost, Dask gives its work to another one.

    raises : InputError if Dask is not installed, or no scheduler answers
    """
    if address is None:
        yield None
        return
    check_installed("distributed", "--scheduler")
    from distributed import Client

    try:
        client = Client(address, timeout=SECONDS_TO_ANSWER)
    except (OSError, ValueError) as error:
        raise InputError(
            f"No Dask scheduler answers at {address}. Start one by `dask scheduler`, "
            "and give the address that it prints."
        ) from error
    with client:
        yield client.get_executor()


def best_solutions(
    runs: Iterable[tuple[Corpus, Settings]],
    cluster: Executor | None = None,
    spend: float | None = None,
) -> list[Solution]:
    """Make the runs; Ctrl-C ends them all and keeps the best so far.

    spend  : processor seconds for each run and its restarts
    raises : KeyboardInterrupt if nothing has been found by then
    """
    last = [
        _last(
            solutions(corpus, settings, cluster=cluster, spend=spend),
            partial(_found_so_far, corpus),
        )
        for corpus, settings in runs
    ]
    best = [solution for solution in last if solution]
    if last and not best:
        raise KeyboardInterrupt
    return best


def _found_so_far(corpus: Corpus, solution: Solution) -> str:
    captured = mark_if_weighted(
        significant(solution.captured_variance), solution.settings.weighting
    )
    return (
        f"{corpus.name}, {solution.settings.method}: {captured} after "
        f"{counted(solution.candidates, 'candidates')}, {solution.seconds:.1f} s"
    )


def proof_of(
    corpus: Corpus,
    solutions: list[Solution],
    limits: ProofLimits,
    cluster: Executor | None = None,
) -> Certificate | None:
    """Prove how good solutions of one size are; Ctrl-C keeps the proof so far."""
    best = max(solutions, key=attrgetter("captured_variance"))
    settings = best.settings
    proofs = certificates(
        covariance_of(corpus, settings, cluster),
        settings.n_components,
        settings.sparsity,
        supports=best.supports,
        limits=limits,
    )
    return _last(proofs, partial(_proven_so_far, corpus.name, settings))


def _proven_so_far(name: str, settings: Settings, proof: Certificate) -> str:
    limit = mark_if_weighted(significant(proof.upper_bound), settings.weighting)
    return (
        f"{name}: no choice captures more than {limit}, proven in {proof.seconds:.1f} s"
    )


def chance_of(
    corpus: Corpus, solution: Solution, shuffles: int
) -> AgainstChance | None:
    """Hold a solution against chance; Ctrl-C keeps what is known so far."""

    def report(known: AgainstChance) -> None:
        tables = f"{known.n_shuffles} of {shuffles} shuffled tables"
        greatest = significant(known.chance)
        LOGGER.info(f"{corpus.name}: {greatest} by chance, {tables}")

    return last_of(against_chance(corpus, solution, shuffles), report)


def _last(results: Iterable[Result], tell: Callable[[Result], str]) -> Result | None:
    """Return the last result before Ctrl-C; report one a second, and the last."""
    next_report = 0.0

    def report(result: Result) -> None:
        nonlocal next_report
        if result.seconds >= next_report:
            LOGGER.info(tell(result))
            next_report = result.seconds + SECONDS_BETWEEN_REPORTS

    result = last_of(results, report)
    if result:
        LOGGER.info(tell(result))
    return result
