"""What work has freed is not held for ever."""

import platform
from pathlib import Path

import pytest

from pages.shared.work import memory

SIZE, NUMBER = 100_000, 3_000  # bytes of a part, below what glibc takes from the system


def resident() -> int:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    (line,) = (one for one in status.splitlines() if one.startswith("VmRSS:"))
    return 1024 * int(line.split()[1])


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others keep nothing")
def test_memory_between_what_is_still_used_is_given_back():
    parts = [bytearray(SIZE) for _ in range(NUMBER)]
    used = parts[::10]
    del parts
    before = resident()
    memory.give_back()
    assert before - resident() > SIZE * NUMBER / 2
    assert sum(map(len, used)) == SIZE * len(used)


def test_where_the_library_has_no_such_function_nothing_is_done(monkeypatch):
    monkeypatch.setattr(memory.ctypes, "CDLL", lambda _: object())
    memory.share_memory()
    memory.give_back()
