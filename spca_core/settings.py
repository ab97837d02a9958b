"""What is asked of a method: one options object for all of them."""

from dataclasses import dataclass, fields
from typing import Any

from spca_core.errors import InputError

# What the methods are called on screen, by their names.
METHOD_LABELS = {
    "joint": "Joint search",
    "bipartite": "Bipartite (paper)",
    "tpower": "TPower",
    "em": "EM sPCA",
    "span": "SpanSPCA",
    "exact": "Exact",
}
METHOD_NAMES = tuple(METHOD_LABELS)
SKETCH_LABELS = {
    "svd": "Truncated SVD",
    "randomised": "Randomised SVD",
    "gaussian": "Gaussian projection",
    "streaming": "Frequent directions",
}
# Independent starts of the joint search, by the name of the effort.
EFFORTS = {"quick": 2, "normal": 8, "thorough": 64}
# Above, the dense Gram matrix of the words in play would no longer fit a laptop.
MOST_SLOTS = 5_000
EPSILON_LIMITS = (0.01, 0.99)
WHOLE_NUMBER_LIMITS = {
    "n_components": (1, 1_000),
    "sparsity": (1, 5_000),
    "rank": (1, 500),
    "candidates": (1, 1_000_000_000),
    "extra_starts": (0, 10_000),
    "seed": (0, 2**63 - 1),
}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The options of a run, valid from birth: with the data, they fix the answer.

    n_components : k, how many components
    sparsity     : s, words in each
    centred      : subtract each word's mean first
    effort       : a name in EFFORTS (joint)
    sketch       : a name in SKETCH_LABELS (bipartite, span)
    rank         : r, of the sketch (bipartite, span)
    candidates   : the most points C of the net that are tried (bipartite), or
                   directions for each component (span)
    epsilon      : of the net, which is tried whole if it has no more points (bipartite)
    extra_starts : random starts for each component beyond the usual (tpower, em)
    seconds      : a cap; a run that meets it says so and depends on the machine
    raises       : InputError naming the option, its value and its limits
    """

    n_components: int = 8
    sparsity: int = 10
    method: str = "joint"
    centred: bool = False
    seed: int = 0
    effort: str = "normal"
    sketch: str = "svd"
    rank: int = 5
    candidates: int = 10_000
    epsilon: float = 0.2
    extra_starts: int = 0
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, (least, most) in WHOLE_NUMBER_LIMITS.items():
            _check_whole_number(name, getattr(self, name), least, most)
        _check_choice("method", self.method, METHOD_NAMES)
        _check_choice("effort", self.effort, tuple(EFFORTS))
        _check_choice("sketch", self.sketch, tuple(SKETCH_LABELS))
        _check_epsilon(self.epsilon)
        if not isinstance(self.centred, bool):
            raise InputError(f"centred is {self.centred!r}; give True or False.")
        if self.seconds is not None:
            _check_seconds(self.seconds)

    @staticmethod
    def of(**options: Any) -> "Settings":
        """Return the settings with these options; an unknown name is an InputError."""
        known = [field.name for field in fields(Settings)]
        for name in options:
            _check_choice("option", name, tuple(known))
        return Settings(**options)

    def check_fits(self, n_words: int) -> None:
        """Raise InputError if that many words cannot fill the supports."""
        slots = self.n_components * self.sparsity
        request = (
            f"{self.n_components} components of {self.sparsity} words need {slots:,}"
        )
        if slots > n_words:
            raise InputError(
                f"{request} words; this corpus has {n_words:,}. Lower one of the two."
            )
        if slots > MOST_SLOTS:
            raise InputError(
                f"{request} words in all; at most {MOST_SLOTS:,} can be searched. "
                "Lower one of the two."
            )


def _check_whole_number(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InputError(
            f"{name} is {value!r}; give a whole number from {least:,} to {most:,}."
        )


def _check_seconds(value: object) -> None:
    if not isinstance(value, int | float) or not value > 0:
        raise InputError(f"seconds is {value!r}; give a number above 0.")


def _check_epsilon(value: object) -> None:
    least, most = EPSILON_LIMITS
    if not isinstance(value, int | float) or not least <= value <= most:
        raise InputError(f"epsilon is {value!r}; give a number from {least} to {most}.")


def _check_choice(what: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise InputError(f"{what} is {value!r}; choose one of {', '.join(choices)}.")
