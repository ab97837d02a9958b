"""Let libraries read strangers' packed files in a process of their own.

From a few kilobytes a library can fill any memory, and it cannot be stopped midway.
A process can be limited, and killed.
"""

import json
import logging
import os
import subprocess
import sys
import warnings
import zipfile
import zlib
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, Any, cast

from spca_core import errors
from spca_core.corpus.readers import limits
from spca_core.errors import InputError
from spca_core.running.stopping import awaited

# What libraries raise for a damaged file, besides errors of their own.
DAMAGES = (
    *(LookupError, ValueError, TypeError, SyntaxError, AttributeError),
    *(ArithmeticError, RuntimeError, OSError, EOFError, zipfile.BadZipFile, zlib.error),
)
FAILED, FULL = 1, 2  # exit codes: after an error, and when out of memory
ROOT = Path(__file__).parents[3]

# Takes a file's content, name and options; returns its text in UTF-8, and warnings.
Read = Callable[..., tuple[bytes, list[str]]]


@contextmanager
def as_damaged_file_error(message: str, *errors: type[Exception]) -> Generator[None]:
    """Turn what a library raises for a damaged file into InputError with this message.

    errors : the library's own exceptions
    """
    try:
        yield
    except InputError:
        raise
    except (*errors, *DAMAGES) as error:
        raise InputError(message) from error


class SubprocessReader:
    """A process that reads one file after another with one function of a module.

    The process starts with the first file, and ends when the context is left.
    """

    def __init__(self, read: Read) -> None:
        self.function = read
        self._process: subprocess.Popen | None = None
        self._thread = ThreadPoolExecutor(1)

    def __enter__(self) -> "SubprocessReader":
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            self._process.kill()
        self._thread.shutdown()
        self._close()

    def read(
        self, content: bytes, name: str, **options: str
    ) -> tuple[bytes, list[str]]:
        """Return what a file holds, and warnings.

        Raises
        ------
        InputError
            If the function raises it, or needs too much memory or time.
        """
        if self._process and self._process.poll() is not None:
            self._close()
        process = self._process = self._process or _begin(self.function)
        return awaited(self._thread.submit(_exchange, process, content, name, options))

    def _close(self) -> None:
        if self._process:
            with suppress(BrokenPipeError):
                self._process.communicate()
            self._process = None


def _exchange(
    process: subprocess.Popen, content: bytes, name: str, options: dict[str, str]
) -> tuple[bytes, list[str]]:
    try:
        _send(cast("IO[bytes]", process.stdin), content, name=name, **options)
        header, held = _receive(cast("IO[bytes]", process.stdout))
    except (BrokenPipeError, EOFError):
        if process.wait() == FAILED:
            raise RuntimeError(f"{name}: its reader failed, see above") from None
        raise InputError(
            f"{name} cannot be unpacked: it needs more than {limits.MEMORY / 1e9:g} GB "
            f"of memory or {limits.SECONDS:,} seconds, or it is damaged. Take a part "
            "of it, or save it as text."
        ) from None
    if "refusal" in header:
        raise getattr(errors, header["error"])(header["refusal"])
    return held, header["warnings"]


def _begin(read: Read) -> subprocess.Popen:
    place = f"{read.__module__}:{read.__name__}"
    command = [sys.executable, "-m", __spec__.name, place]
    pipe = subprocess.PIPE
    # Arrow's own allocator would reserve a gigabyte of addresses at once.
    environment = {**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"}
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, env=environment)


def _send(file: IO[bytes], content: bytes, **header: object) -> None:
    file.write(json.dumps({**header, "size": len(content)}).encode() + b"\n")
    file.write(content)
    file.flush()


def _receive(file: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    head = file.readline()
    if not head:
        raise EOFError
    header = json.loads(head)
    return header, file.read(header.pop("size"))


def _serve(place: str) -> None:
    """Read files from standard input until it ends, each with the same function."""
    module, function = place.split(":")
    read = getattr(import_module(module), function)
    _limit_this_process()
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints about a file is not an answer, and would fill the log.
    sys.stdout = sys.stderr
    logging.disable()
    warnings.simplefilter("ignore")
    with suppress(EOFError, BrokenPipeError):  # the process that asked is gone
        while True:
            arguments, content = _receive(asked)
            _answer(partial(read, content, **arguments), answers)


def _limit_this_process() -> None:
    if sys.platform == "win32":
        return
    import resource

    for limit, most in (
        (resource.RLIMIT_AS, limits.MEMORY),
        (resource.RLIMIT_CPU, limits.SECONDS),
    ):
        _, hard = resource.getrlimit(limit)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (most, most))


def _answer(read: Callable[[], tuple[bytes, list[str]]], answers: IO[bytes]) -> None:
    try:
        held, doubts = read()
        _send(answers, held, warnings=doubts)
    except InputError as refusal:
        _send(answers, b"", refusal=str(refusal), error=type(refusal).__name__)
    except MemoryError:
        os._exit(FULL)  # anything else would need memory


if __name__ == "__main__":
    _serve(sys.argv[1])
