"""Documents in no group or in several, and the words that set two groups apart."""

from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.group_names import BETWEEN, groups_of
from spca_core.corpus.groupings import in_group
from spca_core.formatting import counted
from spca_core.problem.covariance import Covariance

MAX_NAMED = 5  # documents
MAX_WORDS = 10  # of either side
RISK = 0.05  # that any of the words compared seems to differ by chance
PRIOR_WORDS = 500.0  # the weight of all documents, in words
TINY = 1e-9  # for a word that no document has


def group_sizes(groups: Sequence[str]) -> dict[str, int]:
    """Return the number of documents in each group, the largest first."""
    numbers = Counter(group for written in groups for group in groups_of(written))
    del numbers[""]
    return dict(numbers.most_common())


def about_membership(corpus: Corpus, groups: Sequence[str], by: str) -> str:
    """Say which documents are in no group, such as a month, and how many in several.

    It is empty if each is in one.
    """
    n_several = sum(BETWEEN in group for group in groups)
    several = (
        f"{counted(n_several, corpus.kind.documents)} in several groups "
        f"{'counts' if n_several == 1 else 'count'} in each."
    )
    parts = [_about_missing(corpus, groups, by), several * bool(n_several)]
    return " ".join(filter(None, parts))


def _about_missing(corpus: Corpus, groups: Sequence[str], by: str) -> str:
    whole = corpus.with_copies
    missing = [number for number, group in enumerate(groups) if not group]
    if not missing:
        return ""
    titles = whole.titles or [f"document {n + 1}" for n in range(len(groups))]
    named = [titles[number] for number in missing[:MAX_NAMED]]
    more = ["..."] * (len(missing) > MAX_NAMED)
    have = "has" if len(missing) == 1 else "have"
    return (
        f"{len(missing):,} of {counted(len(groups), whole.kind.documents)} {have} no "
        f"{by}, and no group has them: {'; '.join([*named, *more])}."
    )


def keyness_of_groups(
    corpus: Corpus, groups: Sequence[str], first: str, second: str
) -> pd.DataFrame:
    """Return the words that set two groups of documents apart: word, group, z, counts.

    z is the log-odds ratio of a word's rates in the two groups, with a Dirichlet prior
    of its rate in all documents, in standard deviations: `MAX_WORDS` of either group,
    the most telling first. The counts are `in_first` and `in_second`. All documents are
    those of the whole corpus, also where a part of it is analysed. `limit` is the z
    that any of the words compared exceeds by chance with a probability of `RISK`.

    Monroe, Colaresi and Quinn, "Fightin' words: Lexical feature selection and
    evaluation for identifying the content of political conflict", Political Analysis
    2008.
    """
    here, whole = corpus.with_copies, (corpus.base or corpus).with_copies
    prior, words = sums_of(whole, whole.words), [*whole.columns_of(here.words)]
    sides = np.column_stack([in_group(groups, group) for group in (first, second)])
    sums = np.zeros((len(prior), 2))
    counts = Covariance(here.observations, centred=False)
    sums[words] = counts.gather(sides.astype(np.float64))
    return keyness(whole.words, sums, prior, (first, second))


def sums_of(corpus: Corpus, words: Sequence[str]) -> np.ndarray:
    """Return the sum of each word's counts, (len(words),)."""
    sums = Covariance(corpus.observations, centred=False).moments[0]
    known = dict(zip(corpus.words, sums, strict=True))
    return np.array([known.get(word, 0.0) for word in words])


def keyness(
    words: Sequence[str], sums: np.ndarray, prior: np.ndarray, names: tuple[str, str]
) -> pd.DataFrame:
    """Return the words that set two sides apart, as `keyness_of_groups` does.

    sums  : (n_words, 2), how often each word is on each side
    prior : (n_words,), how often it is anywhere, up to a factor
    names : of the sides
    """
    prior = prior / prior.sum() * PRIOR_WORDS + TINY
    n, rates = sums.sum(axis=0), sums + prior[:, None]
    odds = np.log(rates / (n + prior.sum() - rates))
    deviations = np.sqrt((1 / rates).sum(axis=1))
    z = (odds[:, 0] - odds[:, 1]) / deviations
    order = np.argsort(-z, kind="stable")
    chosen = np.concatenate([order[:MAX_WORDS], order[::-1][:MAX_WORDS]])
    table = pd.DataFrame(
        {
            "word": [words[word] for word in chosen],
            "group": np.where(z[chosen] > 0, *names),
            "z": abs(z[chosen]),
            "in_first": sums[chosen, 0].astype(int),
            "in_second": sums[chosen, 1].astype(int),
            "limit": NormalDist().inv_cdf(1 - RISK / (2 * len(words))),
        }
    )
    return table.drop_duplicates("word").reset_index(drop=True)


def about_keyness(table: pd.DataFrame) -> str:
    """Say how many of the words of `keyness_of_groups` differ by more than chance."""
    limit, n_beyond = table["limit"].max(), (table["z"] > table["limit"]).sum()
    which = f"{n_beyond} of these words" if n_beyond else "None of these words"
    do = "differ" if n_beyond > 1 else "differs"
    return (
        f"{which} {do} by more than chance: that takes a z-score of {limit:.1f}, as "
        "so many words were compared."
    )
