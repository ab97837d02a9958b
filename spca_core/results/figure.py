"""A figure: a chart with its data and its title."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pkgutil import resolve_name
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
    draw     : makes an Altair chart of such a table, as `late` ones do
    printed  : makes the chart of pictures where that differs: there is no pointer, so
               names are at their lines
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
        return self._drawn(self.draw)

    def picture(self) -> Any:
        """Return the Altair chart of picture files."""
        return self._drawn(self.printed or self.draw)

    def _drawn(self, draw: Callable[..., Any]) -> Any:
        check_installed("altair", "A chart")
        return draw(self.table)


def late(chart: str, **options: Any) -> Callable[..., Any]:
    """Return what draws a chart, whose module is imported when it is first drawn.

    It imports Altair, which takes as long as all else together.

    chart   : a function of a table, as "topics.charts:variances"
    options : its other arguments
    """
    return partial(_draw_late, f"spca_core.results.{chart}", **options)


def _draw_late(chart: str, table: pd.DataFrame, **options: Any) -> Any:
    return resolve_name(chart)(table, **options)


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
