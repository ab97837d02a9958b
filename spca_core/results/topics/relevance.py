"""How relevant each word is to a topic."""

import numpy as np
import pandas as pd

from spca_core.results.figure import Figure, late
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
        draw=late("topics.charts:relevance", colour=colour, grey=grey),
    )
