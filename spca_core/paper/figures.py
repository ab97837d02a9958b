"""What the paper prints: variances and topics, under our names for the methods.

Beside them, what is proven of the data sets that are at hand.
"""

from dataclasses import asdict, dataclass
from functools import cache
from math import floor, log10
from typing import NamedTuple

import pandas as pd

from spca_core.corpus.bundled import FOLDER
from spca_core.formatting import counted
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings

# From the paper's names for the methods to ours; "joint" is not in the paper.
METHODS_IN_PAPER = {
    method.label_in_paper: name
    for name, method in METHODS.items()
    if method.label_in_paper
}
DIGITS = 5  # of our own figures
PAPERS_OWN = METHODS_IN_PAPER["SPCABiPart"]


@dataclass(frozen=True, kw_only=True)
class PaperExperiment:
    """A data set and the problem that every method solves on it."""

    data_set: str
    n_components: int
    sparsity: int
    rank: int  # of the sketch, for the methods that use one
    centred: bool  # each column's mean is subtracted first

    def __str__(self) -> str:
        words = counted(self.sparsity, "words")
        size = f"{counted(self.n_components, 'topics')} of {words}"
        return f"{self.data_set}: {size}, sketches of rank {self.rank}"

    def settings(self, method: str) -> Settings:
        """Return the experiment's settings for one of our methods."""
        options = asdict(self)
        del options["data_set"]
        return Settings(method=method, **options)


@cache
def experiments() -> tuple[PaperExperiment, ...]:
    """Return the paper's experiments, in the order of the file."""
    return tuple(dict.fromkeys(experiment for experiment, _ in published_by_run()))


class Printed(NamedTuple):
    """A figure with the number of its significant digits."""

    value: float
    digits: int

    def __str__(self) -> str:
        """Write it with its digits, a large one as 1.08e7."""
        written = f"{self.value:#.{self.digits}g}"
        return written.removesuffix(".").replace("e+0", "e")

    @property
    def least(self) -> float:
        """The least number that is written so: 61.35, of 61.4 with three digits."""
        return self.value - 0.5 * 10.0 ** (floor(log10(self.value)) + 1 - self.digits)


@cache
def published_by_run() -> dict[tuple[PaperExperiment, str], Printed]:
    """Return the published variance by experiment and method, in file order."""
    return {
        (_experiment(row), str(row["method"])): Printed(
            float(row["captured_variance"]), int(row["published_digits"])
        )
        for row in published_variances().to_dict("records")
    }


class Proven(NamedTuple):
    """What the joint search captures of a data set, and no choice can exceed."""

    captured_variance: float
    upper_bound: float


@cache
def proven() -> dict[PaperExperiment, Proven]:
    """Return what is proven, for experiments on data sets that we have.

    `python -m datasets.build_paper_limits` has computed it. The rank does not matter.
    """
    rows = pd.read_csv(FOLDER / "paper" / "limits.csv").to_dict("records")
    known = {
        (row["data_set"], row["n_components"], row["sparsity"]): Proven(
            *(row[name] for name in Proven._fields)
        )
        for row in rows
    }
    return {
        each: known[key]
        for each in experiments()
        if (key := (each.data_set, each.n_components, each.sparsity)) in known
    }


def published_variances() -> pd.DataFrame:
    """One row per figure: data_set, n_rows, n_columns, data, the settings, variance.

    The settings are n_components, sparsity, rank and method, by our names; data is
    "raw" or "centred"; published_digits is the number of significant digits.
    """
    return _read("variance.csv")


@cache
def published_topics() -> pd.DataFrame:
    """One row per word: corpus, method, n_components, sparsity, topic, position, word.

    topic and position count from 1, heaviest words first.
    """
    return _read("topics.csv")


def word_tables(data_set: str) -> list[tuple[int, int, str]]:
    """Return n_components, sparsity and method of the tables of topics in the paper."""
    topics = published_topics().query("corpus == @data_set")
    tables = topics[["n_components", "sparsity", "method"]].drop_duplicates()
    return [(int(k), int(s), str(method)) for k, s, method in tables.to_numpy()]


def published_words(
    corpus_name: str, method: str, n_components: int, sparsity: int
) -> pd.DataFrame:
    """One row per rank, one column per topic: one of the corpus's `word_tables`."""
    words = published_topics().query(
        "corpus == @corpus_name and method == @method "
        "and n_components == @n_components and sparsity == @sparsity"
    )
    wide = words.pivot(index="position", columns="topic", values="word")
    named = wide.rename(columns="Topic {}".format)
    return named.rename_axis(index="Rank", columns=None)


def _read(name: str) -> pd.DataFrame:
    # "null" and "nan" are words here, which pandas would read as missing values.
    table = pd.read_csv(FOLDER / "paper" / name, keep_default_na=False)
    return table.assign(method=table["method"].map(METHODS_IN_PAPER))


def _experiment(row: dict) -> PaperExperiment:
    return PaperExperiment(
        data_set=row["data_set"],
        n_components=int(row["n_components"]),
        sparsity=int(row["sparsity"]),
        rank=int(row["rank"]),
        centred=row["data"] == "centred",
    )
