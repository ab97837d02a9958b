"""Let libraries parse strangers' files in a process with limits of memory and time.

From a few kilobytes a library can fill any memory, and it cannot be stopped midway.
A process can be limited, and killed.
"""

import atexit
import io
import json
import logging
import os
import subprocess
import sys
import time
import warnings
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, cast
from xml.parsers.expat import ExpatError

from spca_core import errors
from spca_core.corpus import limits
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.running.stopping import awaited, lent_threads

# What libraries raise for a damaged file, besides errors of their own.
DAMAGES = (
    *(LookupError, ValueError, TypeError, SyntaxError, AttributeError),
    *(ArithmeticError, RuntimeError, OSError, EOFError, zipfile.BadZipFile, zlib.error),
    ExpatError,
)
RUST = "pyo3_runtime"  # the module of the error at a panic, which cannot be imported
# Text of so many bytes is read here: no library can make much of it.
HARMLESS = 1_000_000
ZIP, PDF, PDF_BYTES = b"PK\x03\x04", b"%PDF", 1_024
KEPT_BYTES = 10_000_000  # of a file; after a larger one, its process is not used again
FAILED, FULL = 1, 2  # exit codes: after an error, and when out of memory
ROOT = Path(__file__).parents[3]

# Takes a file's content, name and options; returns bytes, and what JSON can hold.
Read = Callable[..., tuple[bytes, Any]]
_idle: deque[subprocess.Popen] = deque()


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
    except BaseException as error:
        if type(error).__module__ != RUST:
            raise
        raise InputError(message) from error


def guarded(read: Read, content: bytes, name: str, **options: str) -> tuple[bytes, Any]:
    """Return `read(content, name, **options)`, run in a process with limits.

    The process waits for the next file, so only the first one waits for its start.

    read : a function of a module; it returns bytes, and anything that JSON can hold

    Raises
    ------
    InputError
        If the function raises it, or needs too much memory or time.
    """
    run = read_here if _is_harmless(content) else read_apart
    return run(read, content, name, options)


def read_here(
    read: Read, content: bytes, name: str, options: Mapping[str, str]
) -> tuple[bytes, Any]:
    """Return what a file holds, and refuse a zip archive that is a bomb."""
    _check_unzipped(content, name)
    return read(content, name, **options)


def read_apart(
    read: Read, content: bytes, name: str, options: Mapping[str, str]
) -> tuple[bytes, Any]:
    """Return the same, read in a process with limits."""
    place = f"{read.__module__}:{read.__name__}"
    asked = {"place": place, "name": name, "options": options}
    with _lent_process(len(content)) as process, lent_threads(1) as thread:
        header, held = awaited(thread.submit(_exchange, process, content, asked))
    if "refusal" in header:
        raise getattr(errors, header["error"])(header["refusal"])
    return held, header["about"]


def _is_harmless(content: bytes) -> bool:
    """Return whether a file is short text, of which nothing is unpacked."""
    is_packed = b"\0" in content or PDF in content[:PDF_BYTES]
    return len(content) <= HARMLESS and not is_packed


@contextmanager
def _lent_process(n_bytes: int) -> Generator[subprocess.Popen]:
    """Lend a process for one file; it is ended if that fails, or was large."""
    process = _idle.pop() if _idle else _begin()
    is_kept = False
    try:
        yield process
        is_kept = n_bytes <= KEPT_BYTES
    finally:
        _idle.append(process) if is_kept else _end(process)


def _begin() -> subprocess.Popen:
    pipe = subprocess.PIPE
    # Arrow's own allocator would reserve a gigabyte of addresses at once.
    environment = {**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"}
    command = [sys.executable, "-m", __spec__.name]
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, env=environment)


def _end(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(BrokenPipeError):
            cast("IO[bytes]", pipe).close()


@atexit.register
def end_all() -> None:
    """End the processes that wait for a file."""
    while _idle:
        _end(_idle.pop())


def _exchange(
    process: subprocess.Popen, content: bytes, asked: dict[str, Any]
) -> tuple[dict[str, Any], bytes]:
    try:
        _send(cast("IO[bytes]", process.stdin), content, **asked)
        return _receive(cast("IO[bytes]", process.stdout))
    except (BrokenPipeError, EOFError):
        name = asked["name"]
        if process.wait() == FAILED:
            raise RuntimeError(f"{name}: its reader failed, see above") from None
        raise InputError(
            f"{name} cannot be read: it needs more than {limits.MEMORY / 1e9:g} GB of "
            f"memory or {limits.SECONDS:,} seconds, or it is damaged. Take a part of "
            "it, or save it as text or CSV."
        ) from None


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


def _serve() -> None:
    """Read files from standard input until it ends."""
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints about a file is not an answer, and would fill the log.
    sys.stdout = sys.stderr
    logging.disable()
    warnings.simplefilter("ignore")
    with suppress(EOFError, BrokenPipeError):  # the process that asked is gone
        while True:
            header, content = _receive(asked)
            _limit_this_process()
            _answer(answers, content, **header)


def _limit_this_process() -> None:
    """Limit the memory of this process, and its time for the next file."""
    if sys.platform == "win32":
        return
    import resource

    for limit, most in (
        (resource.RLIMIT_AS, limits.MEMORY),
        (resource.RLIMIT_CPU, int(time.process_time()) + limits.SECONDS),
    ):
        _, hard = resource.getrlimit(limit)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (most, hard))


def _answer(
    answers: IO[bytes], content: bytes, place: str, name: str, options: dict[str, str]
) -> None:
    module, function = place.split(":")
    read = getattr(import_module(module), function)
    try:
        held, about = read_here(read, content, name, options)
        _send(answers, held, about=about)
    except InputError as refusal:
        _send(answers, b"", refusal=str(refusal), error=type(refusal).__name__)
    except MemoryError:
        os._exit(FULL)  # anything else would need memory


def _check_unzipped(content: bytes, name: str) -> None:
    """Refuse a zip archive that unzips to unusually much for its size: a bomb.

    A workbook of one number repeated unzips to 14 times its size.
    """
    unzipped = 0
    # A damaged one is for its reader to refuse.
    if content.startswith(ZIP):
        with suppress(*DAMAGES), zipfile.ZipFile(io.BytesIO(content)) as archive:
            unzipped = sum(info.file_size for info in archive.infolist())
    most = max(limits.SMALL_XML, limits.LIKELY_INFLATION * len(content))
    if unzipped > most:
        raise InputError(
            f"{name} holds {counted(unzipped, 'bytes')}; {most:,} can be read of a "
            "file of its size. Take a part of it, or save it as text or CSV."
        )


if __name__ == "__main__":
    _serve()
