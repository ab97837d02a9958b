"""A table as LaTeX, in which no word can act as a command."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from spca_core.formatting import printable
from spca_core.results.files.provenance import Provenance

# pandas escapes the signs below too, but not <, > and |, which TeX's old fonts lack.
SPECIAL = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
}
ESCAPES = str.maketrans(SPECIAL)


def to_latex(
    table: pd.DataFrame,
    provenance: Provenance,
    decimals: Mapping[str, int] = {},
    *,
    caption: str = "",
    bold: pd.DataFrame | None = None,
) -> str:
    """Return a table for booktabs, without its index; its provenance is in comments.

    Numbers are aligned right and words left; missing values are empty. It fits the
    column of a page: its widest texts are broken into lines, or else it is made
    smaller. Letters of all scripts stay as they are: XeLaTeX and LuaLaTeX can set them.
    decimals : of the columns of numbers, by name
    caption  : of the whole table, which then floats
    bold     : booleans of the same shape: what is set in bold
    """
    formats: dict[Any, Any] = dict.fromkeys(table.columns, _escape)
    formats |= {name: f"{{:.{places}f}}" for name, places in decimals.items()}
    shown = table.style.hide(axis="index").format(formats, na_rep="")
    if bold is not None:
        looks = bold.map({True: "textbf:--rwrap;", False: ""}.get)
        shown = shown.apply(lambda _: looks, axis=None)
    written = shown.format_index(_escape, axis="columns")
    columns, is_wide = _columns(table, decimals)
    rows = written.to_latex(hrules=True, column_format=columns)
    packages = "booktabs"
    if is_wide:
        packages = "booktabs,graphicx"
        rows = SMALLER.format(rows=rows)
    comments = [*provenance.lines(), rf"Needs \usepackage{{{packages}}}."]
    if caption:
        rows = FLOAT.format(caption=_escape(caption), rows=rows)
    return "".join([*(f"% {line}\n" for line in comments), rows])


def _columns(table: pd.DataFrame, decimals: Mapping[str, int]) -> tuple[str, bool]:
    """Return how each column is aligned, and whether the table is still too wide.

    Where the columns do not fit beside each other, the widest one of texts is broken
    into lines, if they are wide enough.
    """
    rounded = table.round(dict(decimals)).map(str)
    letters = [max(map(len, [str(name), *rounded[name]])) + BETWEEN for name in table]
    aligned = ["r" if is_numeric_dtype(table[name]) else "l" for name in table]
    excess = sum(letters) - FITTING
    texts = [place for place, align in enumerate(aligned) if align == "l"]
    widest = max(texts, key=letters.__getitem__, default=None)
    if excess > 0 and widest is not None and letters[widest] - excess >= MIN_LINE:
        share = (letters[widest] - BETWEEN - excess) / FITTING
        aligned[widest] = rf"p{{{share:.2f}\columnwidth}}"
        excess = 0
    return "".join(aligned), excess > 0


FITTING, BETWEEN, MIN_LINE = 48, 2, 16  # letters in a column of 3.3 inches
SMALLER = r"""\resizebox{{\columnwidth}}{{!}}{{%
{rows}}}
"""
FLOAT = r"""\begin{{table}}
\centering
\caption{{{caption}}}
{rows}\end{{table}}
"""


def _escape(cell: Any) -> str:
    text = "" if pd.isna(cell) else str(cell)
    # A line break, or a control character that TeX may take for one, would end a
    # comment or a row of the table.
    return printable(text, " ").translate(ESCAPES)
