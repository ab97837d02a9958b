"""The figures on a result: the headline, and what is known of the run."""

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weightings import NORMS, WEIGHTINGS
from spca_core.formatting import mark_if_weighted, noun, percent, significant
from spca_core.problem.settings import Settings
from spca_core.proof.verdict import KeyFigure
from spca_core.results.corpus.titles import unit
from spca_core.topics import Topics

STOPPED_BY = {"finished": "finished", "seconds": "time limit", "stop": "not finished"}


def headline(corpus: Corpus, has_topic: np.ndarray) -> list[KeyFigure]:
    """Return what the head of a result says, each figure to be read with its label.

    Which rows of measurements have a topic says nothing: they have all features.

    has_topic : from `coverage.documents_with_topics`
    """
    kind, n_documents = corpus.kind, len(has_topic)
    label = noun(n_documents, kind.documents)
    if part := unit(corpus):
        label = f"{label}, each a {part}"
    documents = KeyFigure("documents", label, f"{n_documents:,}")
    if kind.weighting == "counts":
        return [documents]
    share = percent(has_topic.any(axis=1).mean())
    return [documents, KeyFigure("share", f"of {kind.documents} have a topic", share)]


def headline_of_matrix(topics: Topics) -> list[KeyFigure]:
    """Return the same of topics of a covariance matrix: the share is of its trace."""
    corpus = topics.require_corpus()
    variables = KeyFigure(
        "words", noun(corpus.n_words, corpus.kind.words), f"{corpus.n_words:,}"
    )
    total = np.asarray(corpus.observations).trace()
    share = percent(float(topics.captured_variance / total))
    return [variables, KeyFigure("share", "of all variance captured", share)]


def key_figures(topics: Topics) -> list[KeyFigure]:
    """Return the figures on a result.

    A stored solution was not searched for here: it has no seconds and no candidates.
    """
    corpus, settings = topics.require_corpus(), topics.settings
    kind = corpus.kind
    variance = mark_if_weighted("Captured variance", settings.weighting)
    run = [KeyFigure("ended", "Run", "stored with the corpus")]
    if topics.candidates:
        run = [
            KeyFigure("time", "Seconds", f"{topics.seconds:.2f}"),
            KeyFigure("candidates_tried", "Candidates", f"{topics.candidates:,}"),
            KeyFigure("ended", "Run", STOPPED_BY[topics.stopped_by]),
        ]
    documents = KeyFigure(
        "documents",
        f"{kind.documents.capitalize()} analysed",
        f"{corpus.n_documents:,}",
    )
    return [
        KeyFigure("variance", variance, significant(topics.captured_variance)),
        *run,
        *[documents] * kind.has_documents,
        KeyFigure("words", kind.words.capitalize(), f"{corpus.n_words:,}"),
        KeyFigure("values", "Values", described_values(corpus, settings)),
    ]


def described_values(corpus: Corpus, settings: Settings) -> str:
    """Say which values of a corpus were analysed; of a matrix, what it is."""
    if not corpus.kind.has_documents:
        return corpus.matrix_name
    return values_analysed(settings)


def values_analysed(settings: Settings) -> str:
    """Say which values were analysed: raw, weighted, by their lengths, centred."""
    weighting, norm = WEIGHTINGS[settings.weighting].label, NORMS[settings.norm]
    parts = (
        weighting if settings.weighting != "counts" else "",
        norm.label.lower() if norm.power else "",
        "centred" if settings.centred else "",
    )
    return ", ".join(filter(None, parts)) or "raw"
