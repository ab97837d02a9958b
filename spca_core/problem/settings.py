"""The options of a run, one object for all methods, and the limits of a proof."""

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from spca_core.corpus.weightings import NORMS, WEIGHTINGS, british
from spca_core.errors import InputError, check_choice, checked_seconds
from spca_core.formatting import counted
from spca_core.options import check_options, option
from spca_core.problem.method import METHODS, labels_of, methods_using

SKETCH_LABELS = {
    "svd": "Truncated SVD",
    "randomised": "Randomised SVD",
    "gaussian": "Gaussian projection",
    "streaming": "Frequent directions",
}
RANDOM_SKETCHES = ("randomised", "gaussian")
# A number of starts by effort: the joint search ends when it has made no progress in
# the time that it takes to give up so many.
EFFORTS = {"quick": 2, "normal": 8, "thorough": 64}
# Above this, the dense Gram matrix of the words in play would not fit in a laptop.
MAX_SLOTS = 5_000
EPSILON_LIMITS = (0.01, 0.99)
MAX_RESTARTS = 100_000


def _users(setting: str) -> str:
    """Return the methods that use a setting, as its label names them."""
    return f"for {' and '.join(labels_of(methods_using(setting)))}"


_METHODS_DO = " ".join(f"{one.label}: {one.does}." for one in METHODS.values())


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The options of a run, checked when made; with the data, they fix the answer.

    `spca_core.problem.method` says which method uses which of them.

    Parameters
    ----------
    n_components, sparsity : int
        k components of s words each.
    method : str
        A name in `spca_core.problem.method.METHODS`.
    weighting : str
        What a count is worth, a name in `spca_core.corpus.weightings.WEIGHTINGS`. The
        defaults of this, of `centred` and of `norm` leave numbers as they are, for any
        data; `solve`, which has the data, chooses those that suit them.
    centred : bool
        Whether each word's mean is subtracted first.
    norm : str
        By what power of its length a document's weighted counts are divided, a name in
        `spca_core.corpus.weightings.NORMS`.
    seed : int
        Where the random choices begin.
    restarts : int
        How often the search is made again, from other seeds; the best counts. A method
        finds here the number of its own search: from 1 on, it begins at random even if
        it has no chance otherwise.
    effort, sketch, rank, candidates, epsilon, seconds
        As for `spca_core.solve`.
    pinned : tuple of tuples of int
        Groups of columns, each to be in one component, no two in the same.

    Raises
    ------
    InputError
        If an option is outside its limits; it names the option, its value and the
        limits.
    """

    n_components: int = option(
        8,
        label="Topics",
        help="How many topics to find. No two topics share a word.",
        limits=(1, 1_000),
        offered=(1, 30),
        short="k",
    )
    sparsity: int = option(
        10,
        label="Words in each topic",
        help="How many words each topic has.",
        limits=(1, 5_000),
        offered=(1, 50),
        short="s",
    )
    method: str = option(
        "joint",
        label="Method",
        help=f"How the topics are found. {_METHODS_DO}",
        choices=METHODS,
    )
    weighting: str = option(
        "counts",
        label="Weighting",
        help=(
            "What a count is worth. A change also sets the centring and the document "
            "lengths to what is usual with it."
        ),
        choices={name: weighting.label for name, weighting in WEIGHTINGS.items()},
    )
    centred: bool = option(
        False,
        label="Centre the words",
        help=(
            "Measure how words vary around their mean instead of around zero: usual "
            "for tf-idf and for measurements. The paper uses raw counts (off) for text."
        ),
    )
    norm: str = option(
        "none",
        label="Document lengths",
        help="How much a long document weighs. "
        + " ".join(f"{norm.label}: {norm.does}" for norm in NORMS.values()),
        choices={name: norm.label for name, norm in NORMS.items()},
    )
    seed: int = option(
        0,
        label="Seed",
        help="Where the random choices start. The same seed gives the same answer.",
        limits=(0, 2**63 - 1),
        offered=(0, 999_999),
    )
    effort: str = option(
        "normal",
        label=f"Effort {_users('effort')}",
        help=(
            "How long the search goes on without progress: thorough 8 times as long as "
            "normal, and normal 4 times as long as quick."
        ),
        choices={name: name for name in EFFORTS},
    )
    sketch: str = option(
        "svd",
        label=f"Sketch {_users('sketch')}",
        help=(
            "How the data are first reduced to a few directions. The truncated SVD is "
            "the best summary. The randomised SVD is nearly as good and faster, the "
            "Gaussian projection is the roughest, and frequent directions read the "
            "data only once."
        ),
        choices=SKETCH_LABELS,
    )
    rank: int = option(
        5,
        label=f"Rank {_users('rank')}",
        help="How many directions of the data the sketch keeps.",
        limits=(1, 500),
        offered=(1, 20),
    )
    candidates: int = option(
        10_000,
        label=f"Candidates {_users('candidates')}",
        help=(
            "The maximum number of points of the net that are tried, or of directions "
            "for each topic above rank 2. The best points of each batch are compared "
            "on the data; the paper compares all of them on the sketch."
        ),
        limits=(1, 1_000_000_000),
        offered=(100, 1_000_000),
        step=1_000,
    )
    epsilon: float = option(
        0.2,
        label=f"Epsilon of the net {_users('epsilon')}",
        help=(
            "How fine the net of directions is: 0.2 promises 80 % of the best possible "
            "on the sketch. The promise holds if the whole net fits in the number of "
            "candidates, as at rank 2 with two topics; otherwise the directions are "
            "random. On the data, the sum of the next k eigenvalues is subtracted (Ky "
            "Fan); the paper subtracts 2k times an eigenvalue on s words."
        ),
        limits=EPSILON_LIMITS,
        step=0.05,
    )
    restarts: int = option(
        0,
        label="Restarts",
        help="More searches, from other seeds; the best counts.",
        limits=(0, MAX_RESTARTS),
    )
    seconds: float | None = option(
        None,
        label="Seconds",
        help="Stop after so many seconds; the answer then depends on the machine.",
    )
    pinned: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        for name in ("weighting", "sketch"):
            object.__setattr__(self, name, british(getattr(self, name)))
        check_options(self)
        object.__setattr__(self, "seconds", checked_seconds(self.seconds))
        _check_pinned(self)

    @staticmethod
    def of(**options: Any) -> "Settings":
        """Return the settings with these options; an unknown name is an InputError."""
        for name in options:
            check_choice("option", name, [field.name for field in fields(Settings)])
        return Settings(**options)

    @property
    def n_starts(self) -> int:
        """How many starts a run makes, per component if it finds one at a time.

        0 for a method that has candidates or a rule of its own instead.
        """
        return METHODS[self.method].starts or 0

    @property
    def n_restart_starts(self) -> int:
        """How many random starts a restart makes, as `n_starts` counts them."""
        starts = METHODS[self.method].restart_starts
        return self.n_starts if starts is None else starts

    @property
    def n_starts_in_all(self) -> int:
        """How many starts are made with the restarts; a search without any is one."""
        again = self.restarts * max(self.n_restart_starts, 1)
        return max(self.n_starts, 1) + again

    @property
    def is_random(self) -> bool:
        """Whether another seed may give another answer."""
        return METHODS[self.method].is_random or self.restarts > 0

    @property
    def question(self) -> tuple[bool, str, str, int, int]:
        """What a certificate depends on: the matrix, and number and size of topics."""
        matrix = self.centred, self.weighting, self.norm
        return (*matrix, self.n_components, self.sparsity)

    @cached_property
    def relevant(self) -> "Settings":
        """These settings, with the default for each that the method does not use.

        The seed too is the default if it changes nothing. Runs on the same data whose
        relevant settings are equal have equal answers.
        """
        uses = METHODS[self.method].uses
        unused = {
            field.name: field.default
            for field in fields(Settings)
            if methods_using(field.name) and field.name not in uses
        }
        if not self.is_random:
            unused["seed"] = Settings.seed
        return replace(self, **unused)

    def check_fits(self, n_words: int, corpus: str = "this corpus") -> None:
        """Raise InputError if the supports or pins need more words than `n_words`."""
        slots = self.n_components * self.sparsity
        words = counted(self.sparsity, "words")
        request = (
            f"{counted(self.n_components, 'components')} of {words} need "
            f"{counted(slots, 'words')}"
        )
        if slots > n_words:
            raise InputError(
                f"{request}; {corpus} has {n_words:,}. Lower one of the two."
            )
        if slots > MAX_SLOTS:
            raise InputError(
                f"{request} in all; at most {MAX_SLOTS:,} can be searched. "
                "Lower one of the two."
            )
        last = max((word for group in self.pinned for word in group), default=0)
        if last >= n_words:
            raise InputError(
                f"Word {last} is pinned; this corpus has words 0 to {n_words - 1:,}. "
                "Unpin it, or load the corpus that it was pinned in."
            )


@dataclass(frozen=True, kw_only=True)
class ProofLimits:
    """When a proof ends early.

    Parameters
    ----------
    seconds : float or None
        Time limit; None for none.
    gap : float
        A share of the bound: a solution so near to it is good enough.

    Raises
    ------
    InputError
        If an option is outside its limits.
    """

    seconds: float | None = option(
        30.0,
        label="Seconds of the proof",
        help="End the proof after so many seconds; inf for no limit.",
    )
    gap: float = option(
        0.0,
        label="Gap of the proof",
        help="End the proof once the answer is within this share of the best possible.",
        limits=(0.0, 0.99),
    )

    def __post_init__(self) -> None:
        check_options(self)
        object.__setattr__(self, "seconds", checked_seconds(self.seconds))


DEFAULT_LIMITS, NO_LIMITS = ProofLimits(), ProofLimits(seconds=None)


def _check_pinned(settings: Settings) -> None:
    groups = settings.pinned
    if not _are_tuples_of_words(groups):
        raise InputError(
            "pinned must be tuples of words, each a column's number counted from 0, "
            f"got {groups!r}."
        )
    if groups and settings.method not in methods_using("pinned"):
        names = " or ".join(map(repr, methods_using("pinned")))
        raise InputError(
            f"pinned= works only with method={names}, got {settings.method!r}. Choose "
            "it, or leave pinned out."
        )
    if len(groups) > settings.n_components:
        raise InputError(
            f"{counted(len(groups), 'groups')} of words are pinned, for "
            f"{counted(settings.n_components, 'components')}. Unpin some, or ask for "
            "more components."
        )
    _check_pinned_words(groups, settings.sparsity)


def _are_tuples_of_words(groups: object) -> bool:
    return isinstance(groups, tuple) and all(
        isinstance(group, tuple)
        and group
        and all(type(word) is int and word >= 0 for word in group)
        for group in groups
    )


def _check_pinned_words(groups: tuple[tuple[int, ...], ...], sparsity: int) -> None:
    most = max(map(len, groups), default=0)
    if most > sparsity:
        raise InputError(
            f"{counted(most, 'words')} are pinned together, in components of "
            f"{counted(sparsity, 'words')}. Unpin some, or ask for more words in each."
        )
    words = [word for group in groups for word in group]
    if len(set(words)) < len(words):
        twice = next(word for word in words if words.count(word) > 1)
        raise InputError(
            f"Word {twice} is pinned twice; a word has one component. Unpin one."
        )
