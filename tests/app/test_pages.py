"""Every page opens, runs and keeps its settings, without a browser."""

import json
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from spca_core.settings import METHOD_LABELS, METHOD_NAMES

APP = Path(__file__).resolve().parents[2] / "app.py"
LONGEST_RUN = 60  # seconds, kernels compiling included
SMALL = "state_of_the_union_in_24_words"
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


def captions(app: AppTest) -> str:
    return " ".join(caption.value for caption in app.caption)


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


@pytest.mark.parametrize("method", METHOD_NAMES[:-1])
def test_the_same_address_in_another_session_gives_the_same_topics(method):
    assert words(open_app(method=method, **QUICK)) == words(
        open_app(method=method, **QUICK)
    )


def test_the_exact_method_can_be_chosen_where_the_corpus_is_small():
    app = open_app(corpus=SMALL, method="exact", **{**QUICK, "k": "3"})
    assert metric(app, "Run") == "finished"
    assert "This is the optimum" in captions(app)


def test_the_exact_method_says_its_limit_where_the_corpus_is_large():
    app = open_app(method="exact", **QUICK)
    assert "at most 500,000" in app.error[0].value.replace("\\", "")
    assert not app.exception


def test_a_net_that_fits_earns_its_guarantee_and_another_says_that_none_holds():
    fits = {"corpus": SMALL, "method": "bipartite", "rank": "2", "candidates": "1000"}
    assert "All were tried" in captions(open_app(**{**QUICK, **fits}))
    assert "no guarantee holds" in captions(open_app(method="bipartite", **QUICK))


def test_every_option_of_a_method_stands_in_the_address_and_counts():
    options = {"sketch": "gaussian", "rank": "1", "epsilon": "0.5"}
    app = open_app(method="span", corpus=SMALL, **{**QUICK, **options})
    assert "Gaussian projection, rank 1" in captions(app)
    assert app.number_input(key="choice_epsilon").value == 0.5
    more = open_app(method="em", corpus=SMALL, extra_starts="7", **QUICK)
    assert more.number_input(key="choice_extra_starts").value == 7
    assert int(metric(more, "Candidates")) > int(
        metric(open_app(method="em", corpus=SMALL, **QUICK), "Candidates")
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
    # All but Exact, for which the corpus has too many words.
    assert totals["method"].tolist() == list(METHOD_LABELS.values())[:-1]
    assert totals["captured_variance"].max() == totals["captured_variance"].iloc[0]
    lines, bars = charts(app)
    assert lines["mark"]["type"] == "line"
    assert bars["mark"]["type"] == "bar"
    assert len(app.dataframe) == 1 + 2  # totals, and the words of two topics


def test_compare_adds_the_exact_method_where_the_corpus_is_small():
    app = AppTest.from_file(str(APP), default_timeout=LONGEST_RUN)
    for name, value in {**QUICK, "corpus": SMALL}.items():
        app.query_params[name] = value
    app.switch_page("pages/compare.py")
    run_to_the_end(app)
    totals = app.dataframe[0].value.set_index("method")
    assert totals.index.tolist() == list(METHOD_LABELS.values())
    # None captures more than the optimum.
    assert totals.loc["Exact", "share_of_best"] == 1
