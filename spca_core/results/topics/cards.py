"""The heading of a result, and the figures on the card of each topic."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from spca_core.corpus.bundled import display_name
from spca_core.corpus.conditions import DATE, labelled, whole_name
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.formatting import counted, percent
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.results.topics.quality import evenness
from spca_core.results.topics.variances import variance_by_topic
from spca_core.topics import Topics

MAX_PART = 60  # characters of the conditions of a part
MOSTLY_ONE_WORD = 2.0  # below this evenness a topic is mostly one word


def subject(corpus: Corpus, groups: Mapping[str, Sequence[str]]) -> str:
    """Say what the topics are about: the corpus, and the years that it spans if known.

    Of a part of a corpus, conditions that are long are left out, and so are those on
    dates, which the years say.

    groups : from `groupings.groupings`
    """
    years = sorted({*groups.get("year", ())} - {""})
    span = [f"{years[0]}-{years[-1]}"] if years else []
    where = [each for each in corpus.where if each.name != DATE or not years]
    part = ", ".join(label for label, _ in labelled(where))
    part = "a part" if len(part) > MAX_PART else part
    whole = display_name(whole_name(corpus.name, corpus.where))
    return ", ".join(each for each in (whole, part, *span) if each)


def cards(topics: Topics) -> pd.DataFrame:
    """Return one row per topic: its figures, and three texts for its card.

    Columns: topic, share (of what all topics capture), with counts also evenness and
    documents (that have the topic); verdict (on it against chance, empty before that is
    known), sentence and figures.
    """
    table = variance_by_topic(topics)[["topic", "share"]]
    captured = list(map(_captured, table["share"]))
    about = captured
    if topics.corpus is not None and topics.corpus.kind.has_documents:
        table = table.assign(
            evenness=evenness(topics.loadings),
            documents=documents_with_topics(topics).sum(axis=0),
        )
        sparsity, kind = topics.supports.shape[1], topics.corpus.kind
        about = [_about(row, sparsity, kind) for row in table.itertuples()]
    if (chance := topics.chance) is None:
        return table.assign(verdict="", sentence=about, figures=captured)
    figures = map("; ".join, zip(chance.details, captured, strict=True))
    return table.assign(verdict=chance.verdicts, sentence=about, figures=list(figures))


def _about(card: Any, sparsity: int, kind: Kind) -> str:
    documents = f"in {counted(card.documents, kind.documents)}"
    is_one_word = sparsity > 1 and card.evenness < MOSTLY_ONE_WORD
    return f"mostly one word · {documents}" if is_one_word else documents


def _captured(share: float) -> str:
    return f"{percent(share)} of what all topics capture"
