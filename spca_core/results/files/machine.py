"""What runs are made on: the hardware and the software, as far as it can be told."""

import os
import platform
from functools import cache
from pathlib import Path

import pandas as pd

from spca_core.results.files.provenance import versions

CPU_INFO = Path("/proc/cpuinfo")


def table() -> pd.DataFrame:
    """One row a figure: figure, value."""
    return pd.DataFrame(figures().items(), columns=["figure", "value"])


def figures() -> dict[str, str]:
    """Return the values by what they are; what the system does not tell is left out."""
    return {
        **_hardware(),
        "Architecture": platform.machine(),
        "System": platform.system(),
        "Python": platform.python_version(),
        **versions(),
    }


@cache  # It stays the same, and a page asks each time it is drawn.
def _hardware() -> dict[str, str]:
    told = {
        "Processor": processor(CPU_INFO),
        "Processors": str(os.cpu_count()),
        "Memory": memory(),
    }
    return {figure: value for figure, value in told.items() if value}


def processor(cpu_info: Path) -> str:
    """Read the model from where Linux tells it; empty elsewhere.

    `platform.processor` is empty on most of Linux.
    """
    try:
        lines = cpu_info.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    models = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return next(models, "").strip()


def memory() -> str:
    """Return how much there is, in GiB; empty where the system does not tell."""
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return ""
    return f"{size / 2**30:.1f} GiB"
