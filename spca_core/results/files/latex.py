"""A table as LaTeX, in which no word can act as a command."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

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

    Numbers are aligned right and words left; missing values are empty. Letters of all
    scripts stay as they are: XeLaTeX and LuaLaTeX can set them.
    decimals : of the columns of numbers, by name
    caption  : of the whole table, which then floats
    bold     : booleans of the same shape: what is set in bold
    """
    comments = [*provenance.lines(), r"Needs \usepackage{booktabs}."]
    formats: dict[Any, Any] = dict.fromkeys(table.columns, _escape)
    formats |= {name: f"{{:.{places}f}}" for name, places in decimals.items()}
    shown = table.style.hide(axis="index").format(formats, na_rep="")
    if bold is not None:
        looks = bold.map({True: "textbf:--rwrap;", False: ""}.get)
        shown = shown.apply(lambda _: looks, axis=None)
    rows = shown.format_index(_escape, axis="columns").to_latex(hrules=True)
    if caption:
        rows = FLOAT.format(caption=_escape(caption), rows=rows)
    return "".join([*(f"% {line}\n" for line in comments), rows])


FLOAT = r"""\begin{{table}}
\centering
\caption{{{caption}}}
{rows}\end{{table}}
"""


def _escape(cell: Any) -> str:
    text = "" if pd.isna(cell) else str(cell)
    # A line break, or a control character that TeX may take for one, would end a
    # comment or a row of the table.
    visible = "".join(sign if sign.isprintable() else " " for sign in text)
    return visible.translate(ESCAPES)
