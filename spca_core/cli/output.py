"""Results written to a file, whose ending says how."""

import argparse
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.proof.certificate import Certificate
from spca_core.proof.verdict import limits, records
from spca_core.results.comparison.result_table import (
    provenance_of_comparison,
    result_table,
)
from spca_core.results.comparison.runs import run_names
from spca_core.results.comparison.two_parts import (
    Side,
    keyness_of_parts,
    of_both,
    shares_figures,
    shares_in_both,
)
from spca_core.results.figure import Figure
from spca_core.results.files import html_report, pictures
from spca_core.results.files.export import to_workbook
from spca_core.results.files.html_report import Section
from spca_core.results.files.provenance import Provenance
from spca_core.results.files.saved import to_experiment
from spca_core.results.files.tables import TABLE_FORMATS, to_csv, to_xlsx, write_table
from spca_core.results.files.writing import checked_ending, write_file
from spca_core.results.topics.chance import with_chance
from spca_core.results.topics.pairing import compare_topics
from spca_core.results.topics.words import word_columns
from spca_core.topics import Topics

LOGGER = logging.getLogger(__name__)
Write = Callable[[Any, str], object]


class Runs(NamedTuple):
    """Several runs on one corpus, and the proof that judges them."""

    found: Sequence[Topics]
    proof: Certificate | None
    spend: float | None = None

    @property
    def corpus(self) -> Corpus:
        return self.found[0].require_corpus()

    @property
    def table(self) -> pd.DataFrame:
        """The table of the page Compare."""
        return result_table(self.found, limits([self.proof] if self.proof else []))

    @property
    def words(self) -> dict[str, pd.DataFrame]:
        """The topics of each run, by its name."""
        named = zip(run_names(self.found), self.found, strict=True)
        return {name: word_columns(run).reset_index() for name, run in named}

    @property
    def json(self) -> str:
        proven = limits([self.proof] if self.proof else [])
        return to_experiment(self.corpus, self.found, records(proven), self.spend)


class TwoParts(NamedTuple):
    """Two parts of one corpus with their topics."""

    first: Side
    second: Side

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """What compares them, by headings."""
        return {
            "Topics that share words": compare_topics(*(side.topics for side in self)),
            "How common each topic is": shares_in_both(*self),
            "Words that set them apart": keyness_of_parts(*self),
        }

    @property
    def provenance(self) -> Provenance:
        corpora, settings = [one.corpus for one in self], self.first.topics.settings
        return of_both(provenance_of_comparison(corpora[0], [settings]), *corpora)


def _report_of_parts(parts: TwoParts) -> str:
    sections = [
        *(Section(heading, [], table) for heading, table in parts.tables.items()),
        *(
            Section(figure.title, figure=figure)
            for figure in shares_figures(shares_in_both(*parts))
        ),
    ]
    title = f"{parts.first.label} beside {parts.second.label}"
    return html_report.to_html(title, sections, parts.provenance)


def _workbook_of_parts(parts: TwoParts) -> bytes:
    about = pd.DataFrame({"about": parts.provenance.lines()})
    return to_xlsx({**parts.tables, "About": about})


def _report(runs: Runs) -> str:
    sections = [
        Section("Methods", [], runs.table),
        *(Section(name, [], words) for name, words in runs.words.items()),
    ]
    made_of = provenance_of_comparison(
        runs.corpus, [run.settings for run in runs.found]
    )
    return html_report.to_html(f"Methods on {runs.corpus.name}", sections, made_of)


def _written(made: Callable[[Any], str | bytes]) -> Write:
    """Return how a result is written, from how its file's content is made."""
    return lambda result, path: write_file(path, made(result))


def _pictures(drawn: Callable[[Any], tuple[Figure, Provenance]]) -> dict[str, Write]:
    """Return how a result is written as a picture.

    drawn : returns its figure and its provenance
    """
    return {
        ".svg": _written(lambda result: pictures.to_svg(*drawn(result))),
        ".png": _written(lambda result: pictures.to_png(*drawn(result))),
        ".pdf": _written(lambda result: pictures.to_pdf(*drawn(result))),
    }


TOPICS: dict[str, Write] = {
    ".csv": _written(
        lambda topics: to_csv(with_chance(topics.to_frame(), topics.chance))
    ),
    ".json": Topics.save,
    ".html": Topics.to_html,
    ".toml": Topics.to_toml,
    **_pictures(lambda topics: (topics.figure(), topics.provenance)),
    ".xlsx": _written(to_workbook),
}
LINES: dict[str, Write] = dict.fromkeys(
    TABLE_FORMATS, lambda table, path: write_table(path, table)
)
DOCUMENTS: dict[str, Write] = dict.fromkeys(TABLE_FORMATS, Topics.write_documents)
RUNS: dict[str, Write] = {
    ".csv": _written(lambda runs: to_csv(runs.table)),
    ".json": _written(lambda runs: f"{runs.json}\n"),
    ".html": _written(_report),
    ".xlsx": _written(lambda runs: to_xlsx({"methods": runs.table, **runs.words})),
}
TWO_PARTS: dict[str, Write] = {
    ".html": _written(_report_of_parts),
    ".xlsx": _written(_workbook_of_parts),
}


def writer(
    options: argparse.Namespace, known: Mapping[str, Write], option: str = "output"
) -> Callable[[Any], None] | None:
    """Return a function that writes a result to the file of an option, if it is set.

    raises : InputError if the file's name has none of the endings, its folder is
        missing, or it is a folder; later, if it cannot be written
    """
    if option not in options:
        return None
    path = getattr(options, option)
    write = known[checked_ending(path, known)]

    def write_result(result: object) -> None:
        write(result, path)
        LOGGER.info(f"{path} is written")

    return write_result
