"""How relevant each word is to a topic."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from spca_core.results.figure import Figure
from spca_core.results.topics.coverage import documents_with
from spca_core.topics import Topics

DEFAULT_RELEVANCE = 0.6  # as in the paper


def relevant_words(
    topics: Topics,
    topic: int,
    has_topic: np.ndarray,
    nearly: pd.DataFrame,
    typical: float = DEFAULT_RELEVANCE,
) -> pd.DataFrame:
    """Return one row per word: the topic's, most relevant first, then near misses.

    With p the share of the documents that have the topic which have the word, and q
    that of all documents, the relevance is

        typical * log p + (1 - typical) * log (p / q).

    Columns: word, is_member, here (p), overall (q), inside (documents that have the
    topic and have the word), documents (all that have the word), relevance.

    topic   : counted from 1
    nearly  : from `near_misses`
    typical : from 0, only what sets the topic apart, to 1, only what is frequent in it

    Sievert and Shirley, "LDAvis: A method for visualizing and interpreting topics",
    ACL workshop on interactive language learning, visualization and interfaces, 2014.
    """
    corpus, members = topics.require_corpus(), topics.supports[topic - 1]
    words = np.append(members, corpus.columns_of(nearly["word"])).astype(np.int64)
    has, carrying = documents_with(corpus, words), has_topic[:, topic - 1]
    inside, documents = has[carrying].sum(axis=0), has.sum(axis=0)
    here = inside / max(carrying.sum(), 1)
    overall = documents / len(has)
    with np.errstate(divide="ignore", invalid="ignore"):
        relevance = typical * np.log(here) + (1 - typical) * np.log(here / overall)
    table = pd.DataFrame(
        {
            "word": [corpus.words[word] for word in words],
            "is_member": np.arange(len(words)) < len(members),
            "here": here,
            "overall": overall,
            "inside": inside,
            "documents": documents,
            "relevance": np.where(inside > 0, relevance, -np.inf),
        }
    )
    return table.sort_values(
        ["is_member", "relevance"], ascending=False, kind="stable", ignore_index=True
    )


def relevance_figure(words: pd.DataFrame, name: str, colour: str, grey: str) -> Figure:
    """Return each word's documents of the topic over all its documents.

    Words of the topic have its colour, near misses are grey and hollow. A click selects
    `word`.

    words : from `relevant_words`
    name  : of the topic
    """
    members = words[words["is_member"]]
    listed = ", ".join(
        f"{word.word} in {word.inside:,} of its documents and {word.documents:,} in all"
        for word in members.itertuples()
    )
    return Figure(
        name="relevant_words",
        title=f"Words of the topic “{name}”",
        table=words,
        text=f"{name}: {listed}.",
        draw=partial(_draw, colour=colour, grey=grey),
    )


def _draw(words: pd.DataFrame, colour: str, grey: str) -> Any:
    import altair as alt

    from spca_core.results import look

    picked = alt.selection_point("word", fields=["word"], on="click", empty=False)
    base = alt.Chart(words).encode(
        y=look.by_word(),
        tooltip=look.tooltip(
            word="Word",
            inside=("Documents of the topic with it", ",d"),
            documents=("All documents with it", ",d"),
        ),
    )
    # Not by `format`, which would write 0 as 0k beside 1k.
    by_size = alt.Axis(labelExpr="format(datum.value, '~s')", tickCount=4)
    all_of_it = base.mark_bar(color=grey, opacity=0.6, cursor="pointer").encode(
        x=alt.X("documents:Q", title="Documents", axis=by_size)
    )
    member = alt.condition(alt.datum.is_member, alt.value(1.0), alt.value(0.35))
    inside = base.mark_bar(color=colour, height={"band": 0.6}, cursor="pointer").encode(
        x="inside:Q", opacity=member
    )
    height = look.WORD_HEIGHT * len(words) + 46
    return alt.layer(all_of_it.add_params(picked), inside, height=height)
