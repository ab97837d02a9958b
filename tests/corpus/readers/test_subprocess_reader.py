"""Packed files in a process of their own: bounded, stopped at once, and loud."""

import os
import sys
import time
from pathlib import Path

import pytest

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.subprocess_reader import SubprocessReader
from spca_core.errors import InputError, MissingPackageError
from spca_core.running.stopping import Stopped, cancel_scope

LONGEST = 30.0  # seconds until a process has begun, on a machine that does other work


def echo(content: bytes, name: str, **options: str) -> tuple[bytes, list[str]]:
    sys.stdout.write("a library may print")
    return name.encode() + content, [*options.values()]


def whose(content: bytes, name: str) -> tuple[bytes, list[str]]:
    return b"%d" % os.getpid(), []


def endless(content: bytes, name: str) -> tuple[bytes, list[str]]:
    Path(name).touch()
    while True:
        pass


def greedy(content: bytes, name: str) -> tuple[bytes, list[str]]:
    return b"%d" % len(bytearray(int(content))), []


def wrong(content: bytes, name: str) -> tuple[bytes, list[str]]:
    raise ZeroDivisionError


def refused(content: bytes, name: str) -> tuple[bytes, list[str]]:
    raise MissingPackageError(f"{name} is no good.")


def test_texts_options_and_warnings_go_there_and_back():
    with SubprocessReader(echo) as reader:
        assert reader.read("ä\n\0".encode(), "x") == ("xä\n\0".encode(), [])
        assert reader.read(b"", "y", form="z") == (b"y", ["z"])


def test_one_process_reads_one_file_after_another_and_ends_with_the_context():
    with SubprocessReader(whose) as reader:
        first, second = (int(reader.read(b"", "x")[0]) for _ in range(2))
    assert first == second != os.getpid()
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_what_is_stopped_ends_at_once(tmp_path):
    begun = tmp_path / "begun"
    deadline = time.monotonic() + LONGEST
    with cancel_scope(begun.exists), SubprocessReader(endless) as reader:
        with pytest.raises(Stopped):
            reader.read(b"", str(begun))
        process = reader._process
    assert process.returncode < 0, "it was killed"
    assert time.monotonic() < deadline


def test_what_takes_too_much_memory_is_refused_and_the_next_file_is_read():
    with SubprocessReader(greedy) as reader:
        with pytest.raises(InputError, match="GB of memory"):
            reader.read(b"1" + b"0" * len(str(limits.MEMORY)), "x.xlsx")
        assert reader.read(b"1", "y.xlsx") == (b"1", [])


def test_a_refusal_is_that_of_the_reader():
    with (
        SubprocessReader(refused) as reader,
        pytest.raises(MissingPackageError, match=r"^x is no good\.$"),
    ):
        reader.read(b"", "x")


def test_what_goes_wrong_is_loud():
    with (
        SubprocessReader(wrong) as reader,
        pytest.raises(RuntimeError, match="its reader failed"),
    ):
        reader.read(b"", "x")
