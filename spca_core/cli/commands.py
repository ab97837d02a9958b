"""What the command line does: one function a command.

Runs report on standard error; Ctrl-C ends them early and keeps the best so far.
"""

import argparse
import json
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from spca_core.cli.cluster import cluster_at
from spca_core.cli.keep import open_source
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import as_usual
from spca_core.errors import InputError
from spca_core.methods.solve import solutions
from spca_core.paper.data_sets import data_folder, data_set, read
from spca_core.paper.reproduction import (
    comparison,
    experiments_present,
    missing,
    settings_of,
)
from spca_core.problem.covariance import covariance_of
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate, certificates
from spca_core.proof.verdict import sentence
from spca_core.results import topics
from spca_core.results.files.export import to_dict, to_json
from spca_core.results.runs import runs_by_method, usual_methods
from spca_core.results.sentences import remarks

SECONDS_BETWEEN_REPORTS = 1.0
Result = TypeVar("Result", Solution, Certificate)


def show_topics(options: argparse.Namespace) -> None:
    """Print the topics of a corpus by one method."""
    corpus = _open(options)
    settings = _settings(options, corpus, options.method)
    with cluster_at(options.scheduler) as cluster, _interrupt_noted() as interrupted:
        (solution,) = _best_solutions([(corpus, settings)], interrupted, cluster)
        proof = _proof(options, corpus, [solution], interrupted, cluster)
    if options.json:
        print(to_json(corpus, solution, proof))
    else:
        print(_summary(corpus, solution, proof))
        print(topics.topics(solution).to_string(index=False, float_format="%.4g"))
        print(topics.word_columns(corpus, solution).to_string())


def show_comparison(options: argparse.Namespace) -> None:
    """Print several methods' totals and the topics of each."""
    corpus = _open(options)
    usual = usual_methods(corpus.n_words, options.sparsity)
    methods = tuple(options.methods.split(",")) if options.methods else usual
    runs = runs_by_method(_settings(options, corpus, methods[0]), methods)
    with cluster_at(options.scheduler) as cluster, _interrupt_noted() as interrupted:
        found = _best_solutions([(corpus, run) for run in runs], interrupted, cluster)
        proof = _proof(options, corpus, found, interrupted, cluster)
    if options.json:
        results = [to_dict(corpus, solution, proof) for solution in found]
        print(json.dumps(results, indent=1))
        return
    print(topics.totals(found).to_string(index=False, float_format="%.4g"))
    for solution in found:
        print(f"\n{_summary(corpus, solution, proof)}")
        print(topics.word_columns(corpus, solution).to_string())


def show_paper(options: argparse.Namespace) -> None:
    """Print the paper's figures beside ours, for the data sets that are there."""
    folder = Path(options.folder) if options.folder else data_folder()
    if options.folder and not folder.is_dir():
        raise InputError(
            f"{folder} is not a folder. Name the one that holds the data sets."
        )
    experiments = experiments_present(folder)
    corpora = {
        name: read(data_set(name), folder)
        for name in dict.fromkeys(one.data_set for one in experiments)
    }
    owners = [one for one in experiments for _ in settings_of(one)]
    runs = [
        (corpora[one.data_set], run) for one in experiments for run in settings_of(one)
    ]
    with _interrupt_noted() as interrupted:
        found = _best_solutions(runs, interrupted)
    # There are fewer solutions than runs after Ctrl-C.
    table = comparison(zip(owners, found, strict=False), folder).drop(columns="note")
    here = table["data_set"].isin([one.data_set for one in experiments])
    if here.any():
        print(table[here].to_string(index=False, float_format="%.5g", na_rep=""))
    for absent in missing(folder).itertuples():
        print(f"\n{absent.data_set}: not here. From {absent.url}: {absent.how}.")


def _open(options: argparse.Namespace) -> Corpus:
    corpus = open_source(options)
    for warning in corpus.warnings:
        print(f"spca_core: {warning}", file=sys.stderr)
    return corpus


def _settings(options: argparse.Namespace, corpus: Corpus, method: str) -> Settings:
    """Return the settings: the options that have one have its name."""
    given: dict[str, Any] = {
        field.name: getattr(options, field.name)
        for field in fields(Settings)
        if hasattr(options, field.name)
    }
    weighting, centred = as_usual(corpus.kind, options.weighting, options.centre)
    given |= {"method": method, "weighting": weighting, "centred": centred}
    return Settings(**given)


@contextmanager
def _interrupt_noted() -> Iterator[threading.Event]:
    """Note Ctrl-C instead of raising: no compiled kernel survives an exception."""
    interrupted = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def _best_solutions(
    runs: Iterable[tuple[Corpus, Settings]],
    interrupted: threading.Event,
    cluster: Executor | None = None,
) -> list[Solution]:
    """Make each run to its end, or all until Ctrl-C, which keeps the best so far."""
    return [
        _last(
            solutions(corpus, settings, cluster=cluster),
            partial(_tell_found, corpus),
            interrupted,
        )
        for corpus, settings in runs
        if not interrupted.is_set()
    ]


def _tell_found(corpus: Corpus, solution: Solution) -> str:
    return (
        f"{corpus.name}, {solution.settings.method}: "
        f"{solution.captured_variance:.6g} after {solution.candidates:,} candidates, "
        f"{solution.seconds:.1f} s"
    )


def _proof(
    options: argparse.Namespace,
    corpus: Corpus,
    found: list[Solution],
    interrupted: threading.Event,
    cluster: Executor | None = None,
) -> Certificate | None:
    """Prove how good solutions of one size are, if that was asked for."""
    if not options.certify:
        return None
    settings = found[0].settings
    proofs = certificates(
        covariance_of(corpus, settings, cluster),
        settings.n_components,
        settings.sparsity,
        captured_variance=max(solution.captured_variance for solution in found),
    )
    return _last(proofs, partial(_tell_proven, corpus), interrupted)


def _tell_proven(corpus: Corpus, proof: Certificate) -> str:
    return (
        f"{corpus.name}: no choice captures more than {proof.upper_bound:.6g}, "
        f"proven in {proof.seconds:.1f} s"
    )


def _last(
    results: Iterable[Result],
    tell: Callable[[Result], str],
    interrupted: threading.Event,
) -> Result:
    """Return the last result; tell of one a second, and of the last."""
    next_report = 0.0
    for result in results:
        if result.seconds >= next_report:
            print(tell(result), file=sys.stderr)
            next_report = result.seconds + SECONDS_BETWEEN_REPORTS
        if interrupted.is_set():
            break
    print(tell(result), file=sys.stderr)
    return result


def _summary(corpus: Corpus, solution: Solution, proof: Certificate | None) -> str:
    heading = (
        f"{corpus.name}: {corpus.n_documents:,} {corpus.kind.documents}, "
        f"{corpus.n_words:,} {corpus.kind.words}, {topics.values(solution.settings)}; "
        f"{METHODS[solution.settings.method].label} captures "
        f"{solution.captured_variance:.6g} in {solution.seconds:.2f} s "
        f"({topics.STOPPED_BY[solution.stopped_by]})"
    )
    sentences = [*remarks(solution)["sentence"]]
    if proof:
        words = corpus.kind.words
        sentences.append(sentence(solution, proof.upper_bound, words))
    return "\n".join([heading, *sentences])
