"""How many documents there are at each time, and the time that is drawn on a chart."""

from collections.abc import Sequence
from math import ceil

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.groupings import dates_of, every_time, finest_time, groupings
from spca_core.formatting import counted
from spca_core.results.figure import Figure, late


def documents_by_time(corpus: Corpus) -> pd.DataFrame:
    """Return one row per time: place (from 0), end, group, first, last, documents.

    The times are the shortest by which `groupings` groups the documents, all from the
    first to the last: place is where one begins on the axis, and end where it ends;
    first and last are its dates. The table is empty where documents have no times.
    """
    by_name = groupings(corpus)
    if (by := finest_time(by_name)) is None:
        return pd.DataFrame()
    numbers = pd.Series(by_name[by]).value_counts().drop("", errors="ignore")
    every = list(every_time(numbers.index, by))
    places = np.arange(len(every))
    dates = [dates_of(group, by) for group in every]
    return pd.DataFrame(
        {
            "place": places,
            "end": places + 1,
            "group": every,
            "first": [first for first, _ in dates],
            "last": [last for _, last in dates],
            "documents": numbers.reindex(every, fill_value=0).to_numpy(),
        }
    )


def dates_drawn(table: pd.DataFrame, ends: Sequence[float]) -> tuple[str, str]:
    """Return the first and the last date of the times that a selection touches.

    table : from `documents_by_time`
    ends  : on the axis, in any order
    """
    within = np.clip([min(ends), ceil(max(ends)) - 1], 0, len(table) - 1)
    first, last = within.astype(int).tolist()
    return table["first"].iloc[first], table["last"].iloc[max(first, last)]


def dates_figure(table: pd.DataFrame) -> Figure:
    """Return the documents by time as bars; what is dragged over selects `dates`.

    table : from `documents_by_time`
    """
    most = table.to_dict("records")[table["documents"].argmax()]
    return Figure(
        name="documents_by_time",
        title="Documents over time",
        table=table,
        text=(
            f"Documents from {table['group'].iloc[0]} to {table['group'].iloc[-1]}. "
            f"Most in {most['group']}: {counted(most['documents'], 'documents')}."
        ),
        draw=late("documents.charts:dates"),
        headings={"group": "Time", "documents": "Documents"},
    )
