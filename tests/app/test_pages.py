"""Every page opens, runs and keeps its settings, without a browser."""

import time
from concurrent.futures import wait
from dataclasses import replace
from threading import Event

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.work import tasks
from pages.shared.work.work import PROOFS, queue
from spca_core.formatting import significant
from tests.app.test_proofs import CERTIFICATE as PROVEN
from tests.app.visits import (
    LONGEST_RUN,
    QUICK,
    SMALL,
    ask_how,
    captions,
    compare_to_the_end,
    lines_of_head,
    metric,
    open_page,
    prove_to_the_end,
    run_to_the_end,
    title,
    words,
)


def press_run(app: AppTest) -> AppTest:
    next(button for button in app.button if button.label == "Run").click()
    return run_to_the_end(app)


def test_the_exact_method_can_be_chosen_where_the_corpus_is_small_and_says_its_limit():
    app = open_page(corpus=SMALL, method="exact", **{**QUICK, "k": "3"})
    assert metric(app, "Run") == "finished"
    assert "This is the optimum" in captions(app)
    app = open_page(method="exact", **QUICK)
    assert "at most 500,000" in app.error[0].value.replace("\\", "")
    assert not app.exception


@pytest.mark.slow
def test_a_net_that_fits_earns_its_guarantee_and_another_says_that_none_holds():
    fits = {"corpus": SMALL, "method": "bipartite", "rank": "2", "candidates": "1000"}
    assert "All were tried" in captions(open_page(**{**QUICK, **fits}))
    assert "no guarantee holds" in captions(open_page(method="bipartite", **QUICK))


def test_every_option_of_a_method_is_in_the_address_and_counts():
    options = {"sketch": "gaussian", "rank": "1", "epsilon": "0.5"}
    app = open_page(method="span", corpus=SMALL, **{**QUICK, **options})
    assert "Gaussian projection, rank 1" in captions(app)
    assert app.number_input(key="choice_epsilon").value == 0.5


def test_a_changed_setting_counts_when_run_is_pressed_and_is_in_the_address():
    app = open_page(corpus=SMALL, **QUICK)
    app.number_input(key="choice_seed").set_value(4)
    press_run(app)
    assert dict(app.query_params)["seed"] == "4"


def test_the_size_of_topics_is_swept_without_pressing_run():
    app = open_page(corpus=SMALL, **QUICK)
    app.slider(key="choice_k").set_value(4)
    run_to_the_end(app)
    assert len(words(app)) == 3 * 4
    assert dict(app.query_params)["k"] == "4"


def test_a_page_does_not_write_back_what_its_user_changes_and_may_be_changing_again():
    app = open_page(corpus=SMALL, **QUICK)
    app.slider(key="choice_k").set_value(4).run()
    assert not app.slider(key="choice_k").proto.set_value
    assert not app.number_input(key="choice_seed").proto.set_value


@pytest.mark.slow
def test_settings_survive_a_change_of_page():
    app = open_page(corpus=SMALL, **QUICK)
    app.switch_page("pages/compare.py")
    run_to_the_end(app)
    assert app.title[0].value == "Compare"
    assert app.slider(key="choice_k").value == 2
    app.switch_page("app.py")
    run_to_the_end(app)
    assert app.slider(key="choice_s").value == 3


def test_more_words_than_the_corpus_has_are_refused_in_one_sentence(monkeypatch):
    monkeypatch.setattr("spca_core.problem.settings.MAX_SLOTS", 5)
    app = open_page(**{**QUICK, "seed": "77"})
    assert "Lower one of the two" in app.error[0].value
    assert title(app).endswith(": no topics")
    assert not app.exception


def test_the_head_says_what_is_proven_once_the_proof_rests_or_is_asked_for(
    monkeypatch,
):
    rests = Event()

    def certificates(*_, supports, after):
        while not rests.is_set():
            yield replace(PROVEN, stopped_by="stop")
            rests.wait(0.01)
        yield PROVEN

    monkeypatch.setattr(tasks, "certificates", certificates)
    app = compare_to_the_end(open_page(corpus=SMALL, **{**QUICK, "s": "2"}))
    (proof,) = queue().all(PROOFS)
    while not proof.latest:
        time.sleep(0.01)
    assert "Proven" not in lines_of_head(app.run())
    app.session_state["about"] = True
    assert "Proven" in lines_of_head(app.run())
    app.session_state["about"] = False
    assert "Proven" not in lines_of_head(app.run())
    rests.set()
    wait([proof.future])
    assert "Proven" in lines_of_head(app.run())


@pytest.mark.slow
def test_a_proof_can_be_stopped_and_keeps_what_it_has(monkeypatch):
    def endless(*_, **__):
        while True:
            time.sleep(0.05)
            yield replace(PROVEN, stopped_by="stop")

    monkeypatch.setattr(tasks, "certificates", endless)
    counted = {"corpus": SMALL, "weighting": "counts"}
    app = ask_how(open_page(**counted, **{**QUICK, "s": "2"}))
    deadline = time.monotonic() + LONGEST_RUN
    # Proofs go one after another: those of other tests may have to end first.
    while not any(one.label == "Proven limit" for one in app.metric):
        assert time.monotonic() < deadline
        app.run()
    (stop,) = [button for button in app.button if button.key == "stop_proof"]
    stop.click().run()
    prove_to_the_end(app)
    assert metric(app, "Proven limit") == significant(PROVEN.upper_bound)
    monkeypatch.undo()
    (again,) = [button for button in app.button if button.key == "begin_again"]
    prove_to_the_end(again.click().run())
    assert metric(app, "Proven limit") != f"{PROVEN.upper_bound:.5g}"
    assert not [button for button in app.button if button.key == "begin_again"]
