"""Reading a source with its progress on standard error, and keeping it as a store."""

import argparse
import logging
import os
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from warnings import catch_warnings

from spca_core.cli.flags import reading_options
from spca_core.cli.reports import is_quiet
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.load import load
from spca_core.corpus.readers.counts.uci import keep_uci
from spca_core.corpus.readers.files import Upload, Watched, how_far
from spca_core.corpus.readers.recognise import format_of
from spca_core.corpus.store_writer import keep, refuse_existing
from spca_core.errors import InputError, ReadingWarning
from spca_core.results.files.writing import refuse_source
from spca_core.running.bars import Progress, bar

LOGGER = logging.getLogger(__name__)
SECONDS_BETWEEN_LINES = 10.0
STANDARD_INPUT = "-"
MAX_INPUT = 500_000_000  # bytes, as of an upload


def keep_source(options: argparse.Namespace) -> None:
    """Write a source as a store: a UCI file while it is read, any other afterwards."""
    folder, given = Path(options.folder), reading_options(options)
    refuse_existing(folder)
    if _is_uci(options.source, given):
        words = Path(given["words"]) if "words" in given else None
        with _progress(options.source) as tell:
            keep_uci(Watched(Path(options.source), tell), words, folder)
    else:
        keep(open_source(options), folder)
    LOGGER.info(f"{folder} now holds the corpus; use it as SOURCE")


def open_source(
    options: argparse.Namespace, read: Callable[..., Corpus] = load
) -> Corpus:
    """Open the source that the options name; show progress, say what is left out.

    read : takes the source, a function that is told the progress, and keywords

    raises : InputError too if the result would be written over it
    """
    source, files = options.source, ()
    if source == STANDARD_INPUT:
        source, files = standard_input(), ("/dev/stdin",)
    # Its warnings are reported below.
    with (
        _progress(options.source) as tell,
        catch_warnings(action="ignore", category=ReadingWarning),
    ):
        corpus = read(source, progress=tell, **reading_options(options))
    for option in ("output", "documents"):
        if option in options:
            refuse_source(getattr(options, option), (*files, *corpus.files))
    for doubt in corpus.warnings:
        LOGGER.warning(doubt)
    for note in corpus.report.left_out:
        LOGGER.info(note)
    return corpus


def standard_input() -> Upload:
    """Return what comes through a pipe as a file."""
    content = sys.stdin.buffer.read(MAX_INPUT + 1)
    if len(content) > MAX_INPUT:
        raise InputError(
            f"Standard input holds over {MAX_INPUT:,} bytes, the most that is read. "
            "Write it to a file, and name that."
        )
    return Upload("standard input", content)


def _is_uci(source: str, given: dict[str, Any]) -> bool:
    if source in bundled_titles() or not os.path.isfile(source):
        return False
    if given.keys() - {"words", "format"}:  # they ask for a reading or a preparation
        return False
    return given.get("format", format_of(Path(source))) == "uci"


@contextmanager
def _progress(source: str) -> Generator[Progress]:
    """Yield a function that shows progress: a bar on a terminal, else a few lines."""
    start, name, shown = time.perf_counter(), Path(source).name, 0.0
    with bar(name, False if is_quiet() else None, by_share=True) as drawn:

        def tell(share: float) -> None:
            nonlocal shown
            drawn.update(share - drawn.n)
            seconds = time.perf_counter() - start
            if drawn.disable and seconds >= shown + SECONDS_BETWEEN_LINES:
                LOGGER.info(f"{name}: {how_far(share, seconds)}")
                shown = seconds

        yield tell
