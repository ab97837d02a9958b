"""Every view opens and draws its charts; its files are made where no session is."""

import io

import pandas as pd
import pytest

from pages.shared.state.choices import SHOWN
from tests.app.visits import (
    QUICK,
    SMALL,
    charts,
    noted_files,
    open_page,
    share,
)
from tests.fuzz import slowly

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
VIEWS = [
    (None, {"tab": "cards"}, 0),
    slowly(None, {"tab": "topic"}, 2),
    slowly(None, {"tab": "map"}, 1),
    slowly(None, {"tab": "map", "map": "documents"}, 1),
    slowly(None, {"tab": "time"}, 1),
    slowly(None, {"tab": "time", "by": "year", "per_topic": "1"}, 1),
    slowly(None, {"tab": "time", "by": "party"}, 1),
    slowly(None, {"tab": "table"}, 1),
    slowly(None, {"tab": "number", "s": "8"}, 2),
    slowly("compare", {"along": "time"}, 1),
    slowly("compare", {"look": "words"}, 2),
    ("compare", {"look": "table"}, 0),
    slowly("corpus", {"view": "pictures"}, 3),
    ("corpus", {"view": "words"}, 0),
    ("corpus", {"view": "keep"}, 0),
    ("documents", {}, 0),
    slowly("paper", {}, 2),
]


@pytest.mark.usefixtures("charts_are_held_against_the_schema")
@pytest.mark.parametrize(("page", "view", "n_charts"), VIEWS)
def test_every_view_opens_and_its_files_are_made_without_the_session(
    monkeypatch, page, view, n_charts
):
    files = noted_files(monkeypatch)
    address = {"corpus": SMALL, "methods": "joint,tpower", **QUICK, **view}
    app = open_page(page, **address)
    assert not app.exception
    assert not app.error
    assert len(charts(app)) == n_charts
    for name, data in files.items():
        assert len(data() if callable(data) else data) > 0, name


@pytest.mark.slow
def test_a_hidden_topic_of_many_has_no_column_in_the_table_of_documents(monkeypatch):
    files, many = noted_files(monkeypatch), {**QUICK, "k": "9", "s": "2"}
    app = open_page(corpus=SMALL, method="span", **many)
    leader = app.session_state[SHOWN][0][0]
    columns = []
    for hidden in ({}, {"set_aside": leader}):
        app = open_page(corpus=SMALL, method="span", **many, **hidden)
        share(app)
        written = files["documents.csv"]()
        columns.append([*pd.read_csv(io.BytesIO(written))])
    (missing,) = {*columns[0]} - {*columns[1]}
    assert leader in missing
