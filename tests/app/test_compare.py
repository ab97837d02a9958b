"""Compare: every look at the runs, and what is shown when there is little to see."""

import json
import time
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.compare import experiment, many, plan
from pages.shared import player
from pages.shared.state.options import OPTIONS
from pages.shared.state.origins import write_plan
from pages.shared.work import tasks
from pages.shared.work.work import queue
from spca_core.cli.command_line import main
from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.planted import Plan, plant
from spca_core.problem.method import METHODS
from spca_core.results.comparison import profiles, race, sweep
from spca_core.results.comparison.overlap import ONE
from spca_core.results.comparison.result_table import BEST, HEADINGS
from spca_core.results.comparison.runs import MAX_RUNS
from tests.app.test_explore import button, open_page
from tests.app.test_pages import (
    APP,
    LONGEST_RUN,
    QUICK,
    SMALL,
    ask_how,
    charts,
    markdown,
    marks,
    prove_to_the_end,
    run_to_the_end,
)
from tests.fuzz import slowly

OURS = [method.label for method in METHODS.values() if not method.is_baseline]


def begin(**address: str) -> AppTest:
    """Open a look, and do not wait for what it shows."""
    app = AppTest.from_file(str(APP), default_timeout=LONGEST_RUN)
    for name, value in {**QUICK, "corpus": SMALL, **address}.items():
        app.query_params[name] = value
    app.switch_page("pages/compare.py")
    return app.run()


def open_compare(**address: str) -> AppTest:
    return prove_to_the_end(run_to_the_end(begin(**address)))


def table(app: AppTest, column: str):
    return next(frame.value for frame in app.dataframe if column in frame.value)


@pytest.mark.slow
def test_all_our_methods_are_compared_and_the_exact_one_where_it_fits():
    found = table(open_compare(look="table"), HEADINGS["captured_variance"])
    assert sorted(found[HEADINGS["method"]]) == sorted(OURS)
    assert found[HEADINGS["captured_variance"]].is_monotonic_decreasing
    exact = found.set_index(HEADINGS["method"]).loc["Exact"]
    assert exact[HEADINGS["best"]] == BEST
    assert exact[HEADINGS["share_of_limit"]] == 100
    large = open_compare(look="table", corpus="state_of_the_union")
    methods = table(large, HEADINGS["method"])[HEADINGS["method"]]
    assert set(methods) == {*OURS} - {"Exact"}


def test_each_method_is_run_with_as_many_seeds_as_asked_for():
    seeds = {"methods": "joint,em", "seeds": "3", "seed": "5"}
    app = open_compare(look="table", **seeds)
    runs = table(app, HEADINGS["captured_variance"])
    pairs = zip(runs[HEADINGS["method"]], runs[HEADINGS["seed"]], strict=True)
    assert set(pairs) == {
        (method, seed) for method in ("Joint search", "EM sPCA") for seed in (5, 6, 7)
    }
    assert table(app, "Median")["Seeds"].tolist() == [3, 3]
    app = open_compare(look="differences", **seeds)
    assert len(charts(app)) == 1
    assert table(app, "n_runs")["n_runs"].tolist() == [3]


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


@pytest.mark.usefixtures("one_without_end")
@pytest.mark.parametrize(
    "look", ["table", *map(slowly, ("curves", "words", "differences", "race"))]
)
def test_no_look_ranks_methods_before_all_runs_have_ended(look: str):
    app, deadline = begin(look=look, methods="joint,em", seeds="2", seed="60"), 0
    while not any("3 of 4 runs have ended" in text for text in markdown(app)):
        assert (deadline := deadline + 1) < 1_000
        app.run()
    said = [*markdown(app), *(one.value for one in (*app.caption, *app.info))]
    assert any("is known when all runs have ended" in text for text in said)
    assert not any("captures most here" in text for text in said)
    assert not any("need runs of two" in text for text in said), "two are chosen"
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


@pytest.mark.usefixtures("charts_are_held_against_the_schema")
@pytest.mark.parametrize(
    ("picture", "scale"),
    [
        *(("sizes", "gap"), ("topics", "absolute"), ("topics", "gap")),
        *(slowly(picture, "relative") for picture in OPTIONS["picture"].choices),
    ],
)
def test_every_picture_and_every_scale_is_drawn(picture: str, scale: str):
    alone = {"methods": "joint"} if picture == "candidates" else {}
    app = open_compare(picture=picture, scale=scale, log_x="1", log_y="1", **alone)
    if (picture, scale) == ("topics", "gap"):
        assert not charts(app)
        assert "is for whole runs" in app.info[0].value
        return
    (chart,) = charts(app)
    assert ("bar" in marks(chart)) == (picture == "sizes")
    if scale == "absolute":
        assert marks(chart)[-2:] == ["point", "text"]
        assert any("proven" in one.value for one in app.caption)
    drawn = app.dataframe[0].value
    assert set(drawn["method"]) == ({"Joint search"} if alone else set(OURS))
    if picture == "sizes":
        assert set(drawn["n_components"]) == {1, 2}


