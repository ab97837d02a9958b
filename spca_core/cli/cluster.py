"""A Dask cluster that computes the sums over the documents, if one is named."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from spca_core.errors import InputError

SECONDS_TO_ANSWER = 10


@contextmanager
def cluster_at(address: str | None) -> Iterator[Executor | None]:
    """Lend an executor of the scheduler at an address, none without an address.

    Dask gives the work of a worker that is lost to another one.

    Raises
    ------
    InputError
        If Dask is not installed, or nobody answers.
    """
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError(
            "--scheduler needs Dask. Install it: pip install -e '.[cluster]'"
        ) from error
    try:
        client = Client(address, timeout=SECONDS_TO_ANSWER)
    except (OSError, ValueError) as error:
        raise InputError(
            f"No Dask scheduler answers at {address}. Start one by `dask scheduler`, "
            "and give the address that it prints."
        ) from error
    with client:
        yield client.get_executor()
