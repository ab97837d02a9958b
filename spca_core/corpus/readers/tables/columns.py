"""A column of a table: what its name and its cells say that it holds."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from functools import cached_property
from itertools import pairwise
from typing import Any

from spca_core.corpus.group_names import BETWEEN, MAX_GROUPS, MIN_GROUPS
from spca_core.corpus.readers import lines
from spca_core.corpus.readers.tables.several import values_of
from spca_core.corpus.texts.dates import are_dates
from spca_core.corpus.texts.segmentation import n_words

NUMBER = re.compile(lines.NUMBER, re.ASCII)
# How programs write a number that is missing or infinite.
NO_NUMBER = re.compile(
    r"[+-]?(nan|inf|infinity)|<?na>?|#?n/a|null|none|[?.*]|-{1,2}", re.IGNORECASE
)
# What stands for a missing value, in lower case.
MISSING = {
    *("", "nan", "null", "none", "n/a", "#n/a", "<na>", "[deleted]", "[removed]"),
    *("-", "--", "\\n", "[no abstract available]"),
}
LONGEST_MISSING = max(map(len, MISSING))
# How the columns of texts, titles and dates are called, the likeliest names first.
TEXTS = (
    *("full_text", "full text", "text", "texts", "body", "selftext"),
    *("abstract", "ab", "content", "comment", "comments", "review", "answer"),
    *("response", "message", "transcript", "description", "tweet", "post", "speech"),
    *("note", "notes", "feedback", "email", "正文", "内容", "本文"),
    *("texte", "texto", "testo", "tekst", "inhalt", "kommentar"),
)
TITLES = (
    *("title", "ti", "article title", "document title", "name", "headline", "subject"),
    *("display_name", "heading", "head", "betreff", "objet", "asunto", "oggetto"),
    *("onderwerp", "标题", "题名", "タイトル", "titel", "titre", "título"),
)
DATES = (
    *("date", "created_at", "created", "published", "publication_date", "posted"),
    *("year", "py", "time", "timestamp", "day", "month", "日期", "datum", "fecha"),
    *("jahr", "année", "año", "anno"),
)
# A column of one of these is of titles, though each be on many rows; a name may be that
# of a person.
SURE_TITLES = ("title", "ti", "article title", "document title", "headline")
# What programs call the column of row numbers that they write first; x is a measure.
NAMES_OF_ROWS = {
    *("", "id", "index", "row", "rownames", "unnamed: 0", "X", "...1", "no", "no."),
    *("nr", "nr.", "#"),
}
# What is long or has few values, and yet is neither a text nor a group.
NO_TEXT = re.compile(
    r"(?i)reference|cited|(?<!with_)citation|affiliation|address|author|mention|hashtag"
    r"|url|link$|fund|(?<!-)grant|keyword|license|copyright|^(c1|c3|cr|rp|fx)$"
)
NO_GROUP = re.compile(
    r"(?i)^(id|ids|.*[ _]id|index|lat|lon|lng|latitude|longitude|weights?|wt|.*weight)$"
    r"|fund|grant|url|link|e-?mail|address|phone|licen[cs]e|copyright|isbn|issn|orcid"
    r"|(?<![^\W_])(doi|pages|pm(c|ci)?d|rights)(?![^\W_])"
)
NO_DATE = re.compile(r"(?i)birth|access|updat|modif|import|retriev|download|early")
SAME = re.compile(r" \(\d+\)\Z")  # what tells columns of one name apart
MIN_PROSE, MIN_WORDS = 8, 3  # words in a cell on average, of prose and of phrases
MIN_DISTINCT = 0.9  # of the titles in their column
MIN_UNLIKE_PAIRS = 0.05  # of the pairs of rows, by a column of groups
MAX_NUMBERS = 12  # different whole numbers in a column that are groups, not measures
MAX_GROUP_SHARE = 0.5  # groups per row
MAX_GROUP_WORDS = 6  # in the name of a group, on average
MAX_GROUPS_LENGTH = 200  # characters of a row's groups, on average
# So many answers are choices if they have so few different values, as a share.
MIN_ANSWERS, MAX_CHOICES, SCALE = 40, 0.05, 7  # or as few as the points of a scale


def is_number(cell: str) -> bool:
    """Return whether a cell is a number, with or without blanks around it."""
    return NUMBER.fullmatch(cell.strip()) is not None


def is_name_of_texts(name: str) -> bool:
    """Return whether a column of that name usually holds texts."""
    return rank(name, TEXTS)[0] < len(TEXTS)


def filled(cell: str) -> str:
    """Return a cell; one that stands for a missing value is empty."""
    if len(cell) > LONGEST_MISSING:  # most are
        return cell
    return "" if cell.strip().lower() in MISSING else cell


def fitted(row: Sequence[str], width: int) -> list[str]:
    """Return the cells of a row, as many as that; missing ones are empty."""
    return [*row, *[""] * (width - len(row))][:width]


def written(row: Iterable[object]) -> list[str]:
    """Return the cells of a row as they are written: whole numbers have no point."""
    # JSON can hold half a character, which becomes a question mark.
    return [_cell(value).encode(errors="replace").decode() for value in row]


def _cell(value: Any) -> str:
    if isinstance(value, list | tuple) or getattr(value, "ndim", 0):
        if all(str(line).endswith("\n") for line in value[:-1]):  # as in notebooks
            return "".join(map(_cell, value))
        return BETWEEN.join(filter(None, map(_cell, value)))
    if value is None or value != value:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value).replace("\0", " ")


def n_words_of(cell: str) -> int:
    """Return how many words a cell has, about, whatever its script."""
    return len(cell.split()) if cell.isascii() else n_words(cell)


def rank(name: str, known: Sequence[str]) -> tuple[int, int]:
    """Return the place of a name among known ones, and how many words are beside it.

    Those that hold a known one come after those that are one.
    """
    last = SAME.sub("", name).rpartition(".")[2].strip().lower()
    if last in known:
        return known.index(last), 0
    words = re.split(r"[\W_]+", last)
    places = (place for place, word in enumerate(known) if word in words)
    return len(known) + next(places, len(known)), len(words)


class Column:
    """The name of a column, and cells from all of it."""

    def __init__(self, name: str, cells: Sequence[str]) -> None:
        self.name = name
        self.cells = list(map(filled, cells))
        self.written = [cell for cell in self.cells if cell.strip()]

    @property
    def is_of_texts(self) -> bool:
        """Whether a column of that name usually holds texts."""
        return is_name_of_texts(self.name)

    @property
    def is_of_titles(self) -> bool:
        """Whether a column of that name usually holds titles."""
        return rank(self.name, TITLES)[0] < len(TITLES)

    @property
    def is_of_dates(self) -> bool:
        """Whether a column of that name, or of one with more words, holds dates."""
        return rank(self.name, DATES)[0] < 2 * len(DATES)

    @property
    def may_be_text(self) -> bool:
        """Whether nothing in its name says that it is long without being a text."""
        return not NO_TEXT.search(self.name)

    @cached_property
    def n_words(self) -> int:
        """The words of all its cells."""
        return sum(map(n_words_of, self.written))

    @cached_property
    def length(self) -> float:
        """The words in a cell on average; numbers are none."""
        n_numbers = sum(map(is_number, self.written))
        return max(self.n_words - n_numbers, 0) / max(len(self.written), 1)

    @property
    def are_phrases(self) -> bool:
        """Whether its cells are longer than names, on average."""
        return self.length >= MIN_WORDS

    @cached_property
    def are_numbers(self) -> bool:
        return all(map(is_number, self.written))

    @property
    def are_mostly_numbers(self) -> bool:
        return 2 * sum(map(is_number, self.written)) > len(self.written)

    @cached_property
    def are_row_numbers(self) -> bool:
        """Whether its cells only number the rows, as its name says, or its lack."""
        is_named = numbers_rows(self.name) or self.name.startswith("column ")
        cells = list(map(str.strip, self.cells))
        are_whole = is_named and bool(cells) and all(map(str.isdecimal, cells))
        return are_whole and all(int(a) < int(b) for a, b in pairwise(cells))

    @cached_property
    def are_dates(self) -> bool:
        """Whether its cells are dates; numbers only if its name says so."""
        return are_dates(self.cells) and (self.is_of_dates or not self.are_numbers)

    @cached_property
    def n_distinct(self) -> int:
        return len(set(map(str.strip, self.written)))

    @property
    def are_distinct(self) -> bool:
        """Whether hardly any of its cells is there twice."""
        return self.n_distinct >= MIN_DISTINCT * len(self.cells)

    @property
    def are_repeated(self) -> bool:
        """Whether most of its cells are there twice, as names of people are."""
        return 2 * self.n_distinct < len(self.written)

    @cached_property
    def are_choices(self) -> bool:
        """Whether rows share a few values: boxes that were ticked, codes, no prose."""
        n_rows = len(self.written)
        least = MIN_WORDS if self.is_of_texts else MIN_PROSE
        if n_rows >= 2 * SCALE and self.length < least and self.are_repeated:
            return True
        most = max(MAX_CHOICES * n_rows, SCALE)
        return n_rows >= MIN_ANSWERS and 1 < self.n_distinct <= most

    @cached_property
    def are_groups(self) -> bool:
        """Whether its cells group the rows: few names, or numbers that count little."""
        n_rows = len(self.cells)
        is_long = sum(map(len, self.cells)) > MAX_GROUPS_LENGTH * n_rows
        if is_long or NO_GROUP.search(self.name):
            return False
        values = [value for value in values_of(self.cells) if value.strip()]
        n_groups = len(set(values))
        most = min(MAX_GROUPS, max(MAX_GROUP_SHARE * n_rows, MIN_GROUPS))
        if not MIN_GROUPS <= n_groups <= most or self.unlike_pairs < MIN_UNLIKE_PAIRS:
            return False
        if self.are_numbers:
            return n_groups <= MAX_NUMBERS and all(
                cell.strip().isdecimal() for cell in values
            )
        return sum(map(n_words_of, values)) <= MAX_GROUP_WORDS * len(values)

    @cached_property
    def unlike_pairs(self) -> float:
        """The share of pairs of rows that have different cells, both filled."""
        numbers = Counter(map(str.strip, self.written))
        squares = sum(n**2 for n in numbers.values())
        return (len(self.written) ** 2 - squares) / len(self.cells) ** 2

    @property
    def usefulness(self) -> float:
        """How well it groups rows: filled, even, and of few groups."""
        n_groups = len({value.strip() for value in values_of(self.cells)} - {""})
        return self.unlike_pairs / (1 + n_groups / MAX_GROUPS)


def numbers_rows(name: str) -> bool:
    """Return whether a column of row numbers may be called so."""
    name = name.strip('" ')
    return not NAMES_OF_ROWS.isdisjoint((name, name.lower()))
