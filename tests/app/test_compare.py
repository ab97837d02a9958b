"""Compare: every look at the runs, and what is shown when there is little to see."""

import json
import re
import time
from dataclasses import replace

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.state.options import OPTIONS
from pages.shared.state.origins import write_plan
from pages.shared.work import tasks
from pages.shared.work.tasks import TimedRun
from pages.shared.work.work import RUNS, queue
from spca_core.cli.command_line import main
from spca_core.corpus.bundled import bundled_titles, read_bundled
from spca_core.corpus.planted import Plan, plant
from spca_core.problem.method import METHODS
from spca_core.problem.settings import MAX_RESTARTS
from spca_core.results.comparison import runs
from spca_core.results.comparison.result_table import BEST, HEADINGS
from spca_core.results.comparison.runs import FAIR_SEEDS, MAX_RUNS
from tests.app.visits import (
    QUICK,
    SMALL,
    begin,
    button,
    charts,
    markdown,
    marks,
    noted_files,
    open_page,
    prove_to_the_end,
    run_to_the_end,
)
from tests.fuzz import slowly

OURS = [method.label for method in METHODS.values() if not method.is_baseline]


def begin_compare(**address: str) -> AppTest:
    """Open a look, and do not wait for what it shows."""
    return begin(
        "compare", **{**QUICK, "corpus": SMALL, "scale": "weighted", **address}
    )


def open_compare(**address: str) -> AppTest:
    return prove_to_the_end(run_to_the_end(begin_compare(**address)))


def table(app: AppTest, column: str):
    return next(frame.value for frame in app.dataframe if column in frame.value)


@pytest.mark.slow
def test_all_our_methods_are_compared_and_the_exact_one_where_it_fits():
    found = table(open_compare(look="table"), HEADINGS["captured_variance"])
    assert sorted(found[HEADINGS["method"]]) == sorted(OURS)
    assert found[HEADINGS["captured_variance"]].is_monotonic_decreasing
    exact = found.set_index(HEADINGS["method"]).loc["Exact"]
    assert exact[HEADINGS["best"]] == "", "the methods have not used equal time"
    assert exact[HEADINGS["share_of_limit"]] == 100
    large = open_compare(look="table", corpus="state_of_the_union")
    methods = table(large, HEADINGS["method"])[HEADINGS["method"]]
    assert set(methods) == {*OURS} - {"Exact"}


@pytest.mark.slow
def test_each_method_is_run_with_so_many_seeds_and_the_table_names_the_machine():
    seeds = {"methods": "joint,em", "seeds": "3", "seed": "5"}
    app = open_compare(look="table", **seeds)
    runs = table(app, HEADINGS["captured_variance"])
    pairs = zip(runs[HEADINGS["method"]], runs[HEADINGS["seed"]], strict=True)
    assert set(pairs) == {
        (method, seed) for method in ("Joint search", "EM sPCA") for seed in (5, 6, 7)
    }
    assert table(app, "Median")["Seeds"].tolist() == [3, 3]
    assert not charts(app)
    assert {one.label for one in app.get("download_button")} >= {"CSV", "LaTeX"}
    machine = table(app, "figure").set_index("figure")["value"]
    assert {"Processors", "Python", "numpy"} <= set(machine.index)
    both = table(app, "adjusted_variance")
    assert (both["adjusted_variance"] <= both["captured_variance"] + 1e-9).all()
    assert both["coherence"].between(-1, 1).all()
    assert both["covered"].between(0, 1).all()


def word_table(app: AppTest) -> str:
    """The HTML of the words, rank by topic, in a block for each method."""
    drawn = [one.proto.body for one in app.get("html")]
    return next(body for body in drawn if "word-table" in body)


def blocks(app: AppTest) -> dict[str, list[set[str]]]:
    """The words of each method's topics, without marks."""
    _, *parts = word_table(app).split("<tbody>")
    found = {}
    for part in parts:
        method = re.search(r'scope="rowgroup"[^>]*>([^<]*)<', part)[1]
        cells = re.findall(r'<td dir="auto">(?:<b>\+)?([^<]*)', part)
        n_topics = len(cells) // len(re.findall('scope="row"', part))
        found[method] = [set(cells[topic::n_topics]) for topic in range(n_topics)]
    return found


def test_too_many_runs_are_refused_with_the_way_out():
    app = open_compare(separate="1", k="12", s="1", seeds="10")
    assert f"at most {MAX_RUNS}" in app.error[0].value
    assert "Choose fewer" in app.error[0].value


def timeless(text: str) -> dict:
    """An experiment without what the clock says."""
    written = json.loads(text)
    for run in written["runs"]:
        del run["seconds"], run["processor_seconds"]
        run["trace"] = [point[2:] for point in run["trace"]]
    return written


