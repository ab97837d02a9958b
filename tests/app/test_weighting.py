"""What a count is worth: tf-idf by default, and everything says so."""

import json

import pytest

from pages.shared.work.tasks import Run, StoredRun
from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import DEFAULT_PREPARATION, prepare
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.paper.figures import experiments
from spca_core.paper.reproduction import run_settings
from spca_core.results.files.saved import to_json
from spca_core.results.files.stored import stored_topics
from spca_core.topics import solve
from tests.app.visits import (
    DEFAULT_VALUES,
    QUICK,
    SMALL,
    button,
    captions,
    metric,
    open_page,
    run_to_the_end,
    upload,
    words,
)

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
NOW = {"weighting": "tf-idf", "without_repeated": "0", "corpus": SMALL, **QUICK}


def test_the_first_page_shows_the_stored_topics_at_once():
    corpus = prepare(read_bundled("state_of_the_union"), DEFAULT_PREPARATION)
    stored = stored_topics(corpus)
    app = open_page()
    assert metric(app, "Run") == "stored with the corpus"
    assert metric(app, "Values") == DEFAULT_VALUES
    assert metric(app, "Captured variance (weighted)")
    assert app.title[0].value.startswith("State of the Union, 1790")
    found = {corpus.words[word] for word in stored.supports.ravel()}
    assert set(words(app)) == found
    assert dict(app.query_params) == {}


@pytest.mark.slow
def test_a_comparison_times_a_run_of_its_own_and_not_the_stored_one():
    corpus = prepare(read_bundled("state_of_the_union"), DEFAULT_PREPARATION)
    settings = stored_topics(corpus).settings
    stored, run = StoredRun(corpus, settings), Run(corpus, settings)
    assert stored.key != run.key
    (known,) = stored.results()
    assert known.candidates == 0
    assert next(run.results()).candidates > 0


def test_the_switch_counts_at_once_with_the_centring_and_norm_that_are_usual():
    app = open_page(**NOW)
    assert metric(app, "Values") == DEFAULT_VALUES
    assert WEIGHTINGS["tf-idf"].does in captions(app)
    lines = app.selectbox(key="choice_weighting").help.splitlines()[-len(WEIGHTINGS) :]
    assert lines == [f"- **{one.label}**: {one.does}" for one in WEIGHTINGS.values()]
    app.selectbox(key="choice_weighting").set_value("counts")
    run_to_the_end(app)
    assert metric(app, "Values") == "raw"
    assert app.query_params["weighting"] == "counts"
    assert WEIGHTINGS["counts"].does in captions(app)
    app.selectbox(key="choice_weighting").set_value("tf-idf")
    run_to_the_end(app)
    assert metric(app, "Values") == DEFAULT_VALUES


def test_all_as_loaded_brings_back_the_usual_weighting():
    app = open_page("corpus", view="prepare", **NOW)
    app.selectbox(key="choice_weighting").set_value("log")
    run_to_the_end(app)
    assert not app.toggle(key="choice_centred").value
    assert app.selectbox(key="choice_norm").value == "none"
    button(app, "Reset all").click()
    run_to_the_end(app)
    assert app.selectbox(key="choice_weighting").value == "tf-idf"
    assert app.toggle(key="choice_centred").value
    assert app.selectbox(key="choice_norm").value == "half"


def test_measurements_that_are_used_are_centred_and_not_weighted():
    rows = b"a,b\n1.5,2.25\n0.5,1.75\n2.5,0.5\n"
    app = upload(open_page("corpus", **NOW), ("m.csv", rows))
    app.button(key="use").click()
    run_to_the_end(app)
    assert app.query_params["weighting"] == "counts"
    assert app.query_params["norm"] == "none"
    assert "centred" not in app.query_params  # as is usual


def test_the_papers_experiments_are_on_counts_whatever_is_usual():
    runs = [run for one in experiments() for run in run_settings(one)]
    assert {run.weighting for run in runs} == {"counts"}


@pytest.mark.slow
@pytest.mark.parametrize("preparation", [Preparation(), DEFAULT_PREPARATION])
def test_a_saved_result_counts_copies_as_it_did(preparation: Preparation):
    """Of 4,247 docstrings, hundreds are copies."""
    corpus = prepare(read_bundled("docstrings"), preparation)
    solution = solve(corpus, 3, 2, effort="quick")
    saved = json.loads(to_json(solution))
    app = open_page(**NOW)
    file = ("r.json", json.dumps(saved).encode(), "")
    app.file_uploader(key="saved").set_value(file)
    run_to_the_end(app)
    button(app, "Run it again and verify").click()
    run_to_the_end(app)
    agreement = next(one.value for one in app.dataframe if "agrees" in one.value)
    assert agreement["agrees"].dropna().all()
    assert metric(app, "Documents analysed") == f"{corpus.n_documents:,}"
