"""A table as LaTeX, in which no word is a command."""

from typing import Any

import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionDtype
from pandas.api.types import is_numeric_dtype

from spca_core.results.files.provenance import Provenance

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
    """Return a table, its index first, in booktabs, its provenance in comments.

    Numbers stand on the right, words on the left; what is missing is empty. Letters of
    all scripts stay as they are: XeLaTeX and LuaLaTeX set them.
    """
    columns = "".join(map(_alignment, [table.index.dtype, *table.dtypes]))
    heading = _row([table.index.name, *table.columns])
    rows = [_row(list(cells)) for cells in table.itertuples(name=None)]
    return "\n".join(
        [
            *(f"% {line}" for line in provenance.lines()),
            r"% Needs \usepackage{booktabs}.",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            heading,
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _alignment(dtype: ExtensionDtype | np.dtype) -> str:
    return "r" if is_numeric_dtype(dtype) else "l"


def _row(cells: list[Any]) -> str:
    shown = ("" if pd.isna(cell) else str(cell) for cell in cells)
    return rf"{' & '.join(map(_escape, shown))} \\"


def _escape(text: str) -> str:
    # A line break, or a control character that TeX may take for one, ends a comment
    # or a row of the table.
    visible = "".join(sign if sign.isprintable() else " " for sign in text)
    return visible.translate(ESCAPES)
