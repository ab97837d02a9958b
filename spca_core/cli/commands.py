"""The commands, one function each."""

import argparse
import sys
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import fields, replace
from operator import attrgetter
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
from spca_core.cli.runs import best_topics, cluster_at, shown
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.decisions import read_decisions
from spca_core.corpus.rewording import joined
from spca_core.corpus.weighting import matrix_options
from spca_core.errors import InputError, check_number
from spca_core.extras import check_installed
from spca_core.formatting import counted, mark_if_weighted, significant
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
from spca_core.results.files.saved import to_json
from spca_core.results.topics.chance import check_shuffles, verdict
from spca_core.results.topics.key_figures import STOPPED_BY, described_values
from spca_core.results.topics.remarks import remarks, too_small
from spca_core.results.topics.variances import variance_by_topic, variance_labels
from spca_core.results.topics.words import word_columns
from spca_core.topics import SHUFFLES, Topics, solve

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
    topics = _found(options, corpus)
    if write_documents:
        write_documents(topics)
    if write:
        write(topics)
    elif "json" in options:
        print(to_json(topics))
    else:
        print(_summary(topics))
        table, chance = variance_by_topic(topics), topics.chance
        print("\n".join(chance.sentences(corpus)) if chance else verdict(None))
        if chance:
            table["verdict"] = chance.verdicts
        _print_table(table.rename(columns=variance_labels(topics.settings)))
        _print_words(topics)


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
    parts = TwoParts(
        *(Side(label_of(part.where), _found(options, part)) for part in (first, second))
    )
    if write:
        write(parts)
        return
    for place, side in zip(parts._fields, parts, strict=True):
        print(f"{place}: {_summary(side.topics)}")
    if about := about_shared_documents(first, second):
        print(about)
    for heading, table in parts.tables.items():
        print(f"\n{heading}")
        _print_table(table)


def show_comparison(options: argparse.Namespace) -> None:
    """Print or write several methods' totals and the topics of each."""
    check_number("equal_time", getattr(options, "equal_time", 0.0), 0.0, MAX_EQUAL_TIME)
    write, settings = writer(options, RUNS), _settings(options)
    listed = _listed_methods(options)
    # A wrong name is refused before the source is read.
    runs_by_method(settings, listed)
    corpus = open_source(options)
    methods = listed or default_methods(corpus.n_words, settings.sparsity)
    runs = _runs(options, corpus, methods)
    if write:
        write(runs)
        return
    if "json" in options:
        print(runs.json)
        return
    captured = mark_if_weighted("captured_variance", runs.found[0].settings.weighting)
    _print_table(run_totals(runs.found).rename(columns={"captured_variance": captured}))
    for topics in runs.found:
        print(f"\n{_summary(replace(topics, certificate=runs.proof))}")
        _print_words(topics)


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
    # There are fewer results than runs after Ctrl-C.
    pairs = zip(owners, best_topics(runs), strict=False)
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


def _found(options: argparse.Namespace, corpus: Corpus) -> Topics:
    """Find the topics; hold them against chance, and prove them, if asked to.

    Ctrl-C ends the search and all that would follow.
    """
    limits, shuffles = _proof_limits(options), _shuffles(options)
    chosen, pinned = _chosen_settings(options), _pinned(options, corpus)
    with cluster_at(getattr(options, "scheduler", None)) as cluster:
        topics = solve(
            corpus, **chosen, pinned=pinned, cluster=cluster, progress=shown()
        )
        if shuffles and topics.stopped_by != "stop":
            topics = topics.against_chance(shuffles, progress=shown())
        if limits and topics.stopped_by != "stop":
            topics = _proven(topics, limits, cluster)
    return topics


def _proven(topics: Topics, limits: ProofLimits, cluster: Executor | None) -> Topics:
    seconds, gap = limits.seconds, limits.gap
    return topics.certify(seconds=seconds, gap=gap, cluster=cluster, progress=shown())


def _runs(
    options: argparse.Namespace, corpus: Corpus, methods: tuple[str, ...]
) -> Runs:
    """Run the methods, with as much time for each if asked to, and prove the best."""
    chosen, limits = _chosen_settings(options), _proof_limits(options)
    of_matrix = map(chosen.get, ("weighting", "centred", "norm"))
    settings = Settings(**chosen | matrix_options(corpus.kind, *of_matrix))
    n_seeds = getattr(options, "n_seeds", 1)
    spend = getattr(options, "equal_time", None)
    with cluster_at(getattr(options, "scheduler", None)) as cluster:

        def run(settings: Settings, spend: float | None = None) -> list[Topics]:
            sized = runs_by_seed(settings, methods, n_seeds)
            return best_topics([(corpus, each) for each in sized], cluster, spend)

        if spend == 0.0:
            spend = max(alone.processor_seconds for alone in run(settings))
        if spend is not None:
            settings = replace(settings, restarts=MAX_RESTARTS)
        found = run(settings, spend)
        proof = None
        if limits and found[-1].stopped_by != "stop":
            best = max(found, key=attrgetter("captured_variance"))
            proof = _proven(best, limits, cluster).certificate
    return Runs(found, proof, spend)


def _pinned(options: argparse.Namespace, corpus: Corpus) -> Iterable[tuple[str, ...]]:
    """Return the words of --pinned, and the groups in --decisions."""
    groups = getattr(options, "together", ())
    if "decisions" not in options:
        return groups
    found, _ = read_decisions(options.decisions).of_words_in(corpus)
    return joined((*found.pinned, *groups))


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


def _print_words(topics: Topics) -> None:
    """Print the words of each topic, under the name that it has on a page."""
    words = word_columns(topics)
    # Names contain blanks too: wider gaps keep the columns apart.
    print(words.to_string(col_space=[len(name) + 1 for name in map(str, words)]))


def _summary(topics: Topics) -> str:
    corpus, proof = topics.require_corpus(), topics.certificate
    documents = f"{counted(corpus.n_documents, corpus.kind.documents)}, "
    heading = (
        f"{corpus.name}: {documents * corpus.kind.has_documents}"
        f"{counted(corpus.n_words, corpus.kind.words)}, "
        f"{described_values(corpus, topics.settings)}; "
        f"{METHODS[topics.settings.method].label} captures "
        f"{significant(topics.captured_variance)} in {topics.seconds:.2f} s "
        f"({STOPPED_BY[topics.stopped_by]})"
    )
    sentences = remarks(topics)
    if proof:
        sentences.append(bound_sentence(topics, proof.upper_bound, corpus.kind.words))
        sentences += filter(None, [ending_sentence(proof)])
    return "\n".join([heading, *sentences])
