"""The weightings: what a count is worth, one record each.

"tf-idf" is the saturating term frequency of BM25 (Robertson and Zaragoza, "The
probabilistic relevance framework", 2009) times a power of the inverse document
frequency, smoothed as if each word were in 100 more documents. The power is chosen by
two numbers together, in documents that were held out: how coherent the topics are, and
the share of documents covered, those with two words of some topic. Of ten topics of ten
words, repeated text left out, covered / coherence:

    power                   1.0        1.5        2.0        2.5
    State of the Union   .67/.22    .53/.29    .38/.33    .25/.38
    KOS                  .92/.27    .75/.35    .55/.41    .45/.43
    docstrings           .84/.35    .67/.44    .53/.47    .45/.50
    manual pages         .72/.29    .57/.39    .36/.48    .17/.55
    Python's manual      .65/.09    .63/.10    .63/.09    .62/.09
    a line a package     .17/-.14   .17/-.12   .16/-.07   .16/-.03

With 5, 20 and 50 topics the order is the same. 1.5 covers about twice as many documents
as 2.5, whose topics are rare words, and its coherence is a third above that of 1. Fewer
documents added go the way of greater powers. Lines of five words suit no form.
`tests.benchmarks.quality` measures the baselines and the norms.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, kw_only=True)
class Weighting:
    """What a count c of a word in df of the n documents is worth.

    It is worth(c) log((n + added) / (df + added))^power.
    """

    name: str  # on the command line, in links and files
    label: str  # on screen
    does: str  # for help texts
    worth: Callable[[Any], Any] | None = None  # of arrays; 0 stays 0; None is c itself
    power: float = 0.0
    added: int = 0
    is_centred: bool = False  # whether means are subtracted by default
    is_standardised: bool = False  # for any numbers: each column has variance 1 then
    norm: str = "none"  # the default, a name in NORMS


STANDARDISED = "standardised"


def _logarithm(counts: Any) -> Any:
    import numpy as np  # here, as the command line's help does not wait for it

    return np.log1p(counts, dtype=np.float64)  # also for small integers


def _saturated(counts: Any) -> Any:
    return counts / (counts + 0.5)


_RECORDS = (
    Weighting(
        name="tf-idf",
        label="Tf-idf",
        does="Words that few documents use count more.",
        worth=_saturated,
        power=1.5,
        added=100,
        is_centred=True,
        norm="half",
    ),
    Weighting(
        name="tf-idf-2.5",
        label="Tf-idf, for rare words",
        does="A count c becomes c / (c + ½) idf^2.5: rare words gain much more.",
        worth=_saturated,
        power=2.5,
        added=100,
        is_centred=True,
        norm="half",
    ),
    Weighting(
        name="counts",
        label="Counts",
        does="Numbers stay as they are, as in the paper: frequent words lead.",
    ),
    Weighting(
        name="log",
        label="Log of 1 + count",
        does="A count c becomes log(1 + c): many in one document weigh less.",
        worth=_logarithm,
    ),
    Weighting(
        name="count-idf",
        label="Count times idf",
        does="A count c becomes c log(n / df): long documents weigh more.",
        power=1.0,
    ),
    Weighting(
        name="binary",
        label="Present or not",
        does="A count becomes 1, however often the word is in the document.",
        worth=lambda counts: (counts != 0) * 1.0,
    ),
    Weighting(
        name=STANDARDISED,
        label="Standardised",
        does=(
            "Each column is divided by its standard deviation: all have variance 1, "
            "whatever their units."
        ),
        is_centred=True,
        is_standardised=True,
    ),
)
WEIGHTINGS = {weighting.name: weighting for weighting in _RECORDS}


class Norm(NamedTuple):
    """By what a document's weighted counts are divided: its length to this power."""

    label: str  # on screen
    does: str  # for help texts
    power: float


NORMS = {
    "none": Norm("As they are", "Long documents weigh more, by all their words.", 0.0),
    "half": Norm(
        "Halfway to unit length",
        "A document's numbers are divided by the square root of their length, so long "
        "documents weigh less.",
        0.5,
    ),
    "l2": Norm(
        "Unit length",
        "A document's numbers are divided by their length, so all documents weigh the "
        "same.",
        1.0,
    ),
}


def british(name: Any) -> Any:
    """Return the name of a weighting or a sketch as it is here: standardised."""
    return name.replace("ized", "ised") if isinstance(name, str) else name
