"""Reading a source with its progress on standard error, and keeping it as a store."""

import argparse
import os
import sys
import time
from pathlib import Path

from spca_core.cli.reading import reading_of
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.keeping import keep
from spca_core.corpus.readers.encodings import AUTO
from spca_core.corpus.readers.files import Watched
from spca_core.corpus.readers.loading import open_corpus
from spca_core.corpus.readers.recognition import recognise
from spca_core.corpus.readers.uci_store import keep_uci

SECONDS_BETWEEN_REPORTS = 1.0


def keep_source(options: argparse.Namespace) -> None:
    """Write a source as a store: UCI as it is read, all else once it has been."""
    folder = Path(options.folder)
    if _is_uci(options):
        source = Watched(Path(options.source), _Progress(options.source))
        words = Path(options.vocabulary) if options.vocabulary else None
        keep_uci(source, words, folder)
    else:
        keep(open_source(options), folder)
    print(f"spca_core: {folder} holds it now, and is a SOURCE itself", file=sys.stderr)


def open_source(options: argparse.Namespace) -> Corpus:
    """Open what the options name; tell of a long reading once a second."""
    reading = reading_of(options)
    progress = _Progress(options.source)
    return open_corpus(options.source, options.vocabulary, reading, progress)


def _is_uci(options: argparse.Namespace) -> bool:
    if options.source in bundled_titles() or not os.path.isfile(options.source):
        return False
    if options.label is not None:  # which is refused where it is opened
        return False
    form = options.format
    return (recognise(Path(options.source)) if form == AUTO else form) == "uci"


class _Progress:
    """Says how far a file has been read, at most once a second."""

    def __init__(self, source: str) -> None:
        self._name, self._start = Path(source).name, time.perf_counter()
        self._next = SECONDS_BETWEEN_REPORTS

    def __call__(self, share: float) -> None:
        seconds = time.perf_counter() - self._start
        if seconds >= self._next:
            said = f"{self._name}: {share:.0%} read after {seconds:.0f} s"
            print(f"spca_core: {said}", file=sys.stderr)
            self._next = seconds + SECONDS_BETWEEN_REPORTS
