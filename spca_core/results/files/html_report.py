"""A result as one HTML file that opens anywhere: no script, nothing from outside."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

import pandas as pd

from spca_core.results.files.pictures import Drawable, to_inline_svg
from spca_core.results.files.provenance import Provenance

# Charts are drawn for a light ground and keep one in the dark.
STYLE = """
:root { color-scheme: light dark; --ink: #1d2129; --ground: #fff; --rule: #c9ced6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7ec; --ground: #14171c; --rule: #454b55; }
}
body { max-width: 60rem; margin: 0 auto; padding: 1rem; line-height: 1.5;
  font-family: system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h1, h2 { line-height: 1.25; overflow-wrap: anywhere; }
figure { margin: 1rem 0; }
figure svg { display: block; max-width: 100%; height: auto; }
.card { background: #fff; padding: .5rem; border-radius: .5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--rule);
  text-align: start; vertical-align: top; }
td.number { text-align: end; font-variant-numeric: tabular-nums; }
footer { margin-top: 2rem; border-top: 1px solid var(--rule); font-size: .85rem; }
footer li { overflow-wrap: anywhere; }
"""
# For a browser: even if a word got through as markup, it could load and run nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class Section(NamedTuple):
    """A part of the report.

    table       : shown with its columns' names, without its index
    description : of the chart, for who cannot see it; shown below it too
    """

    heading: str
    paragraphs: Sequence[str] = ()
    table: pd.DataFrame | None = None
    chart: Drawable | None = None
    description: str = ""


def to_html(title: str, sections: Sequence[Section], provenance: Provenance) -> str:
    """Return the report as HTML; titles and words are only ever shown as text."""
    parts = [_section(number, one) for number, one in enumerate(sections, start=1)]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            f'<h1 dir="auto">{escape(title)}</h1>',
            *parts,
            "</main>",
            _footer(provenance),
            "</body>",
            "</html>",
            "",
        ]
    )


def _section(number: int, section: Section) -> str:
    parts = [
        f'<h2 dir="auto">{escape(section.heading)}</h2>',
        *(f'<p dir="auto">{escape(text)}</p>' for text in section.paragraphs),
    ]
    if section.chart is not None:
        parts.append(_figure(number, section.chart, section.description))
    if section.table is not None:
        parts.append(_table(section.table, section.heading))
    return "\n".join(["<section>", *parts, "</section>"])


def _figure(number: int, chart: Drawable, description: str) -> str:
    svg = to_inline_svg(chart, f"figure-{number}-", description)
    caption = f'<figcaption dir="auto">{escape(description)}</figcaption>'
    return f'<figure><div class="card">{svg}</div>{caption}</figure>'


def _table(table: pd.DataFrame, heading: str) -> str:
    names = "".join(
        f'<th scope="col" dir="auto">{escape(str(name))}</th>' for name in table.columns
    )
    rows = "\n".join(map(_row, table.itertuples(index=False, name=None)))
    # What scrolls can be reached by keyboard.
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(heading)}">'
        f"<table><thead><tr>{names}</tr></thead>\n<tbody>{rows}</tbody></table></div>"
    )


def _row(cells: Iterable[Any]) -> str:
    return f"<tr>{''.join(map(_cell, cells))}</tr>"


def _cell(value: Any) -> str:
    if pd.isna(value):
        return "<td></td>"
    if isinstance(value, bool):
        return f"<td>{'yes' if value else 'no'}</td>"
    if isinstance(value, float):
        return f'<td class="number">{value:.4g}</td>'
    if isinstance(value, int):
        return f'<td class="number">{value}</td>'
    return f'<td dir="auto">{escape(str(value))}</td>'


def _footer(provenance: Provenance) -> str:
    lines = "\n".join(f"<li>{escape(line)}</li>" for line in provenance.lines())
    return f"<footer>\n<h2>Where this comes from</h2>\n<ul>\n{lines}\n</ul>\n</footer>"
