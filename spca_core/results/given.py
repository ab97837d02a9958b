"""Topics whose words are known: their best loadings, and what they capture."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import dense, in_memory
from spca_core.errors import InputError
from spca_core.problem.covariance import covariance_of
from spca_core.problem.method import enter
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, TracePoint, leading_components
from spca_core.results.word_lists import disjoint

# The names of topics that are given, beside our methods.
OWN, PLANTED = "Own result", "Planted"


def own_solution(
    corpus: Corpus, lists: Sequence[Sequence[str]], settings: Settings
) -> tuple[Solution, list[str]]:
    """Return another tool's topics in the size of the settings, and what is missing.

    They are its first k topics and the first s words of each that the corpus has; a
    word that stands in several lists stays where it stands highest.

    raises : InputError if there are too few topics, or words in one
    """
    k, s = settings.n_components, settings.sparsity
    if len(lists) < k:
        raise InputError(
            f"The file has {len(lists)} topics, and {k} are compared. Ask for at most "
            f"{len(lists)} topics in the sidebar."
        )
    supports, missing = disjoint(corpus, lists[:k], s)
    enter(OWN)
    return given_solution(corpus, supports, replace(settings, method=OWN)), missing


def planted_solution(
    corpus: Corpus, truth: Sequence[Sequence[str]], settings: Settings
) -> Solution | None:
    """Return planted topics as a solution; None if they are of another size.

    truth : the words of each topic, as `plant` gives them
    """
    words = [word for topic in truth for word in topic]
    sized = all(len(topic) == settings.sparsity for topic in truth)
    if not sized or len(truth) != settings.n_components:
        return None
    if not {*words} <= {*corpus.words}:  # Some were left out by its preparation.
        return None
    enter(PLANTED)
    supports = np.array([corpus.columns_of(topic) for topic in truth])
    return given_solution(corpus, supports, replace(settings, method=PLANTED))


def given_solution(
    corpus: Corpus, supports: np.ndarray, settings: Settings
) -> Solution:
    """Return the best loadings on given words; only their columns are weighted.

    supports : (n_components, sparsity) word indices, none twice
    """
    columns = supports.ravel()
    # Dense, so that no kernel has to be compiled before the topics are seen.
    counts = dense(in_memory(corpus.observations)[:, columns])
    chosen = replace(
        corpus,
        observations=counts,
        words=tuple(corpus.words[column] for column in columns),
    )
    places = np.arange(columns.size).reshape(supports.shape)
    covariance = covariance_of(chosen, settings)
    places, loadings, values = leading_components(covariance, places)
    variances = covariance.in_units(values)
    return Solution(
        settings=settings,
        supports=columns[places],
        loadings=loadings,
        variances=variances,
        trace=(TracePoint(0.0, 0.0, 0, len(variances), float(variances.sum())),),
        seconds=0.0,
        processor_seconds=0.0,
        candidates=0,
        stopped_by="finished",
    )
