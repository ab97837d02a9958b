"""Whether topics capture more than the best that a search finds where there are none.

The words of a topic are chosen because they vary together, so on the documents that
chose them any topic looks good. What luck alone gives a search is seen by searching
tables that are `shuffled` for their one best topic.

*The null.* All tables in which each document has as many different words, and each word
the same counts in as many documents, are equally likely; of measurements, all orders of
each column. Then words have nothing to do with each other, beyond that long documents
have more of them.

*The test.* A topic is beyond chance if it captures more variance than the best topic of
each of B shuffled tables. It is the variance about the words' means, which shuffling
keeps, even if the search did not subtract them. If the null holds, the chance that
*any* topic passes, of any number of topics and found by any method, is at most
1 / (B + 1).

*Proof.* Let M be the greatest variance, about the means, that any s words capture in a
table. No topic captures more than the M of its table. Under the null the table and its
B shuffled ones are alike in distribution, in any order, and so are their M: that of the
table exceeds all others with probability at most 1 / (B + 1). QED

M is what `methods.one_topic` finds: no less than what other searches find for any of
their topics (`python -m tests.benchmarks.chance --parts one`). That all tables are
equally likely holds as far as the trades have mixed, which `corpus.shuffling` measures.

Two things err on the safe side. A word that is in all documents keeps its counts where
they are. And more than 20,000 documents are judged on 20,000 of them at random:
there, topics found on all documents are held against the best of
that sample, and chance is greater where there are fewer documents.

A. Gionis, H. Mannila, T. Mielikäinen, P. Tsaparas, "Assessing data mining results via
swap randomization", ACM TKDD 1, 2007. G. Strona and others, Nature Communications 5,
4114, 2014. For columns, parallel analysis: J. L. Horn, Psychometrika 30, 1965; A. Buja
and N. Eyuboglu, Multivariate Behavioral Research 27, 1992.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.matrix import in_memory
from spca_core.corpus.readers.documents.split import (
    LINES,
    WHOLE,
    Splitting,
    splitting_of_long,
)
from spca_core.corpus.shuffling import shuffled
from spca_core.errors import check_whole_number
from spca_core.formatting import counted
from spca_core.methods.one_topic import greatest_topic
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings
from spca_core.problem.solution import leading_eigenpairs
from spca_core.topics import SHUFFLES, Topics

MIN_SHUFFLES, MAX_SHUFFLES = 2, 999
MAX_DOCUMENTS = 20_000
MAX_CELLS = 20_000_000  # numbers of the documents that are used: 240 MB
MARK = "(chance?)"  # after the name of a topic that could be chance
NOT_COMPARED = "Not compared with chance yet"


@dataclass(frozen=True)
class AgainstChance:
    """What topics capture beside the greatest topics of shuffled tables.

    variances   : of each topic about the means, in the documents that were used
    greatest    : the greatest variance of a topic in each shuffled table
    n_documents : that were used: all, or a random sample
    is_saved    : whether this is what a file says
    """

    variances: tuple[float, ...]
    greatest: tuple[float, ...]
    n_documents: int
    is_saved: bool = False

    @property
    def n_shuffles(self) -> int:
        return len(self.greatest)

    @property
    def chance(self) -> float:
        """The greatest variance of a topic in any shuffled table."""
        return max(self.greatest)

    @property
    def table(self) -> pd.DataFrame:
        """One row per topic: topic, variance, chance, ratio and beyond.

        The ratio is variance / chance, and a topic is beyond if it is over 1. Where the
        words of all topics are constant, chance is 0, and so is the ratio.
        """
        variances = np.array(self.variances)
        with np.errstate(over="ignore"):  # in a stranger's file alone
            ratios = variances / self.chance if self.chance else 0 * variances
        return pd.DataFrame(
            {
                "topic": np.arange(1, len(variances) + 1),
                "variance": variances,
                "chance": self.chance,
                "ratio": ratios,
                "beyond": ratios > 1,
            }
        )

    @property
    def all_chance(self) -> bool:
        """Whether no topic is beyond chance."""
        return not self.table["beyond"].any()

    @property
    def verdicts(self) -> list[str]:
        """A few words on each topic, for its card."""
        table = self.table
        return [
            f"{times(ratio)} times as strong as chance" if beyond else "could be chance"
            for ratio, beyond in zip(table["ratio"], table["beyond"], strict=True)
        ]

    @property
    def details(self) -> list[str]:
        """What the words of `verdicts` stand for."""
        tables = counted(self.n_shuffles, "shuffled tables")
        return [
            f"captures {times(ratio)} times as much as the greatest topic of {tables}"
            for ratio in self.table["ratio"]
        ]

    @property
    def headline(self) -> str:
        """How many of the topics are stronger than chance, without a full stop."""
        beyond, n_topics = self.table["beyond"].sum(), len(self.variances)
        if n_topics == 1:
            return f"The topic is {'' if beyond else 'no '}{STRONGER}"
        topics = counted(n_topics, "topics")
        if beyond == n_topics:
            return f"All {topics} are {STRONGER}"
        verb = "is" if beyond < 2 else "are"
        return f"{beyond or 'None'} of {topics} {verb} {STRONGER}"

    def sentence(self, kind: Kind) -> str:
        """The headline, and what it means."""
        tables = counted(self.n_shuffles, "shuffled tables")
        source = ", says the saved result" if self.is_saved else ""
        return (
            f"{self.headline}{source}. Chance is the strongest topic found in {tables} "
            f"of {counted(self.n_documents, kind.documents)}."
        )

    def sentences(self, corpus: Corpus) -> list[str]:
        """The `sentence`, and the `advice` if there is any."""
        helps = self.advice(corpus.kind, helpful_splitting(corpus))
        return list(filter(None, [self.sentence(corpus.kind), helps]))

    def advice(self, kind: Kind, splitting: Splitting | None = None) -> str:
        """What helps if some topics could be chance; nothing if none could.

        splitting : from `helpful_splitting`
        """
        if self.table["beyond"].all():
            return ""
        helps = [f"split the texts into {splitting.split}"] if splitting else []
        # The weakest topics go first; where none passes, fewer of them say no more.
        helps += [] if self.all_chance else ["ask for fewer topics"]
        return f"What helps: {', or '.join([*helps, f'add {kind.documents}'])}."


NO_MEANING = "That is about the search; the topics could all be chance"
STRONGER = "stronger than chance"


def verdict(chance: AgainstChance | None) -> str:
    """Say in a line how many topics are stronger than chance, or that it is not known.

    Every page, view and file has this line.
    """
    return f"{chance.headline if chance else NOT_COMPARED}."


def marked(names: Sequence[str], chance: AgainstChance | None) -> list[str]:
    """Return the names of all topics, with a mark on each that could be chance."""
    if chance is None:
        return [*names]
    beyond = chance.table["beyond"]
    return [
        name if passes or name.endswith(MARK) else f"{name} {MARK}"
        for name, passes in zip(names, beyond, strict=True)
    ]


def beside_proof(line: str, chance: AgainstChance | None) -> str:
    """Return what is proven, and what it is not about if all topics could be chance."""
    all_chance = chance and chance.all_chance
    return f"{line.removesuffix('.')}. {NO_MEANING}." if all_chance else line


def helpful_splitting(corpus: Corpus) -> Splitting | None:
    """Return how its texts can be split, where they are few, long and not split yet."""
    is_cut = corpus.report.split not in ("", WHOLE, LINES)
    return None if is_cut else splitting_of_long(corpus.texts)


def with_chance(table: pd.DataFrame, chance: AgainstChance | None) -> pd.DataFrame:
    """Add times_chance, beyond_chance and shuffles to a table of topics, if known.

    table : with a column of topics, counted from 1
    """
    if chance is None:
        return table
    known = chance.table.set_index("topic").loc[table["topic"]]
    return table.assign(
        times_chance=known["ratio"].to_numpy(),
        beyond_chance=known["beyond"].to_numpy(),
        shuffles=chance.n_shuffles,
    )


def times(ratio: float) -> str:
    """Return a ratio as a number of times, with two decimals if it is near 1."""
    return f"{ratio:.{2 if 0.9 < ratio < 1.1 else 1}f}"


def against_chance(topics: Topics, shuffles: int = SHUFFLES) -> Iterator[AgainstChance]:
    """Yield the topics against chance, after each shuffled table.

    The same topics and number of shuffles give the same answer, with any number of
    workers. Leaving the loop stops the search.

    shuffles : how many tables are searched
    raises   : InputError if there are fewer than 2 shuffles, or too many, or no
        documents
    """
    check_shuffles(shuffles)
    corpus, settings = topics.require_corpus(), topics.settings
    corpus.check_has_documents()
    used = sampled(corpus, settings.seed)
    variances = variances_about_means(used, topics.supports, settings)
    greatest = ()
    for most in greatest_when_shuffled(used, settings, shuffles):
        greatest = (*greatest, most)
        yield AgainstChance(variances, greatest, used.n_documents)


def greatest_when_shuffled(
    corpus: Corpus, settings: Settings, shuffles: int = SHUFFLES
) -> Iterator[float]:
    """Yield the greatest variance of a topic that is found in each shuffled table.

    corpus   : whose documents are `sampled`
    settings : of which the weights, the number of words and the seed count
    """
    numbers = in_memory(corpus.observations)
    _, *seeds = _seeds(settings.seed, shuffles + 1)
    for seed in seeds:
        table = shuffled(numbers, np.random.default_rng(seed))
        alike = replace(corpus, observations=table, whole=None)
        covariance = covariance_of(alike, replace(settings, centred=True))
        yield covariance.in_units(greatest_topic(covariance, settings.sparsity))


def check_shuffles(shuffles: object) -> None:
    """Raise InputError unless it is a number of shuffled tables."""
    check_whole_number("shuffles", shuffles, MIN_SHUFFLES, MAX_SHUFFLES)


def sampled(corpus: Corpus, seed: int) -> Corpus:
    """Return the corpus, or as many of its documents at random as are in the limits."""
    n_documents = corpus.n_documents
    per_document = corpus.observations.size / n_documents
    most = min(MAX_DOCUMENTS, max(2, int(MAX_CELLS // max(per_document, 1))))
    if n_documents <= most:
        return corpus
    (first,) = _seeds(seed, 1)
    kept = np.zeros(n_documents, dtype=bool)
    kept[np.random.default_rng(first).choice(n_documents, most, replace=False)] = True
    some = corpus.of_documents(kept)
    return replace(some, observations=in_memory(some.observations))


def variances_about_means(
    corpus: Corpus, supports: np.ndarray, settings: Settings
) -> tuple[float, ...]:
    """Return what topics capture of the variance about the words' means."""
    covariance = covariance_of(corpus, replace(settings, centred=True))
    captured, _ = leading_eigenpairs(covariance, supports)
    return tuple(covariance.in_units(captured).tolist())


def _seeds(seed: int, n_seeds: int) -> list[np.random.SeedSequence]:
    """Return the seed of the sample, and then one for each shuffled table."""
    return np.random.SeedSequence(seed).spawn(n_seeds)
