"""What the command line does: one function a command."""

import argparse
import json
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from spca_core.cli.cluster import cluster_at
from spca_core.cli.keep import open_source
from spca_core.cli.runs import best_solutions, interrupt_noted, proof_of
from spca_core.cli.said import print_table, print_words, summary
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import as_usual
from spca_core.errors import InputError
from spca_core.paper.data_sets import data_folder, data_set, read
from spca_core.paper.reproduction import (
    comparison,
    experiments_present,
    missing,
    settings_of,
)
from spca_core.problem.settings import Settings
from spca_core.problem.solution import of_values
from spca_core.results import topics
from spca_core.results.files.export import to_dict, to_json
from spca_core.results.runs import runs_by_method, usual_methods


def show_topics(options: argparse.Namespace) -> None:
    """Print the topics of a corpus by one method."""
    corpus = _open(options)
    settings = _settings(options, corpus, options.method)
    with cluster_at(options.scheduler) as cluster, interrupt_noted():
        (solution,) = best_solutions([(corpus, settings)], cluster)
        proof = proof_of(corpus, [solution], cluster) if options.certify else None
    if options.json:
        print(to_json(corpus, solution, proof))
    else:
        print(summary(corpus, solution, proof))
        labels = topics.variance_labels(settings)
        print_table(topics.topics(solution).rename(columns=labels))
        print_words(corpus, solution)


def show_comparison(options: argparse.Namespace) -> None:
    """Print several methods' totals and the topics of each."""
    corpus = _open(options)
    usual = usual_methods(corpus.n_words, options.sparsity)
    methods = tuple(options.methods.split(",")) if options.methods else usual
    runs = runs_by_method(_settings(options, corpus, methods[0]), methods)
    with cluster_at(options.scheduler) as cluster, interrupt_noted():
        found = best_solutions([(corpus, run) for run in runs], cluster)
        proof = proof_of(corpus, found, cluster) if options.certify else None
    if options.json:
        results = [to_dict(corpus, solution, proof) for solution in found]
        print(json.dumps(results, indent=1))
        return
    captured = of_values("captured_variance", runs[0])
    print_table(topics.totals(found).rename(columns={"captured_variance": captured}))
    for solution in found:
        print(f"\n{summary(corpus, solution, proof)}")
        print_words(corpus, solution)


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
    with interrupt_noted():
        found = best_solutions(runs)
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
