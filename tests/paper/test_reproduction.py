"""The paper's figures and ours in one table: what is said, and what is left open."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from spca_core.methods.solve import solutions
from spca_core.paper.data_sets import DATA_SETS, data_set, read
from spca_core.paper.figures import (
    PAPERS_OWN,
    PaperExperiment,
    experiments,
    published_by_run,
    published_topics,
    published_variances,
    published_words,
    word_tables,
)
from spca_core.paper.reproduction import (
    ABOVE,
    AS_PRINTED,
    BELOW,
    OUR_METHODS,
    comparison,
    experiments_of,
    experiments_present,
    is_of_any_size,
    missing,
    provenance,
    run_settings,
    smaller_and_larger,
)
from spca_core.problem.method import METHODS
from spca_core.problem.solution import Solution
from tests.conftest import present
from tests.fuzz import in_one_test
from tests.made_runs import made_run
from tests.oracles import planted_corpus

KOS = PaperExperiment(
    data_set="KOS", n_components=8, sparsity=15, rank=5, centred=False
)
NYTIMES = replace(KOS, data_set="NYTimes")
NIPS = replace(KOS, data_set="NIPS")
MFEAT = PaperExperiment(
    data_set="Mfeat Pix", n_components=5, sparsity=40, rank=4, centred=True
)
KEYS = ["data_set", "n_components", "sparsity", "rank", "method"]


def by_hand(
    experiment: PaperExperiment,
    method: str,
    variance: float,
    stopped_by: str = "finished",
) -> tuple[PaperExperiment, Solution]:
    """A solution that captures this variance, whatever its words are."""
    k = experiment.n_components
    return experiment, replace(
        made_run(method, n_components=k, sparsity=1),
        settings=experiment.settings(method),
        variances=np.full(k, variance / k),
        processor_seconds=2.0,
        stopped_by=stopped_by,
    )


def row_of(table: pd.DataFrame, experiment: PaperExperiment, method: str) -> pd.Series:
    wanted = {key: getattr(experiment, key) for key in KEYS[:-1]}
    wanted["method"] = METHODS[method].label
    (place,) = np.flatnonzero((table[KEYS] == wanted).all(axis=1))
    return table.iloc[place]


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    return tmp_path


@pytest.mark.parametrize("seed", range(2))
def test_every_ratio_is_ours_by_theirs_and_open_where_one_is_missing(seed, empty):
    rng = np.random.default_rng(seed)
    others = [(NYTIMES, "em"), *((each, "joint") for each in experiments())]
    runs = [*published_by_run(), *others]
    chosen = [runs[place] for place in rng.choice(len(runs), 20, replace=False)]
    solved = [by_hand(each, method, rng.gamma(2.0)) for each, method in chosen]
    table = comparison(solved, empty)
    unpublished = len(set(chosen) - set(published_by_run()))
    assert len(table) == len(published_variances()) + unpublished
    both = table["published"].notna() & table["ours"].notna()
    np.testing.assert_allclose(
        table.loc[both, "ratio"] * table.loc[both, "published"], table.loc[both, "ours"]
    )
    assert table.loc[~both, "ratio"].isna().all()
    assert table["ours"].notna().sum() == len(solved)
    assert (table["note"][table["ours"].notna()] == "").all()
    assert set(table["seconds"].dropna()) == {2.0}
    assert not table.duplicated(KEYS).any()


@pytest.mark.parametrize("method", ["tpower", "bipartite", "joint"])
@pytest.mark.parametrize(
    ("variance", "stands", "stopped_by", "note"),
    [
        (61.34, BELOW, "finished", ""),
        (61.36, AS_PRINTED, "seconds", "time limit"),
        (61.44, AS_PRINTED, "stop", "not finished"),
        (61.46, ABOVE, "finished", ""),
    ],
)
def test_a_run_is_held_against_the_papers_own_method_to_the_digits_it_printed(
    method, variance, stands, stopped_by, note, empty
):
    table = comparison([by_hand(KOS, method, variance, stopped_by)], empty)
    row = row_of(table, KOS, method)
    assert (row["against_paper"], row["note"]) == (stands, note)
    assert (table["against_paper"] != "").sum() == 1, "nothing is said where none ran"
    of_kos = ["TPower", "EM sPCA", "SpanSPCA", METHODS["bipartite"].label]
    methods = table.query("data_set == 'KOS'")["method"].tolist()
    assert methods == of_kos + ([METHODS["joint"].label] if method == "joint" else [])


def test_a_data_set_that_is_not_here_has_the_way_to_get_it_in_its_note(empty):
    for name in ("docword.kos.txt", "docword.nips.txt"):
        (empty / name).write_text("")
    table = comparison([], empty)
    is_here = table["data_set"].isin(["KOS", "NIPS"])
    assert (table["note"] == "").equals(is_here)
    note = row_of(table, NYTIMES, PAPERS_OWN)["note"]
    assert note.startswith("not here: put docword.nytimes.txt.gz and vocab")
    assert "https://archive.ics.uci.edu/dataset/164/bag+of+words" in note
    present_here = experiments_present(empty)
    assert {each.data_set for each in present_here} == {"KOS", "NIPS"}
    assert present_here == [each for each in experiments() if each in present_here]
    present_data = [data.name for data in DATA_SETS if data not in missing(empty)]
    assert present_data == ["NIPS", "KOS"]


def test_each_experiment_is_held_against_its_own_figure(empty):
    # At rank 5 the paper has 53.1 for this, at rank 4 it has 51.9.
    lower = replace(NYTIMES, rank=4)
    pair = [by_hand(NYTIMES, PAPERS_OWN, 52.5), by_hand(lower, PAPERS_OWN, 52.5)]
    table = comparison(pair, empty)
    assert row_of(table, NYTIMES, PAPERS_OWN)["against_paper"] == BELOW
    assert row_of(table, lower, PAPERS_OWN)["against_paper"] == ABOVE


@in_one_test("experiment", experiments())
def test_a_run_belongs_to_its_experiment_and_those_that_ask_the_same(experiment):
    runs = run_settings(experiment)
    assert [run.method for run in runs] == list(OUR_METHODS)
    for run in runs:
        owners = experiments_of(experiment.data_set, run)
        assert experiment in owners
        others = [replace(each, rank=experiment.rank) for each in owners]
        assert set(others) == {experiment}
        assert len(owners) == 1 or "rank" not in METHODS[run.method].uses
        assert experiments_of("another", run) == []
        other = experiments_of(experiment.data_set, replace(run, seed=1))
        assert bool(other) != run.is_random


@pytest.mark.slow
def test_a_run_of_any_size_belongs_to_that_of_another_rank_if_it_uses_none():
    nytimes = [each for each in experiments() if each.data_set == "NYTimes"]
    by_rank = {each.rank: each for each in nytimes if each.sparsity == 15}
    assert by_rank.keys() == {4, 5}
    for run in [*run_settings(by_rank[5]), *smaller_and_larger(by_rank[5], 102_660)]:
        owners = [each for each in nytimes if is_of_any_size(each, "NYTimes", run)]
        shared = [] if "rank" in METHODS[run.method].uses else [by_rank[4]]
        assert {*owners} == {by_rank[5], *shared}
        assert not is_of_any_size(by_rank[5], "NIPS", run)


@pytest.mark.parametrize("corpus", ["NIPS", "NYTimes"])
def test_every_table_of_topics_has_figures_and_no_word_is_lost(corpus: str):
    there = {
        (each.n_components, each.sparsity, method)
        for each, method in published_by_run()
        if each.rank == 4 and each.data_set == corpus
    }
    tables = word_tables(corpus)
    assert set(tables) <= there
    sparsities = (10,) if corpus == "NIPS" else (10, 15, 20)
    named = product(sparsities, ("tpower", "span", "bipartite"))
    assert {(s, method) for _, s, method in tables} == {*named}
    words = [published_words(corpus, method, k, s) for k, s, method in tables]
    printed_table = np.concatenate([each.to_numpy().ravel() for each in words])
    there = published_topics().query("corpus == @corpus")["word"]
    assert sorted(printed_table) == sorted(there)


@pytest.mark.parametrize(
    ("experiment", "file"),
    [(KOS, "kos/docword.kos.txt.gz"), (MFEAT, "mfeat/mfeat-pixel.csv.gz")],
    ids=str,
)
def test_truncated_power_gives_the_published_figure(experiment, file, data_folder):
    present(data_folder / file)
    corpus = read(data_set(experiment.data_set), data_folder)
    *_, solution = solutions(corpus, experiment.settings("tpower"))
    row = row_of(comparison([(experiment, solution)]), experiment, "tpower")
    # Three digits are published: 41.4 stands for 41.35 to 41.45, 500 for 499.5 on.
    assert f"{row['ours']:.3g}" == f"{row['published']:.3g}"
    assert row["against_paper"] == BELOW


def test_the_provenance_of_figures_names_their_data_sets_methods_and_seeds():
    kos, mfeat = (
        replace(planted_corpus(seed, 3, 4), name=name)
        for seed, name in enumerate(("KOS", "Mfeat Pix"))
    )
    runs = [(kos, settings) for settings in run_settings(KOS)]
    both = provenance([*runs, *((mfeat, each) for each in run_settings(MFEAT))])
    assert both.corpus == "KOS, Mfeat Pix"
    assert both.content_id == f"{kos.content_id}, {mfeat.content_id}"
    assert set(both.seeds) == set(OUR_METHODS)
    assert "n_components" not in both.settings  # they differ
    assert provenance(runs).settings["n_components"] == 8
    assert provenance([]).settings == {}
