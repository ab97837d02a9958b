"""What each step of preparing leaves of a corpus, as a table."""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import Preparation, kept_words, prepare
from spca_core.problem.covariance import Covariance

WEIGHTED = {
    "counts": "Numbers stay as they are.",
    "log": "A count c becomes log(1 + c): many in one document weigh less.",
    "tf-idf": "A count is multiplied by log(n / df): words of few documents gain.",
    "binary": "A count becomes 1, however often the word is in the document.",
}
CENTRED = {
    True: "The mean of each column is subtracted, so only what varies is left.",
    False: "Means stay in, so what is frequent everywhere carries weight too.",
}


def preparation_steps(
    corpus: Corpus, preparation: Preparation, *, centred: bool
) -> pd.DataFrame:
    """One row a step: step, words left, share of variance kept, explanation.

    The share is of the trace of A as loaded, and missing where a weighting changes the
    unit; that of centring is what is left of the second moments, about the means.

    raises : InputError if no word is left, or negative numbers are to be weighted
    """
    prepared = prepare(corpus, preparation)
    rows = _choosing(corpus, preparation, centred=centred)
    kept = rows[-1][2] if preparation.weighting == "counts" else np.nan
    rows += [
        ("Weighting", prepared.n_words, kept, WEIGHTED[preparation.weighting]),
        ("Centring", prepared.n_words, _left(prepared, centred), CENTRED[centred]),
    ]
    return pd.DataFrame(rows, columns=["step", "words", "variance_kept", "explanation"])


def _choosing(
    corpus: Corpus, preparation: Preparation, *, centred: bool
) -> list[tuple[str, int, float, str]]:
    """Return a row for each step that leaves words out, every one after the last."""
    documents, words = corpus.kind.documents, corpus.kind.words
    least, most = preparation.least_documents, preparation.most_share
    removed = preparation.removed
    rare = Preparation(least_documents=least)
    common = Preparation(least_documents=least, most_share=most)
    chosen = Preparation(least_documents=least, most_share=most, removed=removed)
    variances = Covariance.of(corpus, centred=centred).variances
    rows = []
    for step, so_far, explanation in (
        ("As loaded", Preparation(), f"All {words} of {corpus.name}."),
        ("Rare", rare, f"Left out if not in at least {least:,} of the {documents}."),
        ("Common", common, f"Left out if in more than {most:.4g} of the {documents}."),
        ("Removed", chosen, f"Left out by name: {len(removed):,} on the list."),
    ):
        kept = kept_words(corpus, so_far)
        share = variances[kept].sum() / (variances.sum() or 1.0)
        rows.append((step, int(kept.sum()), float(share), explanation))
    return rows


def _left(corpus: Corpus, centred: bool) -> float:
    """Return the share of the second moments that A has on its diagonal."""
    second_moments = Covariance.of(corpus, centred=False).variances.sum()
    variances = Covariance.of(corpus, centred=centred).variances.sum()
    return float(variances / (second_moments or 1.0))
