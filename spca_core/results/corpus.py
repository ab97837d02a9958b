"""A corpus as tables: its words, its numbers, and what each preparation step keeps."""

from dataclasses import replace

import numpy as np
import pandas as pd

from spca_core.corpus.bundled import display_name
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.findings import cleaned
from spca_core.corpus.matrix import Matrix
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import kept_words, prepare
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.formatting import counted, percent
from spca_core.problem.covariance import Covariance
from spca_core.problem.spectrum import leading_spectrum

MAX_POINTS = 300  # of a curve; more could not be told apart
MAX_BINS = 40
OTHER_UNIT = "in another unit"
MAX_NUMBERS_OF_SCREE = 20_000_000
CENTRED = {
    True: "The mean of each column is subtracted, so only what varies is left.",
    False: "Means stay in, so what is frequent everywhere carries weight too.",
}


def word_table(
    corpus: Corpus, *, centred: bool, weighting: str = "counts"
) -> pd.DataFrame:
    """Return one row per word, greatest variance first: its figures and its rank.

    The count is the sum over all documents; `documents` is the number that have the
    word. Only the variance, its diagonal entry of A, is weighted and centred.
    """
    covariance = Covariance.of(corpus, centred=centred, weighting=weighting)
    order = covariance.words_by_variance
    counts, _, frequencies = Covariance.of(corpus, centred=False).moments
    return pd.DataFrame(
        {
            "word": [corpus.words[word] for word in order],
            "count": counts[order],
            "documents": frequencies[order].astype(int),
            "variance": covariance.in_units(covariance.variances[order]),
            "rank": np.arange(1, corpus.n_words + 1),
        }
    )


def variance_by_rank(
    corpus: Corpus, *, centred: bool, weighting: str = "counts"
) -> pd.DataFrame:
    """Return one row per point of the curve, at `drawn_ranks`.

    Words that never vary have no place on a log scale and are left out.

    returns : rank, word, variance, and the share of all variance up to this rank
    """
    words = word_table(corpus, centred=centred, weighting=weighting)
    table = words[["rank", "word", "variance"]]
    total = table["variance"].sum() or 1.0
    table = table.assign(cumulative_share=table["variance"].cumsum() / total)
    varying = table[table["variance"] > 0]
    drawn = varying["rank"].isin(drawn_ranks(len(varying)))
    return varying[drawn].reset_index(drop=True)


def drawn_ranks(n_words: int) -> np.ndarray:
    """Return the ranks that a curve shows, from 1: spread evenly on a log scale."""
    return np.geomspace(1, max(n_words, 1), MAX_POINTS).round().astype(int)


def document_lengths(corpus: Corpus) -> pd.DataFrame:
    """Return one row per bar of the histogram: from, to, documents.

    A document's length is the sum of its numbers. A bar counts the documents with
    from <= length < to; the last bar includes its end.
    """
    numbers = Covariance(corpus.observations, centred=False)
    lengths = np.concatenate(list(numbers.by_block(_lengths)))
    documents, edges = np.histogram(lengths, bins=_edges(lengths))
    return pd.DataFrame({"from": edges[:-1], "to": edges[1:], "documents": documents})


def _lengths(rows: Matrix) -> np.ndarray:
    return np.asarray(rows.sum(axis=1)).ravel()


def scree(covariance: Covariance, n_eigenvalues: int) -> pd.DataFrame:
    """Return one row per eigenvalue of A, greatest first: number, size, share, total.

    The shares are of tr(A). There are no more rows than documents or words.
    """
    most = min(n_eigenvalues, covariance.n_documents, covariance.n_words)
    eigenvalues, _ = leading_spectrum(covariance, most)
    shares = eigenvalues / (covariance.variances.sum() or 1.0)
    eigenvalues = covariance.in_units(eigenvalues)
    return pd.DataFrame(
        {
            "number": np.arange(1, most + 1),
            "eigenvalue": eigenvalues,
            "share": shares,
            "cumulative_share": shares.cumsum(),
        }
    )


def scree_takes_long(corpus: Corpus) -> bool:
    """Return whether `scree` takes over ten seconds: it passes over the data often."""
    return corpus.observations.size > MAX_NUMBERS_OF_SCREE


def planted_topics(truth: tuple[tuple[str, ...], ...]) -> pd.DataFrame:
    """Return the words of planted topics: one row per rank, one column per topic."""
    columns = {f"Topic {topic}": words for topic, words in enumerate(truth, start=1)}
    return pd.DataFrame(columns)


