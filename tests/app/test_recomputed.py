"""Numbers on screen, recomputed by NumPy alone from the files that the page writes."""

import json
from math import floor

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from spca_core.corpus.bundled import FOLDER
from spca_core.results.comparison.result_table import HEADINGS
from tests.app.test_compare import open_compare, table
from tests.app.visits import SMALL, noted_files

AS_LOADED = {"without_repeated": "0", "without_copies": "0"}
RAW = {"weighting": "counts", "centred": "0"}
METHODS = {"Joint search": "joint", "Bipartite (paper)": "bipartite"}
SEEDS = 6  # the fewest that have an interval
SCALES = ("absolute", "relative")


@pytest.fixture(scope="module")
def opened() -> dict[str, tuple[AppTest, dict]]:
    """The page by its look or scale, each with the experiment that it saves."""
    with pytest.MonkeyPatch.context() as patch:
        files = noted_files(patch)
        address = {
            **AS_LOADED,
            **RAW,
            "methods": ",".join(METHODS.values()),
            "seeds": str(SEEDS),
            "candidates": "100",  # so few that each seed finds something else
            "k": "3",
            "s": "4",
        }
        shown = (*({"scale": scale} for scale in SCALES), {"look": "table"})
        return {
            "".join(choice.values()): (
                open_compare(**address, **choice),
                json.loads(files["experiment.json"]()),
            )
            for choice in shown
        }


def counts() -> np.ndarray:
    """The bundled counts as an array, (n_documents, n_words), by NumPy alone."""
    with np.load(FOLDER / SMALL / f"counts.{SMALL}.npz") as file:
        rows = np.repeat(np.arange(len(file["indptr"]) - 1), np.diff(file["indptr"]))
        dense = np.zeros(file["shape"])
        dense[rows, file["indices"]] = file["data"]
    return dense


def captured(written: dict) -> dict[tuple[str, int], np.ndarray]:
    """What each topic captures, by method and seed, from words and loadings."""
    vocabulary = FOLDER / SMALL / f"vocab.{SMALL}.txt"
    places = {word: i for i, word in enumerate(vocabulary.read_text("utf-8").split())}
    S = counts()
    A = S.T @ S / len(S)
    found = {}
    for run in written["runs"]:
        values = []
        for topic in run["topics"]:
            x = np.zeros(len(A))
            x[[places[word] for word in topic["words"]]] = topic["loadings"]
            values.append(x @ A @ x)
        found[run["settings"]["method"], run["settings"]["seed"]] = np.array(values)
    return found


def totals(values: dict[tuple[str, int], np.ndarray], method: str) -> np.ndarray:
    return np.array([values[method, seed].sum() for seed in range(SEEDS)])


@pytest.mark.slow
@pytest.mark.parametrize("scale", SCALES)
def test_curves_are_medians_of_what_the_first_topics_capture(opened, scale: str):
    app, written = opened[scale]
    values, shown = captured(written), table(app, "median")
    sums = {run: np.cumsum(of) for run, of in values.items()}
    best = np.max([*sums.values()], axis=0)
    for label, method in METHODS.items():
        runs = np.array([sums[method, seed] for seed in range(SEEDS)])
        if scale == "relative":
            runs = runs / best
        curve = shown[shown["method"] == label]
        np.testing.assert_allclose(curve["median"], np.median(runs, axis=0), 1e-9, 1e-9)
        low = np.quantile(runs, 0.2, axis=0)
        np.testing.assert_allclose(curve["low"], low, 1e-9, 1e-9)


@pytest.mark.slow
def test_the_table_has_what_is_captured_and_its_shares_rounded_down(opened):
    app, written = opened["table"]
    values = captured(written)
    shown = table(app, HEADINGS["captured_variance"])
    every = {run: of.sum() for run, of in values.items()}
    best, (limit,) = max(every.values()), written["limits"]
    for _, row in shown.iterrows():
        value = every[METHODS[row[HEADINGS["method"]]], row[HEADINGS["seed"]]]
        assert float(row[HEADINGS["captured_variance"]]) == float(f"{value:.5g}")
        # The methods have not had equal time: none is ranked.
        assert np.isnan(row[HEADINGS["share_of_best"]])
        of_limit = floor(1e3 * min(value / limit["upper_bound"], 1.0)) / 10
        assert row[HEADINGS["share_of_limit"]] == pytest.approx(of_limit, abs=0.1001)
    assert limit["upper_bound"] >= best * (1 - 1e-12)
