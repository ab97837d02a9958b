"""The commands, one function each."""

import argparse
import sys
from dataclasses import fields, replace
from pathlib import Path
from runpy import run_module
from typing import Any

import pandas as pd

from spca_core.cli.apply import apply_topics
from spca_core.cli.keep import open_source
from spca_core.cli.output import (
    DOCUMENTS,
    RUNS,
    TOPICS,
    TWO_PARTS,
    Runs,
    TwoParts,
    writer,
)
from spca_core.cli.runs import best_solutions, chance_of, cluster_at, proof_of
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.decisions import read_decisions
from spca_core.corpus.rewording import joined
from spca_core.corpus.weighting import matrix_options
from spca_core.errors import InputError, check_number
from spca_core.extras import check_installed
from spca_core.formatting import counted, mark_if_weighted, significant
from spca_core.methods.pins import columns_of_groups
from spca_core.paper.data_sets import data_folder, data_set, read
from spca_core.paper.reproduction import (
    comparison,
    experiments_present,
    missing,
    rows_that_ran,
    run_settings,
)
from spca_core.problem.method import METHODS
from spca_core.problem.settings import MAX_RESTARTS, ProofLimits, Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate
from spca_core.proof.verdict import bound_sentence, ending_sentence
from spca_core.results.comparison.runs import (
    default_methods,
    run_totals,
    runs_by_method,
    runs_by_seed,
)
from spca_core.results.comparison.two_parts import (
    Side,
    about_shared_documents,
    label_of,
)
from spca_core.results.files.export import to_json
from spca_core.results.topics.chance import (
    SHUFFLES,
    AgainstChance,
    check_shuffles,
    verdict,
)
from spca_core.results.topics.key_figures import STOPPED_BY, described_values
from spca_core.results.topics.naming import own_names
from spca_core.results.topics.remarks import remarks, too_small
from spca_core.results.topics.variances import variance_by_topic, variance_labels
from spca_core.results.topics.words import word_columns
from spca_core.running.stopping import interrupt_noted
from spca_core.topics import Topics

MAX_EQUAL_TIME = 86_400.0  # seconds: a day
OF_ONE_PART = "certify", "chance", "documents", "json"  # flags
LIBRARY = Path(__file__).resolve().parents[1]
# The app is within the library where that is installed, and beside it in a checkout.
INSTALLED_APP = LIBRARY / "app"
APP = (INSTALLED_APP if INSTALLED_APP.is_dir() else LIBRARY.parent) / "app.py"


def print_topics(options: argparse.Namespace) -> None:
    """Print or write the topics that one method finds in a corpus, or in two parts.

    Or print or write what the documents have of topics that were saved.
    """
    if "apply" in options:
        apply_topics(options)
        return
    if "beside" in options:
        _compare_parts(options)
        return
    write = writer(options, TOPICS)
    write_documents = writer(options, DOCUMENTS, "documents")
    _settings(options)
    corpus = open_source(options)
    if write_documents:
        corpus.check_has_documents()
    pinned = _pinned(options, corpus)
    (solution,), proof, chance = _found(options, corpus, pinned=pinned)
    if write_documents:
        write_documents(Topics.of(corpus, solution))
    if write:
        write(Topics.of(corpus, solution, proof, chance))
    elif "json" in options:
        print(to_json(corpus, solution, proof, chance=chance))
    else:
        print(_summary(corpus, solution, proof))
        table = variance_by_topic(solution)
        print("\n".join(chance.sentences(corpus)) if chance else verdict(None))
        if chance:
            table["verdict"] = chance.verdicts
        _print_table(table.rename(columns=variance_labels(solution.settings)))
        _print_words(corpus, solution)


