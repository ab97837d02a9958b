"""What can be chosen: each choice's default, its limits, and its form in a link."""

import re

from pages.shared.state.kinds import (
    MAX_TEXT,
    groups,
    matching,
    names,
    number,
    one_of,
    some_of,
    span,
    whole_number,
    words,
    yes_or_no,
)
from pages.shared.state.origins import PLACES, UPLOAD, is_place
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.preparation import MAX_COLUMNS
from spca_core.corpus.preparation import USUAL as USUAL_PREPARATION
from spca_core.corpus.readers.encodings import AUTO, ENCODINGS
from spca_core.corpus.readers.recognition import FORMATS
from spca_core.corpus.texts.dates import FOUND, ORDERS
from spca_core.corpus.texts.languages import LANGUAGES
from spca_core.corpus.texts.pieces import AS_FOUND, CUTS, PIECE_LIMITS
from spca_core.corpus.texts.tokenisation import (
    JUNK,
    MAX_PATTERN,
    MAX_PHRASE,
    MAX_SHORTEST,
    MERGINGS,
    Tokenisation,
)
from spca_core.corpus.weighting import WEIGHTINGS
from spca_core.paper.figures import experiments
from spca_core.problem.method import METHODS
from spca_core.problem.settings import (
    EFFORTS,
    EPSILON_LIMITS,
    SKETCH_LABELS,
    Settings,
)
from spca_core.results.one_topic import USUAL_RELEVANCE

USUAL = Settings()
USUAL_WORDS = Tokenisation()

MAX_TOPICS, MAX_WORDS, MAX_SEED = 30, 50, 999_999
MIN_NUMBER = 2  # of topics, where their number is looked for
MIN_CANDIDATES, MAX_CANDIDATES, MAX_RANK = 100, 1_000_000, 20
MAX_EXTRA_STARTS = 100
MAX_DOCUMENTS = 1_000_000
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
        "state_of_the_union",
        "one of " + ", ".join((*bundled_titles(), *PLACES)),
        is_place,
    ),
    "words": matching("", "a SHA-256", lambda text: re.fullmatch(UPLOAD, text)),
    "format": one_of(AUTO, (AUTO, *FORMATS)),
    "label": matching("", "a column", lambda text: len(text) <= MAX_TEXT),
    "text": words(()),
    "title": matching("", "a column", lambda text: len(text) <= MAX_TEXT),
    "date": matching("", "a column", lambda text: len(text) <= MAX_TEXT),
    "group": words(()),
    "join": matching("", "a column", lambda text: len(text) <= MAX_TEXT),
    "header": matching("", "a row's number", re.compile(r"\d{0,3}").fullmatch),
    "sheet": matching("", "a sheet", lambda text: len(text) <= MAX_TEXT),
    "order": one_of(FOUND, tuple(ORDERS)),
    "encoding": one_of(AUTO, tuple(ENCODINGS)),
    "cut": one_of(AS_FOUND.how, tuple(CUTS)),
    "piece": whole_number(AS_FOUND.n_words, *PIECE_LIMITS),
    "case": yes_or_no(not USUAL_WORDS.lowercase),
    "shortest": whole_number(USUAL_WORDS.shortest, 0, MAX_SHORTEST),
    "language": some_of((AUTO, *LANGUAGES), USUAL_WORDS.languages),
    "stop": words(USUAL_WORDS.stop_words),
    "merge": one_of(USUAL_WORDS.merging, tuple(MERGINGS)),
    "phrases": whole_number(USUAL_WORDS.longest_phrase, 1, MAX_PHRASE),
    "digits": yes_or_no(USUAL_WORDS.numbers),
    "pattern": matching("", "a pattern", lambda text: len(text) <= MAX_PATTERN),
    "junk": some_of(tuple(JUNK), USUAL_WORDS.junk),
    # Also of the preparation. Every link that is not empty has it: see `older_links`.
    "repeated": yes_or_no(USUAL_WORDS.without_repeated),
}
# How its texts are cut into words: this can be changed while the corpus is in use.
WORDS = (
    *("case", "shortest", "language", "stop", "merge", "phrases", "digits"),
    *("pattern", "junk", "repeated"),
)
# What is done to it before the analysis.
PREPARATION = {
    "least": whole_number(1, 1, MAX_DOCUMENTS),
    "most": number(USUAL_PREPARATION.max_df, 0.001, 1.0),
    "removed": words(USUAL_PREPARATION.removed),
    "features": whole_number(USUAL_PREPARATION.max_features, 0, MAX_COLUMNS),
    "copies": yes_or_no(USUAL_PREPARATION.without_copies),
}
# What a count is worth. Every link that is not empty has this: see `older_links`.
VALUES = {
    "weigh": one_of("tf-idf", tuple(WEIGHTINGS)),
    "centred": yes_or_no(True),
}
# The number and size of topics: they take effect at once where they can be swept.
SIZE = {
    "k": whole_number(USUAL.n_components, 1, MAX_TOPICS),
    "s": whole_number(USUAL.sparsity, 1, MAX_WORDS),
}
# What else a run depends on: it takes effect when Run is pressed.
RUN = {
    "method": one_of(USUAL.method, tuple(METHODS)),
    "seed": whole_number(USUAL.seed, 0, MAX_SEED),
    "effort": one_of(USUAL.effort, tuple(EFFORTS)),
    "sketch": one_of(USUAL.sketch, tuple(SKETCH_LABELS)),
    "rank": whole_number(USUAL.rank, 1, MAX_RANK),
    "candidates": whole_number(USUAL.candidates, MIN_CANDIDATES, MAX_CANDIDATES),
    "epsilon": number(USUAL.epsilon, *EPSILON_LIMITS),
    "extra_starts": whole_number(USUAL.extra_starts, 0, MAX_EXTRA_STARTS),
}
# What is chosen on the pages themselves.
VIEW = {
    "pinned": groups(),
    "names": names(),
    "topic": whole_number(1, 1, MAX_TOPICS),
    "tab": one_of(TABS[0], TABS),
    "typical": number(USUAL_RELEVANCE, 0.0, 1.0),
    "map": one_of(MAPS[0], MAPS),
    "find": matching("", "a word", lambda text: len(text) <= MAX_NAME),
    "colours": matching("", "numbers", COLOUR_PLACES),
    "set_aside": words(()),  # topics, by their heaviest word
    "notes": names(),
    "present": yes_or_no(False),
    "document": whole_number(0, 0, 2**31),
    "within": matching("", "a group", lambda text: len(text) <= MAX_TEXT),
    "view": one_of(CORPUS_VIEWS[0], CORPUS_VIEWS),
    "experiment": matching(
        "", "an experiment of the paper", lambda text: text in map(str, experiments())
    ),
    "by": matching("", "a grouping", lambda text: len(text) <= MAX_NAME),
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
    "numbers": span(MIN_NUMBER, MAX_TOPICS),
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
