"""What can be chosen: each choice's default, its limits, how a link holds it."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from pages.shared.state.origins import PLACES, UPLOAD, is_place
from spca_core.corpus.bundled import bundled_names
from spca_core.corpus.preparation import WEIGHTINGS, Preparation
from spca_core.corpus.readers.loading import AUTO
from spca_core.corpus.readers.recognition import FORMATS
from spca_core.corpus.tokeniser import Tokeniser
from spca_core.paper.figures import experiments
from spca_core.problem.method import METHODS
from spca_core.problem.settings import (
    EFFORTS,
    EPSILON_LIMITS,
    SKETCH_LABELS,
    Settings,
)

USUAL = Settings()
AS_LOADED = Preparation()
USUAL_TOKENISER = Tokeniser()

MAX_TOPICS, MAX_WORDS, MAX_SEED = 20, 50, 999_999
MIN_CANDIDATES, MAX_CANDIDATES, MAX_RANK = 100, 1_000_000, 20
MAX_EXTRA_STARTS = 100
MAX_DOCUMENTS = 1_000_000
MAX_SHORTEST_WORD = 20  # letters that a word may be asked to have at least
MAX_TEXT = 60_000  # characters of a list in a link
CORPUS_VIEWS = ("choose", "prepare", "pictures", "words", "keep")
COMPARE_VIEWS = ("curves", "words", "table", "race", "sweep")
PICTURES = ("topics", "sizes", "seconds", "candidates")
SCALES = ("absolute", "relative", "gap")
GRIDS = ("sizes", "ranks")
MAX_SEEDS = 100
N_CHAPTERS, MAX_DEGREES, MAX_STEPS = 7, 180, 200
MIN_EPSILON, MAX_EPSILON, MAX_DELTA = 0.01, 0.5, 0.5  # of the paper's example
# Of the net of chapter 5, drawn without a wait: the finest has 20,000 pairs.
NET_EPSILON_LIMITS = (0.02, EPSILON_LIMITS[1])
MAX_PRICE = 6.0


class Field(NamedTuple):
    """One choice as it stands in the address."""

    default: Any
    limits: str  # as a sentence says them
    parse: Callable[[str], Any]  # raises ValueError for what is out of them
    write: Callable[[Any], str] = str


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


def _yes_or_no(default: bool) -> Field:
    return Field(
        default,
        "0 or 1",
        lambda text: bool(("0", "1").index(text)),
        lambda value: str(int(value)),
    )


def _matching(default: str, limits: str, fits: Callable[[str], object]) -> Field:
    def parse(text: str) -> str:
        if not fits(text):
            raise ValueError
        text.encode()  # as in _parse_words
        return text

    return Field(default, limits, parse)


def _words(default: tuple[str, ...]) -> Field:
    return Field(default, "a list of words", _parse_words, write_words)


def _some_of(names: Iterable[str]) -> Field:
    def parse(text: str) -> tuple[str, ...]:
        if not set(words := _parse_words(text)) <= set(names):
            raise ValueError
        return words

    return Field((), f"some of {', '.join(names)}", parse, write_words)


def _parse_words(text: str) -> tuple[str, ...]:
    if len(text) > MAX_TEXT:
        raise ValueError
    text.encode()  # a ValueError where half a character stands, as none can be written
    return tuple(unquote(word) for word in text.split(",") if word)


def write_words(words: tuple[str, ...]) -> str:
    """Return words as one text: what separates them is escaped within them."""
    return ",".join(quote(word, safe="") for word in words)


def _parse_groups(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(filter(None, map(_parse_words, text.split(";"))))


def _write_groups(groups: tuple[tuple[str, ...], ...]) -> str:
    return ";".join(map(write_words, groups))


def _parse_names(text: str) -> tuple[tuple[str, str], ...]:
    pairs = _parse_groups(text)
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError
    return tuple((word, name) for word, name in pairs)


def _are_weights(text: str) -> bool:
    return not text or bool(re.fullmatch(r"\d{1,2}(,\d{1,2}){15}", text))


# Where the corpus comes from and how it is read.
ORIGIN = {
    "corpus": _matching(
        "state_of_the_union",
        "one of " + ", ".join((*bundled_names(), *PLACES)),
        is_place,
    ),
    "words": _matching("", "a SHA-256", lambda text: re.fullmatch(UPLOAD, text)),
    "format": _one_of(AUTO, (AUTO, *FORMATS)),
    "label": _matching("", "a column", lambda text: len(text) <= MAX_TEXT),
    "case": _yes_or_no(not USUAL_TOKENISER.lower_case),
    "shortest": _whole_number(USUAL_TOKENISER.shortest, 1, MAX_SHORTEST_WORD),
    "stop": _words(USUAL_TOKENISER.stop_words),
}
# What is done to it before the analysis.
PREPARATION = {
    "least": _whole_number(AS_LOADED.least_documents, 1, MAX_DOCUMENTS),
    "most": _number(AS_LOADED.most_share, 0.001, 1.0),
    "removed": _words(AS_LOADED.removed),
    "weighting": _one_of(AS_LOADED.weighting, tuple(WEIGHTINGS)),
    "centred": _yes_or_no(USUAL.centred),
}
# How many topics, and of how many words: moved at once where they can be swept.
SIZE = {
    "k": _whole_number(USUAL.n_components, 1, MAX_TOPICS),
    "s": _whole_number(USUAL.sparsity, 1, MAX_WORDS),
}
# What else a run depends on: counts when Run is pressed.
RUN = {
    "method": _one_of(USUAL.method, tuple(METHODS)),
    "seed": _whole_number(USUAL.seed, 0, MAX_SEED),
    "effort": _one_of(USUAL.effort, tuple(EFFORTS)),
    "sketch": _one_of(USUAL.sketch, tuple(SKETCH_LABELS)),
    "rank": _whole_number(USUAL.rank, 1, MAX_RANK),
    "candidates": _whole_number(USUAL.candidates, MIN_CANDIDATES, MAX_CANDIDATES),
    "epsilon": _number(USUAL.epsilon, *EPSILON_LIMITS),
    "extra_starts": _whole_number(USUAL.extra_starts, 0, MAX_EXTRA_STARTS),
}
# What is chosen on the pages themselves.
VIEW = {
    "pinned": Field((), "groups of words", _parse_groups, _write_groups),
    "names": Field((), "words with names", _parse_names, _write_groups),
    "topic": _whole_number(1, 1, MAX_TOPICS),
    "document": _whole_number(0, 0, 2**31),
    "view": _one_of(CORPUS_VIEWS[0], CORPUS_VIEWS),
    "experiment": _matching(
        "", "an experiment of the paper", lambda text: text in map(str, experiments())
    ),
    "by": _matching("", "a grouping", lambda text: len(text) <= MAX_SHORTEST_WORD),
}
# What is compared, and how it is looked at.
COMPARE = {
    "methods": _some_of(tuple(METHODS)),  # none is all of ours that fit
    "seeds": _whole_number(1, 1, MAX_SEEDS),
    "look": _one_of(COMPARE_VIEWS[0], COMPARE_VIEWS),
    "picture": _one_of(PICTURES[0], PICTURES),
    "scale": _one_of(SCALES[0], SCALES),
    "log_x": _yes_or_no(False),
    "log_y": _yes_or_no(False),
    "grid": _one_of(GRIDS[0], GRIDS),
    "race": _whole_number(0, 0, MAX_STEPS),
}
# Where a lesson stands: a teacher's link holds it, and hides what comes later.
LESSON = {
    "chapter": _whole_number(1, 1, N_CHAPTERS),
    "hide": _words(()),
    "angle": _whole_number(100, 0, MAX_DEGREES),
    "best_direction": _yes_or_no(False),
    "kept_words": _whole_number(10, 1, MAX_WORDS),
    "eps": _number(0.1, MIN_EPSILON, MAX_EPSILON),
    "delta": _number(0.1, 0.0, MAX_DELTA),
    "step": _whole_number(0, 0, MAX_STEPS),
    "weights": _matching("", "16 whole numbers from 0 to 99", _are_weights),
    "net_epsilon": _number(0.5, *NET_EPSILON_LIMITS),
    "first_angle": _number(20.0, 0.0, MAX_DEGREES),
    "second_angle": _number(100.0, 0.0, MAX_DEGREES),
    **{f"price{word}": _number(0.5, 0.0, MAX_PRICE) for word in range(1, 5)},
    "first_words": _words(()),
    "second_words": _words(()),
}
FIELDS = {**ORIGIN, **PREPARATION, **SIZE, **RUN, **VIEW, **COMPARE, **LESSON}
