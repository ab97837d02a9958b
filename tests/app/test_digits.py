"""Variances are written the same way everywhere: five digits, zeros at the end too."""

import json

import pandas as pd
import pyarrow as pa
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Dataframe

from spca_core.formatting import significant
from spca_core.results.comparison.adjusted import VARIANCES
from tests.app.test_compare import open_compare
from tests.app.visits import QUICK, SMALL, open_page

TOPICS = {"variance", "cumulative_variance"}


def written(table: Dataframe) -> pd.DataFrame:
    """Return the cells of a table as they are drawn."""
    return pa.ipc.open_stream(
        table.proto.arrow_data.styler.display_values
    ).read_pandas()


def show_numbers() -> None:
    import pandas as pd
    import streamlit as st

    from pages.shared.figure import with_digits

    numbers = pd.DataFrame(
        {"variance": [3.388, 84.0, 12345.0, None, 10828600.0], "share": 1.2e-8}
    )
    st.dataframe(with_digits(numbers, ["variance"]))


def test_trailing_zeros_of_a_variance_are_shown_and_no_small_number_is_zero():
    (table,) = AppTest.from_function(show_numbers).run().dataframe
    assert list(written(table)["variance"]) == [
        "3.3880",
        "84.000",
        "12345",
        "",
        "10828600",
    ]
    assert list(table.value["variance"])[:3] == [3.388, 84.0, 12345.0]  # to sort by
    assert set(written(table)["share"]) == {"1.2e-08"}


def show_small_numbers() -> None:
    import altair as alt
    import pandas as pd

    from pages.shared.figure import show_figure
    from spca_core.results.figure import Figure
    from tests.made_runs import NOWHERE

    table = pd.DataFrame({"seconds": [1.2e-8]})
    figure = Figure(
        title="A",
        name="small",
        table=table,
        text="",
        draw=lambda rows: alt.Chart(rows).mark_point(),
    )
    show_figure(figure, NOWHERE)


def test_the_table_of_a_chart_without_variances_is_drawn_by_the_browser():
    (table,) = AppTest.from_function(show_small_numbers).run().dataframe
    assert not table.proto.arrow_data.styler.display_values


def check_digits(app: AppTest, columns: set[str]) -> None:
    (table,) = (one for one in app.dataframe if columns <= set(one.value))
    configured = json.loads(table.proto.columns)
    for name in columns:
        texts = written(table)[name]
        assert list(texts) == [significant(one) for one in table.value[name]]
        # A format of the column's own would be drawn in the place of these texts.
        own = configured.get(name, {}).get("type_config", {})
        assert "format" not in own


def test_the_tables_of_topics_and_of_runs_write_all_five_digits():
    check_digits(open_page(corpus=SMALL, tab="table", **QUICK), TOPICS)
    compare = open_compare(look="table", methods="joint,tpower", seeds="2")
    check_digits(compare, set(VARIANCES))
    check_digits(compare, {"Best", "Median", "Worst"})
