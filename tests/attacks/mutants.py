"""Mutants of the core: one small change at a time, which some test must notice.

`python -m tests.attacks.mutants --mutants 160 --seed 1` draws so many lines of the
core, changes each in a copy of the tree, and runs the tests that belong to it: its
module's own, and if all pass those of the modules that use it, of its place, and the
nearest slow ones. Tests of the app and of the browser are not run. All mutants of some
lines are run by `--at FILE:LINE ...`.

Texts and annotations are not changed; nor, in the charts' folders, numbers, signs,
switches and keyword arguments: they are sizes, colours and the like, matters of taste.
A mutant whose module cannot be imported is void. One that takes too long is noticed.
"""

import argparse
import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import numpy as np

from tests.attacks.belonging import N_STAGES, path_of, tests_of
from tests.attacks.changes import changes
from tests.attacks.copies import KILLED, SURVIVED, Copy
from tests.test_architecture import CORE, ROOT

AT_A_TIME = 2
CHARTS = ("spca_core/results/charts", "spca_core/lessons/charts")


@dataclass(frozen=True)
class Mutant:
    path: Path  # from the root of the tree
    line: int
    change: str
    source: bytes  # of the whole module, changed

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"


def by_line() -> dict[str, list[Mutant]]:
    """Return all mutants of the core, by FILE:LINE."""
    of_line = defaultdict(list)
    for module in CORE:
        for mutant in _mutants(path_of(module)):
            of_line[f"{mutant.path}:{mutant.line}"].append(mutant)
    return of_line


def drawn(of_line: dict[str, list[Mutant]], n_mutants: int, seed: int) -> list[Mutant]:
    """Draw lines of code, all as likely, and for each one of the changes to it."""
    rng = np.random.default_rng(seed)
    lines = [list(of_line.values())[i] for i in rng.permutation(len(of_line))]
    return [line[rng.integers(len(line))] for line in lines[:n_mutants]]


def _mutants(path: Path) -> Iterator[Mutant]:
    source = (ROOT / path).read_bytes()
    for old, new in changes(ast.parse(source), of_looks=not _is_chart(path)):
        said = f"{_short(old)}  ->  {_short(new)}"
        yield Mutant(path, old.lineno, said, _replaced(source, old, new))


def _is_chart(path: Path) -> bool:
    return path.parent.as_posix() in CHARTS


def _short(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:70]


def _replaced(source: bytes, old: ast.AST, new: ast.AST) -> bytes:
    """Write a node in the place of another, over as many lines."""
    lines = source.splitlines(keepends=True)
    starts = [0, *np.cumsum([len(line) for line in lines]).tolist()]
    begin = starts[old.lineno - 1] + old.col_offset
    end = starts[old.end_lineno - 1] + old.end_col_offset
    more = "\n" * (old.end_lineno - old.lineno)
    written = ast.unparse(new)
    text = f"({written}{more})" if isinstance(new, ast.expr) else written + more
    return source[:begin] + text.encode() + source[end:]


def main() -> None:
    """Draw mutants, and say of each what becomes of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.mutants")
    parser.add_argument("--mutants", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", nargs="*", metavar="FILE:LINE")
    asked = parser.parse_args()
    of_line = by_line()
    if asked.at:
        mutants = [mutant for line in asked.at for mutant in of_line[line]]
    else:
        mutants = drawn(of_line, asked.mutants, asked.seed)
    with TemporaryDirectory() as folder, ThreadPoolExecutor(AT_A_TIME) as pool:
        copies = [Copy(Path(folder, str(i))) for i in range(AT_A_TIME)]
        fates = list(_fates(pool, copies, mutants))
        killers = {end.removeprefix(KILLED) for end in fates if KILLED in end}
        fails = copies[0].outcome(sorted(killers)) != SURVIVED
    n_of = dict(Counter(end.split()[0] for end in fates))
    sys.stdout.write(f"{len(mutants):,} mutants: {n_of}\n")
    sys.stdout.write("Their tests fail without them too.\n" * fails)


def _fates(pool: Executor, copies: list[Copy], mutants: list[Mutant]) -> Iterator[str]:
    """Say and yield what becomes of each; what lives meets the other tests at last."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for one in copies:
        free.put(one)

    def fate(mutant: Mutant, stage: int) -> str:
        one = free.get()
        try:
            return one.fate(mutant.path, mutant.source, tests_of(mutant.path)[stage])
        finally:
            free.put(one)

    for stage in range(N_STAGES):
        living = []
        ends = pool.map(fate, mutants, repeat(stage))
        for mutant, end in zip(mutants, ends, strict=True):
            goes_on = end == SURVIVED and stage < N_STAGES - 1
            living += [mutant] * goes_on
            sys.stdout.write(f"{mutant}: {end}{' so far' * goes_on}\n")
            sys.stdout.flush()
            if not goes_on:
                yield end
        mutants = living


if __name__ == "__main__":
    main()
