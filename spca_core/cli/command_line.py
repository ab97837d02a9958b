"""Find topics, compare methods and keep corpora, all without a browser."""

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from spca_core.cli.flags import add_flag, add_layout_flags, add_reading_flags
from spca_core.cli.reports import PROGRAM, be_quiet, reported
from spca_core.errors import InputError
from spca_core.options import GROUPS, options
from spca_core.problem.method import METHODS, methods_using
from spca_core.problem.settings import DEFAULT_LIMITS, Settings

LOGGER = logging.getLogger(__name__)
# Nothing slow is imported before a command runs: help has to come at once.
# The default of these is what is usual for the data.
OF_THE_DATA = {
    "weighting": "default: tf-idf for counts; measurements stay as they are",
    "centred": "the default with tf-idf and for measurements",
    "norm": "default: half with tf-idf, else none",
}
PINNING = ", ".join(methods_using("pinned"))
EQUAL_HELP = (
    "restart each method until it has used so many processor seconds; without a "
    "number, as many as the slowest"
)
SOUGHT_HELP = (
    "a word; a phrase, in quotes; slav*, all that begins so; gold|silver, any of these"
)
SORT_HELP = "sort lines by the words before or after, the nearest first"
BESIDE_HELP = (
    "a condition as for --where: compare the topics of the documents that meet these "
    "with those of --where (or of all); -o writes .html, .xlsx"
)
QUIET_HELP = "report only doubts and errors on standard error, no progress"
APPLY_HELP = (
    "score the documents of SOURCE by the topics of FILE, which -o topics.json wrote, "
    "with words counted and weighted as there; -o writes .csv, .xlsx, .parquet"
)
OUTPUT_HELP = "write FILE by its ending instead of printing: {}"
EXAMPLES = {
    "look": """
  disjoint-topics look reviews.csv
  disjoint-topics look novel.txt --split chapters
  disjoint-topics look interview.txt --pattern '(?P<speaker>[A-Z]+):'""",
    "topics": """
  disjoint-topics topics state_of_the_union
  disjoint-topics topics reviews.csv --text review --date day -k 12 --certify
  disjoint-topics topics state_of_the_union --where 'date>=1950' --where 'word=gold|oil'
  disjoint-topics topics speeches.csv --where 'party=Whig' --beside 'party=Federalist'
  disjoint-topics topics interviews/ --chance --documents documents.parquet
  disjoint-topics topics reviews.csv --decisions words.toml --pinned price=cost
  disjoint-topics topics counts.mtx --words words.txt -o topics.xlsx
  disjoint-topics topics new.csv --apply topics.json -o documents.xlsx
  zcat posts.jsonl.gz | disjoint-topics topics - -o report.html""",
    "find": """
  disjoint-topics find state_of_the_union 'civil war' --sort after
  disjoint-topics find interviews/ 'work*|job' -o lines.csv""",
    "compare": """
  disjoint-topics compare state_of_the_union
  disjoint-topics compare docword.kos.txt.gz --methods joint,bipartite,nmf --certify
  disjoint-topics compare docstrings -k 4 --seeds 0-9 -o runs.json""",
    "paper": """
  disjoint-topics paper
  SPCA_DATA=data disjoint-topics paper""",
    "keep": """
  disjoint-topics keep docword.pubmed.txt.gz pubmed
  disjoint-topics topics pubmed""",
    "app": """
  disjoint-topics app
  disjoint-topics app --server.port 8080""",
}
ENDS = """exit codes:
  0    all went well
  2    bad input: one line on standard error says what is wrong and what to do
  130  Ctrl-C before the first result; after it, the best so far is printed, and it is 0
  141  broken pipe: whoever reads the output has closed it

Output has no colours, so NO_COLOR changes nothing."""
BAD_INPUT = 2
INTERRUPTED = 130
READER_GONE = 141  # as a shell reports a program ended by a closed pipe


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code: 0, or 2 with one line for bad input."""
    with reported():
        return _exit_code(arguments)


def _exit_code(arguments: Sequence[str] | None) -> int:
    try:
        parser = _parser()
        options, options.others = parser.parse_known_args(arguments)
        if options.others and options.run != "commands.start_app":
            parser.error(f"unrecognized arguments: {' '.join(options.others)}")
        if "quiet" in options:
            be_quiet()
        module, function = options.run.split(".")
        run = getattr(import_module(f"spca_core.cli.{module}"), function)
        code = run(options)
        sys.stdout.flush()
    except InputError as error:
        # A file's name may have line breaks.
        LOGGER.error(" ".join(str(error).splitlines()))
        return BAD_INPUT
    except BrokenPipeError:
        # `head` has read enough; at exit Python would flush what is left, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except KeyboardInterrupt:
        LOGGER.error("stopped before the first result")
        return INTERRUPTED
    return code or 0


SEE_HELP = f"See {PROGRAM} --help."


class _Parser(argparse.ArgumentParser):
    """A parser that reports bad options on one line, like all other errors."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}. {SEE_HELP}")


