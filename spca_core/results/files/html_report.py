"""A result as one HTML file that opens anywhere: no script, nothing from outside."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from markupsafe import Markup

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.groupings import BY_TIME, groupings
from spca_core.formatting import significant
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate
from spca_core.proof.verdict import bound_sentence, is_saved
from spca_core.results.colours import palette
from spca_core.results.corpus import reading
from spca_core.results.documents import groups, scores
from spca_core.results.documents.coverage import (
    DEFINITION,
    describe_coverage,
    documents_with_topics,
)
from spca_core.results.documents.passages import densest_passages
from spca_core.results.documents.shares import (
    share_heat_map,
    small_multiples,
    topic_shares,
)
from spca_core.results.figure import Figure
from spca_core.results.files.pictures import to_inline_svg
from spca_core.results.files.provenance import Provenance
from spca_core.results.files.templates import template
from spca_core.results.topics import remarks
from spca_core.results.topics.chance import AgainstChance, with_chance
from spca_core.results.topics.key_figures import key_figures
from spca_core.results.topics.naming import topic_names, with_names
from spca_core.results.topics.variances import (
    variance_by_topic,
    variance_labels,
    variances_figure,
)
from spca_core.results.topics.words import (
    topic_words,
    with_notes,
    word_columns,
    words_figure,
)

TEMPLATE = Path(__file__).with_name("report.html")
MAX_LEADING = 5  # of each topic


class Section(NamedTuple):
    """A part of the report.

    table  : shown with its columns' names, without its index
    figure : its chart is shown with its sentence below
    """

    heading: str
    paragraphs: Sequence[str] = ()
    table: pd.DataFrame | None = None
    figure: Figure | None = None


def html_report(
    title: str,
    corpus: Corpus,
    solution: Solution,
    provenance: Provenance,
    certificate: Certificate | None = None,
    names: Mapping[str, str] = {},
    hidden: Collection[int] = (),
    chance: AgainstChance | None = None,
) -> str:
    """Return the report as HTML.

    names : of topics, as `topics.topic_names` takes them
    hidden : topics, from 1, that are left out
    chance : what is known of the topics against chance
    """
    called = topic_names(corpus, solution, names)

    def visible(table: pd.DataFrame) -> pd.DataFrame:
        return with_names(table[~table["topic"].isin(hidden)], called)

    has_topic, first, of_documents = None, [corpus.without_documents], []
    if corpus.kind.has_documents:
        has_topic = documents_with_topics(corpus, solution)
        first = [describe_coverage(has_topic, corpus.kind)]
        of_documents = [
            _leaders(corpus, solution, visible),
            *_groups(corpus, has_topic, visible),
        ]
    first += chance.sentences(corpus) if chance else []
    sections = [
        _summary(corpus, solution, certificate, first),
        _words(corpus, solution, visible, names, hidden),
        _topics(solution, has_topic, visible, provenance.topic_notes, chance),
        *of_documents,
        Section("The corpus", [], reading.figures_of_reading(corpus)),
    ]
    return to_html(title, sections, provenance)


Visible = Callable[[pd.DataFrame], pd.DataFrame]


def _summary(
    corpus: Corpus,
    solution: Solution,
    certificate: Certificate | None,
    first: Sequence[str],
) -> Section:
    texts = [*first, *remarks.remarks(corpus, solution)]
    if certificate:
        texts.append(
            bound_sentence(solution, certificate.upper_bound, corpus.kind.words)
        )
        if is_saved(certificate):
            texts.append("This proof was read from the saved result.")
    headline = pd.DataFrame(key_figures(corpus, solution))
    return Section("Result", texts, headline[["label", "value"]])


def _words(
    corpus: Corpus,
    solution: Solution,
    visible: Visible,
    names: Mapping[str, str],
    hidden: Collection[int],
) -> Section:
    words = visible(topic_words(corpus, solution))
    return Section(
        "Topics",
        [],
        word_columns(corpus, solution, names, hidden),
        words_figure(words),
    )


def _topics(
    solution: Solution,
    has_topic: np.ndarray | None,
    visible: Visible,
    notes: Mapping[str, str],
    chance: AgainstChance | None,
) -> Section:
    topics = visible(variance_by_topic(solution))
    shown = topics
    if has_topic is not None:
        shown = topics.assign(Documents=has_topic.sum(axis=0)[topics["topic"] - 1])
    judged = with_chance(shown, chance)
    shown = with_notes(judged, notes) if notes else judged
    return Section(
        "Variance of the topics",
        [],
        shown.rename(columns=variance_labels(solution.settings)),
        variances_figure(topics, solution.settings),
    )


def _leaders(corpus: Corpus, solution: Solution, visible: Visible) -> Section:
    """Return the documents that have most of each topic, with what they say of it."""
    leaders = visible(scores.leaders_of_all(corpus, solution, MAX_LEADING))
    shown = ["name", "title", "share", "words"]
    if corpus.with_copies.texts:
        passages = [
            "".join(pieces["piece"])
            for topic, of in leaders.groupby("topic")
            for pieces in densest_passages(
                corpus, solution, int(str(topic)), list(of["document"])
            )
        ]
        leaders, shown = leaders.assign(passage=passages), [*shown, "passage"]
    of_each = f"{corpus.kind.documents.capitalize()} about each topic"
    return Section(of_each, [DEFINITION], leaders[shown])


def _groups(
    corpus: Corpus, has_topic: np.ndarray, visible: Visible
) -> Iterator[Section]:
    """Yield the topics over time, in the first unit there is, and by each group."""
    by_name = groupings(corpus)
    times = [by for by in by_name if by in BY_TIME]
    for by in (*times[:1], *(by for by in by_name if by not in times)):
        shares = visible(topic_shares(has_topic, by_name[by], by))
        figure = (
            small_multiples(shares, by, palette(range(has_topic.shape[1])))
            if by in times
            else share_heat_map(shares, by)
        )
        members = groups.about_membership(corpus, by_name[by], by)
        yield Section(f"By {by}", [members] if members else [], figure=figure)


def to_html(title: str, sections: Sequence[Section], provenance: Provenance) -> str:
    """Return the report as HTML; titles and words are only ever shown as text."""
    return template(TEMPLATE, drawn=_drawn, shown=_shown).render(
        title=title, sections=sections, provenance=provenance.lines()
    )


def _drawn(figure: Figure, number: int) -> Markup:
    # Safe: words are escaped, and only drawing elements are kept. See `pictures`.
    return Markup(to_inline_svg(figure, f"figure-{number}-"))


def _shown(value: Any) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return significant(value) if isinstance(value, float) else str(value)
