"""The certificate on four words and two topics of two, in numbers to check by hand."""

import numpy as np
import pandas as pd

from spca_core.bounding.splitting import Splitting, remainder, thresholded

WORDS = ("tax", "money", "war", "army")
MATRIX = np.array(
    [
        [6.0, 4.0, 3.0, 3.0],
        [4.0, 6.0, 0.0, 0.0],
        [3.0, 0.0, 6.0, 4.0],
        [3.0, 0.0, 4.0, 6.0],
    ]
)
N_TOPICS = SPARSITY = 2
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
HIGHEST_PRICE, PRICE_STEP = 6.0, 0.5


def together() -> pd.DataFrame:
    """A: how the words vary, each on the diagonal, and two together off it."""
    return _named(MATRIX)


def paid(price: float) -> pd.DataFrame:
    """U: what the price of each word pays for, entry by entry."""
    return _named(MATRIX - _left(price))


def left(price: float) -> pd.DataFrame:
    """T = A - U: what the eigenvalues have to account for."""
    return _named(_left(price))


def account(price: float) -> pd.DataFrame:
    """One row a term of the limit, and their sum: what it is, value."""
    eigenvalues = np.linalg.eigvalsh(_left(price))[::-1][:N_TOPICS]
    prices = N_TOPICS * SPARSITY * price
    rows = [
        (f"{N_TOPICS * SPARSITY} words at {price:g} each", prices),
        ("Greatest eigenvalue of T", eigenvalues[0]),
        ("Second eigenvalue of T", eigenvalues[1]),
        ("Limit", prices + eigenvalues.sum()),
    ]
    return pd.DataFrame(rows, columns=["term", "value"])


def limit_by_price(chosen: float) -> pd.DataFrame:
    """One row a price: its limit, the best total, and whether it is the chosen one."""
    prices = np.arange(0.0, HIGHEST_PRICE + PRICE_STEP, PRICE_STEP)
    limits = [account(price)["value"].iloc[-1] for price in prices]
    best = every_choice()["total"].max()
    return pd.DataFrame(
        {"price": prices, "limit": limits, "best": best, "chosen": prices == chosen}
    )


def every_choice() -> pd.DataFrame:
    """One row a choice of topics, best first: the topics and what they capture."""
    rows = []
    for partner in range(1, len(WORDS)):
        first = (0, partner)
        second = tuple(word for word in range(1, len(WORDS)) if word != partner)
        captured = [_captured(first), _captured(second)]
        rows.append((_topic(first), _topic(second), *captured, sum(captured)))
    columns = ["first_topic", "second_topic", "first", "second", "total"]
    table = pd.DataFrame(rows, columns=columns)
    return table.sort_values("total", ascending=False, ignore_index=True)


def _left(price: float) -> np.ndarray:
    splitting: Splitting = thresholded(MATRIX, np.full(len(WORDS), np.sqrt(price)))
    return remainder(MATRIX, splitting, SPARSITY)


def _captured(words: tuple[int, ...]) -> float:
    return float(np.linalg.eigvalsh(MATRIX[np.ix_(words, words)])[-1])


def _topic(words: tuple[int, ...]) -> str:
    return ", ".join(WORDS[word] for word in words)


def _named(matrix: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame(matrix.round(9) + 0.0, index=WORDS, columns=WORDS)
