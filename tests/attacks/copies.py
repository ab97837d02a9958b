"""A copy of the tree, in which a mutant meets the tests."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from tests.test_architecture import ROOT, name_of

MAX_SECONDS = 180  # a test; unmutated, and on a busy machine, the longest takes 30
MAX_SECONDS_IN_ALL = 2_400
MAX_MEMORY = 8 * 10**9  # bytes, without what is only reserved
PYTEST = "-x -q -n 0 --tb=no -rfE -p no:cacheprovider -o faulthandler_exit_on_timeout=1"
NO_TESTS = 5  # that are not slow: pytest's status
VOID, KILLED, SURVIVED, TIMED_OUT = "void", "killed by ", "SURVIVED", "timed out"


class Copy:
    """A copy of the tree, in which one mutant at a time lives."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._n_mutants = folder, 0
        passed = shutil.ignore_patterns(".git", "__pycache__", ".*_cache")
        shutil.copytree(ROOT, folder, ignore=passed)

    def fate(self, path: Path, source: bytes, tests: list[str]) -> str:
        """Return what these tests say of a module with another source."""
        module, path = name_of(ROOT / path), self._folder / path
        usual, times = path.read_bytes(), path.stat()
        path.write_bytes(source)
        # A time of its own: what is compiled of one of the same length is not taken.
        self._n_mutants += 1
        os.utime(path, (times.st_mtime + self._n_mutants,) * 2)
        try:
            is_void = self._said("-c", f"import {module}")[0] != 0
            return VOID if is_void else self.outcome(tests)
        finally:
            path.write_bytes(usual)
            os.utime(path, (times.st_atime, times.st_mtime))

    def outcome(self, tests: list[str]) -> str:
        """Return the first test that fails, or that all pass."""
        if not tests:
            return SURVIVED
        limit = "-o", f"faulthandler_timeout={MAX_SECONDS}"
        status, said = self._said("-m", "pytest", *PYTEST.split(), *limit, *tests)
        if status in (0, NO_TESTS):
            return SURVIVED
        if status is None or "Timeout (" in said:
            return TIMED_OUT
        failed = [one for one in said.splitlines() if one.startswith(("FAILED", "ERR"))]
        if not failed:
            return f"ended pytest with status {status}"
        return KILLED + failed[0].split(" - ")[0].split(maxsplit=1)[1]

    def _said(self, *arguments: str) -> tuple[int | None, str]:
        """Run Python in the copy; return its status, None if stopped, and its text."""
        with TemporaryFile("w+", errors="replace") as text:
            process = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=self._folder,
                env=os.environ | {"PYTHONPATH": "."},
                stdout=text,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_limit_memory,
            )
            with suppress(subprocess.TimeoutExpired):
                process.wait(MAX_SECONDS_IN_ALL)
            status = process.poll()
            with suppress(ProcessLookupError):  # with all that it has started
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            text.seek(0)
            return status, text.read()


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
