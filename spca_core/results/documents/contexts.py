"""What was found in the texts: when it occurs, and what goes with it."""

from collections.abc import Sequence
from itertools import islice

import numpy as np
import pandas as pd

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.languages import stop_words
from spca_core.corpus.texts.whole_words import BEGINNING, phrases
from spca_core.formatting import counted
from spca_core.problem.solution import loading_matrix
from spca_core.results.documents.concordance import Concordance, counted_word
from spca_core.results.documents.shares import topic_shares
from spca_core.results.figure import Figure, late
from spca_core.topics import Topics

MAX_SUGGESTED = 10
MAX_RELATED = 12  # words
LEAST_TOGETHER = 3  # documents: with fewer, words go together by chance


def about_typed(found: Concordance, loaded: Corpus) -> str:
    """Say why a single word that was typed is not counted; nothing of any other.

    loaded : the corpus with the words that were left out of it
    """
    corpus, typed = found.corpus, found.sought
    is_word = found.words == (typed,) and not typed.endswith(BEGINNING)
    if counted_word(corpus, typed) or not is_word:
        return ""
    if corpus.base and (word := counted_word(corpus.base, typed)):
        return f"None of these {corpus.kind.documents} has “{word}”."
    if word := counted_word(loaded, typed):
        return f"“{word}” is left out of the analysis."
    # Texts that are bundled are English.
    languages = loaded.report.languages or ("en",)
    if any(typed.lower() in stop_words(language) for language in languages):
        return f"“{typed}” is a stop word and is not counted."
    start = typed.casefold()
    longer = [name for name in corpus.words if name.casefold().startswith(start)]
    others = f" Words that begin with it: {', '.join(longer[:MAX_SUGGESTED])}."
    missing = (
        f"“{typed}” is not among the {counted(corpus.n_words, corpus.kind.words)}."
    )
    return missing + others if longer else missing


def word_by_time(found: Concordance, times: Sequence[str], by: str) -> pd.DataFrame:
    """Return the `topic_shares` of what was found by time, as if it were a topic."""
    return topic_shares(found.has[:, None], times, by)


def related_words(found: Concordance) -> pd.DataFrame:
    """Return the words that go with what was found, by NPMI: word, together, documents.

    What was looked for is not among them.
    """
    whole = found.corpus.with_copies
    if not found.has.any():
        return pd.DataFrame(columns=["word", "together", "documents"])
    both = document_frequencies(whole.of_documents(found.has).observations)
    alone, n = document_frequencies(whole.observations), whole.n_documents
    enough = (both >= LEAST_TOGETHER) & (both < n)
    share = np.where(enough, both, 1) / n
    expected = np.where(enough, alone, 1) * found.has.sum() / n**2
    alike = np.where(enough, np.log(share / expected) / -np.log(share), -1.0)
    is_sought = phrases(found.words).fullmatch
    nearest = (place for place in np.argsort(-alike, kind="stable") if alike[place] > 0)
    others = (place for place in nearest if not is_sought(whole.words[place]))
    first = [*islice(others, MAX_RELATED)]
    return pd.DataFrame(
        {
            "word": [whole.words[other] for other in first],
            "together": alike[first],
            "documents": both[first].astype(int),
        }
    )


def topic_of_word(topics: Topics, word: str) -> pd.DataFrame:
    """Return one row per topic, most correlated with the word first.

    The correlation is A_w x_j / sqrt(A_ww x_j^T A x_j), that of the word's column with
    the topic's scores: a cosine if A is not centred. Columns: topic, correlation,
    is_member.
    """
    corpus, covariance = topics.require_corpus(), topics.covariance
    (column,) = corpus.columns_of([word])
    vectors = loading_matrix(topics.supports, topics.loadings, corpus.n_words)
    along = covariance.cross_block(np.array([column]), topics.supports.ravel())
    loadings = vectors[topics.supports.ravel()]
    sizes = np.sqrt(
        covariance.variances[column]
        * np.einsum(
            "ij,ij->j", loadings, covariance.block(topics.supports.ravel()) @ loadings
        )
    )
    correlations = np.divide(
        along[0] @ loadings, sizes, np.zeros(len(sizes)), where=sizes > 0
    )
    table = pd.DataFrame(
        {
            "topic": np.arange(1, len(sizes) + 1),
            "correlation": correlations,
            "is_member": (topics.supports == column).any(axis=1),
        }
    )
    return table.sort_values("correlation", ascending=False, ignore_index=True)


def about_word(topics: pd.DataFrame, names: Sequence[str]) -> str:
    """Say in a sentence which topic, by name, has a word or goes most with it.

    topics : from `topic_of_word`
    """
    name = names[nearest_topic(topics) - 1]
    if topics["is_member"].any():
        return f"It is in the topic “{name}”."
    greatest = topics["correlation"].iloc[0]
    if greatest <= 0:
        return "It is in no topic, and close to none."
    return f"It is in no topic. Closest topic: “{name}” ({greatest:.2f})."


def nearest_topic(topics: pd.DataFrame) -> int:
    """Return the topic, from 1, that `about_word` names."""
    member = topics[topics["is_member"]]
    return int((member if len(member) else topics)["topic"].iloc[0])


def word_over_time(table: pd.DataFrame, by: str, colour: str) -> Figure:
    """Return the share of the documents with a word as a line.

    table : from `word_by_time`
    by    : the name of the grouping
    """
    return Figure(
        name=f"word_by_{by}",
        title=f"Documents with the word, by {by}",
        table=table,
        text=f"Share of documents with it, by {by}.",
        draw=late("documents.charts:word_over_time", by=by, colour=colour),
    )
