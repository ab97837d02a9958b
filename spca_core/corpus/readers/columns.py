"""The columns of a table: their names, found in its header, and what they hold."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, takewhile
from statistics import median
from typing import NamedTuple

from spca_core.corpus.group_names import MAX_GROUPS, MIN_GROUPS
from spca_core.corpus.readers import lines
from spca_core.corpus.readers.delimited import SEPARATORS, fitted
from spca_core.corpus.readers.lines import find_column
from spca_core.corpus.readers.several import separator, values_of
from spca_core.corpus.texts.dates import FOUND, ORDERS, are_dates
from spca_core.corpus.texts.segmentation import n_words
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.options import option

NUMBER = re.compile(lines.NUMBER, re.ASCII)
# How programs write a number that is missing or infinite.
NO_NUMBER = re.compile(
    r"[+-]?(nan|inf|infinity)|<?na>?|#?n/a|null|none|[?.*]|-{1,2}", re.IGNORECASE
)
AUTO, NO_HEADER = "", "0"  # in place of the number of the row that is the header
MAX_TITLES = 20  # rows above a header
MAX_NOTE = 3  # cells of a row of totals
TOTAL = re.compile(
    r"(?i)\s*(?:(?:sub|grand )?totals?|sum|summe|gesamt\w*|insgesamt|somme|totale?s?"
    r"|suma|razem|ukupno|skupaj|celkem|totaal|\u0438\u0442\u043e\u0433\u043e|\u5408\u8ba1|\u5408\u8a08|\u603b\u8ba1)\s*:?\s*"
)
MAX_NAMED = 5  # columns in a sentence
ENDS = (".", "!", "\u3002", "\uff01")  # of sentences that are no names; names may ask
DIGITS, LETTER = re.compile(r"\d+"), re.compile(r"[^\W\d_]")
LONGEST_NAME = 200  # characters of a name that is found
# What Orange writes beneath the names of columns: their types, and then their flags.
TYPES = {*"cdstCDST", "continuous", "discrete", "string", "time", "basket"}
FLAG = re.compile(r"(?i)(class|meta|ignore|i|m|w|weight|[\w-]+=\S*|\s)*")
ORANGE_NAME = re.compile(r"^[mci]{0,2}[CDSTcdst]?#")
QUALTRICS = '{"ImportId"'
ANSWERS = {"response", "open-ended response"}  # as SurveyMonkey has them in row 2
COLUMNS = "columns of a table of texts", "Delete those you do not need."
NONE = "none"  # given in place of a column, for none
MIN_PROSE = 8  # words in a cell on average, in any table
MIN_WORDS = 3  # the same, if at most half of the table's cells are numbers
# How the columns of texts, titles and dates are called, the likeliest names first.
TEXTS = (
    *("full_text", "full text", "text", "texts", "body", "selftext"),
    *("abstract", "ab", "content"),
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
        "betreff",
        "objet",
        "asunto",
        "oggetto",
        "onderwerp",
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
    r"(?i)reference|cited|(?<!with_)citation|affiliation|address|author|mention|hashtag"
    r"|url|link|fund|(?<!-)grant|keyword|e-?mail|license|copyright|^(c1|c3|cr|rp|fx)$"
)
NO_GROUP = re.compile(
    r"(?i)^(id|ids|.*[ _]id|index|lat|lon|lng|latitude|longitude|weights?|wt|.*weight)$"
    r"|fund|grant|url|link|e-?mail|address|phone|licen[cs]e|copyright|isbn|issn|orcid"
    r"|(?<![^\W_])(doi|pages?|pm(c|ci)?d|rights)(?![^\W_])"
)
NO_DATE = re.compile(r"(?i)birth|access|updat|modif|import|retriev|download|early")
MIN_LIKE_TEXT = 0.2  # of the words of the column of texts: less is a remark on it
MIN_DISTINCT = 0.9  # least share of different titles in their column
MIN_UNLIKE_PAIRS = 0.05  # of the pairs of rows, by a column of groups
MAX_NUMBERS = 12  # different whole numbers in a column that are groups, not measures
MAX_GROUP_SHARE = 0.5  # groups per row
MAX_GROUP_WORDS = 6  # in the name of a group, on average
MAX_GROUPS_LENGTH = 200  # characters of a row's groups, on average
MAX_COLUMNS = 12  # of groups, those that tell rows apart best
# So many answers are choices if they have so few different values, as a share.
MIN_ANSWERS, MAX_CHOICES, SCALE = 40, 0.05, 7  # or as few as the points of a scale
MAX_ALIKE = 4  # columns of groups whose names differ by a number: else they are answers
# What stands for a missing value, in lower case.
MISSING = {
    *("", "nan", "null", "none", "n/a", "#n/a", "<na>", "[deleted]", "[removed]"),
    *("-", "--", "\\n", "[no abstract available]"),
}
LONGEST_MISSING = max(map(len, MISSING))


@dataclass(frozen=True, kw_only=True)
class ColumnRoles:
    """Which columns to take: names, or numbers from 1; "none", "" to guess.

    There is always a column of texts. `header` is the number of the header's row, and
    `sheet` that of a workbook's sheet, or its name. `Reading` checks them.
    """

    sheet: str = option(
        "",
        label="Sheet",
        help="A workbook has several sheets; one is read.",
    )
    separator: str = option(
        "",
        label="Separator",
        help="What separates the cells of a row in a text file.",
        choices=SEPARATORS,
    )
    header: str = option(
        "",
        label="Header row",
        help="The row that names the columns, blank rows not counted. 0: none does.",
    )
    text: tuple[str, ...] = option(
        (),
        label="Text",
        help="The column with the texts. Several columns are joined.",
    )
    title: str = option(
        "",
        label="Title",
        help="The column whose cells name the documents.",
    )
    date: str = option(
        "",
        label="Date",
        help="The column of dates: topics are then shown over time.",
    )
    order: str = option(
        FOUND,
        label="Day or month first",
        help=(
            "Whether 3/4/1999 is in April or in March. Dates such as 23/4/1999 tell "
            "for the whole column."
        ),
        choices=ORDERS,
    )
    groups: tuple[str, ...] = option(
        (),
        label="Groups",
        help="Columns that group the documents, such as a party or a newspaper.",
    )
    join: str = option(
        "",
        label="Join rows by",
        help=(
            "Rows with the same value in this column become one document, such as the "
            "posts of a thread."
        ),
    )


class Header(NamedTuple):
    """The names of columns, how many rows stand before the first record, and a note."""

    names: tuple[str, ...]
    n_rows: int
    note: str = ""


def find_header(rows: Sequence[Sequence[str]], width: int, chosen: str) -> Header:
    """Return the header of a table by its first rows.

    chosen : the number of its row, from 1; "0" for none, "" to find it
    """
    padded = [fitted(row, width) for row in rows]
    if chosen != AUTO:
        return _chosen(padded, width, chosen)
    first = _n_titles(rows, width)
    above = f"Left out above the header: {counted(first, 'rows')}. " if first else ""
    body = padded[first:]
    # R's write.table names no column of row names; elsewhere separators end the rows.
    is_shifted = len(rows[first]) == width - 1 and any(row[-1] for row in body[1:])
    if is_shifted and has_header([row[:-1] for row in body]):
        return Header(distinct(["", *rows[first]]), first + 1, above.strip())
    names, n_more, note = _several(body)
    if names is None and not has_header(body):
        return Header(distinct([""] * width), 0)
    return Header(
        distinct(names or body[0]), first + 1 + n_more, (above + note).strip()
    )


def _chosen(rows: Sequence[Sequence[str]], width: int, chosen: str) -> Header:
    if not chosen.isdecimal() or int(chosen) > len(rows):
        raise InputError(
            f"The header's row must be a number from 1 to {len(rows):,}, or 0 for "
            f"none, got {chosen!r}."
        )
    number = int(chosen)
    return Header(distinct(rows[number - 1] if number else [""] * width), number)


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is a header: no numbers, no cell again below it.

    rows : all of one length
    """
    first, body = rows[0], rows[1:]
    named = [cell.strip() for cell in first if cell.strip()]
    if not named or any(map(is_number, named)):
        return False
    if not body:
        return True
    columns = list(zip(*body, strict=True))
    if 2 * sum(map(_is_sentence, first, columns)) >= len(named):
        return False
    # Sparse columns at the end have no names: texts were cut at their commas.
    n_columns = len(first)
    while not first[n_columns - 1].strip() and _is_sparse(columns[n_columns - 1]):
        n_columns -= 1
    if len(named) < n_columns / 2 or are_dates(named):
        return False
    again = any(
        _but_numbers(cell) in set(map(_but_numbers, column))
        for cell, column in zip(first, columns, strict=True)
        if cell
    )
    return not again and max(map(len, named)) <= LONGEST_NAME


