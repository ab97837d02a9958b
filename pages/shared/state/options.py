"""What can be chosen on pages: links, widgets and defaults are derived from these."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from pages.shared.state.origins import Origin
from spca_core.corpus.conditions import GRAMMAR, Condition
from spca_core.corpus.corpus import COUNTS
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.corpus.weighting import matrix_options
from spca_core.errors import InputError
from spca_core.options import (
    GROUPS,
    MAX_TEXT,
    Form,
    Option,
    form_of,
    option,
    options,
    parse_groups,
    parse_words,
    text_form,
    with_values,
    write_groups,
)
from spca_core.paper.figures import experiments
from spca_core.problem.method import METHODS
from spca_core.problem.settings import EPSILON_LIMITS, Settings
from spca_core.results.documents.concordance import MAX_SOUGHT, ORDERS
from spca_core.results.topics.relevance import DEFAULT_RELEVANCE

# As the pages analyse counts.
DEFAULT_ORIGIN, DEFAULT_SETTINGS = Origin(), Settings(**matrix_options(COUNTS))
MAX_TOPICS = options(DEFAULT_SETTINGS)["n_components"].offered[1]
MAX_WORDS = options(DEFAULT_SETTINGS)["sparsity"].offered[1]
MAX_NAME = 60  # characters of the name of a column, in a choice of groups
DEGREES: dict[str, Any] = {"limits": (0, 180), "step": 1, "unit": "°"}
# Of chapters in which all pairs are drawn.
NET_EPSILON: dict[str, Any] = {"limits": (0.1, EPSILON_LIMITS[1]), "step": 0.01}
PRICE: dict[str, Any] = {"limits": (0.0, 6.0), "step": 0.5}


def _check_pairs(name: str, value: Any) -> None:
    if any(len(pair) != 2 for pair in value):
        raise InputError(f"{name} must be words with a name each, got {value!r}.")


def parse_conditions(text: str) -> tuple[str, ...]:
    """Return the conditions in a link, each as `Condition` writes it."""
    return tuple(str(Condition.parse(each)) for each in parse_words(text))


def write_conditions(where: tuple[str, ...]) -> str:
    """Return conditions as one text that can be read."""
    return ",".join(quote(condition, safe="<=>!| ") for condition in where)


def _check_conditions(_: str, value: Any) -> None:
    for condition in value:
        Condition.parse(condition)


CONDITIONS = Form(
    "conditions",
    f"conditions on documents, such as {GRAMMAR}",
    _check_conditions,
    parse_conditions,
    write_conditions,
)
PAIRS = Form("pairs", "words with names", _check_pairs, parse_groups, write_groups)


@dataclass(frozen=True)
class View:
    """What is chosen of a corpus and its topics; another corpus begins without."""

    # Of the documents that are analysed, in the order in which they were chosen.
    where: tuple[str, ...] = option((), label="Only documents", form=CONDITIONS)
    # Of two parts of these that are compared.
    first: tuple[str, ...] = option((), label="First part", form=CONDITIONS)
    second: tuple[str, ...] = option((), label="Second part", form=CONDITIONS)
    pinned: tuple[tuple[str, ...], ...] = option((), label="Pinned words", form=GROUPS)
    # By the heaviest word of their topic, as is `set_aside`.
    names: tuple[tuple[str, str], ...] = option((), label="Names", form=PAIRS)
    topic: int = option(1, label="Topic", limits=(1, MAX_TOPICS))
    tab: str = option(
        "cards",
        label="View",
        choices={
            "cards": "Cards",
            "topic": "One topic",
            "map": "Map",
            "time": "Time and groups",
            "table": "Table",
            "find": "Find",
            "number": "How many?",
        },
    )
    typical: float = option(
        DEFAULT_RELEVANCE,
        label="Order words: distinctive (0) to frequent (1)",
        help=(
            "The order of the words. At 1, words that occur in most of the topic's "
            "documents come first; at 0, words that occur in hardly any other document "
            "(the relevance of Sievert and Shirley, 2014)."
        ),
        limits=(0.0, 1.0),
        step=0.05,
    )
    map: str = option(
        "topics",
        label="Map",
        choices={"topics": "Topics", "documents": "Documents"},
    )
    find: str = option(
        "",
        label="Word or phrase",
        help=(
            "A word, in upper or lower case; a phrase, as civil war; all that begins "
            'so, as slav*; any of several, as gold|silver; or as it is written: "war".'
        ),
        limits=(0, MAX_SOUGHT),
    )
    lines: str = option(
        "",
        label="Order of the lines",
        help="By the words before or after: word by word, the nearest first.",
        choices=ORDERS,
    )
    set_aside: tuple[str, ...] = option((), label="Hidden topics")
    document: int = option(0, label="Document", limits=(0, 2**31))  # 0: the list
    beside: str = option(
        "list", label="Show", choices={"list": "Documents", "parts": "Two parts"}
    )
    within: str = option("", label="Group")
    view: str = option(
        "choose",
        label="View",
        choices={
            "choose": "Choose",
            "prepare": "Prepare",
            "pictures": "Statistics",
            "words": "Words",
            "keep": "Download",
        },
    )
    experiment: str = option(
        "",
        label="Experiment",
        help=(
            "One of the paper's data sets, with its number of topics and words per "
            "topic. Its runs are drawn once you have started them."
        ),
        form=text_form(
            "an experiment of the paper", lambda text: text in map(str, experiments())
        ),
    )
    by: str = option("", label="Group by", limits=(0, MAX_NAME))
    per_topic: bool = option(False, label="A chart for each topic")


@dataclass(frozen=True)
class Compare:
    """What is compared, and how it is looked at."""

    methods: tuple[str, ...] = option(  # if none: all of ours that fit
        (),
        label="Methods",
        help=(
            "The methods to run, all with the sidebar's settings. The exact search is "
            "offered if there are few enough words to try every choice."
        ),
        choices={name: method.label for name, method in METHODS.items()},
    )
    seeds: int = option(
        1,
        label="Seeds of each",
        help=(
            "Runs per method, with consecutive seeds from the sidebar's: how much of a "
            "difference is luck? Deterministic methods give the same answer each time."
        ),
        limits=(1, 100),
    )
    equal_time: float = option(
        0.0,
        label="Equal time (s)",
        help=(
            "Processor seconds for each run. Each method restarts at random until they "
            "are used up, and its best result counts. 0: each takes as long as one "
            "search needs."
        ),
        limits=(0.0, 600.0),
        step=1.0,
    )
    look: str = option(
        "curves",
        label="Show",
        choices={"curves": "Curves", "words": "Words", "table": "Table"},
    )
    scale: str = option(
        "paper",
        label="Matrix",
        choices={
            "paper": "As in the paper",
            "weighted": "Weighted",
            "relative": "Share of the best",
        },
    )
    along: str = option(
        "topics",
        label="Along",
        choices={"topics": "Topics", "time": "Time", "rank": "Rank"},
    )
    separate: bool = option(
        False,
        label="A run for each number of topics",
        help="Separate runs for 1, 2, ... topics, not the first topics of one run.",
    )


@dataclass(frozen=True)
class Lesson:
    """The state of a lesson: a teacher's link holds it, and hides what comes later."""

    chapter: str = option(
        "component",
        label="Chapters",
        choices={
            "component": "1 Component",
            "together": "2 Together",
            "matching": "3 Matching",
            "noise": "4 Noise",
            "sentences": "5 Your sentences",
            "sparse": "Sparse",
            "paper": "Paper",
            "limit": "Limit",
            "plan": "Lesson plan",
            "solutions": "Solutions",
        },
    )
    hide: tuple[str, ...] = option((), label="Hide in the link")
    # By the names of tasks.
    answers: tuple[tuple[str, str], ...] = option((), label="Answers", form=PAIRS)
    angle: int = option(100, label="Direction", **DEGREES)
    best_direction: bool = option(False, label="Show the best direction")
    kept_words: int = option(
        10,
        label="Words to keep",
        help="How many words the sparse component may have.",
        limits=(1, MAX_WORDS),
    )
    eps: float = option(0.1, label="Epsilon", limits=(0.01, 0.5), step=0.01)
    delta: float = option(0.1, label="Delta", limits=(0.0, 0.5), step=0.01)
    step: int = option(0, label="The buttons to play", limits=(0, 10), step=1)
    own: str = option(
        "0" * 8,
        label="Your own choice of edges",
        form=text_form("8 digits from 0 to 2", re.compile("[0-2]{8}").fullmatch),
    )
    own_prices: bool = option(False, label="Show the prices")
    net_epsilon: float = option(0.5, label="Epsilon", **NET_EPSILON)
    first_angle: int = option(20, label="First angle", **DEGREES)
    second_angle: int = option(100, label="Second angle", **DEGREES)
    price1: float = option(0.5, label="Price of tax", **PRICE)
    price2: float = option(0.5, label="Price of money", **PRICE)
    price3: float = option(0.5, label="Price of war", **PRICE)
    price4: float = option(0.5, label="Price of army", **PRICE)
    strength: int = option(
        5,
        label="Strength of the planted topic",
        help="In how many documents three words were put together. 0: pure noise.",
        limits=(0, 5),
        step=1,
    )
    table: int = option(
        1, label="Table", help="Each number is another table.", limits=(1, 99)
    )
    shuffles: int = option(0, label="The buttons to shuffle", limits=(0, 36))
    sentences: str = option("", label="Sentences", limits=(0, 2_000))