def test_candidates_have_no_common_axis_and_the_proof_is_drawn_where_it_is_opened():
    app = open_compare(picture="candidates")
    assert not charts(app)
    assert "counts something different" in app.info[0].value
    assert not any("Ky Fan" in text for text in markdown(app))
    assert any("Ky Fan" in text for text in markdown(ask_how(app)))
    (parts,) = (one.value for one in app.dataframe if "limit" in one.value)
    assert len(parts)


@pytest.mark.parametrize("given", [{"names": "america,By%20%3Chand%3E"}, slowly({})])
def test_topics_have_their_own_names_and_those_given_by_hand(given: dict[str, str]):
    given = {"weighting": "counts", "centred": "0", **given}
    shown = open_page(corpus=SMALL, tab="table", **QUICK, **given)
    first, second = shown.dataframe[-1].value["name"]
    assert (first == "By <hand>") == ("names" in given)
    compared = open_compare(look="words", methods="joint,tpower", **given)
    drawn = "".join(one.proto.body for one in compared.get("html"))
    assert [f"<b>{escape(name)}</b>" in drawn for name in (first, second)] == [True] * 2


@pytest.mark.slow
def test_a_word_has_one_line_for_all_methods_that_have_it():
    app = open_compare(look="words", methods="joint,tpower")
    overlaps, *_ = tables = [one.value for one in app.dataframe]
    topics = [table for table in tables if "shared" in table]
    assert len(topics) == 2
    for lines in topics:
        for _, row in lines[lines["shared"] != ONE].iterrows():
            assert len({row[name] for name in lines.columns[1:]} - {""}) == 1
    assert {"first", "second"} <= set(overlaps)
    assert len(charts(app)) == 2


def test_the_table_is_saved_as_shown_with_the_machine_beside_it():
    app = open_compare(look="table")
    assert {one.label for one in app.get("download_button")} >= {"CSV", "LaTeX"}
    machine = table(app, "figure").set_index("figure")["value"]
    assert {"Processors", "Python", "numpy"} <= set(machine.index)
    both = table(app, "adjusted_variance")
    assert (both["adjusted_variance"] <= both["captured_variance"] + 1e-9).all()


def test_the_race_goes_from_nothing_to_what_each_has_found():
    start = open_compare(look="race").dataframe[0].value
    assert (start["value"] == 0).all()
    app = open_compare(look="race", race=str(race.N_FRAMES - 1))
    end = app.dataframe[0].value
    assert end["finished"].all()
    assert end["value"].max() == end["winner"].iloc[0]
    button(app, "Step back").click().run()
    assert app.dataframe[0].value["frame"].iloc[0] == race.N_FRAMES - 2
    assert player.PLAYING not in app.session_state


@pytest.mark.slow
def test_a_sweep_has_a_picture_a_method_and_a_cell_a_run(monkeypatch):
    monkeypatch.setattr(sweep, "RANKS", (2, 3))
    monkeypatch.setattr(sweep, "CANDIDATES", (100,))
    app = open_compare(look="sweep", grid="ranks", methods="bipartite,span")
    assert len(charts(app)) == 2
    for frame in app.dataframe:
        axes = ["n_components", "sparsity", "rank", "candidates"]
        assert not frame.value.duplicated(axes).any()
        assert (frame.value["captured_variance"] > 0).all()


def test_a_grid_of_ranks_without_a_method_that_has_one_says_which_to_choose():
    app = open_compare(look="sweep", grid="ranks", methods="joint")
    assert "Bipartite" in app.info[0].value


def test_too_many_runs_are_refused_with_the_way_out():
    app = open_compare(picture="sizes", k="12", s="1", seeds="10")
    assert f"at most {MAX_RUNS}" in app.error[0].value
    assert "Choose fewer" in app.error[0].value


def timeless(text: str) -> dict:
    """An experiment without what the clock says."""
    written = json.loads(text)
    for run in written["runs"]:
        del run["seconds"], run["processor_seconds"]
        run["trace"] = [point[2:] for point in run["trace"]]
    return written


