"""The cache of compiled kernels is that of the sources as they are."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import cloudpickle
import pytest

from spca_core.corpus.reductions import block_gram
from spca_core.running import compiled

CALLED = "from small.steps.compiled import compiled\n\n@compiled\ndef number():\n"
CALLING = (
    "from small.steps.compiled import compiled\nfrom small.called import number\n\n"
    "@compiled\ndef twice():\n    return 2 * number()\n"
)


@pytest.mark.slow
def test_a_change_in_a_called_kernel_counts_at_the_next_run(tmp_path: Path):
    """numba alone would run the old one: the file of the one that calls is the same."""
    package = tmp_path / "small"
    (package / "steps").mkdir(parents=True)
    source = Path(compiled.__file__).read_text(encoding="utf-8")
    (package / "steps" / "compiled.py").write_text(source)
    (package / "calling.py").write_text(CALLING)
    for number in (1, 3):
        (package / "called.py").write_text(f"{CALLED}    return {number}\n")
        for _ in range(2):  # compiled, then read from disk
            assert twice_the_number(tmp_path) == str(2 * number)
    assert list(package.rglob("*.nbc"))


def twice_the_number(folder: Path) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": "", "PYTHONPATH": str(folder)}
    code = "from small.calling import twice; print(twice())"
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_without_a_writable_folder_kernels_are_not_cached(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    assert compiled.can_cache(tmp_path / "new" / "folder")
    assert not compiled.can_cache(tmp_path / "file" / "folder")
    monkeypatch.setattr(compiled, "MIN_FREE", 10**18)
    assert not compiled.can_cache(tmp_path), "the disk is full"


def test_another_process_imports_a_kernel_by_its_name():
    assert pickle.loads(pickle.dumps(block_gram)) is block_gram
    assert cloudpickle.loads(cloudpickle.dumps(block_gram)) is block_gram


def test_a_folder_that_takes_only_the_first_bytes_keeps_no_kernels(tmp_path: Path):
    code = (
        "import resource, sys, pathlib\n"
        "from spca_core.running.compiled import can_cache\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "print(can_cache(pathlib.Path(sys.argv[1])))\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