def _compare_parts(options: argparse.Namespace) -> None:
    """Print or write the topics of --where beside those of --beside."""
    for flag in OF_ONE_PART:
        if flag in options:
            raise InputError(
                f"--beside compares two parts, and --{flag} is for one. Leave one out."
            )
    write, settings = writer(options, TWO_PARTS), _settings(options)
    first = open_source(options)
    second = (first.base or first).part(*options.beside)
    if first.content_id == second.content_id:
        raise InputError(
            "--where and --beside choose the same documents. Change one of them."
        )
    for part in (first, second):
        if refusal := too_small(part, settings):
            raise InputError(f"{part.name}: {refusal}")
    parts = TwoParts(_side(options, first), _side(options, second))
    if write:
        write(parts)
        return
    for place, side in zip(parts._fields, parts, strict=True):
        print(f"{place}: {_summary(side.corpus, side.solution, None)}")
    if about := about_shared_documents(first, second):
        print(about)
    for heading, table in parts.tables.items():
        print(f"\n{heading}")
        _print_table(table)


def _side(options: argparse.Namespace, part: Corpus) -> Side:
    (solution,), _, _ = _found(options, part, pinned=_pinned(options, part))
    return Side(label_of(part.where), part, solution)


def show_comparison(options: argparse.Namespace) -> None:
    """Print or write several methods' totals and the topics of each."""
    check_number("equal_time", getattr(options, "equal_time", 0.0), 0.0, MAX_EQUAL_TIME)
    write, settings = writer(options, RUNS), _settings(options)
    listed = _listed_methods(options)
    # A wrong name is refused before the source is read.
    runs_by_method(settings, listed)
    corpus = open_source(options)
    methods = listed or default_methods(corpus.n_words, settings.sparsity)
    solutions, proof, _ = _found(options, corpus, methods)
    runs = Runs(corpus, solutions, proof, getattr(options, "equal_time", None))
    if write:
        write(runs)
        return
    if "json" in options:
        print(runs.json)
        return
    captured = mark_if_weighted("captured_variance", solutions[0].settings.weighting)
    _print_table(run_totals(solutions).rename(columns={"captured_variance": captured}))
    for solution in solutions:
        print(f"\n{_summary(corpus, solution, proof)}")
        _print_words(corpus, solution)