def test_the_page_and_the_command_line_write_the_same_experiment(monkeypatch, tmp_path):
    kept: list[str] = []
    monkeypatch.setattr(
        experiment,
        "offer_experiment",
        lambda found: kept.append(experiment._write(found, plan.equal_time())),
    )
    open_compare(
        look="race", methods="joint,em", seeds="2", weighting="counts", centred="0"
    )
    path = tmp_path / "run.json"
    size = ("-k", "2", "-s", "3", "--effort", "quick", "--weighting", "counts")
    runs = ("--methods", "joint,em", "--seeds", "0-1", "-o", str(path))
    assert main(["compare", SMALL, *size, *runs]) == 0
    assert timeless(kept[-1]) == timeless(path.read_text("utf-8"))


@pytest.mark.parametrize(("equal_time", "once"), [("0", 0), ("1e-6", 1)])
def test_in_equal_time_methods_without_time_for_a_restart_are_named(
    equal_time: str, once: int
):
    app = open_compare(look="table", methods="tpower,em", equal_time=equal_time)
    said = [one.value for one in app.caption if "second search" in one.value]
    assert said == ["No time for a second search: TPower, EM sPCA."] * once


@pytest.mark.parametrize("equal_time", ["0", slowly("0.02")])
def test_an_experiment_is_opened_without_making_its_runs_again(monkeypatch, equal_time):
    kept: list[str] = []
    monkeypatch.setattr(
        experiment,
        "offer_experiment",
        lambda found: kept.append(experiment._write(found, plan.equal_time())),
    )
    before = open_compare(
        look="table", methods="tpower,em", seeds="2", seed="40", equal_time=equal_time
    )
    written = kept[-1].encode()
    assert any("until it has used" in one.value for one in before.caption) == (
        equal_time != "0"
    )
    app = AppTest.from_file(str(APP), default_timeout=LONGEST_RUN)
    for name, value in {**QUICK, "corpus": SMALL, "look": "table"}.items():
        app.query_params[name] = value
    app.switch_page("pages/compare.py")
    run_to_the_end(app)
    queue()._lanes.clear()
    monkeypatch.setattr(tasks, "solutions", None)  # nothing can run any more
    file = ("run.json", written, "")
    app.file_uploader(key="open_experiment").set_value(file)
    prove_to_the_end(run_to_the_end(app))
    shown = [table(one, HEADINGS["captured_variance"]) for one in (before, app)]
    assert shown[0].equals(shown[1])


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
    assert found.loc["Joint search", HEADINGS["best"]] == BEST
    app.file_uploader(key="own_file").set_value(("mine.json", b"{", ""))
    app.run()
    assert "Expected a list" in app.error[0].value


@pytest.mark.usefixtures("known_methods")
def test_in_a_planted_corpus_the_truth_is_the_first_column_of_words():
    plan = Plan(n_topics=2, sparsity=3, n_documents=60, n_words=30)
    app = open_compare(look="words", corpus=write_plan(plan), methods="tpower,em")
    topics = [one.value for one in app.dataframe if "shared" in one.value]
    truth = [{*topic} for topic in plant(plan).truth]
    assert len(topics) == 2
    for lines in topics:
        assert list(lines)[1] == "Planted"
        assert {*lines["Planted"]} - {""} in truth


def test_what_is_recovered_is_drawn_where_topics_are_planted_and_nowhere_else():
    plan = Plan(n_topics=2, sparsity=3, n_documents=60, n_words=30)
    app = open_compare(look="recovery", corpus=write_plan(plan), methods="tpower,em")
    assert len(charts(app)) == 1
    assert any("words are found: TPower" in one.value for one in app.caption)
    elsewhere = open_compare(look="recovery")
    assert not charts(elsewhere)
    assert "Make artificial data" in elsewhere.info[0].value


@pytest.mark.slow
def test_profiles_are_drawn_over_experiments_and_a_bad_file_leaves_the_others(
    tmp_path: Path,
):
    files = []
    for corpus in ("state_of_the_union", SMALL):
        path = tmp_path / f"{corpus}.json"
        size = ("-k", "2", "-s", "3", "--effort", "quick", "--methods", "em,tpower")
        assert main(["compare", corpus, *size, "-o", str(path)]) == 0
        files.append((path.name, path.read_bytes(), "application/json"))
    app = open_compare(look="many")
    assert "drop the files here" in app.info[0].value
    app.file_uploader(key=many.FILES).set_value([*files, ("bad.json", b"{", "")]).run()
    assert [one.value for one in app.error if "bad" in one.value]
    assert len(charts(app)) == 1
    costs = table(app, profiles.HEADINGS["problem"])
    assert len(costs) == 2 * 2
    assert set(costs[profiles.HEADINGS["runs"]]) == {1}
