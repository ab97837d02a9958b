"""The texts of documents, with the words of topics in them."""

from collections.abc import Sequence

import pandas as pd

from spca_core.corpus.texts.merging import with_forms
from spca_core.results.corpus.text_search import densest_part, highlight
from spca_core.topics import Topics


def highlighted(topics: Topics, document: int) -> pd.DataFrame | None:
    """Return a document's text in pieces, each with its topic or 0; None without texts.

    The columns are those of `text_search.highlight`.
    """
    corpus = topics.require_corpus()
    texts = corpus.with_copies.texts
    if not texts:
        return None
    words = {
        form: topic
        for topic, listed in enumerate(topics.words(), start=1)
        for form in with_forms(listed, corpus.forms)
    }
    return highlight(texts[document - 1], words)


def densest_passages(
    topics: Topics, topic: int, documents: Sequence[int]
) -> list[pd.DataFrame]:
    """Return the part of each document's text that has most of a topic's words."""
    lit_texts = (highlighted(topics, document) for document in documents)
    return [densest_part(pieces, topic) for pieces in lit_texts if pieces is not None]