@pytest.mark.slow
def test_the_page_and_the_command_line_write_the_same_experiment(monkeypatch, tmp_path):
    files = noted_files(monkeypatch)
    open_compare(
        look="words", methods="joint,em", seeds="2", weighting="counts", centred="0"
    )
    path = tmp_path / "run.json"
    size = ("-k", "2", "-s", "3", "--effort", "quick", "--weighting", "counts")
    runs = ("--methods", "joint,em", "--seeds", "0-1", "-o", str(path))
    assert main(["compare", SMALL, *size, *runs]) == 0
    assert timeless(files["experiment.json"]()) == timeless(path.read_text("utf-8"))


@pytest.mark.parametrize("equal_time", [slowly("0"), slowly("0.02")])
def test_an_experiment_is_opened_without_making_its_runs_again(monkeypatch, equal_time):
    files = noted_files(monkeypatch)
    before = open_compare(
        look="table", methods="tpower,em", seeds="2", seed="40", equal_time=equal_time
    )
    written = files["experiment.json"]().encode()
    assert any("restarts at random" in text for text in markdown(before)) == (
        equal_time != "0"
    )
    app = run_to_the_end(begin_compare(look="table"))
    queue()._lanes.clear()
    monkeypatch.setattr(tasks, "solutions", None)  # nothing can run any more
    file = ("run.json", written, "")
    app.file_uploader(key="open_experiment").set_value(file)
    prove_to_the_end(run_to_the_end(app))
    shown = [table(one, HEADINGS["captured_variance"]) for one in (before, app)]
    pd.testing.assert_frame_equal(*shown)


@pytest.mark.slow
@pytest.mark.usefixtures("known_methods")
def test_topics_of_another_tool_appear_beside_the_methods_under_one_limit():
    app = open_compare(look="table", methods="joint")
    words = read_bundled(SMALL).words
    lists = [words[:3], words[3:6]]
    file = ("mine.json", json.dumps(lists).encode(), "")
    app.file_uploader(key="own_file").set_value(file)
    prove_to_the_end(run_to_the_end(app))
    found = table(app, HEADINGS["captured_variance"]).set_index(HEADINGS["method"])
    assert 0 < found.loc["Own result", HEADINGS["share_of_limit"]] <= 100
    app.file_uploader(key="own_file").set_value(("mine.json", b"{", ""))
    app.run()
    assert "Expected a list" in app.error[0].value


@pytest.mark.slow
@pytest.mark.usefixtures("known_methods")
def test_in_a_planted_corpus_the_truth_is_the_first_column_of_words():
    plan = Plan(n_topics=2, sparsity=3, n_documents=60, n_words=30)
    app = open_compare(look="table", corpus=write_plan(plan), methods="tpower,em")
    assert table(app, "recovered")["recovered"].between(0, 1).all()
    app = open_compare(look="words", corpus=write_plan(plan), methods="tpower,em")
    first, *_ = words = blocks(app)
    truth = [{*topic} for topic in plant(plan).truth]
    assert first == "Planted"
    assert sorted(words[first], key=sorted) == sorted(truth, key=sorted)


@pytest.mark.slow
@pytest.mark.usefixtures("charts_are_held_against_the_schema")
@pytest.mark.parametrize(
    ("address", "scale"),
    [
        ({"separate": "1"}, "paper"),
        ({"along": "time"}, "weighted"),
        *(slowly({}, scale) for scale in OPTIONS["scale"].choices),
        slowly({"along": "time"}, "relative"),
    ],
)
def test_every_picture_and_every_scale_is_drawn(address: dict[str, str], scale: str):
    app = open_compare(scale=scale, methods="joint,tpower", **address)
    (chart,) = charts(app)
    assert ("bar" in marks(chart)) == ("separate" in address)
    drawn = app.dataframe[0].value
    assert set(drawn["method"]) == {"Joint search", "TPower"}
    if "along" not in address:
        assert set(drawn["n_components"]) == {1, 2}


@pytest.mark.slow
def test_by_rank_the_papers_method_is_a_line_from_2_to_10():
    app = open_compare(along="rank", methods="bipartite,tpower", candidates="50")
    drawn = table(app, "rank")
    for _, of_method in drawn.groupby("method"):
        assert of_method["rank"].tolist() == [*range(2, 11)]


