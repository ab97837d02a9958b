"""The same runs without a browser: python -m spca_core topics|compare SOURCE ..."""

import argparse
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from spca_core import tables
from spca_core.comparison import runs_by_method
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.sources import open_corpus
from spca_core.errors import InputError
from spca_core.export import to_dict, to_json
from spca_core.settings import EFFORTS, METHOD_LABELS, METHOD_NAMES, Settings
from spca_core.solution import Solution
from spca_core.solve import solutions

BAD_INPUT = 2
INTERRUPTED = 130
READER_GONE = 141  # as a shell says of a program that a closed pipe ended
SECONDS_BETWEEN_REPORTS = 1.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code: 0, or 2 with one line for bad input."""
    try:
        options = _parser().parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except InputError as error:
        # A file's name may have line breaks.
        print("spca_core:", *str(error).splitlines(), file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # `head` has read enough; at exit Python would flush what is left, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except KeyboardInterrupt:
        print("spca_core: stopped before the first result", file=sys.stderr)
        return INTERRUPTED
    return 0


def show_topics(options: argparse.Namespace) -> None:
    """Print the topics of a corpus by one method."""
    corpus = _open(options)
    settings = _settings(options, options.method)
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
    methods = tuple(options.methods.split(","))
    runs = runs_by_method(_settings(options, methods[0]), methods)
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


def _open(options: argparse.Namespace) -> Corpus:
    corpus = open_corpus(options.source, options.vocabulary)
    for warning in corpus.warnings:
        print(f"spca_core: {warning}", file=sys.stderr)
    return corpus


def _settings(options: argparse.Namespace, method: str) -> Settings:
    return Settings(
        n_components=options.n_components,
        sparsity=options.sparsity,
        method=method,
        centred=options.centre,
        seed=options.seed,
        rank=options.rank,
        candidates=options.candidates,
        effort=options.effort,
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
    for solution in _reported(solutions(corpus, settings)):
        best = solution
        if interrupted.is_set():
            break
    return best


def _reported(found: Iterator[Solution]) -> Iterator[Solution]:
    """Say on standard error, once a second and at the end, how far the run has come."""
    next_report = 0.0
    for solution in found:
        yield solution
        if solution.seconds >= next_report or solution.stopped_by != "stop":
            _report(solution)
            next_report = solution.seconds + SECONDS_BETWEEN_REPORTS


def _report(solution: Solution) -> None:
    print(
        f"{solution.settings.method}: {solution.captured_variance:.6g} "
        f"after {solution.candidates:,} candidates, {solution.seconds:.1f} s",
        file=sys.stderr,
    )


def _summary(corpus: Corpus, solution: Solution) -> str:
    return (
        f"{corpus.name}: {corpus.n_documents:,} documents, {corpus.n_words:,} words; "
        f"{METHOD_LABELS[solution.settings.method]} captures "
        f"{solution.captured_variance:.6g} in {solution.seconds:.2f} s "
        f"({tables.STOPPED_BY[solution.stopped_by]})"
    )


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, like all others."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}. See python -m spca_core --help.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m spca_core", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="topics|compare")
    topics = commands.add_parser("topics", help="find the topics of a corpus")
    topics.add_argument("--method", default="joint", choices=METHOD_NAMES)
    topics.set_defaults(run=show_topics)
    comparison = commands.add_parser("compare", help="run several methods")
    comparison.add_argument("--methods", default=",".join(METHOD_NAMES))
    comparison.set_defaults(run=show_comparison)
    for command in (topics, comparison):
        _add_shared_options(command)
    return parser


def _add_shared_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add(
        "source",
        metavar="SOURCE",
        help="a bundled corpus's name, or docword.*.txt[.gz]",
    )
    add("--vocabulary", metavar="FILE", help="words, one a line")
    add("-k", dest="n_components", type=int, default=8, help="topics")
    add("-s", dest="sparsity", type=int, default=15, help="words in each")
    add("--rank", type=int, default=5, help="of the sketch (bipartite)")
    add("--candidates", type=int, default=10_000, help="net points tried (bipartite)")
    add("--effort", default="normal", choices=tuple(EFFORTS), help="starts (joint)")
    add("--centre", action=argparse.BooleanOptionalAction, default=False)
    add("--seed", type=int, default=0)
    add("--seconds", type=float, metavar="CAP", help="stop after so many seconds")
    add("--json", action="store_true", help="print one JSON object")
