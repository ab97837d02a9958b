"""The options that say how a source is read and prepared: those of `load`."""

import argparse
from typing import Any

# The options that go to `spca_core.load` by their names.
FILE = {
    "format": ("NAME", "format of the file, if it is not recognised"),
    "label": (
        "COLUMN",
        "column of labels in a table of numbers, by name or number; not a feature",
    ),
    "text": (
        "COLUMN",
        "column of the texts; several, with commas, are joined",
    ),
    "title": ("COLUMN", "column of their titles; 0 for none"),
    "date": ("COLUMN", "column of their dates; 0 for none"),
    "group": ("COLUMN", "column of their groups; several, with commas; 0 for none"),
    "join": ("COLUMN", "rows with the same value in it are one document"),
    "header": ("N", "row that names the columns, from 1; 0 for none; found by default"),
    "sheet": ("NAME", "sheet of a workbook, by name or number"),
    "order": ("FIRST", "what is first in dates such as 3/4/1999: day or month"),
    "encoding": ("NAME", "encoding of a text, such as utf-8 or cp1252"),
    "cut": (
        "HOW",
        "long texts are cut into: auto, documents (uncut), paragraphs, pieces, or "
        "speeches",
    ),
    "piece": ("N", "words in each piece (default: 500)"),
    "language": (
        "CODE",
        "languages whose function words are left out, such as en or de,fr; detected by "
        "default; none to keep all",
    ),
    "stop_words": ("WORDS", "more words that are not counted, separated by commas"),
    "merge": (
        "HOW",
        "which forms of a word are counted as one: auto, off, plurals, stems",
    ),
    "phrases": ("N", "the most words that a phrase may have (default: 1)"),
    "shortest": (
        "N",
        "letters of the shortest word (default: 3; 1 in Chinese, Japanese, Thai)",
    ),
    "token_pattern": ("REGEX", "what a word looks like"),
    "junk": (
        "KINDS",
        "what is left out of texts as no words: links, names, markup, gaps (all by "
        "default); none to keep all",
    ),
    "min_df": ("N", "leave out words in fewer documents; 0.01 is a share of them"),
    "max_df": ("N", "leave out words in more documents; 0.5 is a share of them"),
    "max_features": ("N", "keep at most so many words, those in most documents"),
    "removed": ("WORDS", "words to leave out, separated by commas"),
}
FLAGS = {
    "numbers": ("--numbers", True, "keep covid-19, 9/11 and 1945 as words"),
    "lowercase": ("--no-lowercase", False, "count Tax and tax as two words"),
    "without_repeated": (
        "--keep-repeated",
        False,
        "count text that is repeated in many documents, such as footers",
    ),
    "without_copies": (
        "--keep-copies",
        False,
        "count every copy of a document, and not one of them",
    ),
}
SOURCE_HELP = "a bundled corpus's name, a file, a folder of texts, a store; - for stdin"


def add_reading_options(
    command: argparse.ArgumentParser, *, optional: bool = False
) -> None:
    """Add the options for a file, for its columns and for its words.

    optional : whether the source may be left out
    """
    nargs = "?" if optional else None
    command.add_argument("source", metavar="SOURCE", nargs=nargs, help=SOURCE_HELP)
    group = command.add_argument_group("how the source is read")
    words = "words or features, one on each line, for counts without them"
    group.add_argument("--words", "--vocabulary", metavar="FILE", help=words)
    for name, (metavar, what) in FILE.items():
        group.add_argument(
            f"--{name.replace('_', '-')}",
            metavar=metavar,
            help=what,
            type=KINDS.get(name, str),
        )
    for name, (flag, value, what) in FLAGS.items():
        group.add_argument(
            flag, dest=name, action="store_const", const=value, help=what
        )


def reading_options(options: argparse.Namespace) -> dict[str, Any]:
    """Return the keywords of `load` that were given."""
    names = ("words", *FILE, *FLAGS)
    return {name: value for name, value in vars(options).items() if name in names}


def _names(listed: str) -> tuple[str, ...]:
    return tuple(filter(None, listed.split(",")))


def _count_or_share(text: str) -> int | float:
    return int(text) if text.isdecimal() else float(text)


KINDS: dict[str, Any] = {
    **dict.fromkeys(
        ("text", "group", "language", "stop_words", "junk", "removed"), _names
    ),
    **dict.fromkeys(("piece", "phrases", "shortest", "max_features"), int),
    **dict.fromkeys(("min_df", "max_df"), _count_or_share),
}
