"""The published figures are those of the paper, and are asked for as it did."""

import pytest

from spca_core.paper.figures import (
    PAPERS_OWN,
    PaperExperiment,
    experiments,
    published_by_run,
    published_variances,
)
from spca_core.problem.settings import Settings

KOS = PaperExperiment(
    data_set="KOS", n_components=8, sparsity=15, rank=5, centred=False
)
MFEAT = PaperExperiment(
    data_set="Mfeat Pix", n_components=5, sparsity=40, rank=4, centred=True
)


def test_every_figure_of_the_paper_is_there():
    variances = published_variances()
    assert len(variances) == 55
    assert variances["data_set"].nunique() == 11
    assert variances["data"].value_counts().to_dict() == {"centred": 28, "raw": 27}
    assert not variances.isna().any(axis=None)
    sizes = variances.groupby("data_set")[["n_rows", "n_columns", "data"]]
    assert (sizes.nunique() == 1).all(axis=None)
    by_run = {run: figure.value for run, figure in published_by_run().items()}
    assert len(by_run) == len(variances)  # no figure stands twice
    assert {(each, PAPERS_OWN) for each in experiments()} <= set(by_run)
    of_kos = {"bipartite": 61.4, "tpower": 41.4, "em": 42.4, "span": 42.1}
    of_mfeat = {"tpower": 500, "bipartite": 547}
    for experiment, known in ((KOS, of_kos), (MFEAT, of_mfeat)):
        assert {method: by_run[experiment, method] for method in known} == known


@pytest.mark.parametrize("method", ["bipartite", "joint"])
def test_an_experiment_asks_every_method_for_the_same(method: str):
    for size in (
        {"n_components": 5, "sparsity": 40, "centred": True, "rank": 4},
        {"n_components": 8, "sparsity": 15, "centred": False, "rank": 5},
    ):
        settings = PaperExperiment(data_set="KOS", **size).settings(method)
        assert settings == Settings(method=method, **size)
