"""What a file would be read as, printed before its words are counted."""

import argparse

from spca_core.cli.flags import reading_options
from spca_core.cli.keep import STANDARD_INPUT, standard_input
from spca_core.corpus.load import preview
from spca_core.formatting import printable


def print_preview(options: argparse.Namespace) -> None:
    """Print the format of a file, its first documents and how else it can be read.

    Signs that would command a terminal are not printed as they are.
    """
    source = options.source
    file = standard_input() if source == STANDARD_INPUT else source
    seen = preview(file, **reading_options(options))
    for line in seen.lines(lambda each: each.flag):
        print(printable(line))
