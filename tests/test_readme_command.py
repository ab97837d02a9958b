"""CI's script runs the README's test command, and ends as it ends."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PYTEST_FAILED = 3
GOOD = '"""A module."""\n\nLENGTH: int = 1\n'


@pytest.fixture
def run(tmp_path: Path):
    """Return a runner of the script in a copy of the project that has one module.

    Its ruff and type checker are real; pip installs nothing, and pytest fails at once.
    It gives back the exit code.
    """
    for name in ("README.md", "pyproject.toml", ".ci/readme-tests"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for command, code in {"pip": 0, "pytest": PYTEST_FAILED}.items():
        stand_in = tmp_path / "bin" / command
        stand_in.parent.mkdir(exist_ok=True)
        stand_in.write_text(f"#!/bin/sh\nexit {code}\n")
        stand_in.chmod(0o755)
    folders = [str(tmp_path / "bin"), str(Path(sys.executable).parent), os.defpath]
    path = os.pathsep.join(folders)

    def exit_code(module: str) -> int:
        (tmp_path / "spca_core").mkdir()
        (tmp_path / "spca_core" / "__init__.py").write_text(module)
        command = [tmp_path / ".ci" / "readme-tests"]
        return subprocess.run(command, env={**os.environ, "PATH": path}).returncode

    return exit_code


def test_ci_ends_with_the_exit_code_of_the_tests(run):
    assert run(GOOD) == PYTEST_FAILED


@pytest.mark.parametrize(
    "spoilt",
    [f"{GOOD}import os\n", GOOD.replace(" =", "="), GOOD.replace("1", '"one"')],
    ids=["lint", "format", "types"],
)
def test_ci_fails_before_the_tests_where_a_check_fails(run, spoilt: str):
    assert run(spoilt) not in (0, PYTEST_FAILED)
