"""Every page opens, runs and keeps its settings, without a browser."""

import json
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

APP = Path(__file__).resolve().parents[2] / "app.py"
LONGEST_RUN = 60  # seconds, kernels compiling included
QUICK = {"k": "2", "s": "3", "effort": "quick", "candidates": "200"}


def open_app(**address: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=LONGEST_RUN)
    for name, value in address.items():
        app.query_params[name] = value
    return run_to_the_end(app)


def run_to_the_end(app: AppTest) -> AppTest:
    """Run the page again and again, as its own polling would, until nothing runs."""
    deadline = time.monotonic() + LONGEST_RUN
    app.run()
    while any(button.key == "stop" for button in app.button):
        assert time.monotonic() < deadline, "the run did not end"
        time.sleep(0.05)
        app.run()
    assert not app.exception, app.exception
    return app


def press_run(app: AppTest) -> AppTest:
    next(button for button in app.button if button.label == "Run").click()
    return run_to_the_end(app)


def metric(app: AppTest, label: str) -> str:
    return next(metric.value for metric in app.metric if metric.label == label)


def words(app: AppTest) -> list:
    return app.dataframe[-1].value.to_numpy().ravel().tolist()


def charts(app: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in app.get("vega_lite_chart")]


def test_the_first_page_opens_with_finished_topics():
    app = open_app(effort="quick")
    assert app.title[0].value == "Topics"
    assert metric(app, "Run") == "finished"
    assert app.dataframe[-1].value.shape == (10, 8)
    assert len(charts(app)) == 8 + 1  # a card a topic, and their variances


def test_no_word_is_in_two_topics_on_screen():
    app = open_app(**QUICK)
    assert len(set(words(app))) == len(words(app)) == 6


@pytest.mark.parametrize("method", ["joint", "bipartite", "tpower"])
def test_the_same_address_in_another_session_gives_the_same_topics(method):
    assert words(open_app(method=method, **QUICK)) == words(
        open_app(method=method, **QUICK)
    )


def test_a_changed_setting_counts_when_run_is_pressed_and_stands_in_the_address():
    app = open_app(**QUICK)
    app.slider(key="choice_k").set_value(4)
    press_run(app)
    assert app.dataframe[-1].value.shape == (3, 4)
    assert dict(app.query_params)["k"] == "4"


def test_settings_survive_a_change_of_page():
    app = open_app(**QUICK)
    app.switch_page("pages/compare.py")
    run_to_the_end(app)
    assert app.title[0].value == "Compare"
    assert app.slider(key="choice_k").value == 2
    app.switch_page("app.py")
    run_to_the_end(app)
    assert app.slider(key="choice_s").value == 3


def test_a_link_with_impossible_settings_says_what_is_used_instead():
    app = open_app(**{**QUICK, "k": "99", "method": "![x](http://example.com)"})
    assert app.slider(key="choice_k").value == 8
    notes = [warning.value for warning in app.warning]
    assert len(notes) == 2
    assert not any("example.com" in note for note in notes)


def test_more_words_than_the_corpus_has_are_refused_in_one_sentence(monkeypatch):
    monkeypatch.setattr("spca_core.settings.MOST_SLOTS", 5)
    app = open_app(**{**QUICK, "seed": "77"})
    assert "Lower one of the two" in app.error[0].value
    assert not app.exception


def test_compare_shows_all_methods_and_every_number_of_topics():
    app = AppTest.from_file(str(APP), default_timeout=LONGEST_RUN)
    for name, value in QUICK.items():
        app.query_params[name] = value
    app.switch_page("pages/compare.py")
    run_to_the_end(app)
    totals = app.dataframe[0].value
    assert set(totals["method"]) == {"Joint search", "Bipartite (paper)", "TPower"}
    assert totals["captured_variance"].max() == totals["captured_variance"].iloc[0]
    lines, bars = charts(app)
    assert lines["mark"]["type"] == "line"
    assert bars["mark"]["type"] == "bar"
    assert len(app.dataframe) == 1 + 2  # totals, and the words of two topics
