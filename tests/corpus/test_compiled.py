"""The cache of compiled kernels is that of the sources as they are."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CALL_A_KERNEL = (
    "import numpy as np; from spca_core.steps.matching import match_supports; "
    "print(match_supports(np.array([[1.0, 3.0, 2.0]]), 1))"
)


def test_a_change_in_a_called_kernel_counts_at_the_next_run(tmp_path: Path):
    """`match` calls `assign` of another file: numba alone would run the old one."""
    shutil.copytree(
        ROOT / "spca_core", tmp_path / "spca_core", ignore=lambda *_: {"__pycache__"}
    )
    assert call_a_kernel(tmp_path) == "[[1]]"
    transport = tmp_path / "spca_core" / "steps" / "transport.py"
    source = transport.read_text()
    kept = "return ownership.members[:, :sparsity].copy()"
    assert kept in source
    transport.write_text(source.replace(kept, f"{kept} * 0"))
    assert call_a_kernel(tmp_path) == "[[0]]"


def call_a_kernel(folder: Path) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": "", "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", CALL_A_KERNEL]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()
