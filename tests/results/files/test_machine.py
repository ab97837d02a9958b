"""The machine: what it tells of itself, and nothing where it does not."""

import os
import sys
from pathlib import Path

import pytest

from spca_core.results.files import provenance

CPU_INFO = """processor\t: 0
vendor_id\t: Maker
model\t\t: 25
model name\t: Maker(R) Model 7: 3 GHz

processor\t: 1
model name\t: another
"""


def test_the_table_has_the_hardware_and_the_software():
    figures = dict(provenance.table().to_numpy().tolist())
    assert figures == provenance.figures()
    assert {"Processors", "System", "Python", "numpy"} <= set(figures)
    assert all(figures.values())


def test_the_processor_is_the_first_that_linux_lists(tmp_path: Path):
    listed = tmp_path / "cpuinfo"
    listed.write_text(CPU_INFO)
    assert provenance.processor(listed) == "Maker(R) Model 7: 3 GHz"


def test_where_no_processor_is_told_there_is_none(tmp_path: Path):
    assert provenance.processor(tmp_path / "missing") == ""
    unnamed = tmp_path / "cpuinfo"
    unnamed.write_text("processor\t: 0\nBogoMIPS\t: 48.00\n")
    assert provenance.processor(unnamed) == ""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc/meminfo")
def test_the_memory_is_what_linux_counts():
    lines = Path("/proc/meminfo").read_text().splitlines()
    (total,) = [line for line in lines if line.startswith("MemTotal")]
    kibibytes = int(total.split()[1])
    assert provenance.memory() == f"{kibibytes / 2**20:.1f} GiB"


@pytest.mark.parametrize("trouble", [AttributeError, ValueError, OSError])
def test_where_no_memory_is_told_there_is_none(monkeypatch, trouble: type[Exception]):
    def refuse(name: str) -> int:
        raise trouble(name)

    monkeypatch.setattr(os, "sysconf", refuse)
    assert provenance.memory() == ""
