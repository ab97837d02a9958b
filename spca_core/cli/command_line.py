"""Find topics, compare methods and keep corpora, all without a browser."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from spca_core.cli.commands import show_comparison, show_paper, show_topics
from spca_core.cli.keep import keep_source
from spca_core.cli.reading import add_reading_options
from spca_core.corpus.weighting import WEIGHTINGS
from spca_core.errors import InputError
from spca_core.problem.method import METHODS, methods_using
from spca_core.problem.settings import EFFORTS, SKETCH_LABELS, Settings

# The settings that are numbers and that some methods use.
NUMBERS = {
    "rank": "rank of the sketch",
    "candidates": "net points tried, or directions for each topic",
    "epsilon": "epsilon of the net",
    "extra_starts": "more random starts for each topic",
}
PAPER_HELP = "folder with the paper's data sets; default: the one that SPCA_DATA names"
WEIGHTING_HELP = "default: tf-idf for counts, and numbers as they are for measurements"
CENTRE_HELP = "subtract the means; the default with tf-idf and for measurements"
KEEP_COPIES_HELP = "count every copy of a document, and not one of them"
SCHEDULER_HELP = "address of a Dask scheduler whose cluster computes the sums"
BAD_INPUT = 2
INTERRUPTED = 130
READER_GONE = 141  # as a shell reports a program ended by a closed pipe


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


class _Parser(argparse.ArgumentParser):
    """A parser that reports bad options on one line, like all other errors."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}. See python -m spca_core --help.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m spca_core", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="topics|compare|paper|keep")
    topics = commands.add_parser("topics", help="find the topics of a corpus")
    topics.add_argument("--method", default="joint", choices=tuple(METHODS))
    topics.set_defaults(run=show_topics)
    comparison = commands.add_parser("compare", help="run several methods")
    comparison.add_argument("--methods", help="names of methods, separated by commas")
    comparison.set_defaults(run=show_comparison)
    paper = commands.add_parser("paper", help="the paper's figures beside ours")
    paper.add_argument("folder", nargs="?", help=PAPER_HELP)
    paper.set_defaults(run=show_paper)
    for command in (topics, comparison):
        add_reading_options(command)
        _add_shared_options(command)
    keeping = commands.add_parser("keep", help="write a corpus as a store, for later")
    add_reading_options(keeping)
    keeping.add_argument("folder", metavar="FOLDER", help="where the store will be")
    keeping.set_defaults(run=keep_source)
    return parser


def _add_shared_options(command: argparse.ArgumentParser) -> None:
    add, usual = command.add_argument, Settings()
    add("-k", dest="n_components", type=int, default=8, help="number of topics")
    add("-s", dest="sparsity", type=int, default=15, help="words in each topic")
    add("--keep-copies", action="store_true", help=KEEP_COPIES_HELP)
    add("--weighting", choices=tuple(WEIGHTINGS), help=WEIGHTING_HELP)
    add("--centre", action=argparse.BooleanOptionalAction, help=CENTRE_HELP)
    add("--seed", type=int, default=usual.seed)
    add("--seconds", type=float, metavar="CAP", help="stop after so many seconds")
    add("--certify", action="store_true", help="prove how good the answer is")
    add("--json", action="store_true", help="print JSON, not tables")
    add("--scheduler", metavar="tcp://HOST:PORT", help=SCHEDULER_HELP)
    for name, choices in (("effort", EFFORTS), ("sketch", SKETCH_LABELS)):
        add(
            f"--{name}",
            default=getattr(usual, name),
            choices=tuple(choices),
            help=f"({_users(name)})",
        )
    for name, what in NUMBERS.items():
        default = getattr(usual, name)
        add(
            f"--{name.replace('_', '-')}",
            type=type(default),
            default=default,
            help=f"{what} ({_users(name)})",
        )


def _users(setting: str) -> str:
    return ", ".join(methods_using(setting))
