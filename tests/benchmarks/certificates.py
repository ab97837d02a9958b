"""The published covariance matrices: what we find, how near the optimum it is proven.

Pitprops, communities and arrhythmia are in the folder certificates beside the paper's
data sets; wine and breast cancer come with scikit-learn, and their correlations are
taken. With `--write` the package's table is written, and that of spca_core/README.md.
Seconds are those of all processors, for the search and the proof; a proof ends after
--seconds of the clock.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product

import numpy as np
from sklearn.datasets import load_breast_cancer, load_wine

import spca_core
from spca_core.corpus.corpus import Corpus
from spca_core.paper.certificates import STORED, Certified, suite_table
from spca_core.paper.data_sets import data_folder
from tests import test_readme

IN_FOLDER = {
    "pitprops": "pitprops.csv",
    "communities": "communities.csv.gz",
    "arrhythmia": "arrhythmia.csv.gz",
}
BUNDLED = {"wine": load_wine, "breast cancer": load_breast_cancer}
SIZES = tuple(product((2, 3), (5, 10, 20)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    spca_core.solve(np.eye(8) + 0.5, 2, 2).certify()  # compiles
    measured = []
    for name, matrix in matrices():
        for n_components, sparsity in SIZES:
            if n_components * sparsity <= matrix.n_words:
                row = certified(name, matrix, n_components, sparsity, options.seconds)
                measured.append(row._asdict())
                print(row)
    if options.write:
        write(measured, options.seconds)
        print(suite_table().to_string(index=False))


def matrices() -> Iterator[tuple[str, Corpus]]:
    """Yield the matrices by their names."""
    for name, file in IN_FOLDER.items():
        path = data_folder() / "certificates" / file
        yield name, spca_core.load(path, format="covariance")
    for name, read in BUNDLED.items():
        yield name, spca_core.load(read(as_frame=True).data.corr())


def certified(
    name: str, matrix: Corpus, n_components: int, sparsity: int, seconds: float
) -> Certified:
    """Find topics of a matrix, and prove how good they are."""
    start = time.process_time()
    topics = spca_core.solve(matrix, n_components, sparsity, progress=False)
    topics = topics.certify(seconds=seconds, progress=False)
    taken = time.process_time() - start
    return Certified(
        data=name,
        n_variables=matrix.n_words,
        n_components=n_components,
        sparsity=sparsity,
        captured_variance=topics.captured_variance,
        upper_bound=topics.upper_bound,
        gap=topics.gap or 0.0,
        seconds=round(taken, 1),
    )


def write(measured: list[dict[str, object]], seconds: float) -> None:
    """Write the package's file and the README's table."""
    stored = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} processor cores",
        "seconds": seconds,
        "certificates": measured,
    }
    STORED.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
    test_readme.write_tables()


if __name__ == "__main__":
    main()
