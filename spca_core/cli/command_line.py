"""The same runs without a browser: python -m spca_core topics|compare|paper|keep ..."""

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
    "rank": "of the sketch",
    "candidates": "net points tried, or directions for each topic",
    "epsilon": "of the net",
    "extra_starts": "random ones for each topic",
}
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
    comparison.add_argument("--methods", help="names with commas between them")
    comparison.set_defaults(run=show_comparison)
    paper = commands.add_parser("paper", help="the paper's figures beside ours")
    paper.add_argument("folder", nargs="?", help="of its data sets; usually SPCA_DATA")
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
    add("-k", dest="n_components", type=int, default=8, help="topics")
    add("-s", dest="sparsity", type=int, default=15, help="words in each")
    add("--weighting", choices=tuple(WEIGHTINGS), help="usual: tf-idf, for counts")
    add(
        "--centre",
        action=argparse.BooleanOptionalAction,
        help="usual: all but counts as they are",
    )
    add("--seed", type=int, default=usual.seed)
    add("--seconds", type=float, metavar="CAP", help="stop after so many seconds")
    add("--certify", action="store_true", help="prove how good the answer is")
    add("--json", action="store_true", help="print one JSON object")
    add("--scheduler", metavar="tcp://HOST:PORT", help="of a Dask cluster to sum on")
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
