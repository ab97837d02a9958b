"""What can be chosen: each choice's default, its limits, how a link is read."""

from collections.abc import Callable
from typing import Any, NamedTuple

from spca_core.corpus.catalogue import bundled_names
from spca_core.settings import (
    EFFORTS,
    EPSILON_LIMITS,
    METHOD_NAMES,
    SKETCH_LABELS,
    Settings,
)

USUAL = Settings()

MOST_TOPICS, MOST_WORDS, MOST_SEED = 20, 50, 999_999
LEAST_CANDIDATES, MOST_CANDIDATES, MOST_RANK = 100, 1_000_000, 20
MOST_EXTRA_STARTS = 100


class Field(NamedTuple):
    """One choice as it stands in the address."""

    default: Any
    limits: str  # as a sentence says them
    parse: Callable[[str], Any]  # raises ValueError for what is out of them


def _whole_number(default: int, least: int, most: int) -> Field:
    def parse(text: str) -> int:
        if not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return Field(default, f"a whole number from {least:,} to {most:,}", parse)


def _number(default: float, least: float, most: float) -> Field:
    def parse(text: str) -> float:
        if not least <= float(text) <= most:
            raise ValueError
        return float(text)

    return Field(default, f"a number from {least:g} to {most:g}", parse)


def _one_of(default: str, options: tuple[str, ...]) -> Field:
    return Field(
        default,
        "one of " + ", ".join(options),
        lambda text: options[options.index(text)],
    )


FIELDS = {
    "corpus": _one_of("state_of_the_union", bundled_names()),
    "k": _whole_number(USUAL.n_components, 1, MOST_TOPICS),
    "s": _whole_number(USUAL.sparsity, 1, MOST_WORDS),
    "method": _one_of(USUAL.method, METHOD_NAMES),
    "seed": _whole_number(USUAL.seed, 0, MOST_SEED),
    "centred": Field(
        USUAL.centred, "0 or 1", lambda text: bool(("0", "1").index(text))
    ),
    "effort": _one_of(USUAL.effort, tuple(EFFORTS)),
    "sketch": _one_of(USUAL.sketch, tuple(SKETCH_LABELS)),
    "rank": _whole_number(USUAL.rank, 1, MOST_RANK),
    "candidates": _whole_number(USUAL.candidates, LEAST_CANDIDATES, MOST_CANDIDATES),
    "epsilon": _number(USUAL.epsilon, *EPSILON_LIMITS),
    "extra_starts": _whole_number(USUAL.extra_starts, 0, MOST_EXTRA_STARTS),
}
