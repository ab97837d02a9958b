"""Reading a source with its progress on standard error, and keeping it as a store."""

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spca_core.cli.reading import reading_of
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.keeping import keep
from spca_core.corpus.readers.encodings import AUTO
from spca_core.corpus.readers.files import Watched
from spca_core.corpus.readers.progress import Progress, Tell
from spca_core.corpus.readers.recognition import recognise
from spca_core.corpus.readers.uci_store import keep_uci
from spca_core.corpus.sources import open_corpus

SECONDS_BETWEEN_LINES, SECONDS_BETWEEN_DRAWINGS = 10.0, 0.2
BAR = 30  # characters


def keep_source(options: argparse.Namespace) -> None:
    """Write a source as a store: a UCI file while it is read, any other afterwards."""
    folder = Path(options.folder)
    if _is_uci(options):
        words = Path(options.vocabulary) if options.vocabulary else None
        with _progress(options.source) as tell:
            keep_uci(Watched(Path(options.source), tell), words, folder)
    else:
        keep(open_source(options), folder)
    print(
        f"spca_core: {folder} now holds the corpus; use it as SOURCE", file=sys.stderr
    )


def open_source(options: argparse.Namespace) -> Corpus:
    """Open the source that the options name; show the progress of a long reading."""
    reading = reading_of(options)
    with _progress(options.source) as tell:
        return open_corpus(options.source, options.vocabulary, reading, tell)


def _is_uci(options: argparse.Namespace) -> bool:
    if options.source in bundled_titles() or not os.path.isfile(options.source):
        return False
    if options.label is not None:  # which is refused when the file is opened
        return False
    form = options.format
    return (recognise(Path(options.source)) if form == AUTO else form) == "uci"


@contextmanager
def _progress(source: str) -> Iterator[Tell]:
    """Yield a function that shows progress: a bar on a terminal, else a few lines."""
    start, name = time.perf_counter(), Path(source).name
    show = _draw if sys.stderr.isatty() else _print
    between = SECONDS_BETWEEN_DRAWINGS if show is _draw else SECONDS_BETWEEN_LINES
    shown = 0.0

    def tell(share: float) -> None:
        nonlocal shown
        seconds = time.perf_counter() - start
        if seconds >= shown + between:
            show(Progress(share, seconds), name)
            shown = seconds

    try:
        yield tell
    finally:
        if show is _draw and shown:
            print(file=sys.stderr)


def _print(progress: Progress, name: str) -> None:
    print(f"spca_core: {name}: {progress.sentence}", file=sys.stderr)


def _draw(progress: Progress, name: str) -> None:
    bar = "#" * round(BAR * progress.share)
    line = f"[{bar:-<{BAR}}] {progress.sentence}: {name}"
    # A longer line would wrap, and each drawing would begin a new one.
    width = shutil.get_terminal_size().columns - 1
    print(f"\r{line[:width]:<{width}}", end="", file=sys.stderr, flush=True)
