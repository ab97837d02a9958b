"""Which columns of a table hold texts, titles, dates and groups."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from spca_core.corpus.readers.lines import find_column
from spca_core.corpus.readers.records.headers import is_number
from spca_core.corpus.texts.dates import are_dates
from spca_core.errors import InputError

NONE = "0"  # given in place of a column, for none
MIN_PROSE = 8  # words in a cell on average, in any table
MIN_WORDS = 3  # the same, if at most half of the table's cells are numbers
# How the columns of texts, titles and dates are called, the likeliest names first.
TEXTS = (
    *("full_text", "text", "texts", "body", "selftext", "abstract", "ab", "content"),
    *("comment", "comments", "review", "answer", "response", "message", "transcript"),
    *("description", "tweet", "post", "speech", "note", "notes", "feedback"),
    *(
        "正文",
        "内容",
        "本文",
        "texte",
        "texto",
        "testo",
        "tekst",
        "inhalt",
        "kommentar",
    ),
)
TITLES = (
    *("title", "ti", "article title", "document title", "name", "headline", "subject"),
    *(
        "display_name",
        "heading",
        "标题",
        "题名",
        "タイトル",
        "titel",
        "titre",
        "título",
    ),
)
DATES = (
    *("date", "created_at", "created", "published", "publication_date", "posted"),
    *("year", "py", "time", "timestamp", "日期", "datum", "fecha"),
)
# What is long or has few values, and yet is neither a text nor a group.
NO_TEXT = re.compile(
    r"(?i)reference|cited|citation|affiliation|address|author|mention|hashtag|url|link"
    r"|fund|grant|keyword|e-?mail|license|copyright"
)
NO_GROUP = re.compile(
    r"(?i)^(id|ids|.*[ _]id|index|lat|lon|lng|latitude|longitude|weights?|wt|.*weight)$"
    r"|fund|grant|url|link|e-?mail|address|phone"
)
NO_DATE = re.compile(r"(?i)birth|access|updat|modif|import|retriev|download|early")
MIN_DISTINCT = 0.9  # least share of different titles in their column
MIN_GROUPS, MAX_GROUPS = 2, 60
MAX_NUMBERS = 12  # different whole numbers in a column that are groups, not measures
MAX_GROUP_SHARE = 0.5  # groups per row
MAX_GROUP_WORDS = 6  # in the name of a group, on average
MAX_COLUMNS = 12  # of groups
MAX_ALIKE = 4  # columns of groups whose names differ by a number: else they are answers
# Scripts that write no blanks between words: two letters are taken as a word.
UNBROKEN = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"
)
# What stands for a missing value, in lower case.
MISSING = {
    *("", "nan", "null", "none", "n/a", "#n/a", "<na>", "[deleted]", "[removed]"),
}


class Columns(NamedTuple):
    """Which columns to take: names, or numbers from 1; "0" for none, "" to guess.

    Texts of several columns are joined; each column of groups stays on its own. There
    is always a column of texts. Rows that have the same value in the column `join`
    are one document. `header` is the number of the header's row, and `sheet` that of a
    workbook's sheet, or its name.
    """

    text: tuple[str, ...] = ()
    title: str = ""
    date: str = ""
    groups: tuple[str, ...] = ()
    join: str = ""
    header: str = ""
    sheet: str = ""


GUESSED = Columns()


class Guess(NamedTuple):
    """The columns by number, from 0; title and date are -1 if there is none."""

    text: tuple[int, ...]
    title: int
    date: int
    groups: tuple[int, ...]


def filled(cell: str) -> str:
    """Return a cell; one that stands for a missing value is empty."""
    return "" if len(cell) < 10 and cell.strip().lower() in MISSING else cell


def n_words(cell: str) -> int:
    """Return how many words a cell has, about, whatever its script."""
    return (
        len(cell.split())
        if cell.isascii()
        else max(len(cell.split()), len(UNBROKEN.findall(cell)) // 2)
    )


def holds_prose(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows of one length, without a header, hold texts, not numbers."""
    cells = [cell for row in rows for cell in row if cell.strip()]
    n_numbers = sum(map(is_number, cells))
    longest = max(map(_mean_words, zip(*rows, strict=True)))
    return longest >= (MIN_WORDS if 2 * n_numbers <= len(cells) else MIN_PROSE)


def choose(
    place: str, names: Sequence[str], rows: Sequence[Sequence[str]], columns: Columns
) -> tuple[Columns, str]:
    """Return the columns to take by their names, and a note if none holds prose.

    Those that are not given are guessed.
    """
    cells = [list(map(filled, column)) for column in zip(*rows, strict=True)]
    if not cells:
        raise InputError(f"{place} has a header and no rows. Add rows.")
    guess = guess_columns(names, cells)

    def by_name(given: str, guessed: int) -> str:
        if given == NONE or (not given and guessed < 0):
            return NONE
        return names[find_column(place, names, given) if given else guessed]

    taken = columns._replace(
        text=tuple(names[find_column(place, names, one)] for one in columns.text)
        or tuple(names[i] for i in guess.text),
        title=by_name(columns.title, guess.title),
        date=by_name(columns.date, guess.date),
        groups=tuple(by_name(one, -1) for one in columns.groups)
        or tuple(names[i] for i in guess.groups),
        join=by_name(columns.join, -1),
    )
    wordiest = cells[guess.text[0]]
    is_named = _rank(names[guess.text[0]], TEXTS) < len(TEXTS)
    if columns.text or is_named or _mean_words(wordiest) >= MIN_WORDS:
        return taken, ""
    return taken, (
        f"{place} has no column of texts; the longest answer has "
        f"{max(map(n_words, wordiest))} words. The wordiest column, "
        f"{taken.text[0]!r}, was read."
    )


