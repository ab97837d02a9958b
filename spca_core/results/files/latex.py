"""A table as LaTeX, in which no word is a command."""

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


def to_latex(table: pd.DataFrame, provenance: Provenance) -> str:
    """Return a table without its index, in booktabs, its provenance in comments.

    Numbers stand on the right, words on the left; what is missing is empty. Letters of
    all scripts stay as they are: XeLaTeX and LuaLaTeX set them.
    """
    comments = [*provenance.lines(), r"Needs \usepackage{booktabs}."]
    shown = table.style.hide(axis="index").format(_escape)
    rows = shown.format_index(_escape, axis="columns").to_latex(hrules=True)
    return "".join([*(f"% {line}\n" for line in comments), rows])


def _escape(cell: Any) -> str:
    text = "" if pd.isna(cell) else str(cell)
    # A line break, or a control character that TeX may take for one, ends a comment
    # or a row of the table.
    visible = "".join(sign if sign.isprintable() else " " for sign in text)
    return visible.translate(ESCAPES)
