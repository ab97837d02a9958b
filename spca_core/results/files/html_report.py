"""A result as one HTML file that opens anywhere: no script, nothing from outside."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from altair.typing import ChartType
from markupsafe import Markup

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution, significant
from spca_core.proof.certificate import Certificate
from spca_core.proof.verdict import sentence
from spca_core.results import documents, reading, sentences
from spca_core.results import topics as tables
from spca_core.results.charts.topics import all_topics, topic_variances
from spca_core.results.files.pictures import to_inline_svg
from spca_core.results.files.provenance import Provenance
from spca_core.results.files.templates import template

TEMPLATE = Path(__file__).with_name("report.html")
MAX_DOCUMENTS = 5  # of each topic


class Section(NamedTuple):
    """A part of the report.

    table       : shown with its columns' names, without its index
    description : of the chart, for those who cannot see it; shown below it too
    """

    heading: str
    paragraphs: Sequence[str] = ()
    table: pd.DataFrame | None = None
    chart: ChartType | None = None
    description: str = ""


def report(
    title: str,
    corpus: Corpus,
    solution: Solution,
    provenance: Provenance,
    certificate: Certificate | None = None,
    names: Mapping[str, str] = {},
) -> str:
    """Return the report as HTML.

    names : of topics, as `topics.topic_names` takes them
    """
    sections = [
        _summary(corpus, solution, certificate),
        *_topics(corpus, solution, names),
        _leaders(corpus, solution, names),
        Section("The corpus", [], reading.report(corpus)),
    ]
    return to_html(title, sections, provenance)


def _summary(
    corpus: Corpus, solution: Solution, certificate: Certificate | None
) -> Section:
    said = list(sentences.remarks(solution)["sentence"])
    if certificate:
        said.append(sentence(solution, certificate.upper_bound, corpus.kind.words))
    headline = tables.headline(corpus, solution)
    return Section("Result", said, headline[["label", "value"]])


def _topics(
    corpus: Corpus, solution: Solution, names: Mapping[str, str]
) -> list[Section]:
    words = tables.topic_words(corpus, solution, names)
    topics, labels = tables.topics(solution), tables.variance_labels(solution.settings)
    return [
        Section(
            "Topics",
            [],
            tables.word_columns(corpus, solution, names),
            all_topics(words),
            " ".join(sentences.topic(one) for _, one in words.groupby("topic")),
        ),
        Section(
            "Variance of the topics",
            [],
            topics.rename(columns=labels),
            topic_variances(topics, labels),
            sentences.variances(topics, labels),
        ),
    ]


def _leaders(corpus: Corpus, solution: Solution, names: Mapping[str, str]) -> Section:
    leaders = documents.leaders_of_all(corpus, solution, MAX_DOCUMENTS)
    called = tables.topic_names(corpus, solution, names)
    return Section(
        f"{corpus.kind.documents.capitalize()} that carry each topic",
        [],
        tables.with_names(leaders, called)[["name", "title", "share", "words"]],
    )


def to_html(title: str, sections: Sequence[Section], provenance: Provenance) -> str:
    """Return the report as HTML; titles and words are only ever shown as text."""
    return template(TEMPLATE, drawn=_drawn, shown=_shown).render(
        title=title, sections=sections, provenance=provenance.lines()
    )


def _drawn(chart: ChartType, number: int, description: str) -> Markup:
    # Safe: words are escaped, and only drawing elements are kept. See `pictures`.
    return Markup(to_inline_svg(chart, f"figure-{number}-", description))


def _shown(value: Any) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return significant(value) if isinstance(value, float) else str(value)
