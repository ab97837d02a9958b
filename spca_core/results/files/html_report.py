"""A result as one HTML file that opens anywhere: no script, nothing from outside."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from markupsafe import Markup

from spca_core.corpus.bundled import display_name
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.groupings import BY_TIME, groupings
from spca_core.extras import install_command, is_installed
from spca_core.formatting import significant
from spca_core.proof.verdict import bound_sentence, is_saved
from spca_core.results.colours import palette
from spca_core.results.corpus import reading
from spca_core.results.documents import groups, scores
from spca_core.results.documents.passages import densest_passages
from spca_core.results.documents.share_figures import share_heat_map, small_multiples
from spca_core.results.documents.shares import strongest, topic_shares
from spca_core.results.figure import Figure
from spca_core.results.files.pictures import to_inline_svg
from spca_core.results.files.provenance import Provenance
from spca_core.results.files.templates import template
from spca_core.results.topics import remarks
from spca_core.results.topics.cards import cards
from spca_core.results.topics.chance import (
    beside_proof,
    verdict,
    with_chance,
)
from spca_core.results.topics.coverage import (
    DEFINITION,
    describe_coverage,
    documents_with_topics,
)
from spca_core.results.topics.key_figures import key_figures
from spca_core.results.topics.naming import visible
from spca_core.results.topics.variances import (
    variance_by_topic,
    variance_labels,
    variances_figure,
)
from spca_core.results.topics.words import (
    topic_words,
    words_figure,
    written_topics,
)
from spca_core.topics import Topics

TEMPLATE = Path(__file__).with_name("report.html")
MAX_LEADING = 5  # of each topic
LEADING = {  # headings
    "name": "Topic",
    "title": "Title",
    "share": "Share",
    "words": "Words",
    "passage": "Passage",
}


class AboutTopic(NamedTuple):
    """What the report says of a topic at its beginning.

    figures : how many documents are about it, and how it is against chance
    places  : where it is most common, a sentence for each grouping
    title, passage : of its leading document
    """

    name: str
    colour: str
    words: str
    figures: str
    places: Sequence[str]
    title: str
    passage: str


class Section(NamedTuple):
    """A part of the report.

    table  : shown with its columns' names, without its index
    figure : its chart is shown with its title below
    topics : what each of them is about
    """

    heading: str
    paragraphs: Sequence[str] = ()
    table: pd.DataFrame | None = None
    figure: Figure | None = None
    topics: Sequence[AboutTopic] = ()


def html_report(topics: Topics, title: str = "") -> str:
    """Return the report on topics as HTML; hidden ones are left out.

    title : or else what the corpus is called
    """
    corpus, chance = topics.require_corpus(), topics.chance
    leaders, of_documents, shares = None, [], {}
    first = [corpus.without_documents]
    has_topic = None
    if corpus.kind.has_documents:
        has_topic = documents_with_topics(topics)
        first = [describe_coverage(has_topic, corpus.kind)]
        leaders = _leaders(topics)
        grouped, colours = _grouped(corpus), palette(range(len(topics)))
        shares = {by: topic_shares(has_topic, of, by) for by, of in grouped.items()}
        of_documents = [
            *(
                _by_group(corpus, by, grouped[by], visible(topics, table), colours)
                for by, table in shares.items()
            ),
            _about_leaders(corpus, leaders),
        ]
    first = [*(chance.sentences(corpus) if chance else [verdict(None)]), *first]
    sections = [
        Section("Topics", first, topics=_topics(topics, shares, leaders)),
        Section(
            "Words of the topics",
            figure=words_figure(visible(topics, topic_words(topics))),
        ),
        *of_documents,
        _variances(topics, has_topic),
        _result(topics),
        Section("The corpus", [], reading.figures_of_reading(corpus)),
    ]
    title = title or f"Topics of {display_name(corpus.name)}"
    return to_html(title, sections, topics.provenance)


def _topics(
    topics: Topics, shares: Mapping[str, pd.DataFrame], leaders: pd.DataFrame | None
) -> list[AboutTopic]:
    """Return what each topic is about, in the order of its cards."""
    words = written_topics(topics)
    colours = palette(range(len(words)))
    described = []
    for card in visible(topics, cards(topics)).to_dict("records"):
        number = card["topic"]
        places = ((by, strongest(table, number)) for by, table in shares.items())
        described.append(
            AboutTopic(
                card["name"],
                colours[number - 1],
                words[number - 1],
                " · ".join(filter(None, [card["verdict"], card["sentence"]])),
                [f"Most common by {by}: {most}." for by, most in places if most],
                *_first_passage(leaders, number),
            )
        )
    return described


def _first_passage(leaders: pd.DataFrame | None, topic: int) -> tuple[str, str]:
    """Return the title of the topic's leading document and its passage, if known."""
    if leaders is None or "passage" not in leaders:
        return "", ""
    of_topic = leaders[leaders["topic"] == topic]
    first = of_topic[["title", "passage"]].head(1).to_numpy().tolist()
    return next(((title, passage) for title, passage in first), ("", ""))