def _listed_methods(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the names in --methods."""
    names = options.methods.split(",") if "methods" in options else []
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError(f"--methods has {twice[0]!r} twice. Name each method once.")
    return tuple(names)


def print_paper(options: argparse.Namespace) -> None:
    """Print the paper's figures beside ours, for the data sets in the folder."""
    folder = Path(options.folder) if options.folder else data_folder()
    if options.folder and not folder.is_dir():
        raise InputError(
            f"{folder} is not a folder. Name the one that holds the data sets."
        )
    experiments = experiments_present(folder)
    corpora = {
        name: read(data_set(name), folder)
        for name in dict.fromkeys(each.data_set for each in experiments)
    }
    owners = [each for each in experiments for _ in run_settings(each)]
    runs = [
        (corpora[each.data_set], run)
        for each in experiments
        for run in run_settings(each)
    ]
    with interrupt_noted():
        solutions = best_solutions(runs)
    # There are fewer solutions than runs after Ctrl-C.
    pairs = zip(owners, solutions, strict=False)
    table = comparison(pairs, folder).drop(columns=["digits", "note"])
    ran = rows_that_ran(table)
    if not ran.empty:
        print(ran.to_string(index=False, float_format="%.5g", na_rep=""))
    for absent in missing(folder):
        print(f"\n{absent.name}: not here. From {absent.url}: {absent.how}.")


def start_app(options: argparse.Namespace) -> None:
    """Run the web app's server in this process, which signals end then."""
    check_installed("streamlit", "The web app")
    sys.argv = ["streamlit", "run", str(APP), *options.others]
    run_module("streamlit", run_name="__main__")


def _found(
    options: argparse.Namespace,
    corpus: Corpus,
    methods: tuple[str, ...] = (),
    pinned: tuple[tuple[int, ...], ...] = (),
) -> tuple[list[Solution], Certificate | None, AgainstChance | None]:
    """Run the methods; hold the answer against chance, or prove it, if asked to.

    methods : by default that of --method
    """
    chosen = _chosen_settings(options)
    of_matrix = map(chosen.get, ("weighting", "centred", "norm"))
    weighted = matrix_options(corpus.kind, *of_matrix)
    settings = Settings(**chosen | weighted, pinned=pinned)
    methods = methods or (settings.method,)
    limits, shuffles = _proof_limits(options), _shuffles(options)
    scheduler = getattr(options, "scheduler", None)
    with cluster_at(scheduler) as cluster, interrupt_noted():
        n_seeds = getattr(options, "n_seeds", 1)
        spend = getattr(options, "equal_time", None)
        if spend == 0.0:
            sized = runs_by_seed(settings, methods, n_seeds)
            alone = best_solutions([(corpus, run) for run in sized], cluster)
            options.equal_time = spend = max(run.processor_seconds for run in alone)
        if spend is not None:
            settings = replace(settings, restarts=MAX_RESTARTS)
        sized = runs_by_seed(settings, methods, n_seeds)
        solutions = best_solutions([(corpus, run) for run in sized], cluster, spend)
        chance = chance_of(corpus, solutions[0], shuffles) if shuffles else None
        proof = proof_of(corpus, solutions, limits, cluster) if limits else None
    return solutions, proof, chance


def _pinned(options: argparse.Namespace, corpus: Corpus) -> tuple[tuple[int, ...], ...]:
    """Return the columns of --pinned, and of the groups in --decisions."""
    groups = getattr(options, "together", ())
    if "decisions" in options:
        found, _ = read_decisions(options.decisions).of_words_in(corpus)
        groups = joined((*found.pinned, *groups))
    return columns_of_groups(corpus, groups)


def _shuffles(options: argparse.Namespace) -> int | None:
    """Return how many shuffled tables are searched; None if none."""
    shuffles = getattr(options, "shuffles", SHUFFLES)
    check_shuffles(shuffles)
    if "chance" in options:
        return shuffles
    if "shuffles" in options:
        raise InputError("--shuffles is how often --chance shuffles. Add --chance.")
    return None


def _proof_limits(options: argparse.Namespace) -> ProofLimits | None:
    limits = {
        name.removeprefix("certify_"): value
        for name, value in vars(options).items()
        if name.startswith("certify_")
    }
    if "certify" in options:
        try:
            return ProofLimits(**limits)
        except InputError as error:
            raise InputError(f"--certify-{error}") from error
    if limits:
        raise InputError(f"--certify-{min(limits)} limits a proof. Add --certify.")
    return None


def _settings(options: argparse.Namespace) -> Settings:
    """Return the settings; refuse wrong options before a source is read."""
    _proof_limits(options)
    _shuffles(options)
    return Settings(**_chosen_settings(options))


def _chosen_settings(options: argparse.Namespace) -> dict[str, Any]:
    names = {field.name for field in fields(Settings)}
    return {name: value for name, value in vars(options).items() if name in names}


def _print_table(table: pd.DataFrame) -> None:
    print(table.to_string(index=False, float_format=significant))


def _print_words(corpus: Corpus, solution: Solution) -> None:
    """Print the words of each topic, under the name that it has on a page."""
    words = word_columns(corpus, solution, own_names(corpus, solution))
    # Names contain blanks too: wider gaps keep the columns apart.
    print(words.to_string(col_space=[len(name) + 1 for name in map(str, words)]))


def _summary(corpus: Corpus, solution: Solution, proof: Certificate | None) -> str:
    documents = f"{counted(corpus.n_documents, corpus.kind.documents)}, "
    heading = (
        f"{corpus.name}: {documents * corpus.kind.has_documents}"
        f"{counted(corpus.n_words, corpus.kind.words)}, "
        f"{described_values(corpus, solution.settings)}; "
        f"{METHODS[solution.settings.method].label} captures "
        f"{significant(solution.captured_variance)} in {solution.seconds:.2f} s "
        f"({STOPPED_BY[solution.stopped_by]})"
    )
    sentences = remarks(corpus, solution)
    if proof:
        sentences.append(bound_sentence(solution, proof.upper_bound, corpus.kind.words))
        sentences += filter(None, [ending_sentence(proof)])
    return "\n".join([heading, *sentences])
