"""Saved topics applied to new documents: a row for each, printed or written."""

import argparse
from pathlib import Path
from typing import Any

from spca_core.cli.keep import open_source
from spca_core.cli.output import LINES, writer
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.load import LAYOUT, layout
from spca_core.errors import InputError
from spca_core.formatting import printable, significant
from spca_core.results.documents.new_documents import score_new, scoring_of
from spca_core.results.files.writing import refuse_source
from spca_core.topics import Topics

PRINTED = ("document", "title", "main_topic", "share", "words", "unknown")
APPLYING = {
    "run",
    "quiet",
    "others",
    "version",
    "source",
    "apply",
    "output",
    "words",
    *LAYOUT,
}  # options


def apply_topics(options: argparse.Namespace) -> None:
    """Print or write what documents have of the topics of a file."""
    for name in vars(options).keys() - APPLYING:
        raise InputError(
            f"--{name.replace('_', '-')}: this does not apply with --apply, which "
            "counts and scores documents as those of the topics were. Leave it out."
        )
    write = writer(options, LINES)
    if write:
        refuse_source(options.output, [Path(options.apply)])
    topics = Topics.open(options.apply)
    scoring = scoring_of(topics)

    def read(source: Any, progress: Any, words: Any = None, **chosen: Any) -> Corpus:
        return scoring.read(source, words, layout(chosen), progress)

    new = open_source(options, read)
    found = score_new(topics, scoring, new)
    if write:
        write(found.long_table(topics.provenance))
        return
    print(found.summary)
    table = found.table
    shown = table[[name for name in PRINTED if name in table]]
    for line in shown.to_string(index=False, float_format=significant).split("\n"):
        print(printable(line))
