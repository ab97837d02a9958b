"""Quality and How many topics?: they grow in the background, stop, and are kept."""

import itertools
import time

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.compare import quality, tables
from pages.shared.work.work import TABLES, queue
from spca_core.results.comparison import number_of_topics, quality_table
from spca_core.results.comparison.quality_table import HEADINGS
from tests.app.test_compare import begin, open_compare
from tests.app.test_explore import button
from tests.app.test_pages import LONGEST_RUN, charts, run_to_the_end
from tests.fuzz import slowly

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
FEW = (("joint", "tf-idf"), ("nmf", "tf-idf"))


@pytest.fixture
def few(monkeypatch):
    """Fewer methods: the others are the core's to test."""
    monkeypatch.setattr(quality_table, "COMPARED", FEW)


@pytest.fixture
def endless(monkeypatch):
    """A table that never gets further than its first rows."""

    def growing(rows: pd.DataFrame):
        def results(*_):
            for _ in itertools.count():
                time.sleep(0.01)
                yield rows

        return results

    known = pd.DataFrame([("Joint search", "Tf-idf")], columns=["method", "weighting"])
    table = known.reindex(columns=list(HEADINGS)).astype({"held_out": float})
    table["best"], table["held_out"] = "", 0.5
    monkeypatch.setattr(quality_table, "quality_table", growing(table))
    numbers = pd.DataFrame(0.5, index=[0], columns=list(number_of_topics.HEADINGS))
    numbers = numbers.astype({"n_components": int, "n_splits": int})
    monkeypatch.setattr(number_of_topics, "by_number_of_topics", growing(numbers))


def open_look(look: str, **address: str) -> AppTest:
    return open_compare(look=look, weighting="tf-idf", without_repeated="0", **address)


def shown(app: AppTest) -> pd.DataFrame:
    return next(one.value for one in app.dataframe if HEADINGS["held_out"] in one.value)


def test_quality_has_a_row_a_run_the_best_marked_two_pictures_and_files(few):
    app = open_look("quality")
    table = shown(app)
    assert table[HEADINGS["method"]].tolist() == ["Joint search", "NMF"]
    best = table[HEADINGS["best"]].str.contains(HEADINGS["held_out"].lower())
    greatest = table[HEADINGS["held_out"]].max()
    assert (table[best][HEADINGS["held_out"]] == greatest).all()
    assert best.any()
    assert not table.isna().any(axis=None)
    assert len(charts(app)) == 2
    assert {one.label for one in app.get("download_button")} >= {"CSV", "LaTeX"}


def test_what_was_measured_is_opened_without_being_measured_again(few, monkeypatch):
    files, show = [], quality._show
    monkeypatch.setattr(
        quality, "_show", lambda file, *more: [files.append(file), show(file, *more)]
    )
    before = open_look("quality")
    kept = files[-1]().encode()
    tables.known_rows.cache_clear()
    queue()._lanes.clear()
    monkeypatch.setattr(quality_table, "find_topics", None)  # nothing can run any more
    app = begin(look="quality", weighting="tf-idf", without_repeated="0")
    app.file_uploader(key=quality.FILE).set_value(("quality.json", kept, ""))
    run_to_the_end(app)
    assert not app.error
    assert shown(app).equals(shown(before))
    app.file_uploader(key=quality.FILE).set_value(("quality.json", b"{", "")).run()
    assert "not JSON" in app.error[0].value


def test_only_what_no_run_beats_is_coloured():
    table = pd.DataFrame(0.5, index=[0, 1], columns=list(HEADINGS))
    table["held_out"], table["seconds"] = [0.1, 0.2], [1.0, 3.0]
    table.loc[1, "share"] = np.nan
    shown = table.rename(columns=HEADINGS)
    coloured = quality._coloured(shown, table).ne("").set_axis(list(HEADINGS), axis=1)
    assert coloured["held_out"].tolist() == [False, True]
    assert coloured["seconds"].tolist() == coloured["share"].tolist() == [True, False]
    assert coloured["covered"].all()
    assert not coloured[["method", "spread", "diversity", "best"]].any(axis=None)


@pytest.mark.parametrize("look", ["quality", slowly("number")])
def test_a_table_is_stopped_and_keeps_what_it_has(endless, look):
    app = begin(look=look, seed="31")
    deadline = time.monotonic() + LONGEST_RUN
    while not app.get("vega_lite_chart"):
        assert time.monotonic() < deadline
        app.run()
    button(app, "Stop").click()
    run_to_the_end(app)
    assert any(one.value.startswith("Stopped: ") for one in app.info)
    # What is not whole ranks nothing.
    assert not any("Suggested" in one.value for one in app.markdown)
    assert not any(one.key == "take_number" for one in app.button)
    assert app.get("vega_lite_chart")


@pytest.mark.slow
def test_the_numbers_have_curves_a_suggestion_and_candidates_and_one_is_taken():
    app = open_look("number", numbers_of_topics="3-4")
    assert len(charts(app)) == len(number_of_topics.MEASURES)
    (said,) = [one.value for one in app.markdown if "Suggested:" in one.value]
    candidates, table = (app.dataframe[place].value for place in (0, 1))
    assert said.split()[1] == candidates["Topics"].iloc[0]
    assert candidates[HEADINGS["stability"]].str.contains("±").all()
    assert table["n_components"].tolist() == [3, 4]
    take = next(one for one in app.button if one.key == "take_number")
    number = take.label.split()[1]
    take.click()
    run_to_the_end(app)
    assert dict(app.query_params)["k"] == number
    assert app.slider(key="choice_k").value == int(number)
    assert app.dataframe[1].value["n_components"].tolist() == [3, 4]  # not run again


@pytest.mark.slow
def test_a_table_goes_on_where_it_was_when_one_comes_back(few, monkeypatch):
    before = shown(open_look("quality", seed="32"))
    queue()._lanes.clear()  # as when nobody watched for a while
    monkeypatch.setattr(quality_table, "_measured", None)  # nothing is measured
    again = shown(open_look("quality", seed="32"))
    pd.testing.assert_frame_equal(before, again)


@pytest.mark.slow
def test_another_range_ends_the_table_of_the_one_before(endless):
    app = begin(look="number", numbers_of_topics="2-7")
    before = queue().all(TABLES)[-1]
    app.slider(key="choice_numbers_of_topics").set_value((2, 5)).run()
    deadline = time.monotonic() + LONGEST_RUN
    while not before.done:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert before.task.key[-1][-1] == 7
