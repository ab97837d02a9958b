"""Details of one topic: near misses, similarity and relevance of words.

Topics count from 1, as on screen.
"""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.errors import check_whole_number
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.carried import documents_with

MAX_TOGETHER = 40  # words that a heat map can name
MAX_STEPS = 20_000_000  # per word: exchanges tried times s^3, the cost of an eigenvalue
MIN_LOSS = 1e-9  # of a topic's variance
USUAL_RELEVANCE = 0.6  # as in the paper


def near_misses(
    corpus: Corpus,
    covariance: Covariance,
    solution: Solution,
    topic: int,
    max_words: int = 10,
) -> pd.DataFrame:
    """Return one row per word in no topic, those that would cost the topic least first.

    Columns: word, replaces (the topic's word that it would best replace), variance_lost
    (by the topic) and share_lost (of the topic's variance). A negative loss is a gain:
    a search need not find the optimum.
    """
    check_whole_number("topic", topic, 1, len(solution.supports))
    support, loading = solution.supports[topic - 1], solution.loadings[topic - 1]
    vector = np.zeros(covariance.n_words)
    vector[support] = loading
    pulls = abs(covariance.products(vector))
    pulls[solution.supports.ravel()] = -1.0
    n_unused = covariance.n_words - solution.supports.size
    words = np.argsort(-pulls, kind="stable")[: min(2 * max_words, n_unused)]
    members, left = cheapest_exchanges(covariance, support, words)
    variance = solution.variances[topic - 1]
    table = pd.DataFrame(
        {
            "word": [corpus.words[word] for word in words],
            "replaces": [corpus.words[member] for member in members],
            "variance_lost": variance - left,
            "share_lost": (variance - left) / (variance or 1.0),
        }
    )
    in_order = table.sort_values("variance_lost", kind="stable", ignore_index=True)
    return in_order.head(max_words)


def gain_by_near_misses(nearly: pd.DataFrame) -> str:
    """Say what a negative loss in `near_misses` means, if there is one."""
    if not (nearly["share_lost"] < -MIN_LOSS).any():
        return ""
    return (
        "Where the loss is negative, the topic would capture more with that word: the "
        "search ended before it found this. More effort, or the joint search, may."
    )


def together(
    corpus: Corpus, covariance: Covariance, solution: Solution, topic: int
) -> pd.DataFrame:
    """Return one row per pair of the topic's words, by rank: word, other, similarity.

    The similarity is A_ij / sqrt(A_ii A_jj): the correlation if centred, the cosine of
    the columns if not, and 0 for words that do not vary. Only the heaviest 40 words are
    paired.
    """
    check_whole_number("topic", topic, 1, len(solution.supports))
    support = solution.supports[topic - 1, :MAX_TOGETHER]
    block = covariance.block(support)
    scale = np.sqrt(np.maximum(np.diag(block), 0.0))
    scales = np.outer(scale, scale)
    similarity = np.divide(block, scales, np.zeros_like(block), where=scales > 0)
    words = np.array([corpus.words[word] for word in support], dtype=object)
    return pd.DataFrame(
        {
            "word": np.repeat(words, len(words)),
            "other": np.tile(words, len(words)),
            "similarity": np.clip(similarity, -1.0, 1.0).ravel(),
        }
    )


def cheapest_exchanges(
    covariance: Covariance, support: np.ndarray, words: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the member that each word would best replace, and the variance after that.

    The variance is the greatest eigenvalue of A on the new support, in the units of the
    data. If a support is too long to try every member, only the last are tried.

    support : (sparsity,), heaviest word first
    words   : (n_words,), none in the support; members and variances have this shape
    """
    sparsity = len(support)
    places = np.arange(sparsity)[-max(1, MAX_STEPS // sparsity**3) :]
    tried = np.arange(len(places))
    block = covariance.block(np.append(support, words))
    # One row per exchange: the members' places, one replaced by the newcomer's.
    rows = np.tile(np.arange(sparsity), (len(places), 1))
    members, variances = np.empty(len(words), dtype=np.int64), np.empty(len(words))
    for i in range(len(words)):
        rows[tried, places] = sparsity + i
        exchanged = block[rows[:, :, None], rows[:, None, :]]
        left = np.linalg.eigvalsh(exchanged)[:, -1]
        members[i], variances[i] = support[places[left.argmax()]], left.max()
    return members, covariance.in_units(np.maximum(variances, 0.0))


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
