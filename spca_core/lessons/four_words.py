"""The certificate for four words and two topics of two, to be checked by hand."""

from functools import cache

import numpy as np
import pandas as pd

from spca_core.problem.covariance import Covariance
from spca_core.proof.certificate import certificates
from spca_core.proof.splitting import remainder, thresholded

WORDS = ("tax", "money", "war", "army")
MATRIX = np.array([[9, 6, 2, 2], [6, 9, 0, 0], [2, 0, 3, 2], [2, 0, 2, 3]], dtype=float)
N_TOPICS = SPARSITY = 2
# Their limit equals what the best topics capture: no prices give a lower one.
BEST_PRICES = (4.0, 4.0, 1.0, 1.0)
MAX_PRICE, PRICE_STEP = 6.0, 0.5
TERMS = ("Prices of the words", "Eigenvalues of T")
CHOSEN, SAME, BEST = "Your prices", "Best if all equal", "Best prices"
# What the columns of the tables are called on screen.
LABELS = {
    "term": "What",
    "value": "Value",
    "first_topic": "A topic",
    "second_topic": "Another",
    "first": "It captures",
    "second": "The other",
    "total": "Together",
}
TEXT = (
    "Bars of the limit by your prices, by the best equal prices and by the best, above "
    "what the best topics capture; the numbers of A, U and T."
)


def account(prices: tuple[float, ...]) -> pd.DataFrame:
    """One row per term of the limit, then their sum and values to compare it with."""
    greatest, second = _eigenvalues(prices)
    rows = [
        ("Prices: " + " + ".join(f"{price:g}" for price in prices), sum(prices)),
        ("Greatest eigenvalue of T", greatest),
        ("Second eigenvalue of T", second),
        ("Your limit", limit(prices)),
        ("The lowest limit that the computer finds", certified()),
        ("The best topics capture", best_total()),
    ]
    return pd.DataFrame(rows, columns=["term", "value"])


def fixed_limits() -> pd.DataFrame:
    """One row per term of the limits to compare with: prices, term, value, limit."""
    rows = [
        (name, term, value, limit(prices))
        for name, prices in {SAME: _same(), BEST: BEST_PRICES}.items()
        for term, value in zip(TERMS, _terms(prices), strict=True)
    ]
    return pd.DataFrame(rows, columns=["prices", "term", "value", "limit"])


def limit(prices: tuple[float, ...]) -> float:
    """Return the upper bound for two topics that these prices prove."""
    return sum(_terms(prices))


def every_choice() -> pd.DataFrame:
    """One row per choice of topics, best first: the topics and what they capture."""
    pairings = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
    rows = [(*map(_topic, pair), *map(_captured, pair)) for pair in pairings]
    columns = ["first_topic", "second_topic", "first", "second"]
    table = pd.DataFrame(rows, columns=columns)
    table["total"] = table["first"] + table["second"]
    return table.sort_values("total", ascending=False, ignore_index=True)


@cache
def best_total() -> float:
    """Return the variance that the best choice captures."""
    return float(every_choice()["total"].max())


@cache
def certified() -> float:
    """Return the limit that the Topics page would show for these words."""
    # The second moments of these four rows are A.
    observations = np.linalg.cholesky(MATRIX).T * np.sqrt(len(MATRIX))
    covariance = Covariance(observations, centred=False)
    *_, certificate = certificates(covariance, N_TOPICS, SPARSITY)
    return certificate.upper_bound


@cache
def _same() -> tuple[float, ...]:
    """Return the equal prices whose limit is lowest."""
    prices = np.arange(0.0, MAX_PRICE + PRICE_STEP, PRICE_STEP)
    return min(((float(price),) * len(WORDS) for price in prices), key=limit)


def _terms(prices: tuple[float, ...]) -> tuple[float, float]:
    """Return the sums of the prices (every word is in a topic) and eigenvalues."""
    return float(sum(prices)), float(_eigenvalues(prices).sum())


def _eigenvalues(prices: tuple[float, ...]) -> np.ndarray:
    left = remainder(MATRIX, thresholded(MATRIX, np.sqrt(prices)), SPARSITY)
    return np.linalg.eigvalsh(left)[::-1][:N_TOPICS]


def _captured(words: tuple[int, ...]) -> float:
    return float(np.linalg.eigvalsh(MATRIX[np.ix_(words, words)])[-1])


def _topic(words: tuple[int, ...]) -> str:
    return ", ".join(WORDS[word] for word in words)
