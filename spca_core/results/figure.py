"""One thing as it is shown: its table, its sentence and its chart."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from spca_core.extras import check_installed
from spca_core.formatting import significant

# How numbers of a column are written: a share, or a variance with the zeros at its end.
PERCENT, VARIANCE = "percent", "variance"
# A title, or a title with one of these formats, or None for a column that is not shown.
Heading = str | tuple[str, str] | None


@dataclass(frozen=True, kw_only=True, eq=False)
class Figure:
    """What pages, reports, picture files and the command line show of one thing.

    name     : of its files
    title    : what stands above it in files
    table    : the numbers that the chart draws
    text     : what the chart shows, in a sentence, for those who cannot see it
    draw     : makes an Altair chart of such a table. It imports Altair itself, which
               takes as long to import as all else together
    printed  : makes the chart of pictures where that differs: there is no pointer, so
               names are at their lines. It also takes whether the picture is `narrow`,
               as the column of a page
    headings : of the table's columns; a column without one keeps its name
    """

    name: str
    title: str
    table: pd.DataFrame
    text: str
    draw: Callable[..., Any]
    printed: Callable[..., Any] | None = None
    headings: Mapping[str, Heading] = field(default_factory=dict)

    @property
    def variances(self) -> list[str]:
        """The columns that hold variances."""
        headings = self.headings.items()
        return [name for name, heading in headings if _format_of(heading) == VARIANCE]

    def chart(self) -> Any:
        """Return the table as an Altair chart."""
        check_installed("altair", "A chart")
        return self.draw(self.table)

    def picture(self, *, narrow: bool = False) -> Any:
        """Return the Altair chart of picture files."""
        if self.printed:
            check_installed("altair", "A chart")
            return self.printed(self.table, narrow=narrow)
        return self.chart()


def _format_of(heading: Heading) -> str:
    return heading[1] if isinstance(heading, tuple) else ""


def greatest_and_least(table: pd.DataFrame, label: str, value: str) -> str:
    """Say where the greatest and the least value of a column are."""
    in_order = table.sort_values(value, kind="stable").to_dict("records")
    least, greatest = in_order[0], in_order[-1]
    return (
        f"Greatest {significant(greatest[value])} at {label} {greatest[label]:.0f}, "
        f"least {significant(least[value])} at {label} {least[label]:.0f}."
    )
