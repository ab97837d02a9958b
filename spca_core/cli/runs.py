"""Runs of the command line, on a Dask cluster if one is named."""

from collections.abc import Generator, Iterable
from concurrent.futures import Executor
from contextlib import contextmanager

from spca_core.cli.reports import is_quiet
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.extras import check_installed
from spca_core.problem.settings import Settings
from spca_core.topics import Topics, search

SECONDS_TO_ANSWER = 10  # for a cluster


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


def best_topics(
    runs: Iterable[tuple[Corpus, Settings]],
    cluster: Executor | None = None,
    spend: float | None = None,
) -> list[Topics]:
    """Make the runs; Ctrl-C ends them all and keeps the best so far.

    spend  : processor seconds for each run and its restarts
    raises : KeyboardInterrupt if nothing has been found by then
    """
    best: list[Topics] = []
    for corpus, settings in runs:
        try:
            best.append(search(corpus, settings, None, cluster, spend, shown()))
        except KeyboardInterrupt:
            if not best:
                raise
            return best
        if best[-1].stopped_by == "stop":
            return best
    return best


def shown() -> bool | None:
    """Return whether bars are shown: never if quiet, else as the library does."""
    return False if is_quiet() else None
