"""The page of the paper: its figures beside ours, with the data, and without them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.work import tasks
from spca_core.corpus.corpus import Corpus
from spca_core.paper import reproduction
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from tests.app.visits import (
    charts,
    keys,
    marks,
    open_page,
    pressed,
    run_to_the_end,
)
from tests.made_runs import made_run


@pytest.fixture(autouse=True)
def runs_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the paper's experiments end at once: it is the page that is tested."""

    def solutions(
        corpus: Corpus, settings: Settings, **_: object
    ) -> Iterator[Solution]:
        size = settings.n_components, settings.sparsity, corpus.n_words
        run = made_run(settings.method, settings.seed, *size)
        yield replace(run, settings=settings)

    monkeypatch.setattr(tasks, "solutions", solutions)
    monkeypatch.setattr(reproduction, "MAX_COMPONENTS", 2)


def open_paper() -> AppTest:
    app = open_page("paper", k="3", effort="quick")
    return pressed(app, "run_all") if "run_all" in keys(app) else app


def runs_in(app: AppTest) -> pd.DataFrame:
    """Return the table of the runs that were made, beside the published figures."""
    frames = (frame.value for frame in app.dataframe)
    return next(frame for frame in frames if "against_paper" in frame)


def put_numbers(folder: Path, name: str, shape: tuple[int, int]) -> None:
    """Write numbers that vary in few directions, as pixels do."""
    rng, (n_rows, n_columns) = np.random.default_rng(0), shape
    numbers = rng.normal(size=(n_rows, 4)) @ rng.normal(size=(4, n_columns))
    numbers += 0.1 * rng.normal(size=shape)
    np.savetxt(folder / name, numbers, fmt="%.3f", delimiter=",")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPCA_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.slow
def test_without_data_it_shows_all_that_is_published_and_how_to_get_the_data(data):
    app = open_paper()
    assert "None of the paper's data sets is here" in app.info[0].value
    frames = [frame.value for frame in app.dataframe if "Topic 8" in frame.value]
    assert [frame.shape for frame in frames] == [
        (10, 8),
        *((sparsity, 8) for sparsity in (10, 10, 15, 20) for _ in range(3)),
    ]
    tables = [table.value for table in app.table]
    assert [len(table) for table in tables[:3]] == [7, 4, 4]
    assert tables[1].loc["KOS", "SPCABiPart"] == "**61.4**"
    assert len(charts(app)) == 2, "KOS, by topic and by number of topics"
    said = [text.value for text in app.markdown]
    assert any("KOS: the paper's 61.4 is at least" in text for text in said)
    advice = [text for text in said if text.startswith("- **")]
    assert len(advice) == 11
    assert all("](https://" in text for text in advice)


@pytest.mark.slow
def test_with_a_data_set_every_method_is_compared_with_the_paper(data):
    put_numbers(data, "cbcl_face_train.csv", (2429, 361))
    app = open_paper()
    assert app.selectbox(key="choice_experiment").value.startswith("CBCL Face train:")
    figures = runs_in(app)
    assert figures["experiment"].str.startswith("CBCL Face train").all()
    assert (figures["ours"] != "").all()
    assert figures["ratio"].notna().sum() == (figures["published"] != "").sum() == 4
    assert len(figures) == 5  # the joint search has no published figure
    _, _, curves, bars = charts(app)
    assert marks(curves) == ["area", "line", "point", "point", "text", "point"]
    assert marks(bars) == ["bar", "rule", "point"]
    assert [one.label for one in app.get("download_button")].count(
        "SVG"
    ) == 4 * 2  # pictures, widths


@pytest.mark.slow
def test_nothing_runs_unasked_and_the_address_has_the_choice(data):
    put_numbers(data, "cbcl_face_train.csv", (2429, 361))
    put_numbers(data, "mfeat-pix", (2000, 240))
    app = open_page("paper")
    assert not any("ours" in frame.value for frame in app.dataframe)
    assert not [one for one in app.button if one.key == "stop"]
    others = app.selectbox(key="choice_experiment").options
    assert len(others) == 2
    app.selectbox(key="choice_experiment").select_index(1)
    run_to_the_end(app)
    assert app.query_params["experiment"] == others[1]
    app.switch_page("app.py")
    app.switch_page("pages/paper.py")
    run_to_the_end(app)
    assert app.selectbox(key="choice_experiment").value == others[1]
    linked = open_page("paper", experiment=others[-1])
    assert linked.selectbox(key="choice_experiment").value == others[-1]


@pytest.mark.slow
def test_a_file_of_another_size_is_refused_and_the_others_are_shown(data):
    put_numbers(data, "cbcl_face_train.csv", (9, 4))
    app = open_paper()
    assert "9 x 4" in app.error[0].value.replace("\\", "")
    assert [len(table.value) for table in app.table][:3] == [7, 4, 4]
