"""Columns of unlike scales: a few have nearly all of the variance."""

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.formatting import percent
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings

UNLIKE = 100.0  # times the least variance above 0


def about_scales(corpus: Corpus, settings: Settings) -> str:
    """Say that variances differ more than a hundredfold, and the way out; or nothing.

    Counts are all of one unit, and standardised columns have equal variances.
    """
    is_measured = corpus.kind is MEASUREMENTS or not corpus.kind.has_documents
    if not is_measured or (settings.weighting, settings.norm) != ("counts", "none"):
        return ""
    variances = covariance_of(corpus, settings).variances
    if variances.max() <= UNLIKE * variances[variances > 0].min(
        initial=variances.max()
    ):
        return ""
    share = percent(variances.max() / variances.sum(), 1)
    return (
        f"{corpus.words[variances.argmax()]} has {share} of all variance, and others "
        "have less than a hundredth of that: topics follow the units of measurement. "
        f"{WAY_OUT[corpus.kind.has_documents]}"
    )


WAY_OUT = {
    True: 'Standardise them (weighting="standardised"), so that all weigh alike.',
    False: "Their correlation matrix weighs all alike.",
}