def _edges(lengths: np.ndarray) -> np.ndarray:
    """Return where the bars begin and end: whole numbers if all lengths are whole."""
    if (lengths % 1).any():
        return np.histogram_bin_edges(lengths, bins=MAX_BINS)
    n_values = np.ptp(lengths) + 1
    width = np.ceil(n_values / MAX_BINS)
    return lengths.min() + width * np.arange(np.ceil(n_values / width) + 1)


def preparation_steps(
    corpus: Corpus,
    preparation: Preparation,
    *,
    centred: bool,
    weighting: str = "counts",
) -> pd.DataFrame:
    """Return one row per step: words left, variance kept (as shown too), explanation.

    The share kept is of tr(A) as loaded; it is missing if the weighting changes the
    unit. For centring it is the share of the second moments that is left.
    """
    prepared = prepare(corpus, preparation)
    rows = [
        *_cleaning(corpus, preparation, centred=centred),
        *_choosing(corpus, preparation, centred=centred),
    ]
    kept = rows[-1][2] if weighting == "counts" else np.nan
    left = _left(prepared, weighting, centred)
    rows += [
        ("Weighting", prepared.n_words, kept, WEIGHTINGS[weighting].does),
        ("Centring", prepared.n_words, left, CENTRED[centred]),
    ]
    table = pd.DataFrame(
        rows, columns=["step", "words", "variance_kept", "explanation"]
    )
    shown = table["variance_kept"].map(percent)
    return table.assign(kept=shown.where(table["variance_kept"].notna(), OTHER_UNIT))


def _choosing(
    corpus: Corpus, preparation: Preparation, *, centred: bool
) -> list[tuple[str, int, float, str]]:
    """Return a row for each step that leaves words out; each follows on the last."""
    documents = corpus.kind.documents
    left = cleaned(
        corpus,
        of_repeated=preparation.without_repeated,
        of_copies=preparation.without_copies,
    )
    least, n_most = preparation.min_df, preparation.max_features
    rare = Preparation(min_df=least)
    common = replace(rare, max_df=preparation.max_df)
    chosen = replace(common, removed=preparation.removed)
    steps = [
        ("Rare", rare, f"Left out if not in at least {least:,} of the {documents}."),
        ("Common", common, _left_out_as_common(common, documents)),
        ("Removed", chosen, f"Left out by name: {len(chosen.removed):,} on the list."),
    ]
    if n_most:
        steps.append(("Most", preparation, f"The {n_most:,} in most {documents}."))
    squares, loaded = _squares(left, centred), _squares(corpus, centred).sum() or 1.0
    rows = []
    for step, so_far, explanation in steps:
        kept = kept_words(left, so_far)
        share = float(squares[kept].sum() / loaded)
        rows.append((step, int(kept.sum()), share, explanation))
    return rows


def _cleaning(
    corpus: Corpus, preparation: Preparation, *, centred: bool
) -> list[tuple[str, int, float, str]]:
    """Return a row for the corpus as loaded, and for each finding that is left out."""
    documents, words = corpus.kind.documents, corpus.kind.words
    of_repeated, of_copies = preparation.without_repeated, preparation.without_copies
    steps = [("As loaded", corpus, f"All {words} of {display_name(corpus.name)}.")]
    unrepeated = cleaned(corpus, of_repeated=of_repeated, of_copies=False)
    if unrepeated is not corpus:
        told = f"Text that is repeated in many {documents} does not count."
        steps.append(("Repeated", unrepeated, told))
    once = cleaned(corpus, of_repeated=of_repeated, of_copies=of_copies)
    if once.n_documents < corpus.n_documents:
        n_copies = corpus.n_documents - once.n_documents
        told = f"Left out: {counted(n_copies, 'copies')}."
        steps.append(("Copies", once, told))
    loaded = _squares(corpus, centred).sum() or 1.0
    return [
        (step, left.n_words, float(_squares(left, centred).sum() / loaded), told)
        for step, left, told in steps
    ]


def _squares(corpus: Corpus, centred: bool) -> np.ndarray:
    """Return the words' variances times the documents: copies are not in a mean."""
    return Covariance.of(corpus, centred=centred).variances * corpus.n_documents


def _left_out_as_common(common: Preparation, documents: str) -> str:
    if replace(common, min_df=1).keeps_all:
        return "None is left out for being common."
    return f"Left out if in more than {common.max_df:,} of the {documents}."


def _left(corpus: Corpus, weighting: str, centred: bool) -> float:
    """Return tr(A) as a share of the sum of the second moments."""
    covariance = Covariance.of(corpus, centred=centred, weighting=weighting)
    second_moments = covariance.second_moments.sum() or 1.0
    return float(covariance.variances.sum() / second_moments)
