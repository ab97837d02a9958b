"""The commands, one function each."""

import argparse
import json
import sys
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pandas as pd

from spca_core.cli.keep import open_source
from spca_core.cli.runs import best_solutions, cluster_at, interrupt_noted, proof_of
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import Preparation, prepare
from spca_core.corpus.weighting import as_usual
from spca_core.errors import InputError
from spca_core.paper.data_sets import data_folder, data_set, read
from spca_core.paper.reproduction import (
    comparison,
    experiments_present,
    missing,
    settings_of,
)
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, of_values, significant
from spca_core.proof.certificate import Certificate
from spca_core.proof.verdict import sentence
from spca_core.results import topics
from spca_core.results.cards import own_names
from spca_core.results.files.export import to_dict, to_json
from spca_core.results.files.provenance import Provenance
from spca_core.results.reading import about_copies, about_repeated
from spca_core.results.runs import runs_by_method, usual_methods
from spca_core.results.sentences import remarks


def show_topics(options: argparse.Namespace) -> None:
    """Print the topics that one method finds in a corpus."""
    corpus, preparation = _open(options)
    (solution,), proof = _found(options, corpus, (options.method,))
    if options.json:
        provenance = Provenance.of(corpus, solution, preparation=asdict(preparation))
        print(to_json(corpus, solution, proof, provenance))
    else:
        print(_summary(corpus, solution, proof))
        labels = topics.variance_labels(solution.settings)
        _print_table(topics.topics(solution).rename(columns=labels))
        _print_words(corpus, solution)


def show_comparison(options: argparse.Namespace) -> None:
    """Print several methods' totals and the topics of each."""
    corpus, preparation = _open(options)
    usual = usual_methods(corpus.n_words, options.sparsity)
    methods = tuple(options.methods.split(",")) if options.methods else usual
    found, proof = _found(options, corpus, methods)
    if options.json:
        prepared = asdict(preparation)
        origins = [Provenance.of(corpus, one, preparation=prepared) for one in found]
        results = [
            to_dict(corpus, solution, proof, origin)
            for solution, origin in zip(found, origins, strict=True)
        ]
        print(json.dumps(results, indent=1))
        return
    captured = of_values("captured_variance", found[0].settings)
    _print_table(topics.totals(found).rename(columns={"captured_variance": captured}))
    for solution in found:
        print(f"\n{_summary(corpus, solution, proof)}")
        _print_words(corpus, solution)


def show_paper(options: argparse.Namespace) -> None:
    """Print the paper's figures beside ours, for the data sets in the folder."""
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


def _open(options: argparse.Namespace) -> tuple[Corpus, Preparation]:
    """Return the corpus as it is analysed, and what was left out; say so."""
    corpus = open_source(options)
    preparation = Preparation(
        without_repeated=not options.keep_repeated,
        without_copies=not options.keep_copies,
    )
    told = (about_repeated(corpus, preparation), about_copies(corpus, preparation))
    for note in filter(None, (*corpus.warnings, *corpus.report.left_out, *told)):
        print(f"spca_core: {note}", file=sys.stderr)
    return prepare(corpus, preparation), preparation


def _found(
    options: argparse.Namespace, corpus: Corpus, methods: tuple[str, ...]
) -> tuple[list[Solution], Certificate | None]:
    """Run the methods; prove how good the best answer is, if asked to."""
    runs = runs_by_method(_settings(options, corpus), methods)
    with cluster_at(options.scheduler) as cluster, interrupt_noted():
        found = best_solutions([(corpus, run) for run in runs], cluster)
        proof = proof_of(corpus, found, cluster) if options.certify else None
    return found, proof


def _settings(options: argparse.Namespace, corpus: Corpus) -> Settings:
    """Return the settings, from the options that have the name of one."""
    given: dict[str, Any] = {
        field.name: getattr(options, field.name)
        for field in fields(Settings)
        if hasattr(options, field.name)
    }
    weighting, centred = as_usual(corpus.kind, options.weighting, options.centre)
    given |= {"weighting": weighting, "centred": centred}
    return Settings(**given)


def _print_table(table: pd.DataFrame) -> None:
    print(table.to_string(index=False, float_format=significant))


def _print_words(corpus: Corpus, solution: Solution) -> None:
    """Print the words of each topic, under the name that it has on a page."""
    words = topics.word_columns(corpus, solution, own_names(corpus, solution))
    # Names contain blanks too: wider gaps keep the columns apart.
    print(words.to_string(col_space=[len(name) + 1 for name in map(str, words)]))


def _summary(corpus: Corpus, solution: Solution, proof: Certificate | None) -> str:
    """Say what was found in which corpus, and how sure the answer is."""
    heading = (
        f"{corpus.name}: {corpus.n_documents:,} {corpus.kind.documents}, "
        f"{corpus.n_words:,} {corpus.kind.words}, {topics.values(solution.settings)}; "
        f"{METHODS[solution.settings.method].label} captures "
        f"{significant(solution.captured_variance)} in {solution.seconds:.2f} s "
        f"({topics.STOPPED_BY[solution.stopped_by]})"
    )
    sentences = [*remarks(solution)["sentence"]]
    if proof:
        sentences.append(sentence(solution, proof.upper_bound, corpus.kind.words))
    return "\n".join([heading, *sentences])
