"""Two topics chosen by hand, compared with the best ones and the proven limit."""

from collections import Counter
from itertools import chain
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, leading_eigenpairs
from spca_core.proof.certificate import certificates
from spca_core.results.colours import COLOURS
from spca_core.results.corpus.word_table import word_table
from spca_core.results.look import LIMIT_COLOUR, tooltip
from spca_core.topics import solve

CORPUS = "state_of_the_union_in_24_words"  # bundled
SPARSITY = 5
TOPICS = ("First topic", "Second topic")
YOURS, BEST, LIMIT = "Yours", "The best", "Proven limit"
MAX_HINTS = 5
# What the columns of the tables are called on screen.
LABELS = {
    "topic": "Topic",
    "n_words": "Words",
    "word": "Word",
    "documents": "Documents",
    "variance": "Variance",
    "share": "Share of the best",
    "gain": "Gain",
    "in": "In",
}
BAR_HEIGHT = 48  # pixels
WHOSE, THEIR_COLOURS = [YOURS, BEST, LIMIT], [COLOURS[1], COLOURS[0], LIMIT_COLOUR]


class Challenge(NamedTuple):
    """A corpus, its best two topics, and the proven limit."""

    corpus: Corpus
    covariance: Covariance
    best: Solution  # by the exact search
    upper_bound: float  # of the certificate, which needs no search


def challenge(corpus: Corpus) -> Challenge:
    """Find the best two topics of five words, and prove a limit."""
    best = solve(
        corpus,
        len(TOPICS),
        SPARSITY,
        method="exact",
        weighting="counts",
        centred=True,
    )
    covariance = Covariance.of(corpus, centred=True)
    *_, certificate = certificates(
        covariance, len(TOPICS), SPARSITY, supports=best.supports
    )
    return Challenge(corpus, covariance, best, certificate.upper_bound)


def offered(
    words: tuple[str, ...], mine: tuple[str, ...], others: tuple[str, ...]
) -> list[str]:
    """Return the words that a topic may have: those it has, and those left over."""
    return [word for word in words if word in mine or word not in others]


def score(challenge: Challenge, *chosen: tuple[str, ...]) -> pd.DataFrame:
    """One row per topic and one for both: topic, n_words, variance, share.

    chosen : the words of each topic, at most five of the corpus; no word in both
    share  : of the variance that the best two topics capture together
    """
    supports = _supports(challenge, chosen)
    variances = [_captured(challenge.covariance, support) for support in supports]
    n_words = [len(support) for support in supports]
    table = pd.DataFrame(
        {
            "topic": [*TOPICS, "Both"],
            "n_words": [*n_words, sum(n_words)],
            "variance": [*variances, sum(variances)],
        }
    )
    return table.assign(share=table["variance"] / challenge.best.captured_variance)


def score_bars(challenge: Challenge, score: pd.DataFrame) -> pd.DataFrame:
    """One row per bar: whose topics, their variance, its share of the best."""
    yours = score["variance"].iloc[-1]
    values = [yours, challenge.best.captured_variance, challenge.upper_bound]
    table = pd.DataFrame({"whose": [YOURS, BEST, LIMIT], "variance": values})
    return table.assign(share=table["variance"] / challenge.best.captured_variance)


def next_words(challenge: Challenge, *chosen: tuple[str, ...]) -> pd.DataFrame:
    """One row per free word and topic with room: the few largest gains, in order.

    The gain is the variance that the word adds to the topic. It looks only one word
    ahead, without knowing the best topics.
    """
    supports = _supports(challenge, chosen)
    free = np.setdiff1d(np.arange(challenge.corpus.n_words), np.concatenate(supports))
    gains = [
        (challenge.corpus.words[word], topic, gain)
        for topic, support in zip(TOPICS, supports, strict=True)
        if len(support) < SPARSITY
        for word, gain in zip(free, _gains(challenge, support, free), strict=True)
    ]
    gains.sort(key=lambda row: -row[2])
    return pd.DataFrame(gains[:MAX_HINTS], columns=["word", "topic", "gain"])


def words(challenge: Challenge, *chosen: tuple[str, ...]) -> pd.DataFrame:
    """One row per word, greatest variance first: word, documents, variance, topic."""
    table = word_table(challenge.corpus, Settings(centred=challenge.covariance.centred))
    pairs = zip(TOPICS, chosen, strict=True)
    topics = {word: topic for topic, words in pairs for word in words}
    table["in"] = [topics.get(word, "") for word in table["word"]]
    return table[["word", "documents", "variance", "in"]]


def describe_score(bars: pd.DataFrame) -> str:
    """Describe the bars."""
    yours, best, limit = bars["variance"]
    return (
        f"Three bars: your topics capture {yours:.4g}, the best topics {best:.4g}; "
        f"the proven limit is {limit:.4g}."
    )


def _supports(
    challenge: Challenge, chosen: tuple[tuple[str, ...], ...]
) -> list[np.ndarray]:
    """Return the columns of each topic's words, unless a link has one of them twice."""
    for word, times in Counter(chain(*chosen)).items():
        if times > 1:
            raise InputError(
                f"{word} is chosen twice; a word may be in only one place. "
                "Remove one of the two."
            )
    columns = {word: column for column, word in enumerate(challenge.corpus.words)}
    return [np.array([columns[word] for word in topic], dtype=int) for topic in chosen]


def _captured(covariance: Covariance, support: np.ndarray) -> float:
    if not len(support):
        return 0.0
    return float(leading_eigenpairs(covariance, support[None])[0][0])


def _gains(challenge: Challenge, support: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Return the variance that each free word would add to a topic, (n_free,)."""
    larger = [[*support, word] for word in free]
    variances, _ = leading_eigenpairs(challenge.covariance, np.array(larger))
    return variances - _captured(challenge.covariance, support)


def challenge_bars(table: pd.DataFrame) -> alt.Chart:
    """Draw the table `score_bars`: one horizontal bar per row, in its order."""
    numbers = {
        "variance": ("Captured variance", ".4g"),
        "share": ("Share of the best", ".1%"),
    }
    colour = alt.Color("whose:N", legend=None)
    bars = alt.Chart(table, height=BAR_HEIGHT * len(table)).mark_bar(cornerRadiusEnd=2)
    return bars.encode(
        x=alt.X("variance:Q", title="Captured variance of both topics"),
        y=alt.Y("whose:N", title=None, sort=None),
        color=colour.scale(domain=WHOSE, range=THEIR_COLOURS),
        tooltip=tooltip(whose="Whose", **numbers),
    )
