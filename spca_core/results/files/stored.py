"""The topics that come with a bundled corpus: something to see at once.

The file is a saved result, but only the words are taken from it: their loadings and
variances are computed from the counts, and must be the same as those in the file.
"""

import numpy as np

from spca_core.corpus.bundled import FOLDER, bundled_titles
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results.files.reopen import SavedResult, read_result
from spca_core.results.given import given_solution

PRECISION = 1e-9  # relative: processors may differ by rounding


def stored_solution(corpus: Corpus) -> Solution | None:
    """Return the solution that is stored beside a bundled corpus.

    None if there is none, or if it does not hold for these counts: a word is missing,
    or a loading or a variance is not what the counts give.
    """
    path = FOLDER / corpus.name / f"topics.{corpus.name}.json"
    if corpus.name not in bundled_titles() or not path.is_file():
        return None
    try:
        saved = read_result(path.read_bytes())
        columns = [corpus.columns_of(topic) for topic in saved.topics]
        found = given_solution(corpus, np.array(columns), saved.settings)
    except InputError:  # Another corpus of that name.
        return None
    same = saved.content_id == corpus.content_id
    return found if same and _agrees(found, saved) else None


def _agrees(found: Solution, saved: SavedResult) -> bool:
    same = np.allclose(found.variances, saved.variances, rtol=PRECISION, atol=0.0)
    return same and np.allclose(found.loadings, saved.loadings, atol=1e-6)