def guess_columns(
    names: Sequence[str], cells: Sequence[Sequence[str]], *, has_text: bool = True
) -> Guess:
    """Guess which columns of a table hold what.

    names, cells : one entry for each column; the cells are without the header
    has_text : whether one has the texts, or all are about texts elsewhere
    """
    every = range(len(cells))
    numeric = [_are_numbers(column) for column in cells]
    dated = [i for i in every if are_dates(cells[i])]
    wordy = [i for i in every if not numeric[i]]
    text = _find_text(names, cells, wordy, dated) if has_text else -1
    date = min((i for i in dated if i != text), key=_rank_of_date(names), default=-1)
    left = [i for i in every if i not in (text, *dated)]
    title = _find_title(names, cells, [i for i in left if not numeric[i]], left)
    groups = [
        i
        for i in left
        if i != title
        and not NO_GROUP.search(names[i])
        and _are_groups(cells[i], numeric[i])
    ]
    return Guess(
        (text,) * has_text, title, date, _without_answers(names, groups)[:MAX_COLUMNS]
    )


def _find_text(
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    wordy: list[int],
    dated: list[int],
) -> int:
    """Choose prose by its name, or else the column of the most words."""
    sizes = [sum(map(n_words, column)) for column in cells]
    free = [i for i in wordy if i not in dated] or list(range(len(cells)))
    prose = [i for i in free if _mean_words(cells[i]) >= MIN_WORDS] or free
    most = max(sizes[i] for i in prose)
    # A column of that name with hardly any words is of something else.
    named = [i for i in prose if _rank(names[i], TEXTS) < len(TEXTS) * 2]
    named = [i for i in named if 20 * sizes[i] >= most and not NO_TEXT.search(names[i])]
    if named:
        return min(named, key=lambda i: (_rank(names[i], TEXTS), -sizes[i]))
    others = [i for i in prose if not NO_TEXT.search(names[i])] or prose
    return max(others, key=sizes.__getitem__)


def _rank(name: str, known: Sequence[str]) -> int:
    """Return the place of a name among known ones; those that hold one come later."""
    last = name.rpartition(".")[2].strip().lower()
    if last in known:
        return known.index(last)
    words = re.split(r"[\W_]+", last)
    found = (place for place, one in enumerate(known) if one in words)
    return len(known) + next(found, len(known))


def _rank_of_date(names: Sequence[str]) -> Callable[[int], tuple[bool, int, int]]:
    return lambda i: (bool(NO_DATE.search(names[i])), _rank(names[i], DATES), i)


def _find_title(
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    wordy: list[int],
    left: list[int],
) -> int:
    named = [i for i in left if _rank(names[i], TITLES) < len(TITLES)]
    named.sort(key=lambda i: (_rank(names[i], TITLES), i))
    distinct = (
        i
        for i in wordy
        if len(set(cells[i])) >= MIN_DISTINCT * len(cells[i])
        and not NO_TEXT.search(names[i])
    )
    numbered = (i for i in left if names[i].lower() == "id")
    return next(chain(named, distinct, numbered), -1)


def _are_groups(column: Sequence[str], is_numeric: bool) -> bool:
    values = [cell for cell in column if cell.strip()]
    n_groups = len(set(values))
    few = n_groups <= min(MAX_GROUPS, max(MAX_GROUP_SHARE * len(column), MIN_GROUPS))
    if n_groups < MIN_GROUPS or not few:
        return False
    if is_numeric:
        return n_groups <= MAX_NUMBERS and all(
            cell.strip().isdecimal() for cell in values
        )
    return sum(map(n_words, values)) <= MAX_GROUP_WORDS * len(values)


def _without_answers(names: Sequence[str], groups: list[int]) -> tuple[int, ...]:
    """Leave out columns whose names differ by a number alone, if these are many."""
    stems = {i: re.sub(r"\d+", "#", names[i]).partition(" / ")[0] for i in groups}
    alike = Counter(stems.values())
    return tuple(i for i in groups if alike[stems[i]] <= MAX_ALIKE)


def _are_numbers(column: Sequence[str]) -> bool:
    return all(map(is_number, filter(str.strip, column)))


def _mean_words(column: Sequence[str]) -> float:
    cells = [cell for cell in column if cell.strip()]
    words = sum(n_words(cell) for cell in cells if not is_number(cell))
    return words / max(len(cells), 1)
