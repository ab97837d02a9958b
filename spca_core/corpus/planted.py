"""A random corpus with known topics, to see which of them are found."""

import math
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.options import check_options, option, options

MAX_PLANTED_CELLS = 20_000_000
# In the background the word of rank r has rate 3 / (r + 10): at most 0.3 per document.
FLATNESS, ABUNDANCE = 10, 3
SYLLABLES = ["".join(letters) for letters in product("bdlmnrtv", "aeiou")]
N_SYLLABLES = 3  # in a name
# Not tf-idf: it trusts rare words, so it would miss a topic of many documents.
PLANTED_KIND = replace(COUNTS, weighting="counts")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to plant; the same plan gives the same corpus."""

    n_documents: int = option(
        500,
        label="Documents",
        help="How many documents to draw.",
        limits=(10, 20_000),
    )
    n_words: int = option(
        200,
        label="Words",
        help="How many different words there are.",
        limits=(10, 20_000),
    )
    # Their numbers of documents differ by at most one.
    n_topics: int = option(
        4,
        label="Topics",
        help="How many topics are hidden. Each document has one of them.",
        limits=(1, 20),
    )
    # No word is in two topics.
    sparsity: int = option(
        6,
        label="Words in each topic",
        help="How many words each hidden topic has.",
        limits=(1, 50),
    )
    # Mean count of a topic's word in a document, beyond chance. At 0.4 methods differ:
    # TPower finds half of the planted words, the joint search nearly all.
    strength: float = option(
        0.4,
        label="Strength",
        help=(
            "How many more times each word of its topic occurs in a document, on "
            "average, than elsewhere. Below 0.5 the topics drown in the noise."
        ),
        limits=(0.0, 20.0),
        step=0.1,
    )
    seed: int = option(
        0,
        label="Seed",
        help="Another seed gives another corpus of the same kind.",
        limits=(0, 2**63 - 1),
        offered=(0, 999_999),
    )

    def __post_init__(self) -> None:
        check_options(self)
        slots = self.n_topics * self.sparsity
        if slots > self.n_words:
            raise InputError(
                f"{counted(self.n_topics, 'topics')} of "
                f"{counted(self.sparsity, 'words')} need {counted(slots, 'words')}; "
                f"n_words is {self.n_words:,}. Raise it, or lower n_topics or sparsity."
            )
        if self.n_topics > self.n_documents:
            raise InputError(
                f"{counted(self.n_topics, 'topics')} need as many documents; "
                f"n_documents is {self.n_documents:,}. Raise it, or plant fewer topics."
            )
        if self.n_documents * self.n_words > MAX_PLANTED_CELLS:
            raise InputError(
                f"{counted(self.n_documents, 'documents')} of "
                f"{counted(self.n_words, 'words')} are more than {MAX_PLANTED_CELLS:,} "
                "counts. Lower one of the two."
            )


PLAN_OPTIONS = options(Plan())


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
        groups={"label": tuple(f"planted topic {topic + 1}" for topic in topics)},
        kind=PLANTED_KIND,
    )
    return Planted(corpus, tuple(tuple(names[word] for word in row) for row in members))


def _names(rng: np.random.Generator, n_words: int) -> tuple[str, ...]:
    """Draw distinct names that can be pronounced and mean nothing."""
    sides = (len(SYLLABLES),) * N_SYLLABLES
    drawn = rng.choice(math.prod(sides), n_words, replace=False)
    digits = np.transpose(np.unravel_index(drawn, sides))
    return tuple("".join(SYLLABLES[digit] for digit in name) for name in digits)


def _background(rng: np.random.Generator, plan: Plan) -> sparse.csr_array:
    """Draw how many words occur, then each one's document and word: also Poisson."""
    rates = ABUNDANCE / (np.arange(plan.n_words) + 1 + FLATNESS)
    n_drawn = rng.poisson(plan.n_documents * rates.sum())
    documents = rng.integers(plan.n_documents, size=n_drawn)
    words = rng.choice(plan.n_words, size=n_drawn, p=rates / rates.sum())
    return _counts(np.ones(n_drawn), documents, words, plan)


def _topical(
    rng: np.random.Generator, plan: Plan, words: np.ndarray
) -> sparse.csr_array:
    """Draw counts of each document's topic words; words: (n_documents, sparsity)."""
    counts = rng.poisson(plan.strength, size=words.shape)
    documents, columns = np.nonzero(counts)
    drawn = counts[documents, columns].astype(float)
    return _counts(drawn, documents, words[documents, columns], plan)


def _counts(
    counts: np.ndarray, documents: np.ndarray, words: np.ndarray, plan: Plan
) -> sparse.csr_array:
    shape = (plan.n_documents, plan.n_words)
    return sparse.coo_array((counts, (documents, words)), shape).tocsr()