def _but_numbers(cell: str) -> str:
    """Return a short cell with one sign for each number: 1:1 and 1:2 are alike."""
    return DIGITS.sub("0", cell) if len(cell) <= LONGEST_NAME else cell


def _is_sentence(cell: str, column: Sequence[str]) -> bool:
    """Return whether a cell ends as a sentence, and so do most beneath it."""
    n_ended = sum(below.strip().endswith((*ENDS, "?")) for below in column)
    return cell.strip().endswith(ENDS) and 2 * n_ended > len(column)


def _is_sparse(column: Sequence[str]) -> bool:
    return 2 * sum(map(bool, map(str.strip, column))) < len(column)


def distinct(header: Sequence[str]) -> tuple[str, ...]:
    """Return distinct column names; a column without one is named by its number."""
    names: dict[str, int] = {}
    for number, cell in enumerate(header, start=1):
        name = " ".join(cell.split()) or f"column {number}"
        names[f"{name} ({number})" if name in names else name] = number
    return tuple(names)


def _n_titles(rows: Sequence[Sequence[str]], width: int) -> int:
    """Count the rows of a title above the header: few of their cells are filled."""
    n_filled = list(map(_n_filled, rows))
    if median(n_filled) < 2:
        return 0
    most = max(1, width // 4)
    n_titles = 0
    while n_titles < min(len(rows) - 1, MAX_TITLES) and n_filled[n_titles] <= most:
        n_titles += 1
    padded = [fitted(row, width) for row in rows[n_titles:]]
    is_short = n_titles and any(len(row) < width for row in rows[:n_titles])
    return n_titles if is_short or has_header(padded) else 0


def n_notes(rows: Sequence[Sequence[str]]) -> int:
    """Count the rows beneath a table of many columns: totals, and notes in one cell."""
    first, last = rows[:MAX_TITLES], rows[: -MAX_TITLES - 1 : -1]
    if median([0, *map(_n_filled, first)]) <= MAX_NOTE:
        return 0
    width = max(map(len, (*first, *last)))
    columns = zip(*(fitted(row, width) for row in first), strict=True)
    hold_texts = [_mean_words(column) >= MIN_WORDS for column in columns]
    return sum(1 for _ in takewhile(lambda row: _is_note(row, hold_texts), last))


def _is_note(row: Sequence[str], hold_texts: Sequence[bool]) -> bool:
    """Return whether a row is no record: one cell or a total, and no text."""
    has_text = any(
        is_text and cell.strip() and not (is_number(cell) or TOTAL.fullmatch(cell))
        for cell, is_text in zip(row, hold_texts, strict=False)
    )
    n_filled = _n_filled(row)
    is_total = n_filled <= MAX_NOTE and any(map(TOTAL.fullmatch, row))
    return not has_text and (n_filled == 1 or is_total)


def _n_filled(row: Sequence[str]) -> int:
    return sum(map(bool, map(str.strip, row)))


def _several(
    rows: Sequence[Sequence[str]],
) -> tuple[list[str] | None, int, str]:
    """Return names, how many more rows belong to the header, and a note, if several."""
    for n_more, row in enumerate(rows[1:3], start=1):
        if any(cell.startswith(QUALTRICS) for cell in row):
            return (
                list(rows[0]),
                n_more,
                "Qualtrics' rows beneath the names were left out.",
            )
    first, *others = rows[:3]
    types = {cell.strip() for cell in others[0]} - {""} if others else set()
    # A variable of few values may list these in place of its type.
    if types and types <= TYPES and not any(map(is_number, first)):
        is_flagged = len(others) > 1 and all(map(FLAG.fullmatch, others[1]))
        names = [ORANGE_NAME.sub("", cell) for cell in first]
        return names, 1 + is_flagged, "Orange's rows of types and flags were left out."
    if all(ORANGE_NAME.match(cell) for cell in first):
        return [ORANGE_NAME.sub("", cell) for cell in first], 0, ""
    if others and _continue_each_other(first, rows[1:]):
        return _joined(first, others[0]), 1, "The header was read from two rows."
    return None, 0, ""


def _continue_each_other(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether the second row goes on with the names, as SurveyMonkey's does."""
    second, body = below[0], below[1:]
    pairs = list(zip(first, second, strict=True))
    is_gap_filled = any(not name.strip() and cell.strip() for name, cell in pairs)
    is_left_out = any(name.strip() and not cell.strip() for name, cell in pairs)
    if {cell.strip().lower() for cell in second} & ANSWERS:
        return not any(map(is_number, first))
    return (
        is_gap_filled
        and is_left_out
        and len(body) > 0
        and has_header([list(map("".join, pairs)), *body])
        and not any(map(is_number, second))
    )


def _joined(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Join two rows of names; a name holds for the gaps after it too."""
    names, last = [], ""
    for name, cell in zip(first, second, strict=True):
        last = name.strip() or last
        more = "" if cell.strip().lower() in ANSWERS else cell.strip()
        names.append(f"{last} / {more}" if last and more else last or more)
    return names


def is_number(cell: str) -> bool:
    """Return whether a cell is a number, with or without blanks around it."""
    return NUMBER.fullmatch(cell.strip()) is not None


GUESSED = ColumnRoles()


class Guess(NamedTuple):
    """The columns by number, from 0; title and date are -1 if there is none.

    groups : the `MAX_COLUMNS` that tell rows apart best, by `_usefulness`
    like_text : the columns that could be the texts as well, with the one that is
    """

    text: tuple[int, ...]
    title: int
    date: int
    groups: tuple[int, ...]
    like_text: tuple[int, ...]


class Choice(NamedTuple):
    """The columns of a table that are read.

    taken     : their roles, by their names
    like_text : the names of the columns that look like texts
    between   : of groups, what is between several values in one cell
    doubt     : a sentence, if the column of texts is a guess that may be wrong
    """

    taken: ColumnRoles
    like_text: tuple[str, ...]
    between: Mapping[str, str]
    doubt: str


def filled(cell: str) -> str:
    """Return a cell; one that stands for a missing value is empty."""
    if len(cell) > LONGEST_MISSING:  # most are
        return cell
    return "" if cell.strip().lower() in MISSING else cell


def n_words_of(cell: str) -> int:
    """Return how many words a cell has, about, whatever its script."""
    return len(cell.split()) if cell.isascii() else n_words(cell)


def holds_prose(rows: Sequence[Sequence[str]], names: Sequence[str] = ()) -> bool:
    """Return whether rows of one length, without a header, hold texts, not numbers.

    names : of the columns, as far as known; one may say that it holds texts
    """
    cells = [cell for row in rows for cell in row if cell.strip()]
    n_numbers = sum(map(is_number, cells))
    lengths = list(map(_mean_words, zip(*rows, strict=True)))
    if 2 * n_numbers <= len(cells) or max(lengths) >= MIN_PROSE:
        return max(lengths) >= MIN_WORDS
    named = zip(names, lengths, strict=False)
    return any(is_name_of_texts(name) and n >= MIN_WORDS for name, n in named)


def longest_mean(rows: Sequence[Sequence[str]]) -> float:
    """Return how many words the cells of the wordiest column have on average."""
    return max(map(_mean_words, zip(*rows, strict=True)), default=0)


def is_name_of_texts(name: str) -> bool:
    """Return whether a column of that name usually holds texts."""
    return _rank(name, TEXTS) < len(TEXTS)


def is_name_of_titles(name: str) -> bool:
    """Return whether a column of that name usually holds titles."""
    return _rank(name, TITLES) < len(TITLES)


def choose(
    place: str,
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    columns: ColumnRoles,
) -> Choice:
    """Return the columns to read, guessed where none is named."""
    cells = [list(map(filled, column)) for column in zip(*rows, strict=True)]
    if not cells:
        raise InputError(f"{place} has a header and no rows. Add rows.")
    guess = guess_columns(names, cells)
    if not columns.text:
        _refuse_choices(place, cells[guess.text[0]])

    def by_name(given: str, guessed: int) -> str:
        if given == NONE or (not given and guessed < 0):
            return NONE
        return names[find_column(place, names, given) if given else guessed]

    taken = replace(
        columns,
        text=tuple(names[find_column(place, names, name)] for name in columns.text)
        or tuple(names[i] for i in guess.text),
        title=by_name(columns.title, guess.title),
        date=by_name(columns.date, guess.date),
        groups=tuple(by_name(name, -1) for name in columns.groups)
        or tuple(names[i] for i in guess.groups),
        join=by_name(columns.join, -1),
    )
    like_text = tuple(names[i] for i in guess.like_text)
    text, read = cells[guess.text[0]], taken.text[0]
    if columns.text:
        doubt = ""
    elif _mean_words(text) < MIN_WORDS:
        doubt = (
            f"{place} has no column of texts; the longest answer has "
            f"{counted(max(map(n_words_of, text)), 'words')}. The wordiest column, "
            f"{read!r}, was read."
        )
    else:
        doubt = _about_others(place, read, [n for n in like_text if n != read])
    between = {
        name: separator(cells[names.index(name)])
        for name in taken.groups
        if name != NONE
    }
    return Choice(taken, like_text, between, doubt)


def _about_others(place: str, read: str, others: Sequence[str]) -> str:
    """Say which other columns look like texts; nothing if none does."""
    if not others:
        return ""
    shown = ", ".join(map(repr, others[:MAX_NAMED]))
    shown += ", ..." * (len(others) > MAX_NAMED)
    are = "looks" if len(others) == 1 else "look"
    return (
        f"{place}: the column {read!r} was read; {shown} {are} like texts too. Choose "
        "one or several as the text."
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
    dates = (i for i in dated if i != text)
    date = min(dates, key=_rank_of_date(names, numeric), default=-1)
    left = [i for i in every if i not in (text, *dated)]
    groups = [
        i
        for i in left
        if not NO_GROUP.search(names[i]) and _are_groups(cells[i], numeric[i])
    ]
    others = [i for i in left if i not in groups and not is_name_of_titles(names[i])]
    like_text = _like_text(names, cells, text, others) if has_text else []
    # Names of people, each on many rows, are no titles.
    repeated = [i for i in groups if _is_repeated(cells[i])]
    wordy = [i for i in left if not numeric[i] and i not in like_text]
    title = _find_title(names, cells, wordy, [i for i in left if i not in repeated])
    groups = _without_answers(names, [i for i in groups if i != title])
    best = sorted(groups, key=lambda i: -_usefulness(cells[i]))[:MAX_COLUMNS]
    return Guess(
        (text,) * has_text,
        title,
        date,
        tuple(sorted(best)),
        tuple(sorted([text, *like_text])) if has_text else (),
    )


def _is_repeated(column: Sequence[str]) -> bool:
    written = list(filter(None, map(str.strip, column)))
    return 2 * len(set(written)) < len(written)


def _like_text(
    names: Sequence[str], cells: Sequence[Sequence[str]], text: int, others: list[int]
) -> list[int]:
    """Return other columns that could be the texts: sentences, and not far fewer."""
    least = MIN_LIKE_TEXT * sum(map(n_words_of, cells[text]))
    return [
        i
        for i in others
        if not NO_TEXT.search(names[i])
        and _mean_words(cells[i]) >= MIN_WORDS
        and sum(map(n_words_of, cells[i])) >= least
        and 2 * len(set(cells[i])) > sum(map(bool, cells[i]))
    ]


def _find_text(
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    wordy: list[int],
    dated: list[int],
) -> int:
    """Choose prose by its name, or else the column of the most words."""
    sizes = [sum(map(n_words_of, column)) for column in cells]
    free = [i for i in wordy if i not in dated] or list(range(len(cells)))
    # Beside choices, a column of single words is of codes.
    answers = [
        i for i in free if not are_choices(cells[i]) and _mean_words(cells[i]) > 1
    ]
    free = answers or free
    prose = [i for i in free if _mean_words(cells[i]) >= MIN_WORDS] or free
    prose = [i for i in prose if not _are_notices(cells[i])] or prose
    most = max(sizes[i] for i in prose)
    # A column of that name with hardly any words is of something else, and one whose
    # name holds it with fewer than others: `Q3_TEXT` is a remark on choices.
    ranks = {i: _rank(names[i], TEXTS) for i in prose if not NO_TEXT.search(names[i])}
    named = [
        i
        for i, rank in ranks.items()
        if (20 if rank < len(TEXTS) else 2) * sizes[i] >= most and rank < len(TEXTS) * 2
    ]
    if named:
        return min(named, key=lambda i: (ranks[i], -sizes[i]))
    others = [i for i in prose if not NO_TEXT.search(names[i])] or prose
    return max(others, key=sizes.__getitem__)


def _rank(name: str, known: Sequence[str]) -> int:
    """Return the place of a name among known ones; those that hold one come later."""
    last = name.rpartition(".")[2].strip().lower()
    if last in known:
        return known.index(last)
    words = re.split(r"[\W_]+", last)
    places = (place for place, word in enumerate(known) if word in words)
    return len(known) + next(places, len(known))


def _rank_of_date(
    names: Sequence[str], numeric: Sequence[bool]
) -> Callable[[int], tuple[bool, int, bool, int]]:
    """Return by what dates are chosen: numbers last, which may be identifiers."""
    return lambda i: (
        *(bool(NO_DATE.search(names[i])), _rank(names[i], DATES), numeric[i], i),
    )


def _find_title(
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    wordy: list[int],
    left: list[int],
) -> int:
    named = [i for i in left if is_name_of_titles(names[i])]
    named.sort(key=lambda i: (_rank(names[i], TITLES), i))
    # The same heading in all is no title if names of each are there.
    distinguishing = (i for i in named if len(set(cells[i])) > 1)
    distinct = [
        i
        for i in wordy
        if len(set(cells[i])) >= MIN_DISTINCT * len(cells[i])
        and not NO_TEXT.search(names[i])
        and any(map(LETTER.search, cells[i]))  # else they are amounts
    ]
    like_titles = (i for i in distinct if _rank(names[i], TITLES) < 2 * len(TITLES))
    numbered = (i for i in left if names[i].lower() == "id")
    return next(chain(distinguishing, like_titles, named, distinct, numbered), -1)


def _are_groups(column: Sequence[str], is_numeric: bool) -> bool:
    if sum(map(len, column)) > MAX_GROUPS_LENGTH * len(column):
        return False
    values = [value for value in values_of(column) if value.strip()]
    n_groups = len(set(values))
    few = n_groups <= min(MAX_GROUPS, max(MAX_GROUP_SHARE * len(column), MIN_GROUPS))
    if n_groups < MIN_GROUPS or not few or _unlike_pairs(column) < MIN_UNLIKE_PAIRS:
        return False
    if is_numeric:
        return n_groups <= MAX_NUMBERS and all(
            cell.strip().isdecimal() for cell in values
        )
    return sum(map(n_words_of, values)) <= MAX_GROUP_WORDS * len(values)


def _unlike_pairs(column: Sequence[str]) -> float:
    """Return the share of pairs of rows that have different cells, both filled."""
    numbers = Counter(cell.strip() for cell in column)
    numbers.pop("", None)
    n_filled = sum(numbers.values())
    return (n_filled**2 - sum(n**2 for n in numbers.values())) / len(column) ** 2


def _usefulness(column: Sequence[str]) -> float:
    """Return how well a column groups rows: filled, even, and of few groups."""
    n_groups = len({value.strip() for value in values_of(column)} - {""})
    return _unlike_pairs(column) / (1 + n_groups / MAX_GROUPS)


def _without_answers(names: Sequence[str], groups: list[int]) -> tuple[int, ...]:
    """Leave out columns whose names differ by a number alone, if these are many."""
    stems = {i: re.sub(r"\d+", "#", names[i]).partition(" / ")[0] for i in groups}
    alike = Counter(stems.values())
    return tuple(i for i in groups if alike[stems[i]] <= MAX_ALIKE)


def _are_numbers(column: Sequence[str]) -> bool:
    return all(map(is_number, filter(str.strip, column)))


def _refuse_choices(place: str, column: Sequence[str]) -> None:
    if are_choices(column):
        raise InputError(
            f"{place} has no column of texts: the answers are choices, such as "
            f"{next(filter(str.strip, column))[:64]!r}. Name a column of texts, or "
            "choose another format."
        )


def are_choices(column: Sequence[str]) -> bool:
    """Return whether many rows share a few values: boxes that were ticked, no prose."""
    values = [cell for cell in column if cell.strip()]
    n_values = len(set(values))
    most = max(MAX_CHOICES * len(values), SCALE)
    return len(values) >= MIN_ANSWERS and 1 < n_values <= most


def _are_notices(column: Sequence[str]) -> bool:
    """Return whether many cells are one sentence of other names and numbers.

    They begin alike, and have the same number of words.
    """
    words = [cell.split() for cell in column if cell.strip()]
    alike = Counter((*each[:MIN_WORDS], len(each)) for each in words)
    return len(words) >= MIN_ANSWERS and max(alike.values()) >= MIN_DISTINCT * len(
        words
    )


def _mean_words(column: Sequence[str]) -> float:
    cells = [cell for cell in map(filled, column) if cell.strip()]
    words = sum(n_words_of(cell) for cell in cells if not is_number(cell))
    return words / max(len(cells), 1)