def _result(topics: Topics) -> Section:
    texts = remarks.remarks(topics)
    if certificate := topics.certificate:
        words = topics.about.kind.words
        proven = bound_sentence(topics, certificate.upper_bound, words)
        texts.append(beside_proof(proven, topics.chance))
        if is_saved(certificate):
            texts.append("The proof was made before and saved.")
    headline = pd.DataFrame(key_figures(topics))
    return Section("Result", texts, headline[["label", "value"]])


def _variances(topics: Topics, has_topic: np.ndarray | None) -> Section:
    table = visible(topics, variance_by_topic(topics))
    shown = table
    if has_topic is not None:
        shown = table.assign(Documents=has_topic.sum(axis=0)[table["topic"] - 1])
    return Section(
        "Variance of the topics",
        [],
        with_chance(shown, topics.chance).rename(
            columns=variance_labels(topics.settings)
        ),
        variances_figure(table, topics.settings),
    )


def _leaders(topics: Topics) -> pd.DataFrame:
    """Return the documents that have most of each topic, with what they say of it."""
    leaders = visible(topics, scores.leaders_of_all(topics, MAX_LEADING))
    if not topics.require_corpus().with_copies.texts:
        return leaders
    passages = [
        "".join(pieces["piece"])
        for topic, of in leaders.groupby("topic")
        for pieces in densest_passages(topics, int(str(topic)), list(of["document"]))
    ]
    return leaders.assign(passage=passages)


def _about_leaders(corpus: Corpus, leaders: pd.DataFrame) -> Section:
    of_each = f"{corpus.kind.documents.capitalize()} about each topic"
    known = [column for column in LEADING if column in leaders]
    return Section(of_each, [DEFINITION], leaders[known].rename(columns=LEADING))


def _grouped(corpus: Corpus) -> dict[str, tuple[str, ...]]:
    """Return the groups of documents: of times the first unit there is, and others."""
    by_name = groupings(corpus)
    times = [by for by in by_name if by in BY_TIME]
    others = [by for by in by_name if by not in times]
    return {by: by_name[by] for by in (*times[:1], *others)}


def _by_group(
    corpus: Corpus,
    by: str,
    of: Sequence[str],
    shares: pd.DataFrame,
    colours: Sequence[str],
) -> Section:
    """Return the topics over time, or in each group."""
    figure = (
        small_multiples(shares, by, colours)
        if by in BY_TIME
        else share_heat_map(shares, by)
    )
    members = groups.about_membership(corpus, of, by)
    return Section(f"By {by}", [members] if members else [], figure=figure)


def to_html(title: str, sections: Sequence[Section], provenance: Provenance) -> str:
    """Return the report as HTML; titles and words are only ever shown as text."""
    return template(TEMPLATE, drawn=_drawn, shown=_shown).render(
        title=title, sections=sections, provenance=provenance.lines()
    )


def _drawn(figure: Figure, number: int) -> Markup | str:
    if not is_installed("charts"):
        return f"Charts are not installed here; run {install_command('charts')}."
    # Safe: Vega writes drawing elements only, and escapes words.
    return Markup(to_inline_svg(figure, f"figure-{number}-"))


def _shown(value: Any) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return significant(value) if isinstance(value, float) else str(value)