@dataclass(frozen=True)
class State:
    """All that can be chosen: it lives in the link."""

    origin: Origin = DEFAULT_ORIGIN
    preparation: Preparation = DEFAULT_PREPARATION
    settings: Settings = DEFAULT_SETTINGS
    view: View = View()
    compare: Compare = Compare()
    lesson: Lesson = Lesson()


DEFAULT = State()
# On pages nobody caps the seconds, and runs begin again where they have equal time.
NOT_ON_PAGES = ("restarts", "seconds")


def keys_of(part: object) -> tuple[str, ...]:
    """Return the names that the options of a part of the state have in links."""
    return tuple(
        each.key for each in options(part).values() if each.name not in NOT_ON_PAGES
    )


OPTIONS: dict[str, Option] = {
    each.key: each.on_pages
    for each in options(DEFAULT).values()
    if each.name not in NOT_ON_PAGES
}
ORIGIN, PREPARATION = keys_of(DEFAULT.origin), keys_of(DEFAULT.preparation)
# The number and size of topics: they take effect at once where they can be swept.
SIZE = ("k", "s")
# What a count is worth: it takes effect at once.
VALUES = ("weighting", "centred", "norm")
# What else a run depends on: it takes effect when Run is pressed.
RUN = tuple(name for name in keys_of(DEFAULT.settings) if name not in (*SIZE, *VALUES))


def parse(name: str, text: str) -> Any:
    """Return the value that an option has in a link.

    raises : ValueError for what cannot be chosen
    """
    if len(text) > MAX_TEXT:
        raise ValueError
    text.encode()  # a ValueError for half a character, which cannot be written
    its_option = OPTIONS[name]
    form = form_of(its_option)
    value = form.parse(text)
    form.check(name, value)  # an InputError is a ValueError
    with_values(DEFAULT, {its_option.name: value})
    return value


def write_value(name: str, value: Any) -> str:
    """Return the text of a value in a link."""
    return form_of(OPTIONS[name]).write(value)


def limits_of(name: str) -> str:
    """Return what an option may be, as a part of a sentence."""
    return form_of(OPTIONS[name]).limits
