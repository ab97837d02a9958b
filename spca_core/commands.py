"""What the command line does: one function a command."""

import argparse
import json
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spca_core import tables
from spca_core.comparison import methods_that_fit, runs_by_method
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.sources import open_corpus
from spca_core.errors import InputError
from spca_core.export import to_dict, to_json
from spca_core.published.data_sets import data_folder, data_set, read
from spca_core.published.reproduction import (
    comparison,
    experiments_present,
    missing,
    settings_of,
)
from spca_core.remarks import remarks
from spca_core.settings import METHOD_LABELS, Settings
from spca_core.solution import Solution
from spca_core.solve import solutions

SECONDS_BETWEEN_REPORTS = 1.0


def show_topics(options: argparse.Namespace) -> None:
    """Print the topics of a corpus by one method."""
    corpus = _open(options)
    settings = _settings(options, corpus, options.method)
    with _interrupt_noted() as interrupted:
        solution = _best(corpus, settings, interrupted)
    if options.json:
        print(to_json(corpus, solution))
    else:
        print(_summary(corpus, solution))
        print(tables.topics(solution).to_string(index=False, float_format="%.4g"))
        print(tables.word_columns(corpus, solution).to_string())


def show_comparison(options: argparse.Namespace) -> None:
    """Print several methods' totals and the topics of each."""
    corpus = _open(options)
    usual = methods_that_fit(corpus.n_words, options.sparsity)
    methods = tuple(options.methods.split(",")) if options.methods else usual
    runs = runs_by_method(_settings(options, corpus, methods[0]), methods)
    with _interrupt_noted() as interrupted:
        found = [
            _best(corpus, run, interrupted) for run in runs if not interrupted.is_set()
        ]
    if options.json:
        print(json.dumps([to_dict(corpus, solution) for solution in found], indent=1))
        return
    print(tables.totals(found).to_string(index=False, float_format="%.4g"))
    for solution in found:
        print(f"\n{_summary(corpus, solution)}")
        print(tables.word_columns(corpus, solution).to_string())


def show_paper(options: argparse.Namespace) -> None:
    """Print the paper's figures beside ours, for the data sets that are there."""
    folder = Path(options.folder) if options.folder else data_folder()
    if options.folder and not folder.is_dir():
        raise InputError(
            f"{folder} is no folder. Name the one that holds the data sets."
        )
    experiments = experiments_present(folder)
    corpora = {
        name: read(data_set(name), folder)
        for name in dict.fromkeys(one.data_set for one in experiments)
    }
    runs = [(one, settings) for one in experiments for settings in settings_of(one)]
    with _interrupt_noted() as interrupted:
        found = [
            (one, _best(corpora[one.data_set], settings, interrupted))
            for one, settings in runs
            if not interrupted.is_set()
        ]
    table = comparison(found, folder).drop(columns="note")
    here = table["data_set"].isin([one.data_set for one in experiments])
    if here.any():
        print(table[here].to_string(index=False, float_format="%.5g", na_rep=""))
    for absent in missing(folder).itertuples():
        print(f"\n{absent.data_set}: not here. From {absent.url}: {absent.how}.")


def _open(options: argparse.Namespace) -> Corpus:
    corpus = open_corpus(options.source, options.vocabulary, options.label)
    for warning in corpus.warnings:
        print(f"spca_core: {warning}", file=sys.stderr)
    return corpus


def _settings(options: argparse.Namespace, corpus: Corpus, method: str) -> Settings:
    usual = corpus.kind.centred
    return Settings(
        n_components=options.n_components,
        sparsity=options.sparsity,
        method=method,
        centred=usual if options.centre is None else options.centre,
        seed=options.seed,
        effort=options.effort,
        sketch=options.sketch,
        rank=options.rank,
        candidates=options.candidates,
        epsilon=options.epsilon,
        extra_starts=options.extra_starts,
        seconds=options.seconds,
    )


@contextmanager
def _interrupt_noted() -> Iterator[threading.Event]:
    """Note Ctrl-C instead of raising: no compiled kernel survives an exception."""
    interrupted = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def _best(corpus: Corpus, settings: Settings, interrupted: threading.Event) -> Solution:
    """Run to the end, or to Ctrl-C, which keeps the best so far."""
    for solution in _reported(corpus.name, solutions(corpus, settings)):
        best = solution
        if interrupted.is_set():
            break
    return best


def _reported(name: str, found: Iterator[Solution]) -> Iterator[Solution]:
    """Say on standard error, once a second and at the end, how far the run has come."""
    next_report = 0.0
    for solution in found:
        yield solution
        if solution.seconds >= next_report or solution.stopped_by != "stop":
            _report(name, solution)
            next_report = solution.seconds + SECONDS_BETWEEN_REPORTS


def _report(name: str, solution: Solution) -> None:
    print(
        f"{name}, {solution.settings.method}: {solution.captured_variance:.6g} "
        f"after {solution.candidates:,} candidates, {solution.seconds:.1f} s",
        file=sys.stderr,
    )


def _summary(corpus: Corpus, solution: Solution) -> str:
    heading = (
        f"{corpus.name}: {corpus.n_documents:,} {corpus.kind.documents}, "
        f"{corpus.n_words:,} {corpus.kind.words}, {tables.values(solution)}; "
        f"{METHOD_LABELS[solution.settings.method]} captures "
        f"{solution.captured_variance:.6g} in {solution.seconds:.2f} s "
        f"({tables.STOPPED_BY[solution.stopped_by]})"
    )
    return "\n".join([heading, *remarks(solution)["sentence"]])
