"""Small faults that a careless change could make, each with the tests that find it.

    python -m tests.attacks.planted                # all: half an hour
    python -m tests.attacks.planted --only 3 17    # some, by their numbers
    python -m tests.attacks.planted --only proof   # those in these files

`planted.txt` has the file of each, the tests that find it, and both texts. Each is
planted in a copy of the tree. The tests named beside it run first, and all fast ones
only if these pass.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import copy2
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_suffix(".txt")
FOUND = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


class Fault(NamedTuple):
    """A text that is once in a file, and what a fault would make of it."""

    file: str
    original: str
    faulty: str
    found_by: str  # tests: a file, or several with blanks between them


def _faults() -> Iterator[Fault]:
    for entry in TABLE.read_text("utf-8").strip().split("\n\n"):
        head, *lines = entry.split("\n")
        file, found_by = head.split(" | ")
        yield Fault(file, _marked(lines, "-"), _marked(lines, "+"), found_by)


def _marked(lines: list[str], sign: str) -> str:
    return "\n".join(line[2:] for line in lines if line[0] == sign)


FAULTS = [*_faults()]


def chosen(only: list[str]) -> Iterator[tuple[int, Fault]]:
    """Yield the faults that are asked for, with their numbers."""
    for number, fault in enumerate(FAULTS, start=1):
        if not only or str(number) in only or any(part in fault.file for part in only):
            yield number, fault


def copied_to(folder: Path) -> None:
    """Copy what git knows of the tree, as it is now."""
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            copy2(ROOT / name, folder / name)


def finder(tests: list[str], tree: Path, workers: str) -> str:
    """Return the first test that fails; none if all pass."""
    # One test compares these texts with the tree, and fails whatever the fault.
    command = [sys.executable, "-m", "pytest", "-xq", "-n", workers, *tests]
    command += ["--deselect", "tests/attacks/test_attacks.py::test_what_planted_faults"]
    environment = os.environ | {"PYTHONPATH": str(tree), "CI": "false"}  # no limits
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True
    )
    if done.returncode in (0, 5):  # 5: no tests
        return ""
    found = FOUND.search(done.stdout)
    return found[1] if found else done.stdout[-500:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="N")
    parser.add_argument("--near", action="store_true", help="no other tests")
    parser.add_argument("-n", dest="workers", default="2")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copied_to(tree)
        for number, fault in chosen(options.only):
            file = tree / fault.file
            text, status = file.read_text("utf-8"), file.stat()
            file.write_text(text.replace(fault.original, fault.faulty), "utf-8")
            near = [name for name in fault.found_by.split() if (tree / name).exists()]
            by = near and finder(near, tree, options.workers)
            if not by and not options.near:
                by = finder([], tree, options.workers)
            print(f"{number} {fault.file}: {by or 'NOT FOUND'}", flush=True)
            file.write_text(text, "utf-8")
            # As before, so that kernels need not be compiled again.
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


if __name__ == "__main__":
    main()
