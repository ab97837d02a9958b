"""What the command line does: one function a command.

Runs of the command line: reported on standard error, ended early by Ctrl-C.
"""

import argparse
import json
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.loading import Reading, open_corpus
from spca_core.errors import InputError
from spca_core.methods.solve import solutions
from spca_core.paper.data_sets import data_folder, data_set, read
from spca_core.paper.reproduction import (
    comparison,
    experiments_present,
    missing,
    settings_of,
)
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate, certificates
from spca_core.proof.verdict import sentence
from spca_core.results import topics
from spca_core.results.files.export import to_dict, to_json
from spca_core.results.runs import runs_by_method, usual_methods
from spca_core.results.sentences import remarks


def show_topics(options: argparse.Namespace) -> None:
    """Print the topics of a corpus by one method."""
    corpus = _open(options)
    settings = _settings(options, corpus, options.method)
    with interrupt_noted() as interrupted:
        solution = best_solution(corpus, settings, interrupted)
        proof = _proof(options, corpus, [solution], interrupted)
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
    with interrupt_noted() as interrupted:
        found = [
            best_solution(corpus, run, interrupted)
            for run in runs
            if not interrupted.is_set()
        ]
        proof = _proof(options, corpus, found, interrupted)
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
            f"{folder} is no folder. Name the one that holds the data sets."
        )
    experiments = experiments_present(folder)
    corpora = {
        name: read(data_set(name), folder)
        for name in dict.fromkeys(one.data_set for one in experiments)
    }
    runs = [(one, settings) for one in experiments for settings in settings_of(one)]
    with interrupt_noted() as interrupted:
        found = [
            (one, best_solution(corpora[one.data_set], settings, interrupted))
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
    reading = Reading(options.format, options.label)
    corpus = open_corpus(options.source, options.vocabulary, reading)
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


def _proof(
    options: argparse.Namespace,
    corpus: Corpus,
    found: list[Solution],
    interrupted: threading.Event,
) -> Certificate | None:
    """Return the certificate that judges solutions of one size, if it was asked for."""
    return best_certificate(corpus, found, interrupted) if options.certify else None


def _summary(corpus: Corpus, solution: Solution, proof: Certificate | None) -> str:
    heading = (
        f"{corpus.name}: {corpus.n_documents:,} {corpus.kind.documents}, "
        f"{corpus.n_words:,} {corpus.kind.words}, {topics.values(solution)}; "
        f"{METHODS[solution.settings.method].label} captures "
        f"{solution.captured_variance:.6g} in {solution.seconds:.2f} s "
        f"({topics.STOPPED_BY[solution.stopped_by]})"
    )
    sentences = [*remarks(solution)["sentence"]]
    if proof:
        words = corpus.kind.words
        sentences.append(sentence(solution, proof.upper_bound, words))
    return "\n".join([heading, *sentences])


SECONDS_BETWEEN_REPORTS = 1.0

Result = TypeVar("Result", Solution, Certificate)


@contextmanager
def interrupt_noted() -> Iterator[threading.Event]:
    """Note Ctrl-C instead of raising: no compiled kernel survives an exception."""
    interrupted = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def best_solution(
    corpus: Corpus, settings: Settings, interrupted: threading.Event
) -> Solution:
    """Run to the end, or to Ctrl-C, which keeps the best so far."""

    def tell(solution: Solution) -> str:
        return (
            f"{corpus.name}, {settings.method}: {solution.captured_variance:.6g} "
            f"after {solution.candidates:,} candidates, {solution.seconds:.1f} s"
        )

    return _last(solutions(corpus, settings), tell, interrupted)


def best_certificate(
    corpus: Corpus, found: list[Solution], interrupted: threading.Event
) -> Certificate:
    """Prove how good solutions of one size are, as well as it goes or until Ctrl-C."""

    def tell(proof: Certificate) -> str:
        return (
            f"{corpus.name}: no choice captures more than {proof.upper_bound:.6g}, "
            f"proven in {proof.seconds:.1f} s"
        )

    settings = found[0].settings
    proofs = certificates(
        Covariance.of(corpus, centred=settings.centred),
        settings.n_components,
        settings.sparsity,
        captured_variance=max(solution.captured_variance for solution in found),
    )
    return _last(proofs, tell, interrupted)


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
