"""How relevant each word is to a topic."""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.documents.coverage import documents_with

USUAL_RELEVANCE = 0.6  # as in the paper


def relevant_words(
    corpus: Corpus,
    solution: Solution,
    topic: int,
    carried: np.ndarray,
    nearly: pd.DataFrame,
    typical: float = USUAL_RELEVANCE,
) -> pd.DataFrame:
    """Return one row per word: the topic's, most relevant first, then near misses.

    With p the share of the documents that carry the topic which have the word, and q
    that of all documents, the relevance is

        typical * log p + (1 - typical) * log (p / q).

    Columns: word, is_member, here (p), overall (q), inside (documents that carry the
    topic and have the word), documents (all that have the word), relevance.

    topic   : counted from 1
    nearly  : from `near_misses`
    typical : from 0, only what sets the topic apart, to 1, only what is frequent in it

    Sievert and Shirley, "LDAvis: A method for visualizing and interpreting topics",
    ACL workshop on interactive language learning, visualization and interfaces, 2014.
    """
    members = solution.supports[topic - 1]
    words = np.append(members, corpus.columns_of(nearly["word"])).astype(np.int64)
    has, carrying = documents_with(corpus, words), carried[:, topic - 1]
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
