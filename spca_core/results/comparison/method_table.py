"""Each method's best run: what it captures by three figures, and how it reads."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.comparison.adjusted import of_all_runs
from spca_core.results.comparison.overlap import share_recovered
from spca_core.results.topics.coverage import covered
from spca_core.results.topics.quality import coherence

LABELS = {
    "coherence": "Coherence",
    "covered": "Covered",
    "recovered": "Planted words found",
}


def method_table(
    corpus: Corpus,
    covariance: Covariance,
    solutions: Sequence[Solution],
    planted: Sequence[Sequence[str]] = (),
) -> pd.DataFrame:
    """Return one row per solution, with the columns of `adjusted.of_all_runs`.

    With documents there are also coherence (the mean NPMI of the words of a topic, over
    all documents) and covered (the share of documents with two words of some topic);
    where topics were planted, recovered.

    planted : the words of each topic
    """
    table = of_all_runs(covariance, solutions)
    if corpus.kind.has_documents:
        counts = corpus.observations
        topics = [solution.supports for solution in solutions]
        table["coherence"] = [float(coherence(counts, each).mean()) for each in topics]
        table["covered"] = [covered(counts, each) for each in topics]
    if planted:
        truth = np.array([corpus.columns_of(topic) for topic in planted])
        table["recovered"] = [share_recovered(truth, each) for each in solutions]
    return table
