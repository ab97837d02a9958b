"""Convert dates as people write them to ISO 8601, as far as each is known."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

FOUND, DAY, MONTH = "", "day", "month"  # which of these is first in 3/4/1999
ORDERS = {  # and what each is called on screen
    FOUND: "Found by all dates",
    DAY: "Day first",
    MONTH: "Month first",
}
YEARS = (1000, 2100)  # other numbers of four digits are not years
FIRST_OF_CENTURY = 70  # of two digits: 70 is 1970, and 69 is 2069
LONGEST = 80  # characters
MAX_NAMES = 4  # words in a date: a weekday, a month
DAY_LENGTH = len("1999-12-31")
MIDNIGHT = "00:00"  # which sheets write for a day
MAX_DAYS = 2  # of all dates whose time of day is kept
CELLS_SAMPLED = 50  # cells
WORDS_CACHED = 4_096  # words, none longer than a date
MIN_DATES = 0.8  # of the filled cells in a column of dates are dates
DIGIT = re.compile(r"\d")
YEAR = re.compile(r"(?<![0-9])(1[5-9][0-9]{2}|20[0-9]{2})(?![0-9])")  # in a title
# Seconds since 1970, or thousandths or millionths, in the years 2001 to 2033.
UNIX = re.compile(r"(1\d{9})(?:(?:\d{3}){1,2}|\.\d{1,9})?", re.ASCII)
FLOAT_YEAR = re.compile(r"\A(\d{4})\.0\Z", re.ASCII)
DIGIT_RUN = re.compile(
    r"(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(?:\d\d)?(?:Z|[+-]\d{4})?)?", re.ASCII
)
TIME = re.compile(
    r"(?:(?<=\d)T|(?<![^\s,]))(\d{1,2}):(\d\d)(?::\d\d(?:[.,]\d+)?)?"
    r"(?:\s*([ap])\.?m\b\.?)?(?:\s*(?:Z|UTC|GMT|[ECMP][SD]T|CES?T|BST)\b)?"
    r"(?:\s*[+-]\d\d?(?::?\d\d)?\b)?(?:\s*\([^()]*\))?",
    re.IGNORECASE | re.ASCII,
)
ZONE = re.compile(r"(?<=\s\d{4}) [+-]\d{4}\Z")  # after the year, as git writes it
NUMBER_OR_NAME = re.compile(r"\d+|[^\d\s,;/.()-]+")


class _Written(NamedTuple):
    """A date taken apart: its numbers, its words in lower case, and its time of day.

    is_dotted : whether dots part the numbers: then the day is first
    """

    numbers: tuple[str, ...]
    words: tuple[str, ...]
    is_dotted: bool
    time: str


def iso_date(cell: str) -> str:
    """Return a date in ISO 8601, or "" for what is not a date; 3/4/99 is in March."""
    return iso_dates([cell])[0]


def years_in(texts: Sequence[str]) -> list[str]:
    """Return the first year in each title or date, or an empty text."""
    matches = [YEAR.search(text) for text in texts]
    return [match[0] if match else "" for match in matches]


def iso_dates(cells: Iterable[str], order: str = FOUND) -> list[str]:
    """Return the dates of a column in ISO 8601; "" for what is not a date.

    Day/month order and the language of months are inferred from the whole column.
    The time of day is kept if all dates are of one day or two, not all at midnight.

    order : whether the day or the month is first, a key of ORDERS
    """
    # A year beside missing ones is often written as a float.
    cells = [FLOAT_YEAR.sub(r"\1", cell) for cell in cells]
    column = _Column(cells, order)
    dates = {cell: column.date(cell) for cell in column.written}
    # A month or a year has no time of day.
    days = [cell for cell, date in dates.items() if len(date) == DAY_LENGTH]
    times = {cell: column.written[cell].time for cell in days}
    n_days = len(set(map(dates.__getitem__, days)))
    if n_days <= MAX_DAYS and not set(times.values()) <= {"", MIDNIGHT}:
        for cell, time in times.items():
            dates[cell] += f"T{time}" * bool(time)
    return [dates.get(cell, "") for cell in cells]


def doubts(cells: Iterable[str]) -> str:
    """Warn if no row shows whether the day or the month is first; else return ""."""
    column = _Column(cells)
    if not column.is_doubtful:
        return ""
    return (
        f"{column.doubtful} may be in either order: no row shows whether the day or "
        "the month is first; the month was assumed."
    )


def are_dates(cells: Iterable[str]) -> bool:
    """Return whether nearly all of the first filled cells are dates."""
    filled = list(islice(filter(str.strip, cells), CELLS_SAMPLED))
    n_dates = sum(map(bool, iso_dates(filled)))
    return bool(filled) and n_dates >= MIN_DATES * len(filled)


class _Column:
    """Cells that may be dates, each taken apart, and what they have in common."""

    def __init__(self, cells: Iterable[str], order: str = FOUND) -> None:
        apart = {cell: _taken_apart(cell) for cell in dict.fromkeys(cells)}
        self.written = {cell: written for cell, written in apart.items() if written}
        self._names = _names_known(written.words for written in self.written.values())
        open_ = {
            cell: written for cell, written in self.written.items() if _is_open(written)
        }
        fits = [
            sum(bool(self._of(written, day_first)) for written in open_.values())
            for day_first in (False, True)
        ]
        self._day_first = order == DAY or (order == FOUND and fits[1] > fits[0])
        self.doubtful = next(
            (
                cell
                for cell, written in open_.items()
                if written.numbers[0] != written.numbers[1]
            ),
            "",
        )
        self.is_doubtful = bool(self.doubtful) and fits[0] == fits[1] > 0

    def date(self, cell: str) -> str:
        return self._of(self.written[cell], self._day_first)

    def _of(self, written: _Written, day_first: bool) -> str:
        named = [self._names.get(word) for word in written.words]
        months = [month for month in named if month]
        if None in named or len(months) > 1:
            return ""
        return _iso(_in_order(written, months, day_first or written.is_dotted))


def _taken_apart(cell: str) -> _Written | None:
    """Take a cell apart that may be a date."""
    text = cell.strip()
    if len(text) > LONGEST or not DIGIT.search(text):
        return None
    if unix := UNIX.fullmatch(text):
        text = datetime.fromtimestamp(int(unix[1]), UTC).strftime("%Y-%m-%d %H:%M")
    elif run := DIGIT_RUN.fullmatch(text):
        text = f"{run[1]}-{run[2]}-{run[3]}" + f" {run[4]}:{run[5]}" * bool(run[4])
    text = ZONE.sub("", text)
    time = TIME.search(text)
    if time:
        text = f"{text[: time.start()]} {text[time.end() :]}"
    parts = NUMBER_OR_NAME.findall(unicodedata.normalize("NFKC", text).lower())
    numbers = tuple(part for part in parts if part.isdecimal() and part.isascii())
    others = (part for part in parts if not part.isdecimal())
    words = tuple(part for part in others if part not in _calendars().around)
    if not 1 <= len(numbers) <= 3 or len(words) > MAX_NAMES:
        return None
    return _Written(numbers, words, "." in text, _time_of_day(time) if time else "")


def _time_of_day(time: re.Match) -> str:
    hour = int(time[1])
    if time[3]:
        hour = hour % 12 + 12 * (time[3].lower() == "p")
    return f"{hour:02}:{time[2]}" if hour < 24 and int(time[2]) < 60 else ""


def _is_open(written: _Written) -> bool:
    """Return whether the day or the month may be first: 3/4/1999."""
    three = len(written.numbers) == 3 and len(written.numbers[0]) <= 2
    return three and not written.words and not written.is_dotted


def _in_order(
    written: _Written, months: list[int], day_first: bool
) -> tuple[str, int, int]:
    """Return the year as it is written, month and day; 0 if unknown, "" if no date."""
    numbers = list(written.numbers)
    if len(numbers[0]) == 4:
        year = numbers.pop(0)
    elif len(numbers[-1]) == 4 or (len(numbers) + len(months) == 3):
        year = numbers.pop()
        numbers = numbers[::-1] if day_first else numbers
    else:
        return "", 0, 0
    left = [*months, *map(int, numbers), 0, 0]
    is_whole = len(left) <= 4 and all(left[: len(left) - 2])
    return (year if is_whole else ""), left[0], left[1]


def _iso(parts: tuple[str, int, int]) -> str:
    """Return a date in ISO 8601 as far as it is known, "" if there is no such day."""
    written, month, day = parts
    if len(written) not in (2, 4):
        return ""
    year = int(written)
    if len(written) == 2:
        year += 1900 if year >= FIRST_OF_CENTURY else 2000
    try:
        known = date(year, month or 1, day or 1).isoformat()
    except (ValueError, OverflowError):
        return ""
    fits = YEARS[0] <= year <= YEARS[1]
    return known[: 10 if day else 7 if month else 4] if fits else ""


def _names_known(cells: Iterable[Sequence[str]]) -> Mapping[str, int]:
    """Return months by their names, and 0 for weekdays, in the language that fits."""
    words = Counter(word for cell in cells for word in cell)
    every = (
        {word: n for word, n in zip(words, numbers, strict=True) if n is not None}
        for numbers in zip(*map(_numbers, words), strict=True)
    )
    return max(every, key=lambda known: sum(words[word] for word in known), default={})


@lru_cache(WORDS_CACHED)  # each line of an article or a chat is looked at alone
def _numbers(word: str) -> tuple[int | None, ...]:
    """Return the number of a word in each language; None where it names nothing."""
    return tuple(_number(word, names) for names in _calendars().months)


def _number(word: str, names: Mapping[str, int]) -> int | None:
    """Return the number of the month that a word is or begins; 0 for a weekday."""
    if word in names:
        return names[word]
    numbers = {number for name, number in names.items() if name.startswith(word)}
    months = numbers - {0}
    if len(months) == 1 and len(word) >= 3:
        return months.pop()
    return 0 if numbers == {0} and len(word) >= 2 else None


class _Calendars(NamedTuple):
    """The words around the parts of a date, and the months of each language by name.

    Weekdays are 0.
    """

    around: frozenset[str]
    months: tuple[Mapping[str, int], ...]


@cache
def _calendars() -> _Calendars:
    path = Path(__file__).with_name("months.txt")
    text = unicodedata.normalize("NFKC", path.read_text(encoding="utf-8"))
    _, around, *lines = map(str.split, text.splitlines())
    months = tuple(
        {
            form: number if number <= 12 else 0
            for number, forms in enumerate(line[1:], start=1)
            for form in forms.split("/")
        }
        for line in lines
    )
    return _Calendars(frozenset(around), months)
