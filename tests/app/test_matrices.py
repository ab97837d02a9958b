"""A covariance matrix on the pages: its topics, and what needs documents is absent."""

import pandas as pd
import pytest
from sklearn.datasets import load_wine

from spca_core.paper.certificates import suite_table
from tests.app.visits import (
    ask_how,
    button,
    choose,
    errors,
    metric,
    open_page,
    prove_to_the_end,
    run_to_the_end,
    said,
    upload,
    words,
)

WINE = load_wine(as_frame=True).data
FOUND = "5.8261"


def as_csv(table: pd.DataFrame, *, index: bool) -> bytes:
    return table.to_csv(index=index).encode()


@pytest.fixture(scope="module")
def address() -> dict[str, str]:
    """Return the link to the topics of wine's correlation matrix."""
    app = open_page("corpus")
    app = upload(app, ("wine.csv", as_csv(WINE.corr(), index=True)))
    assert "13 variables" in said(app)
    app = run_to_the_end(app.button(key="use").click())
    assert not app.exception
    return dict(app.query_params)


@pytest.mark.slow
def test_the_correlation_matrix_of_wine_gives_its_optimum(address):
    app = prove_to_the_end(ask_how(open_page(**{**address, "s": "5", "k": "2"})))
    assert metric(app, "Captured variance") == FOUND
    assert metric(app, "Values") == "correlation matrix"
    assert "Proven: optimal" in said(app)
    assert "of all variance captured" in said(app)
    assert {*words(app)} <= {*WINE.columns}
    assert app.button_group(key="choice_tab").options == ["Cards", "One topic", "Table"]
    assert "there are no documents" in said(app)
    shown = {each.key for each in (*app.selectbox, *app.toggle)}
    assert not shown & {"choice_weighting", "choice_centred", "choice_norm"}


@pytest.mark.parametrize("tab", ["topic", "table", "map"])
def test_each_view_of_a_matrix_opens_or_falls_back_on_the_cards(address, tab):
    app = open_page(**{**address, "tab": tab})
    assert not errors(app)
    assert "there are no documents" in said(app)


@pytest.mark.parametrize("view", ["prepare", "pictures", "words", "keep"])
def test_each_view_of_the_corpus_page_opens_for_a_matrix(address, view):
    app = open_page("corpus", **{**address, "view": view})
    assert not errors(app)


def test_documents_says_that_there_are_none(address):
    app = open_page("documents", **address)
    assert "there are no documents" in app.info[0].value


def test_unlike_scales_are_said_on_the_corpus_page_and_a_button_standardises():
    app = open_page("corpus")
    app = upload(app, ("measured.csv", as_csv(WINE, index=False)))
    app = choose(app, "choice_view", "prepare")
    assert "proline has 99.8 % of all variance" in said(app)
    app = run_to_the_end(button(app, "Standardise").click())
    assert app.query_params["weighting"] == "standardised"
    assert "proline has" not in said(app)


@pytest.mark.slow
def test_the_paper_page_shows_the_stored_certificates():
    app = open_page("paper")
    shown = [each.value.reset_index().to_numpy().tolist() for each in app.table]
    assert suite_table().to_numpy().tolist() in shown
