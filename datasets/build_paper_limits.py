"""Prove how much any topics of the paper's data sets can capture; store the limits.

Run from the project's folder: python -m datasets.build_paper_limits [SECONDS]

Each data set has to be in the folder that SPCA_DATA names, and each proof takes so many
seconds, by default 600.
"""

import sys

import pandas as pd

from spca_core.corpus.bundled import FOLDER
from spca_core.paper.data_sets import data_folder, data_set, read
from spca_core.paper.figures import PaperExperiment
from spca_core.paper.reproduction import experiments_present
from spca_core.topics import solve

DATA_SETS = ("Arcene train", "Mfeat Pix", "KOS")  # which the project's tests have


def main(seconds: float = 600.0) -> None:
    wanted = [
        each
        for each in experiments_present(data_folder())
        if each.data_set in DATA_SETS
    ]
    table = pd.DataFrame([row(each, seconds) for each in wanted])
    table.to_csv(FOLDER / "paper" / "limits.csv", index=False)


def row(experiment: PaperExperiment, seconds: float) -> dict[str, object]:
    """Return what the joint search captures in an experiment, and what is proven."""
    size = experiment.n_components, experiment.sparsity
    values = {"weighting": "counts", "centred": experiment.centred}
    corpus = read(data_set(experiment.data_set), data_folder())
    topics = solve(corpus, *size, effort="thorough", **values)
    proven = topics.certify(seconds=seconds)
    print(experiment, proven.captured_variance, proven.upper_bound, proven.gap)
    return {
        "data_set": experiment.data_set,
        "n_components": experiment.n_components,
        "sparsity": experiment.sparsity,
        "captured_variance": proven.captured_variance,
        "upper_bound": proven.upper_bound,
    }


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
