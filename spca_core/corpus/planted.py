"""A random corpus with known topics, to see which of them are found."""

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError, check_number, check_whole_number

LIMITS = {
    "n_documents": (10, 20_000),
    "n_words": (10, 20_000),
    "n_topics": (1, 20),
    "sparsity": (1, 50),
    "seed": (0, 2**63 - 1),
}
STRENGTHS = (0.0, 20.0)
MAX_CELLS = 20_000_000
# The background's rate of the word of rank r is 3 / (r + 10): at most 0.3 a document.
FLATNESS, ABUNDANCE = 10, 3
SYLLABLES = ["".join(letters) for letters in product("bdlmnrtv", "aeiou")]
N_SYLLABLES = 3  # in a name


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to plant; the same plan gives the same corpus.

    Parameters
    ----------
    n_documents, n_words, n_topics
        The sizes; each topic has as many documents as any other, or one more.
    sparsity
        Words of a topic; no word is in two topics.
    strength
        How often, on average, a document has each word of its topic, beyond chance.
    seed
        Of the random draws.

    Raises
    ------
    InputError
        Naming the option, its value and its limits.
    """

    n_documents: int = 500
    n_words: int = 200
    n_topics: int = 4
    sparsity: int = 6
    strength: float = 2.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name, limits in LIMITS.items():
            check_whole_number(name, getattr(self, name), *limits)
        check_number("strength", self.strength, *STRENGTHS)
        _check_sizes(self)


class Planted(NamedTuple):
    """The corpus, labelled by topic, and the true words of each topic."""

    corpus: Corpus
    truth: tuple[tuple[str, ...], ...]


def plant(plan: Plan) -> Planted:
    """Make the planned corpus: each document has its topic's words and a background.

    Counts are Poisson; the background has a few frequent words and many rare ones.
    """
    rng = np.random.default_rng(plan.seed)
    names = _names(rng, plan.n_words)
    slots = plan.n_topics * plan.sparsity
    members = rng.choice(plan.n_words, slots, replace=False).reshape(plan.n_topics, -1)
    topics = rng.permutation(np.arange(plan.n_documents) % plan.n_topics)
    corpus = Corpus(
        name="planted topics",
        observations=_background(rng, plan) + _topical(rng, plan, members[topics]),
        words=names,
        titles=tuple(f"document {number + 1}" for number in range(plan.n_documents)),
        labels=tuple(f"planted topic {topic + 1}" for topic in topics),
    )
    return Planted(corpus, tuple(tuple(names[word] for word in row) for row in members))


def _check_sizes(plan: Plan) -> None:
    slots = plan.n_topics * plan.sparsity
    if slots > plan.n_words:
        raise InputError(
            f"{plan.n_topics} topics of {plan.sparsity} words need {slots:,} words; "
            f"n_words is {plan.n_words:,}. Raise it, or lower one of the two."
        )
    if plan.n_topics > plan.n_documents:
        raise InputError(
            f"{plan.n_topics} topics need as many documents; n_documents is "
            f"{plan.n_documents:,}. Raise it, or plant fewer topics."
        )
    if plan.n_documents * plan.n_words > MAX_CELLS:
        raise InputError(
            f"{plan.n_documents:,} documents of {plan.n_words:,} words are more than "
            f"{MAX_CELLS:,} counts. Lower one of the two."
        )


def _names(rng: np.random.Generator, n_words: int) -> tuple[str, ...]:
    """Draw different names that can be spoken and mean nothing."""
    n_syllables = len(SYLLABLES)
    drawn = rng.choice(n_syllables**N_SYLLABLES, n_words, replace=False)
    digits = np.unravel_index(drawn, (n_syllables,) * N_SYLLABLES)
    return tuple(
        "".join(SYLLABLES[digit] for digit in name)
        for name in zip(*digits, strict=True)
    )


def _background(rng: np.random.Generator, plan: Plan) -> sparse.csr_array:
    """Draw the number of words, then each one's document and word: the same law."""
    rates = ABUNDANCE / (np.arange(plan.n_words) + 1 + FLATNESS)
    n_drawn = rng.poisson(plan.n_documents * rates.sum())
    documents = rng.integers(plan.n_documents, size=n_drawn)
    words = rng.choice(plan.n_words, size=n_drawn, p=rates / rates.sum())
    return _counts(np.ones(n_drawn), documents, words, plan)


def _topical(
    rng: np.random.Generator, plan: Plan, words: np.ndarray
) -> sparse.csr_array:
    """Draw the counts of each document's topic; words: (n_documents, sparsity)."""
    counts = rng.poisson(plan.strength, size=words.shape)
    documents, columns = np.nonzero(counts)
    drawn = counts[documents, columns].astype(float)
    return _counts(drawn, documents, words[documents, columns], plan)


def _counts(
    counts: np.ndarray, documents: np.ndarray, words: np.ndarray, plan: Plan
) -> sparse.csr_array:
    shape = (plan.n_documents, plan.n_words)
    return sparse.coo_array((counts, (documents, words)), shape).tocsr()
