"""Quality and How many?: they grow in the background, stop, and are kept."""

import itertools
import time

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.compare import quality
from pages.shared.work import tables
from pages.shared.work.work import TABLES, queue
from spca_core.results.comparison import quality_table
from spca_core.results.comparison.quality_table import HEADINGS
from spca_core.results.topics import number_of_topics
from tests.app.test_compare import begin_compare, open_compare
from tests.app.visits import (
    LONGEST_RUN,
    SMALL,
    begin,
    button,
    charts,
    noted_files,
    run_to_the_end,
    title,
)

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
FEW = (("joint", "tf-idf"), ("nmf", "tf-idf"))


@pytest.fixture
def few(monkeypatch):
    """Fewer methods: the others are the core's to test."""
    monkeypatch.setattr(quality_table, "COMPARED", FEW)


@pytest.fixture
def endless(monkeypatch):
    """A table that never gets further than its first rows."""
    known = pd.DataFrame([("Joint search", "Tf-idf")], columns=["method", "weighting"])
    table = known.reindex(columns=list(HEADINGS)).astype({"held_out": float})
    table["best"], table["held_out"] = "", 0.5
    monkeypatch.setattr(quality_table, "quality_table", growing(table))


def growing(rows: pd.DataFrame):
    def results(*_):
        for _ in itertools.count():
            time.sleep(0.01)
            yield rows

    return results


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
    files = noted_files(monkeypatch)
    before = open_look("quality")
    kept = files["quality.json"]().encode()
    tables.known_rows.cache_clear()
    queue()._lanes.clear()
    monkeypatch.setattr(quality_table, "find_topics", None)  # nothing can run any more
    app = begin_compare(look="quality", weighting="tf-idf", without_repeated="0")
    app.file_uploader(key=quality.FILE).set_value(("quality.json", kept, ""))
    run_to_the_end(app)
    assert not app.error
    assert shown(app).equals(shown(before))
    app.file_uploader(key=quality.FILE).set_value(("quality.json", b"{", "")).run()
    assert "not JSON" in app.error[0].value


def test_a_table_is_stopped_and_keeps_what_it_has_and_goes_on(endless):
    app = begin_compare(look="quality", seed="31")
    stop_once_there_is_a_chart(app)
    assert any(one.value.startswith("Stopped: ") for one in app.info)
    assert app.get("vega_lite_chart")
    button(app, "Continue").click().run()
    assert not app.info
    queue().all(TABLES)[-1].stop()


def stop_once_there_is_a_chart(app: AppTest) -> None:
    deadline = time.monotonic() + LONGEST_RUN
    while not app.get("vega_lite_chart"):
        assert time.monotonic() < deadline
        app.run()
    next(one for one in app.button if one.key == "stop_table").click()
    run_to_the_end(app)


def begin_numbers(**address: str) -> AppTest:
    of_eight = {"corpus": SMALL, "k": "2", "s": "8", "effort": "quick"}
    return begin(tab="number", **of_eight, **address)


def test_the_numbers_have_curves_and_a_suggestion_and_one_is_taken(monkeypatch):
    monkeypatch.setattr(number_of_topics, "SPLITS", 2)  # the core's have all four
    app = run_to_the_end(begin_numbers())
    assert len(charts(app)) == len(number_of_topics.FIGURES)
    (reason,) = [one.value for one in app.markdown if "Suggested:" in one.value]
    table = app.dataframe[0].value
    assert table["n_components"].tolist() == [1, 2, 3]  # of 8 of 24 words
    take = next(one for one in app.button if one.key == "take_number")
    number = take.label.split()[1]
    assert f" {number} topic" in reason
    take.click()
    run_to_the_end(app)
    assert dict(app.query_params)["k"] == number
    assert app.slider(key="choice_k").value == int(number)
    assert f": {number} topic" in title(app)
    assert app.dataframe[0].value.equals(table)  # not searched again


def test_numbers_that_are_stopped_rank_nothing(monkeypatch):
    rows = pd.DataFrame(0.5, index=[0], columns=list(number_of_topics.HEADINGS))
    rows = rows.astype({"n_components": int, "n_splits": int})
    monkeypatch.setattr(number_of_topics, "by_number_of_topics", growing(rows))
    app = begin_numbers(seed="31")
    stop_once_there_is_a_chart(app)
    assert any(one.value.startswith("Stopped: ") for one in app.info)
    assert not any("Suggested" in one.value for one in app.markdown)
    assert not any(one.key == "take_number" for one in app.button)


@pytest.mark.slow
def test_a_table_goes_on_where_it_was_when_one_comes_back(few, monkeypatch):
    before = shown(open_look("quality", seed="32"))
    queue()._lanes.clear()  # as when nobody watched for a while
    monkeypatch.setattr(quality_table, "_measured", None)  # nothing is measured
    again = shown(open_look("quality", seed="32"))
    pd.testing.assert_frame_equal(before, again)
