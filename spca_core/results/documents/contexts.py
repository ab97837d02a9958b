"""A word in the texts: the words around it, when it occurs, and what goes with it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from spca_core.corpus.blocks import added
from spca_core.corpus.corpus import Corpus, normalised
from spca_core.corpus.matrix import Matrix, dense
from spca_core.corpus.occurrence import presence
from spca_core.corpus.texts.languages import stop_words
from spca_core.corpus.texts.whole_words import whole_words
from spca_core.formatting import counted
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution, loading_matrix
from spca_core.results.documents.coverage import documents_with
from spca_core.results.documents.shares import topic_shares
from spca_core.results.documents.text_search import with_forms
from spca_core.results.documents.titles import date_of, title
from spca_core.results.figure import Figure

WIDTH = 60  # characters on either side
MAX_CONTEXTS = 200
HEIGHT = 180  # pixels, of a chart
MAX_SUGGESTED = 10
LEAST_TOGETHER = 3  # documents: with fewer, words go together by chance


def find_word(corpus: Corpus, loaded: Corpus, typed: str) -> tuple[str, str]:
    """Return the word of the corpus that was typed, or "" and a sentence that says why.

    Case is ignored where no word has the case that was typed.

    loaded : the corpus with the words that were left out of `corpus`
    """
    typed = normalised(typed.strip())
    if word := _alike(corpus, typed):
        return word, ""
    if (column := corpus.column_if_any(typed)) is not None:  # of what it is counted as
        return corpus.words[column], ""
    if word := _alike(loaded, typed):
        return "", f"“{word}” is left out of the analysis."
    # Texts that are bundled are English.
    languages = loaded.report.languages or ("en",)
    if any(typed.lower() in stop_words(language) for language in languages):
        return "", f"“{typed}” is a stop word and is not counted."
    start = typed.casefold()
    longer = [name for name in corpus.words if name.casefold().startswith(start)]
    others = f" Words that begin with it: {', '.join(longer[:MAX_SUGGESTED])}."
    missing = (
        f"“{typed}” is not among the {counted(corpus.n_words, corpus.kind.words)}."
    )
    return "", missing + others if longer else missing


def _alike(corpus: Corpus, typed: str) -> str:
    wanted = typed.casefold()
    alike = [name for name in corpus.words if name.casefold() == wanted]
    return typed if typed in alike else next(iter(alike), "")


def contexts(corpus: Corpus, word: str, most: int = MAX_CONTEXTS) -> pd.DataFrame:
    """Return one row per place of a word, in the order of the texts.

    Columns: document (from 1), title, date, left, word (as it is written there), right.

    word : one of the corpus's; its other forms are found too
    """
    (column,) = corpus.columns_of([word])
    having = np.flatnonzero(documents_with(corpus, np.array([column]))[:, 0])
    sought = whole_words(with_forms([word], corpus.forms))
    rows = []
    texts = corpus.with_copies.texts
    for document in having if texts else ():
        text = " ".join(texts[document].split())
        for hit in sought.finditer(text):
            start, end = hit.span()
            left, right = text[max(start - WIDTH, 0) : start], text[end : end + WIDTH]
            rows.append((document + 1, left, hit[0], right))
        if len(rows) >= most:
            break
    table = pd.DataFrame(rows[:most], columns=["document", "left", "word", "right"])
    titles = [title(corpus, document) for document in table["document"]]
    dates = [date_of(corpus, document) for document in table["document"]]
    table.insert(1, "title", titles)
    table.insert(2, "date", dates)
    return table


def word_by_time(
    corpus: Corpus, word: str, times: Sequence[str], by: str
) -> pd.DataFrame:
    """Return the `topic_shares` of a word by time, as if it were a topic."""
    has = documents_with(corpus, np.array(corpus.columns_of([word])))
    return topic_shares(has, times, by)


def words_with(corpus: Corpus, word: str, most: int = 12) -> pd.DataFrame:
    """Return the words that go with a word, by NPMI: word, together, documents."""
    (column,) = corpus.columns_of([word])
    counts = Covariance(corpus.observations, centred=False)
    both = added(counts.by_block(_with, column))
    alone, n = counts.moments[2], corpus.n_documents
    enough = (both >= LEAST_TOGETHER) & (both < n)
    enough[column] = False
    share = np.where(enough, both, 1) / n
    expected = np.where(enough, alone, 1) * alone[column] / n**2
    alike = np.where(enough, np.log(share / expected) / -np.log(share), -1.0)
    first = np.argsort(-alike, kind="stable")[:most]
    table = pd.DataFrame(
        {
            "word": [corpus.words[other] for other in first],
            "together": alike[first],
            "documents": both[first].astype(int),
        }
    )
    return table[table["together"] > 0].reset_index(drop=True)


def _with(rows: Matrix, column: int) -> np.ndarray:
    has = dense(presence(rows, np.array([column]))).ravel()
    present: Any = rows != 0
    return np.asarray(present.T.astype(np.float64) @ has)


def topic_of_word(
    corpus: Corpus, covariance: Covariance, solution: Solution, word: str
) -> pd.DataFrame:
    """Return one row per topic, most correlated with the word first.

    The correlation is A_w x_j / sqrt(A_ww x_j^T A x_j), that of the word's column with
    the topic's scores: a cosine if A is not centred. Columns: topic, correlation,
    is_member.
    """
    (column,) = corpus.columns_of([word])
    vectors = loading_matrix(solution.supports, solution.loadings, corpus.n_words)
    along = covariance.cross_block(np.array([column]), solution.supports.ravel())
    loadings = vectors[solution.supports.ravel()]
    sizes = np.sqrt(
        covariance.variances[column]
        * np.einsum(
            "ij,ij->j", loadings, covariance.block(solution.supports.ravel()) @ loadings
        )
    )
    correlations = np.divide(
        along[0] @ loadings, sizes, np.zeros(len(sizes)), where=sizes > 0
    )
    table = pd.DataFrame(
        {
            "topic": np.arange(1, len(sizes) + 1),
            "correlation": correlations,
            "is_member": (solution.supports == column).any(axis=1),
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
        table=table,
        text=f"Share of documents with it, by {by}.",
        draw=partial(_draw, by=by, colour=colour),
    )


def _draw(table: pd.DataFrame, by: str, colour: str) -> Any:
    import altair as alt

    from spca_core.results import look

    return (
        alt.Chart(table, height=HEIGHT)
        .mark_line(color=colour, strokeWidth=2, point=True)
        .encode(
            x=look.by_time(by),
            y=look.shares(),
            tooltip=look.tooltip(
                group="Group",
                carrying=("Documents with the word", ",d"),
                documents=("Documents in all", ",d"),
                share=("Share", ".2%"),
            ),
        )
    )