class _Version(argparse.Action):
    """Prints the version, which takes a while to find out."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from spca_core.results.files.provenance import PROJECT, versions

        print(PROGRAM, versions()[PROJECT])
        parser.exit()


class _Seeds(argparse.Action):
    """Takes the seeds from a first to a last one: 0-9."""

    def __call__(
        self, parser: argparse.ArgumentParser, options: Any, value: Any, *_: Any
    ) -> None:
        first, _, last = value.partition("-")
        if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
            parser.error(
                f"--seeds must be the first and the last, as 0-9, got {value!r}"
            )
        options.seed, options.n_seeds = int(first), int(last) - int(first) + 1


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog=PROGRAM,
        description=__doc__,
        epilog=f"examples:{''.join(EXAMPLES.values())}\n\n{ENDS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: str, what: str) -> argparse.ArgumentParser:
        added = commands.add_parser(
            name,
            help=what,
            description=f"{what[0].upper()}{what[1:]}.",
            epilog=f"examples:{EXAMPLES[name]}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            argument_default=argparse.SUPPRESS,
        )
        added.set_defaults(run=run)
        return added

    looking = command("look", "look.print_preview", "show what a file would be read as")
    add_layout_flags(looking)
    topics = command("topics", "commands.print_topics", "find the topics of a corpus")
    finding = command("find", "find.print_lines", "find words and phrases in texts")
    comparison = command("compare", "commands.show_comparison", "run several methods")
    paper = command(
        "paper", "commands.print_paper", "print the paper's figures beside ours"
    )
    keeping = command(
        "keep", "keep.keep_source", "write a corpus as a store, for later"
    )
    for reporting in (topics, finding, comparison, paper, keeping):
        reporting.add_argument("-q", "--quiet", action="store_true", help=QUIET_HELP)
    command("app", "commands.start_app", "start the web app; options go to Streamlit")
    paper.add_argument(
        "folder",
        nargs="?",
        default=None,
        help="folder with the paper's data sets; default: the one that SPCA_DATA names",
    )
    for searching, endings in (
        (topics, ".csv, .json, .html, .svg, .png, .pdf, .xlsx, words.toml"),
        (comparison, ".csv, .json, .html, .xlsx"),
    ):
        add_reading_flags(searching)
        how = searching.add_argument_group("how topics are found")
        _add_run_flags(how, names_method=searching is topics)
        _add_output_options(searching.add_argument_group("what is printed"), endings)
    topics.add_argument(
        "--documents",
        metavar="FILE",
        help="write a row for each document too: .csv, .xlsx, .parquet",
    )
    topics.add_argument("--apply", metavar="FILE", help=APPLY_HELP)
    topics.add_argument(
        "--beside", metavar="CONDITION", action="append", help=BESIDE_HELP
    )
    topics.add_argument(
        "--pinned",
        dest="together",
        metavar=GROUPS.metavar,
        type=GROUPS.parse,
        help=f"words to keep in one topic each, joined by = (used by {PINNING})",
    )
    topics.add_argument(
        "--chance",
        action="store_true",
        help="search shuffled documents too: which topics are more than chance",
    )
    topics.add_argument(
        "--shuffles",
        metavar="N",
        type=int,
        help="how often they are shuffled for --chance (default 9)",
    )
    comparison.add_argument(
        "--seeds", metavar="FIRST-LAST", action=_Seeds, help="a run for each seed"
    )
    comparison.add_argument(
        "--equal-time",
        dest="equal_time",
        metavar="SECONDS",
        nargs="?",
        type=float,
        const=0.0,
        help=EQUAL_HELP,
    )
    comparison.add_argument(
        "--methods",
        metavar="NAMES",
        help=f"separated by commas: {', '.join(METHODS)}",
    )
    add_reading_flags(finding)
    finding.add_argument("sought", metavar="WORDS", help=SOUGHT_HELP)
    finding.add_argument("--sort", metavar="BY", help=SORT_HELP)
    finding.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=OUTPUT_HELP.format(".csv, .xlsx, .parquet"),
    )
    add_reading_flags(keeping)
    keeping.add_argument("folder", metavar="FOLDER", help="where the store will be")
    return parser


def _add_run_flags(group: Any, *, names_method: bool) -> None:
    for name, option in options(Settings()).items():
        if name == "method" and not names_method:
            continue
        if name in OF_THE_DATA:
            add_flag(group, option._replace(default=None), OF_THE_DATA[name])
        else:
            of = ", ".join(methods_using(name))
            add_flag(group, option, f"used by {of}" if of else "")
    group.add_argument(
        "--scheduler", metavar="tcp://HOST:PORT", help="a Dask cluster does the sums"
    )


def _add_output_options(group: Any, endings: str) -> None:
    add = group.add_argument
    add("--certify", action="store_true", help="prove how good the answer is")
    for name, option in options(DEFAULT_LIMITS).items():
        add_flag(group, option._replace(name=f"certify_{name}"))
    add("--json", action="store_true", help="print JSON, not tables")
    add("-o", "--output", metavar="FILE", help=OUTPUT_HELP.format(endings))
