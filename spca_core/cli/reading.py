"""The options that say how a file is read."""

import argparse

from spca_core.corpus.readers.encodings import ENCODINGS
from spca_core.corpus.readers.loading import Reading
from spca_core.corpus.readers.text_table import Columns
from spca_core.corpus.texts.pieces import CUTS, Cutting
from spca_core.corpus.texts.tokenisation import (
    AUTO,
    JUNK,
    MERGINGS,
    USUAL,
    Tokenisation,
)

NONE = "none"


def add_reading_options(command: argparse.ArgumentParser) -> None:
    """Add the options for a file, for its columns and for its words."""
    add, cutting = command.add_argument, Cutting()
    add("source", metavar="SOURCE", help="a bundled corpus's name, a file or a store")
    add("--vocabulary", metavar="FILE", help="words or features, one on each line")
    add("--format", default=AUTO, help=FORMAT_HELP)
    add("--label", metavar="COLUMN", help=LABEL_HELP)
    for name, what in COLUMNS.items():
        add(f"--{name}", default="", metavar="COLUMN", help=what)
    add("--encoding", default=AUTO, choices=tuple(ENCODINGS), help="encoding of a text")
    add("--cut", default=cutting.how, choices=tuple(CUTS), help=CUT_HELP)
    add("--piece", type=int, default=cutting.n_words, help="words in each piece")
    add("--language", default=AUTO, metavar="CODE", help=LANGUAGE_HELP)
    add("--stop-words", default="", metavar="WORDS", help=STOP_WORDS_HELP)
    add("--merge", default=USUAL.merging, choices=tuple(MERGINGS), help=MERGE_HELP)
    add("--phrases", type=int, default=USUAL.longest_phrase, help=PHRASES_HELP)
    add("--numbers", action="store_true", help="keep covid-19, 9/11 and 1945 as words")
    add("--token-pattern", default=USUAL.token_pattern, metavar="REGEX", help=PATTERN)
    add("--junk", default=",".join(JUNK), metavar="KINDS", help=JUNK_HELP)
    add("--keep-repeated", action="store_true", help=KEEP_REPEATED_HELP)


def reading_of(options: argparse.Namespace) -> Reading:
    """Return how a file is to be read, according to the options."""
    return Reading(
        format=options.format,
        label=options.label,
        columns=Columns(
            text=_names(options.text),
            title=options.title,
            date=options.date,
            groups=_names(options.group),
        ),
        encoding=options.encoding,
        cutting=Cutting(how=options.cut, n_words=options.piece),
        tokenisation=_tokenisation(options),
    )


def _tokenisation(options: argparse.Namespace) -> Tokenisation:
    return Tokenisation(
        languages=_names_or_none(options.language),
        stop_words=_names(options.stop_words),
        merging=options.merge,
        longest_phrase=options.phrases,
        numbers=options.numbers,
        token_pattern=options.token_pattern,
        junk=_names_or_none(options.junk),
        without_repeated=not options.keep_repeated,
    )


def _names_or_none(listed: str) -> tuple[str, ...]:
    return () if listed == NONE else _names(listed)


def _names(listed: str) -> tuple[str, ...]:
    return tuple(filter(None, listed.split(",")))


COLUMNS = {
    "text": "column of the texts in a table; several, separated by commas, are joined",
    "title": "column of their titles; 0 for none",
    "date": "column of their dates; 0 for none",
    "group": "column of their groups; several, separated by commas; 0 for none",
}
FORMAT_HELP = "format of the file, if it is not recognised"
LABEL_HELP = "column of labels in a table of numbers, by name or number; not a feature"
CUT_HELP = "what long texts are cut into"
LANGUAGE_HELP = (
    "languages whose function words are left out, such as en or de,fr; detected by "
    "default; none to keep all"
)
STOP_WORDS_HELP = "more words to leave out, separated by commas"
MERGE_HELP = "which forms of a word are counted as one"
PHRASES_HELP = "the most words that a phrase may have"
PATTERN = "what a word looks like"
JUNK_HELP = (
    f"what is left out of texts as no words: {', '.join(JUNK)} (default), or none"
)
KEEP_REPEATED_HELP = "count text that is repeated in many documents, such as footers"
