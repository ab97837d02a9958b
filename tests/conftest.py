"""What the tests share: data sets too large or not free to bundle, and a scale."""

import fcntl
import os
import sys
import tracemalloc
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

# The tests themselves are spread over the processors: a BLAS of several threads each
# would have them wait for each other. What else is set is tested too.
for _library in ("OPENBLAS", "OMP", "NUMBA"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.number_tables import read_table
from spca_core.corpus.readers.counts.uci import read_uci
from spca_core.paper import data_sets
from spca_core.problem.method import METHODS
from spca_core.running.compiled import Kernel, _modules

_COLLECTED: list[bool] = []  # once that is done
IS_CI = os.environ.get("CI") == "true"
# For a fast test, of the processor; half a second is the aim.
MAX_SECONDS = 2.0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Fail a fast test that takes long, in CI, which tries such a one three times.

    A first time may import or compile, and another process may slow one down.
    """
    begun = sum(os.times()[:4])
    result = yield
    taken = sum(os.times()[:4]) - begun
    is_long = any(map(item.get_closest_marker, ("slow", "nightly")))
    if IS_CI and taken > MAX_SECONDS and not is_long:
        pytest.fail(
            f"{taken:.1f} s of the processor: share what it makes, or mark slow"
        )
    return result


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let workers wait for each other at a kernel's first call, which may compile it.

    Kernels call those of other modules: at once, two workers would compile these twice.
    What calls no module in common is compiled at the same time.
    """
    locks = session.config.cache.mkdir("locks")
    call, called = Kernel.__call__, set()

    def in_turn(self: Kernel, *arguments: object) -> Any:
        assert _COLLECTED, "tests are collected and pages imported without kernels"
        if self in called:
            return call(self, *arguments)
        with ExitStack() as held:
            # All take them in one order, or two would wait for each other for ever.
            for module in sorted(_modules(self.__module__, set())):
                lock = held.enter_context(open(locks / module, "w", encoding="utf-8"))
                fcntl.flock(lock, fcntl.LOCK_EX)
            called.add(self)
            return call(self, *arguments)

    Kernel.__call__ = in_turn


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import what drives a browser where no test of it runs."""
    is_fast = "not slow" in config.option.markexpr
    return True if is_fast and collection_path.name == "browser" else None


def pytest_collection_finish(session: pytest.Session) -> None:
    _COLLECTED.append(True)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name no test by zipped bytes: they hold the time, and workers would differ."""
    is_zipped = isinstance(val, bytes) and val.startswith((b"\x1f\x8b", b"PK"))
    return "zipped" if is_zipped else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark the tests of slow methods: they take seconds where others take tenths.

    Workers begin at the first test and in the middle: tests of corpora, which call few
    kernels, come first, so that one worker has work while the other compiles.
    """
    items.sort(key=lambda item: "corpus" not in item.path.parts)
    slow = {name for name, method in METHODS.items() if method.is_slow}
    for item in items:
        if hasattr(item, "callspec") and item.callspec.params.get("method") in slow:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def main_module_stays() -> Iterator[None]:
    """A test of a page puts the page in its place, and spawned processes run that."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.fixture
def known_methods() -> Iterator[None]:
    """Functions that a test makes methods are forgotten after it."""
    before = METHODS.copy()
    yield
    METHODS.clear()
    METHODS.update(before)


@pytest.fixture(scope="session")
def data_folder() -> Path:
    return data_sets.data_folder()


@pytest.fixture(scope="session")
def kos(data_folder: Path) -> Corpus:
    return read_uci(present(data_folder / "kos" / "docword.kos.txt.gz"))


@pytest.fixture(scope="session")
def mfeat(data_folder: Path) -> Corpus:
    path = present(data_folder / "mfeat" / "mfeat-pixel.csv.gz")
    return read_table(path, label="class")


@pytest.fixture(scope="session")
def arcene(data_folder: Path) -> Corpus:
    return read_table(present(data_folder / "arcene" / "arcene_train.data.gz"))


@pytest.fixture
def peak_bytes() -> Callable[[Callable[[], object]], int]:
    """Return a function that tells the most memory in use while an action runs."""

    def measure(action: Callable[[], object]) -> int:
        tracemalloc.start()
        try:
            action()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    return measure


def present(path: Path) -> Path:
    """Skip the test if the file is missing; on the CI machine it must be there."""
    if not path.exists():
        refuse = pytest.fail if IS_CI else pytest.skip
        refuse(f"{path} is missing; SPCA_DATA names the folder of data sets")
    return path
