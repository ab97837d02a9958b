"""The published figures are those of the paper, and are asked for as it did."""

import pytest

from spca_core.paper.figures import (
    METHODS_IN_PAPER,
    PAPERS_OWN,
    Experiment,
    experiments,
    published_topics,
    published_variances,
    variance_by_run,
)
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings

KOS = Experiment(data_set="KOS", n_components=8, sparsity=15, rank=5, centred=False)
MFEAT = Experiment(
    data_set="Mfeat Pix", n_components=5, sparsity=40, rank=4, centred=True
)


def test_every_figure_of_the_paper_is_there():
    variances = published_variances()
    assert len(variances) == 55
    assert variances["data_set"].nunique() == 11
    assert variances["data"].value_counts().to_dict() == {"centred": 28, "raw": 27}
    assert not variances.isna().any(axis=None)


@pytest.mark.parametrize(
    ("experiment", "method", "variance"),
    [
        (KOS, "bipartite", 61.4),
        (KOS, "tpower", 41.4),
        (KOS, "em", 42.4),
        (KOS, "span", 42.1),
        (MFEAT, "tpower", 500),
        (MFEAT, "bipartite", 547),
    ],
)
def test_known_figures_are_found_under_our_names_of_the_methods(
    experiment: Experiment, method: str, variance: float
):
    assert variance_by_run()[experiment, method] == variance


def test_no_figure_stands_twice():
    assert len(variance_by_run()) == len(published_variances())


def test_the_papers_own_method_has_a_figure_in_every_experiment():
    assert {(one, PAPERS_OWN) for one in experiments()} <= set(variance_by_run())


def test_a_data_set_has_one_size_and_is_either_centred_or_raw():
    sizes = published_variances().groupby("data_set")[["n_rows", "n_columns", "data"]]
    assert (sizes.nunique() == 1).all(axis=None)


def test_the_methods_of_the_paper_are_ours_and_the_joint_search_is_not_in_it():
    assert set(METHODS_IN_PAPER.values()) < set(METHODS)
    assert set(published_variances()["method"]) == set(METHODS_IN_PAPER.values())
    assert "joint" not in METHODS_IN_PAPER.values()
    for name in ("TPower", "EM sPCA", "SpanSPCA"):
        assert METHODS[METHODS_IN_PAPER[name]].label == name


def test_the_experiments_are_in_the_order_of_the_file_and_none_is_there_twice():
    there = experiments()
    assert len(there) == len(set(there)) == 15
    assert there[0].data_set == "Amazon Commerce Reviews"
    assert [(one.data_set, one.sparsity, one.rank) for one in there[-5:]] == [
        ("NYTimes", 15, 5),
        ("NIPS", 10, 4),
        ("NYTimes", 10, 4),
        ("NYTimes", 15, 4),
        ("NYTimes", 20, 4),
    ]
    assert {KOS, MFEAT} < set(there)


@pytest.mark.parametrize("method", [*METHODS_IN_PAPER.values(), "joint"])
def test_an_experiment_asks_every_method_for_the_same(method: str):
    assert MFEAT.settings(method) == Settings(
        n_components=5, sparsity=40, method=method, centred=True, rank=4
    )
    assert KOS.settings(method) == Settings(
        n_components=8, sparsity=15, method=method, centred=False, rank=5
    )


def test_every_word_of_the_published_topics_is_there():
    topics = published_topics()
    assert len(topics) == 1320
    assert (topics["word"].str.len() > 0).all()
    assert set(topics["method"]) == {"tpower", "span", "bipartite"}
    first = topics.query("topic == 1 and position == 1 and sparsity == 10")
    assert first.query("corpus == 'NYTimes' and method == 'bipartite'")[
        "word"
    ].tolist() == ["percent"]


def test_the_tables_of_topics_have_a_word_in_every_place():
    tables = published_topics().groupby(
        ["corpus", "method", "n_components", "sparsity"]
    )
    for (_, _, n_components, sparsity), words in tables:
        places = set(zip(words["topic"], words["position"], strict=True))
        assert len(words) == len(places) == n_components * sparsity
        assert words["topic"].max() == n_components
        assert words["position"].max() == sparsity
