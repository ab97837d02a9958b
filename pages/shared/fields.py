"""What can be chosen: each choice's default, its limits, how a link is read."""

from collections.abc import Callable
from typing import Any, NamedTuple

from spca_core.corpus.catalogue import bundled_names
from spca_core.settings import EFFORTS, EPSILON_LIMITS, METHOD_NAMES, SKETCH_LABELS

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
    "k": _whole_number(8, 1, MOST_TOPICS),
    "s": _whole_number(10, 1, MOST_WORDS),
    "method": _one_of("joint", METHOD_NAMES),
    "seed": _whole_number(0, 0, MOST_SEED),
    "centred": Field(False, "0 or 1", lambda text: bool(("0", "1").index(text))),
    "effort": _one_of("normal", tuple(EFFORTS)),
    "sketch": _one_of("svd", tuple(SKETCH_LABELS)),
    "rank": _whole_number(5, 1, MOST_RANK),
    "candidates": _whole_number(10_000, LEAST_CANDIDATES, MOST_CANDIDATES),
    "epsilon": _number(0.2, *EPSILON_LIMITS),
    "extra_starts": _whole_number(0, 0, MOST_EXTRA_STARTS),
}