@pytest.mark.slow
def test_a_bundled_corpus_opens_on_the_fair_run_that_came_with_it(monkeypatch):
    monkeypatch.setattr(tasks, "solutions", None)  # nothing can run
    for name in bundled_titles():
        app = begin("compare", corpus=name)
        assert not app.exception
        (chart,) = charts(app)
        assert "text" in marks(chart), "the proven limit has its name"
        said = " ".join(one.value for one in app.caption)
        assert f"{FAIR_SEEDS} seeds each" in said
        assert any("Computed beforehand" in text for text in markdown(app))
        assert any("most here" in text for text in markdown(app))
        drawn = [one.proto.body for one in app.get("html")]
        assert not any('class="word-table"' in body for body in drawn)


@pytest.mark.slow
@pytest.mark.parametrize("change", [{"k": "2"}, {"seeds": "2"}, slowly({"seed": "1"})])
def test_other_choices_than_the_stored_ones_are_run_here(change: dict[str, str]):
    app = open_page("compare", corpus=SMALL, methods="em,tpower", **change)
    assert not any("Computed beforehand" in text for text in markdown(app))


def test_in_equal_time_each_method_begins_again_as_often_as_it_can():
    run_to_the_end(begin_compare(methods="em,tpower", seed="41", equal_time="0.02"))
    runs = (work.task for work in queue().all(RUNS))
    timed = [run for run in runs if isinstance(run, TimedRun) and run.spend == 0.02]
    asked = {(run.settings.method, run.settings.restarts) for run in timed}
    assert asked == {("em", MAX_RESTARTS), ("tpower", MAX_RESTARTS)}


@pytest.mark.slow
def test_from_a_quick_look_one_click_leads_to_a_fair_run_and_one_back():
    app = open_compare(methods="em,tpower")
    fair = next(one for one in app.button if one.key == "fair")
    assert not fair.disabled
    prove_to_the_end(run_to_the_end(fair.click().run()))
    chosen = dict(app.query_params)
    assert chosen["seeds"] == str(FAIR_SEEDS)
    assert float(chosen["equal_time"]) > 0
    runs = table(app, "median")
    assert set(runs["n_seeds"]) == {FAIR_SEEDS}
    assert (runs["low"] <= runs["median"]).all()
    assert (runs["median"] <= runs["high"]).all()
    app.button(key="quick").click().run()
    assert not {"seeds", "equal_time"} & {*app.query_params}


@pytest.mark.slow
def test_runs_that_would_take_long_begin_when_they_are_asked_for(monkeypatch):
    monkeypatch.setattr(runs, "MAX_UNASKED", 0.0)
    app = begin_compare(methods="em,bipartite", seed="70")
    assert not charts(app)
    assert any("of processor time for 2 runs" in text for text in markdown(app))
    prove_to_the_end(run_to_the_end(app.button(key="begin").click().run()))
    assert len(charts(app)) == 1


@pytest.fixture
def one_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the runs, the one by EM with the seed 61 does not end by itself."""
    real = tasks.solutions

    def made(corpus, settings, **options):
        *_, last = real(corpus, settings, **options)
        while (settings.method, settings.seed) == ("em", 61):
            time.sleep(0.01)
            yield replace(last, stopped_by="stop")
        yield last

    monkeypatch.setattr(tasks, "solutions", made)


@pytest.mark.slow
@pytest.mark.usefixtures("one_without_end")
@pytest.mark.parametrize("look", ["table", *map(slowly, ("curves", "words"))])
def test_no_look_ranks_methods_before_all_runs_have_ended(look: str):
    app, deadline = (
        begin_compare(look=look, methods="joint,em", seeds="2", seed="60"),
        0,
    )
    while not any("3 of 4 runs have ended" in text for text in markdown(app)):
        assert (deadline := deadline + 1) < 1_000
        app.run()
    said = [*markdown(app), *(one.value for one in (*app.caption, *app.info))]
    assert any("is known when all runs have ended" in text for text in said)
    assert not any("captures most here" in text for text in said)
    if look == "table":
        runs = table(app, HEADINGS["captured_variance"])
        assert not (runs[HEADINGS["best"]] == BEST).any()
        assert runs[HEADINGS["share_of_best"]].isna().all()
    assert bool(charts(app)) == (look in ("curves", "words"))
    button(app, "Stop").click()
    prove_to_the_end(run_to_the_end(app))
    stopped = [one.value for one in app.info]
    assert any(text.startswith("Stopped: 3 of 4 runs have ended") for text in stopped)
    said = markdown(app)
    assert any("which captures most is not known" in text for text in said)
    assert not any("search captures most" in text for text in said)


@pytest.mark.slow
def test_unequal_time_ranks_no_method():
    app = open_compare(methods="em,tpower", look="curves", seed="3")
    said = markdown(app)
    assert any(text.startswith("Not comparable yet") for text in said)
    assert not any(text.startswith("**") and "captures" in text for text in said)
