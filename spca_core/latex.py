"""Topics as a table of LaTeX, in which no word is a command."""

import pandas as pd

from spca_core.provenance import Provenance

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


def to_latex(words: pd.DataFrame, provenance: Provenance) -> str:
    """Return `tables.word_columns` as a booktabs table, its provenance in comments.

    Letters of all scripts stay as they are: XeLaTeX and LuaLaTeX set them.
    """
    heading = _row([words.index.name, *words.columns])
    rows = [_row([rank, *cells]) for rank, *cells in words.itertuples(name=None)]
    return "\n".join(
        [
            *(f"% {line}" for line in provenance.lines()),
            r"% Needs \usepackage{booktabs}.",
            rf"\begin{{tabular}}{{r{'l' * words.shape[1]}}}",
            r"\toprule",
            heading,
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _row(cells: list[object]) -> str:
    return rf"{' & '.join(_escape(str(cell)) for cell in cells)} \\"


def _escape(text: str) -> str:
    # A line break, or a control character that TeX may take for one, ends a comment
    # or a row of the table.
    visible = "".join(sign if sign.isprintable() else " " for sign in text)
    return visible.translate(ESCAPES)
