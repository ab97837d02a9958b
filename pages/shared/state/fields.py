"""What can be chosen: each choice's default, its limits, and its form in a link."""

import re

from pages.shared.state.kinds import (
    MAX_TEXT,
    groups,
    matching,
    names,
    number,
    one_of,
    option_fields,
    some_of,
    span,
    text_up_to,
    whole_number,
    words,
    yes_or_no,
)
from pages.shared.state.origins import DEFAULT_CORPUS, PLACES, is_place, is_upload
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.options import Reading
from spca_core.corpus.preparation import USUAL as USUAL_PREPARATION
from spca_core.options import options
from spca_core.paper.figures import experiments
from spca_core.problem.method import METHODS
from spca_core.problem.settings import EPSILON_LIMITS, Settings
from spca_core.results.topics.relevance import USUAL_RELEVANCE

# As the page analyses: weighted and centred.
USUAL = Settings(weighting="tf-idf", centred=True)
OPTIONS = {option.key: option for option in options(USUAL).values()}
MAX_TOPICS, MAX_WORDS = OPTIONS["k"].offered[1], OPTIONS["s"].offered[1]
MIN_NUMBER = 2  # of topics, where their number is looked for
MAX_NAME = 60  # characters of the name of a column, in a choice of groups
CORPUS_VIEWS = ("choose", "prepare", "pictures", "words", "keep")
TABS = ("cards", "topic", "map", "time", "table", "find")
MAPS = ("topics", "documents", "tree")
COMPARE_VIEWS = (
    *("curves", "words", "table", "differences", "race", "sweep", "quality"),
    *("number", "recovery", "many"),
)
PICTURES = ("topics", "sizes", "seconds", "candidates")
SCALES = ("relative", "absolute", "gap")
GRIDS = ("sizes", "ranks")
MEASURES = ("below_best", "to_95", "to_99", "to_999")
MAX_SEEDS = 100
MAX_EQUAL_TIME = 600.0  # seconds
N_CHAPTERS, MAX_DEGREES, MAX_STEPS = 10, 180, 200
MIN_EPSILON, MAX_EPSILON, MAX_DELTA = 0.01, 0.5, 0.5  # of the paper's example
NET_EPSILON_LIMITS = (0.1, EPSILON_LIMITS[1])  # of chapter 5: all pairs are drawn
MAX_COST_RANK, MAX_COST_TOPICS = 8, 8  # of chapter 10
MAX_PRICE = 6.0
WEIGHTS_OF_EXAMPLE = re.compile(r"(\d{1,2}(,\d{1,2}){15})?").fullmatch  # or none

COLOUR_PLACES = re.compile(r"(\d{1,3}(,\d{1,3}){0,29})?").fullmatch

# Where the corpus comes from and how it is read.
ORIGIN = {
    "corpus": matching(
        DEFAULT_CORPUS,
        "one of " + ", ".join((*bundled_titles(), *PLACES)),
        is_place,
    ),
    "words": matching("", "an uploaded file", is_upload),
    **option_fields(Reading()),
}
# What is done to it before the analysis.
PREPARATION = option_fields(USUAL_PREPARATION)
# On pages nobody caps the seconds, and runs begin again where they have equal time.
SETTINGS = option_fields(USUAL, without=("restarts", "seconds"))
# The number and size of topics: they take effect at once where they can be swept.
SIZE = {name: SETTINGS[name] for name in ("k", "s")}
# What a count is worth: it takes effect at once.
VALUES = {name: SETTINGS[name] for name in ("weighting", "centred")}
# What else a run depends on: it takes effect when Run is pressed.
RUN = {name: field for name, field in SETTINGS.items() if name not in (*SIZE, *VALUES)}
# What is chosen on the pages themselves.
VIEW = {
    "pinned": groups(),
    "names": names(),
    "topic": whole_number(1, 1, MAX_TOPICS),
    "tab": one_of(TABS[0], TABS),
    "typical": number(USUAL_RELEVANCE, 0.0, 1.0),
    "map": one_of(MAPS[0], MAPS),
    "find": text_up_to(MAX_NAME),
    "colours": matching("", "numbers", COLOUR_PLACES),
    "set_aside": words(()),  # topics, by their heaviest word
    "notes": names(),
    "present": yes_or_no(False),
    "document": whole_number(0, 0, 2**31),
    "within": text_up_to(MAX_TEXT),
    "view": one_of(CORPUS_VIEWS[0], CORPUS_VIEWS),
    "experiment": matching(
        "", "an experiment of the paper", lambda text: text in map(str, experiments())
    ),
    "by": text_up_to(MAX_NAME),
}
# What is compared, and how it is looked at.
COMPARE = {
    "methods": some_of(tuple(METHODS)),  # if none: all of ours that fit
    "seeds": whole_number(1, 1, MAX_SEEDS),
    "equal_time": number(0.0, 0.0, MAX_EQUAL_TIME),  # 0: as long as each needs
    "look": one_of(COMPARE_VIEWS[0], COMPARE_VIEWS),
    "picture": one_of(PICTURES[0], PICTURES),
    "scale": one_of(SCALES[0], SCALES),
    "log_x": yes_or_no(False),
    "log_y": yes_or_no(False),
    "grid": one_of(GRIDS[0], GRIDS),
    "race": whole_number(0, 0, MAX_STEPS),
    "measure": one_of(MEASURES[0], MEASURES),
    "numbers_of_topics": span(MIN_NUMBER, MAX_TOPICS),
}
# The state of a lesson: a teacher's link holds it, and hides what comes later.
LESSON = {
    "chapter": whole_number(1, 1, N_CHAPTERS),
    "hide": words(()),
    "angle": whole_number(100, 0, MAX_DEGREES),
    "best_direction": yes_or_no(False),
    "kept_words": whole_number(10, 1, MAX_WORDS),
    "eps": number(0.1, MIN_EPSILON, MAX_EPSILON),
    "delta": number(0.1, 0.0, MAX_DELTA),
    "step": whole_number(0, 0, MAX_STEPS),
    "weights": matching("", "16 whole numbers from 0 to 99", WEIGHTS_OF_EXAMPLE),
    "own": matching("0" * 8, "8 digits from 0 to 2", re.compile("[0-2]{8}").fullmatch),
    "own_prices": yes_or_no(False),
    "cost_rank": whole_number(4, 1, MAX_COST_RANK),
    "cost_epsilon": number(0.2, *NET_EPSILON_LIMITS),
    "cost_topics": whole_number(8, 1, MAX_COST_TOPICS),
    "net_epsilon": number(0.5, *NET_EPSILON_LIMITS),
    "first_angle": number(20.0, 0.0, MAX_DEGREES),
    "second_angle": number(100.0, 0.0, MAX_DEGREES),
    **{f"price{word}": number(0.5, 0.0, MAX_PRICE) for word in range(1, 5)},
    "first_words": words(()),
    "second_words": words(()),
}
FIELDS = {
    **ORIGIN,
    **PREPARATION,
    **VALUES,
    **SIZE,
    **RUN,
    **VIEW,
    **COMPARE,
    **LESSON,
}
