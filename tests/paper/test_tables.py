"""The paper's tables hold all of its figures, and no share is more than is proven."""

import pandas as pd
import pytest

from spca_core.methods.solve import solutions
from spca_core.paper.data_sets import data_set, find_file, read
from spca_core.paper.figures import (
    PAPERS_OWN,
    Printed,
    proven,
    published_by_run,
)
from spca_core.paper.tables import best_cells, published_table, sentences, tables
from spca_core.problem.method import METHODS
from tests.conftest import present

TABLES = {table.name: table for table in tables()}
IN_PAPER = ["TPower", "EM sPCA", "SpanSPCA", "SPCABiPart"]


@pytest.mark.parametrize(
    ("value", "digits", "printed", "lowest"),
    [
        (61.4, 3, "61.4", 61.35),
        (500.0, 3, "500", 499.5),
        (1.1e7, 3, "1.10e7", 1.095e7),
        (3209.0, 5, "3209.0", 3208.95),
    ],
)
def test_a_figure_is_written_with_its_digits_and_may_be_half_a_digit_less(
    value, digits, printed, lowest
):
    assert str(Printed(value, digits)) == printed
    assert Printed(value, digits).least == pytest.approx(lowest, rel=1e-12)


def test_every_published_figure_is_in_one_table_under_the_papers_name():
    assert list(TABLES) == ["Table 1", "Table 2", "Tables of topics"]
    assert [len(each.experiments) for each in TABLES.values()] == [7, 4, 4]
    cells = []
    for table in TABLES.values():
        rows = published_table(table)
        names = [name for name in rows if name in IN_PAPER]
        assert names == [name for name in IN_PAPER if name in names]
        for experiment, row in zip(
            table.experiments, rows.to_dict("records"), strict=True
        ):
            cells += [(experiment, name, row[name]) for name in names if row[name]]
    labels = {name: method.label_in_paper for name, method in METHODS.items()}
    assert {(each, name): float(text) for each, name, text in cells} == {
        (each, labels[method]): float(f"{figure.value:.{figure.digits}g}")
        for (each, method), figure in published_by_run().items()
    }


def test_a_gain_is_over_the_best_of_the_others_and_the_best_is_bold():
    rows = published_table(TABLES["Table 2"]).set_index("experiment")
    assert rows["gain"].to_dict() == {
        "NIPS": "+30 %",
        "KOS": "+45 %",
        "Enron": "+13 %",
        "NYTimes": "+10 %",
    }
    every = pd.concat([published_table(table) for table in TABLES.values()])
    bold = best_cells(every)
    is_own = bold["SPCABiPart"]
    assert every.loc[~is_own, "experiment"].tolist() == ["PEMS train"]
    assert every.loc[~is_own, "gain"].tolist() == ["-5 %"]
    assert (bold.sum(axis=1) == 1).all()
    assert set(bold.columns[bold.any()]) <= set(IN_PAPER)


def test_a_share_of_the_limit_is_no_more_than_is_proven():
    known = proven()
    assert {each.data_set for each in known} == {"Arcene train", "Mfeat Pix", "KOS"}
    for experiment, (captured, limit) in known.items():
        published = published_by_run()[experiment, PAPERS_OWN]
        assert published.value < captured <= limit
        (table,) = (one for one in TABLES.values() if experiment in one.experiments)
        row = published_table(table).iloc[table.experiments.index(experiment)]
        share = float(row["share"].removesuffix(" %")) / 100
        assert share <= published.least / limit < share + 0.001
        (said,) = (one for one in sentences(table) if experiment.data_set in one)
        assert row["share"] in said
        assert row["SPCABiPart"] in said


@pytest.mark.slow
@pytest.mark.parametrize("experiment", proven(), ids=str)
def test_a_stored_limit_is_above_what_is_found_on_the_data(experiment, data_folder):
    wanted = data_set(experiment.data_set)
    present(find_file(wanted, data_folder) or data_folder / wanted.files[0].name)
    corpus = read(wanted, data_folder)
    *_, found = solutions(corpus, experiment.settings("joint"))
    captured, limit = proven()[experiment]
    assert found.captured_variance <= limit
    assert found.captured_variance == pytest.approx(captured, rel=1e-3)
