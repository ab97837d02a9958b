"""Finding words and phrases in texts: lines that are printed or written."""

import argparse
import logging

import pandas as pd

from spca_core.cli.keep import open_source
from spca_core.cli.output import LINES, writer
from spca_core.errors import check_choice
from spca_core.formatting import printable
from spca_core.results.documents.concordance import AT_ONCE, ORDERS, WIDTH, find

LOGGER = logging.getLogger(__name__)
MAX_TITLE = 24  # characters


def print_lines(options: argparse.Namespace) -> None:
    """Print or write all lines with what is sought; how many there are is reported.

    Signs that would command a terminal are not printed as they are.
    """
    by = getattr(options, "sort", "")
    check_choice("sort", by, ORDERS)
    write = writer(options, LINES)
    found = find(open_source(options), options.sought)
    LOGGER.info(found.summary)
    if write:
        write(found.table(by))
        return
    order = found.order(by)
    for first in range(0, found.n_lines, AT_ONCE):
        _print(found.lines(order[first : first + AT_ONCE]))


def _print(lines: pd.DataFrame) -> None:
    columns = (lines[name] for name in ("title", "before", "word", "after"))
    for title, before, word, after in zip(*columns, strict=True):
        name = f"{title[:MAX_TITLE]:{MAX_TITLE}}"
        text = f"{name}  {before:>{WIDTH}}{word}{after}"
        print(printable(text))
