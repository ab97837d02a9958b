"""What the command line does: one function a command."""

import argparse
import json
import sys
import threading
from pathlib import Path

from spca_core.cli.command_runs import best_certificate, best_solution, interrupt_noted
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.sources import open_corpus
from spca_core.errors import InputError
from spca_core.paper.data_sets import data_folder, data_set, read
from spca_core.paper.reproduction import (
    comparison,
    experiments_present,
    missing,
    settings_of,
)
from spca_core.problem.settings import METHOD_LABELS, Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate
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
        f"{METHOD_LABELS[solution.settings.method]} captures "
        f"{solution.captured_variance:.6g} in {solution.seconds:.2f} s "
        f"({topics.STOPPED_BY[solution.stopped_by]})"
    )
    sentences = [*remarks(solution)["sentence"]]
    if proof:
        words = corpus.kind.words
        sentences.append(sentence(solution, proof.upper_bound, words))
    return "\n".join([heading, *sentences])
