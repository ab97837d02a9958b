"""The guard of strangers' files: bounded, stopped at once, loud, and quick if small."""

import io
import os
import sys
import time
import zipfile
from pathlib import Path

import pytest

from spca_core.corpus import limits
from spca_core.corpus.readers.guarded import HARMLESS, end_all, guarded
from spca_core.errors import InputError, MissingPackageError
from spca_core.running.stopping import Stopped, cancel_scope

LONGEST = 30.0  # seconds until a process has begun, on a machine that does other work
PACKED = b"\0"  # content that no text has


def echo(content: bytes, name: str, **options: str) -> tuple[bytes, dict[str, str]]:
    sys.stdout.write("a library may print")
    return name.encode() + content, options


def whose(content: bytes, name: str) -> tuple[bytes, int]:
    return b"", os.getpid()


def endless(content: bytes, name: str) -> tuple[bytes, None]:
    Path(name).touch()
    while True:
        pass


def greedy(content: bytes, name: str) -> tuple[bytes, int]:
    return b"", len(bytearray(int(content.strip(PACKED))))


def wrong(content: bytes, name: str) -> tuple[bytes, None]:
    raise ZeroDivisionError


def refused(content: bytes, name: str) -> tuple[bytes, None]:
    raise MissingPackageError(f"{name} is no good.")


def test_bytes_and_what_json_holds_go_there_and_back():
    sent = "ä\n\0".encode()
    assert guarded(echo, sent, "x", form="z") == (b"x" + sent, {"form": "z"})


def test_short_text_is_read_here_and_what_is_packed_or_long_apart():
    assert guarded(whose, b"text", "x")[1] == os.getpid()
    for content in (PACKED, b"a" * (HARMLESS + 1), b"\n%PDF-1.7"):
        assert guarded(whose, content, "x")[1] != os.getpid()


def test_a_refusal_is_that_of_the_reader_and_what_goes_wrong_is_loud():
    with pytest.raises(MissingPackageError, match=r"^x is no good\.$"):
        guarded(refused, PACKED, "x")
    with pytest.raises(RuntimeError, match="its reader failed"):
        guarded(wrong, PACKED, "x")


@pytest.mark.slow
def test_one_process_reads_one_file_after_another_until_all_are_ended():
    first, second = (guarded(whose, PACKED, "x")[1] for _ in range(2))
    assert first == second
    end_all()
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_what_is_stopped_ends_at_once(tmp_path):
    begun = tmp_path / "begun"
    reading = guarded(whose, PACKED, "x")[1]
    deadline = time.monotonic() + LONGEST
    with cancel_scope(begun.exists), pytest.raises(Stopped):
        guarded(endless, PACKED, str(begun))
    with pytest.raises(ProcessLookupError):
        os.kill(reading, 0)
    assert time.monotonic() < deadline


def test_what_takes_too_much_memory_is_refused_and_the_next_file_is_read():
    with pytest.raises(InputError, match=r"GB of memory .* save it as text or CSV\.$"):
        guarded(greedy, PACKED + b"%d" % (10 * limits.MEMORY), "x.xlsx")
    assert guarded(greedy, PACKED + b"1", "y.xlsx") == (b"", 1)


@pytest.mark.slow
def test_what_takes_too_long_is_refused(monkeypatch, tmp_path):
    script = "from spca_core.corpus import limits\nlimits.SECONDS = 1\n"
    (tmp_path / "sitecustomize.py").write_text(script, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path.cwd()}")
    end_all()
    with pytest.raises(InputError, match=r"needs more than .* seconds"):
        guarded(endless, PACKED, str(tmp_path / "begun"))
    assert (tmp_path / "begun").exists()


def test_a_zip_that_unzips_to_unusually_much_is_refused_unread():
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", bytes(10_000_000))
    with pytest.raises(InputError, match=r"^x holds 10,000,000 bytes; 1,\d+,\d+ can"):
        guarded(echo, bomb.getvalue(), "x")
