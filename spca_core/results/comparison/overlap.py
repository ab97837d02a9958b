"""Which words the solvers agree on, topic by topic and overall."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations, zip_longest
from typing import Any

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import percent
from spca_core.problem.solution import Solution
from spca_core.results.comparison.runs import run_names
from spca_core.results.figure import Figure
from spca_core.results.topics.pairing import align, pair, shared_words
from spca_core.results.topics.words import word_columns

# Marks of a word that all solvers have, several but not all, or only one.
ALL, SEVERAL, ONE = "=", "~", "1"
ROW = 34  # pixels
# The headings of `word_overlaps` in a table.
HEADINGS = {"first": "Method", "second": "With"}
MEASURES = {"topics": "Topic by topic", "words": "All words"}


def same_lines(corpus: Corpus, solutions: Sequence[Solution]) -> list[pd.DataFrame]:
    """Return one table per topic: the words that each solver has in it.

    Topics are aligned with those of the first solver with the most topics. Solvers with
    fewer are missing from the last tables. Words that more solvers share come first,
    the heaviest among equals. Words of a single solver follow in as few rows as fit.

    returns : `shared`, one of the marks, then one column per solver: a word, or ""
    """
    reference = reference_of(solutions)
    aligned = [align(solution, reference) for solution in solutions]
    runs = dict(zip(run_names(solutions), aligned, strict=True))
    return [_lines(corpus, runs, topic) for topic in range(len(reference.supports))]


def reference_of(solutions: Sequence[Solution]) -> Solution:
    """Return the first solution with the most topics: the others follow its order."""
    return max(solutions, key=lambda solution: len(solution.supports))


def _lines(corpus: Corpus, runs: dict[str, Solution], topic: int) -> pd.DataFrame:
    columns = {name: run for name, run in runs.items() if topic < len(run.supports)}
    supports = np.array([run.supports[topic] for run in columns.values()])
    loadings = np.array([run.loadings[topic] for run in columns.values()])
    words, rows = np.unique(supports, return_inverse=True)
    weights = np.zeros((len(words), len(columns)))
    held = np.zeros(weights.shape, dtype=bool)
    solvers = np.arange(len(columns))[:, None]
    held[rows, solvers] = True
    weights[rows, solvers] = loadings**2
    order = np.lexsort((-weights.sum(axis=1), -held.sum(axis=1)))
    named = np.array([corpus.words[word] for word in words[order]], dtype=object)
    cells, signs = np.where(held[order], named[:, None], ""), _signs(held[order])
    single = _packed(cells[signs == ONE])
    table = pd.DataFrame([*cells[signs != ONE], *single], columns=list(columns))
    table.insert(0, "shared", [*signs[signs != ONE], *[ONE] * len(single)])
    return table


def _packed(cells: np.ndarray) -> list[tuple[str, ...]]:
    """Move the words of each column up, to need as few rows as possible."""
    columns = ([word for word in column if word] for column in cells.T)
    return list(zip_longest(*columns, fillvalue=""))


def _signs(held: np.ndarray) -> np.ndarray:
    counts = held.sum(axis=1)
    return np.select([counts == held.shape[1], counts == 1], [ALL, ONE], SEVERAL)


def side_by_side(corpus: Corpus, solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return the words of all solvers' topics, as the paper prints them (its Table 3).

    One row per solver and rank, one column per topic, aligned as in `same_lines`.
    """
    reference = reference_of(solutions)
    blocks = []
    for name, solution in zip(run_names(solutions), solutions, strict=True):
        words = word_columns(corpus, align(solution, reference))
        words.columns = [f"Topic {topic}" for topic in range(1, words.shape[1] + 1)]
        # The name once, as a heading of its block.
        words.insert(0, "Method", [name, *[""] * (len(words) - 1)])
        blocks.append(words)
    return pd.concat(blocks, ignore_index=True).fillna("")


def word_overlaps(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per pair of solvers, each with itself too: their Jaccard indices.

    The Jaccard index of two sets of words is the share of their union that is in both.

    returns : first, second, topics (the mean over topics matched so that they share the
              most words), words (of all words chosen)
    """
    solvers = list(zip(run_names(solutions), solutions, strict=True))
    rows = [(name, name, 1.0, 1.0) for name, _ in solvers]
    for (first, solution), (second, other) in combinations(solvers, 2):
        indices = _of_topics(solution, other), _of_words(solution, other)
        rows += [(first, second, *indices), (second, first, *indices)]
    return pd.DataFrame(rows, columns=["first", "second", *MEASURES])


def _of_topics(solution: Solution, other: Solution) -> float:
    return float(matched_jaccard(solution.supports, other.supports).mean())


def matched_jaccard(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the Jaccard index of each pair of topics, matched to share the most words.

    first, second : (n_topics, sparsity) word indices
    """
    shared = shared_words(first, second)
    common = shared[pair(shared)]
    return common / (first.shape[1] + second.shape[1] - common)


def _of_words(solution: Solution, other: Solution) -> float:
    first, second = {*solution.supports.flat}, {*other.supports.flat}
    return len(first & second) / len(first | second)


def overlap_figure(table: pd.DataFrame, measure: str) -> Figure:
    """Return a measure of `word_overlaps` as a square of numbered cells."""
    return Figure(
        name=f"overlap_{measure}",
        table=table,
        text=_describe(table, measure),
        draw=partial(_draw, measure=measure),
        headings={**HEADINGS, **MEASURES},
    )


def _describe(table: pd.DataFrame, measure: str) -> str:
    """Say between which solvers the measure is highest and lowest."""
    pairs = table[table["first"] < table["second"]].sort_values(measure)
    if pairs.empty:
        return "Overlap of words: there is only one solver."
    least, most = pairs.iloc[0], pairs.iloc[-1]
    greatest, smallest = percent(most[measure]), percent(least[measure])
    return (
        f"Overlap of words, {MEASURES[measure].lower()}: greatest {greatest} "
        f"between {most['first']} and {most['second']}, least {smallest} "
        f"between {least['first']} and {least['second']}."
    )


def _draw(table: pd.DataFrame, measure: str) -> Any:
    import altair as alt

    from spca_core.results import look

    order = list(dict.fromkeys(table["first"]))
    axis: dict[str, Any] = {
        "title": None,
        "labelLimit": look.LABEL_WIDTH,
        "labelOverlap": False,
    }
    shares = {name: (title, ".1%") for name, title in MEASURES.items()}
    base = alt.Chart().encode(
        x=alt.X("second:N", sort=order).axis(**axis, labelAngle=-45),
        y=alt.Y("first:N", sort=order).axis(**axis),
        tooltip=look.tooltip(first="Solver", second="With", **shares),
    )
    # On a page the height is that of the chart with its labels.
    height = ROW * len(order) + look.LABEL_WIDTH
    cells = look.numbered_cells(base, measure, ".0%", (0.0, 1.0))
    return alt.layer(*cells, data=table, height=height)
