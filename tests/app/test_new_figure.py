"""A new chart is a figure in a file of its own, and one line where it is shown."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from spca_core.results.files.html_report import Section, to_html
from spca_core.results.files.pictures import to_png, to_svg
from tests.app.test_digits import written
from tests.app.visits import noted_files
from tests.made_runs import NOWHERE

FIGURE = '''
"""How many words have each length."""

import pandas as pd

from spca_core.results.figure import PERCENT, VARIANCE, Figure


def word_lengths_figure(words):
    lengths = pd.Series(map(len, words)).value_counts().rename_axis("letters")
    table = lengths.reset_index(name="words").assign(variance=2.5, share=0.25)
    return Figure(
        name="word_lengths",
        title="Lengths of words",
        table=table,
        text="Most words have 3 letters.",
        draw=_draw,
        headings={
            "letters": "Letters",
            "words": None,
            "variance": ("Variance", VARIANCE),
            "share": ("Share", PERCENT),
        },
    )


def _draw(table):
    import altair as alt

    return alt.Chart(table).mark_bar().encode(x="letters:O", y="words:Q")
'''
PAGE = """
from pages.shared.figure import show_figure
from tests.made_runs import NOWHERE
from word_lengths import word_lengths_figure

show_figure(word_lengths_figure(["tax", "war", "budget"]), NOWHERE)
"""


@pytest.fixture
def figure_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable:
    (tmp_path / "word_lengths.py").write_text(FIGURE)
    monkeypatch.syspath_prepend(tmp_path)
    return import_module("word_lengths").word_lengths_figure


@pytest.mark.usefixtures("figure_of")
def test_on_a_page_it_is_a_chart_a_sentence_a_table_and_pictures(monkeypatch):
    files = noted_files(monkeypatch)
    app = AppTest.from_string(PAGE).run()
    assert not app.exception
    (chart,) = app.get("vega_lite_chart")
    assert json.loads(chart.proto.spec)["encoding"]["y"]["field"] == "words"
    assert chart.proto.alt == app.text[0].value == "Most words have 3 letters."
    (table,) = app.dataframe
    columns = json.loads(table.proto.columns)
    assert columns["letters"]["label"] == "Letters"
    assert columns["words"]["hidden"]
    assert columns["share"]["type_config"]["format"] == "percent"
    assert set(written(table)["variance"]) == {"2.5000"}
    assert set(files) == {f"word_lengths.{form}" for form in ("pdf", "svg", "png")}
    assert files["word_lengths.pdf"]().startswith(b"%PDF")


def test_in_a_report_and_in_files_it_is_drawn_with_its_sentence(figure_of):
    figure = figure_of(["tax", "war", "budget"])
    report = to_html("Words", [Section("Lengths", figure=figure)], NOWHERE)
    assert 'aria-label="Most words have 3 letters."' in report
    assert '<figcaption dir="auto">Lengths of words</figcaption>' in report
    svg = to_svg(figure, NOWHERE)
    assert ">letters<" in svg
    assert ">Lengths of words<" in svg
    assert to_png(figure, NOWHERE).startswith(b"\x89PNG")
