"""Records whose lines begin with marks, the same ones in each, such as `TI`."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from spca_core.corpus.group_names import BETWEEN
from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.readers.tables.columns import (
    TEXTS,
    Column,
    is_name_of_texts,
)
from spca_core.corpus.readers.tables.roles import find_roles
from spca_core.corpus.texts.dates import DAY_LENGTH, are_dates, iso_dates

# `Key: value`, `HD value`, `#TITLE value`, `%T value`, `<KEY> value`, and `KEY` alone.
MARK = re.compile(
    r"(?:(?:- )?([A-Za-z][\w/]*(?:[ -][\w/]+){0,2}):(?=\s|\Z)"
    r"|([A-Z][A-Z0-9]{1,3})(?=[ \t]|\Z)(?: {0,2}-(?=[ \t]|\Z))?"
    r"|[#%@$+.][ \t]?([A-Za-z][\w-]{0,30})(?=\s|:|\Z):?"
    r"|<([A-Z][A-Z0-9]{0,20})>"
    r"|-?\[([A-Za-z][\w -]{0,30})\](?=\s|\Z))[ \t]*(.*)"
)
MAX_ABOVE = 8  # lines between a rule and the first mark
NUMBERED = re.compile(r"(?:(?:Document|Record) )?#?\d{1,6} of \d{1,6}")
RULE = re.compile(r"[-_=*~]{3,}\s*")
PARTING = re.compile(r"(?:[-_=*~#][ \t]?){3,}|%")
SCALAR = re.compile(r"[|>][+-]?")  # of YAML: the value is in the lines below
# YAML between lines of dashes; or three lines or more of keys.
FRONT_MATTER = re.compile(r"\A(---|\+\+\+)\r?\n((?:[^\n]*\n){1,50}?)\1\r?\n")
# Lines that begin with a blank go on with the value above.
# A heading of Markdown may be above them.
HEAD = re.compile(
    r"\A(\s*+(?>#[ \t]+[^\n]*\n\s*+)?+)"
    r"((?:[A-Za-z][\w -]{0,30}:[^\n]*\n(?:[ \t].*\S.*\n)*){3,50})\s*\n"
)
FIELD = re.compile(r"(?m)^([A-Za-z][\w -]{0,30})[:=](.*(?:\n(?:[ \t]|- ).*)*)")
ITEM = re.compile(r"[^\s\"'\[\],-](?:[^\"'\[\],\n]*[^\s\"'\[\],])?")
FIELDS = {  # what Factiva's codes mean
    **{"HD": "title", "PD": "date", "SN": "source", "SE": "section", "LA": "language"},
    **{"BY": "author", "LP": "text", "TD": "text"},
}
# A day in a line, as letters and diaries begin with.
DAY = re.compile(
    r"\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th|\.)? [^\W\d_]{3,12},? \d{4}"
    r"|[^\W\d_]{3,12} \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
)
BEGINNING = re.compile(rf"[ \t]*[_*]{{0,3}}(?:{DAY.pattern})[\s.,:;_*\u2014\u2013-]*")
GAP = re.compile(r"\n[ \t]*\n[ \t]*\n\s*")
TITLE = re.compile(r".{1,79}(?<![.,;:!?])\n[ \t]*(?:.{1,79}(?<![.,;:!?])\n[ \t]*)?\n")
MAX_LINES = 50  # between short rules
MIN_RULE, MIN_WORDS, MAX_TITLE = 5, 20, 80  # signs; words of a part; letters of a title
LONGEST_DAY, LEAST_OF_DAY = 40, 5  # characters of a line; words of an entry on average
LONGEST_FIELD = 12  # words on average, of half of the fields at least
FEWEST = 3  # records, and marks in a record
# The marks of press archives, by which even one article is known.
OF_ARTICLES = ({"HD", "PD", "SN"}, {"Full text", "Publication date", "Database"})
UNMARKED = "text"  # the field of lines without a mark
# The first of two labels that are no speakers, such as "Pros:" and "Cons:".
PAIRED = {
    *("issue", "summary", "complaint", "incident", "request", "symptom", "symptoms"),
    *("anliegen", "probl\u00e8me", "problema", "incidencia", "richiesta"),
    *("q", "question", "pro", "pros", "advantages", "strengths", "positives", "likes"),
    *("problem", "prompt", "input", "premise", "claim", "frage", "vorteile", "plus"),
    *("avantages", "pregunta", "ventajas", "domanda", "vantaggi", "vraag", "pergunta"),
    *("otázka", "pytanie", "vprašanje", "вопрос", "問", "问", "質問", "问题"),
}
MIN_SHARE = 0.8  # of the records begin, and go on, as the others do


def find_records(text: str) -> Units:
    """Return the records of a text; none if no marks return in the same order."""
    lines = text.replace("\r\n", "\n").split("\n")
    marks = [_mark(line) for line in lines]
    first = _first_mark(marks)
    if not first:
        return Units("records")
    starts = _after_rules([i for i, (it, _) in enumerate(marks) if it == first], lines)
    ends = [*starts[1:], len(lines)]
    known = _known_marks(marks, starts, ends)
    is_headed = sum(map(bool, map(str.strip, lines[: starts[0]]))) < FEWEST
    if not known or (len(known) < FEWEST and not is_headed):
        return Units("records")
    records = [
        _record(lines[start:end], marks[start:end], known)
        for start, end in zip(starts, ends, strict=True)
    ]
    return Units("records", units_of(records))


def without_heads(texts: Sequence[str]) -> list[Unit] | None:
    """Return texts without the lines that tell of them at their beginning, as units.

    These are the front matter of Markdown, or lines of `key: value` before a blank one;
    None if most texts have none.
    """
    records = list(map(_without_head, texts))
    n_headed = sum(len(record) > 1 for record in records)
    return units_of(records) if n_headed >= MIN_SHARE * len(texts) else None


def _without_head(text: str) -> dict[str, str]:
    head = FRONT_MATTER.match(text) or HEAD.match(text)
    if not head:
        return {"text": text}
    of = {key.strip(): _value(it.strip()) for key, it in FIELD.findall(head[2])}
    if heading := head[1].strip("#- +\t\n"):
        of = {"title": heading} | of
    return {key: it for key, it in of.items() if it} | {
        "text": text[head.end() :].strip()
    }


def _value(written: str) -> str:
    """Return a value of YAML or TOML; those of a list as several of a document."""
    is_list = written.startswith(("[", "- "))
    return BETWEEN.join(ITEM.findall(written)) if is_list else written.strip("\"'")


def find_pairs(text: str) -> Units:
    """Return the records of two fields, such as a question and its answer, in turn.

    The line above the first, if each has one, is the title; or else a subject.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    marks = [_mark(line) for line in lines]
    places = [i for i, (mark, _) in enumerate(marks) if mark]
    labels = list(dict.fromkeys(marks[i][0] for i in places))[:2]
    places = [i for i in places if marks[i][0] in labels]
    are_paired = [marks[i][0] for i in places] == labels * (len(places) // 2)
    if len(labels) < 2 or not are_paired:
        return Units("records")
    is_titled = Column(labels[0], ()).is_of_titles and _is_short(marks, labels[0])
    is_known = labels[0].lower() in PAIRED or labels[1].lower() in TEXTS
    if not is_known and not is_titled:
        return Units("records")
    starts = places[::2]
    are_named = _are_named(starts, lines)
    starts = [start - are_named for start in starts]
    for i in places:
        lines[i] = marks[i][1]
    parts = [
        lines[start:end]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)
    ]
    n_head = int(are_named or is_titled)
    units = [Unit("\n".join(part[n_head:]).strip(), part[0] * n_head) for part in parts]
    left_out = _left_out_before(starts[0], lines)
    return Units("records", units if len(units) >= FEWEST else (), left_out)


def _left_out_before(first: int, lines: Sequence[str]) -> tuple[str, ...]:
    return ("what precedes the first",) * any(map(str.strip, lines[:first]))


def find_dated(text: str) -> Units:
    """Return the entries of a diary, each beneath a line that is a day and no more.

    The line above each day, if it stands alone, is the entry's title.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    short = [
        i for i, line in enumerate(lines) if line.strip() and len(line) <= LONGEST_DAY
    ]
    days = iso_dates(lines[i] for i in short)
    places = [i for i, day in zip(short, days, strict=True) if len(day) == DAY_LENGTH]
    if len(places) < FEWEST or any(map(str.strip, lines[: max(places[0] - 2, 0)])):
        return _begun_by_days(lines)
    are_named = _are_named(places, lines)
    found = [
        Unit(
            "\n".join(lines[start + 1 : end - are_named]).strip(),
            (lines[start - 1] if are_named else lines[start]).strip(),
            lines[start].strip(),
        )
        for start, end in pairwise([*places, len(lines) + are_named])
    ]
    n_words = sum(len(unit.text.split()) for unit in found)
    is_long = n_words >= LEAST_OF_DAY * len(found)
    left_out = _left_out_before(places[0] - are_named, lines)
    kept = [unit for unit in found if unit.text]
    return Units("records", kept if is_long else (), left_out)


def _begun_by_days(lines: Sequence[str]) -> Units:
    """Return the letters or entries whose first lines have a day, in their order."""
    around = ["", *lines, ""]
    places = [
        i
        for i, (before, line, after) in enumerate(
            zip(around, around[1:], around[2:], strict=False)
        )
        if not before.strip()
        and (
            BEGINNING.match(line)
            or (len(line) <= MAX_TITLE and not after.strip() and DAY.search(line))
        )
    ]
    written = [day[0] for i in places if (day := DAY.search(lines[i]))]
    days = iso_dates(written)
    n_rising = sum(one <= other for one, other in pairwise(days))
    if len(places) < FEWEST or n_rising < MIN_SHARE * (len(days) - 1):
        return Units("records")
    found = []
    for (start, end), day in zip(pairwise([*places, len(lines)]), written, strict=True):
        begun = BEGINNING.match(lines[start])
        first = [lines[start][begun.end() :]] if begun else []
        text = "\n".join([*first, *lines[start + 1 : end]]).strip()
        title = day if begun else lines[start].strip().rstrip(".")
        found.append(Unit(text, title, day))
    lengths = [len(unit.text.split()) for unit in found]
    is_most = 2 * sum(lengths) > sum(len(line.split()) for line in lines)
    # An article has days as well: when it was published, and when it was changed.
    is_most &= lengths.count(0) < FEWEST - 1
    left_out = _left_out_before(places[0], lines)
    return Units("records", found if is_most and all(days) else (), left_out)


def find_spaced(text: str) -> Units:
    """Return what is between gaps of several lines, each part beneath its title.

    So are poems, songs and stories.
    """
    parts = [part.strip() for part in GAP.split(text.replace("\r\n", "\n"))]
    found = [_parted_unit(part) for part in parts if part]
    n_titled = sum(bool(TITLE.match(part)) for part in parts)
    n_words = sum(len(unit.text.split()) for unit in found)
    is_sure = n_titled >= MIN_SHARE * len(found) and n_words >= MIN_WORDS * len(found)
    return Units("records", found if is_sure and len(found) >= FEWEST else ())


def find_parted(text: str) -> Units:
    """Return the parts of a text between lines that are all the same rule."""
    lines = text.replace("\r\n", "\n").split("\n")
    rules = Counter(filter(PARTING.fullmatch, map(str.strip, lines)))
    rule, n_rules = rules.most_common(1)[0] if rules else ("", 0)
    # A few short rules in a long text are breaks within it.
    n_signs = len(re.sub(r"\s", "", rule))
    is_sure = n_signs >= MIN_RULE or len(lines) <= MAX_LINES * n_rules
    if n_rules < FEWEST - 1 or not is_sure:
        return Units("records")
    parts, begun = [], 0
    for i, line in enumerate([*lines, rule]):
        if line.strip() == rule:
            parts.append("\n".join(lines[begun:i]).strip())
            begun = i + 1
    found = [_parted_unit(part) for part in parts if part]
    n_words = sum(len(part.split()) for part in parts)
    is_long = n_words >= MIN_WORDS * len(found)
    return Units("records", found if len(found) >= FEWEST and is_long else ())


def _parted_unit(part: str) -> Unit:
    """Return a part, its first line as its title if that is short, and its date."""
    head = [line.strip("\ufeff \t") for line in part.split("\n")[:3]]
    title = head[0] if len(head[0]) <= MAX_TITLE else ""
    dates = (day[0] for line in head if (day := DAY.search(line)))
    # A short line or two above a blank one are no text.
    above, blank, beneath = part.partition("\n\n")
    is_headed = title and blank and above.count("\n") < 2
    return Unit(beneath.strip() if is_headed else part, title, next(dates, ""))


def _mark(line: str) -> tuple[str, str]:
    match = MARK.match(line.strip())
    if not match:
        return "", ""
    return next(filter(None, match.groups()[:5])), match[6]


def _first_mark(marks: Sequence[tuple[str, str]]) -> str:
    """Return the mark that begins records: the first of those that return."""
    counts = Counter(mark for mark, _ in marks if mark)
    least = 1 if any(it <= counts.keys() for it in OF_ARTICLES) else FEWEST
    return next((mark for mark, _ in marks if counts[mark] >= least), "")


def _after_rules(starts: list[int], lines: Sequence[str]) -> list[int]:
    """Return where records start: after rules above first marks, or at a line there."""
    rules = [i + 1 for i, line in enumerate(lines) if RULE.fullmatch(line)]
    above = [
        next((at for at in reversed(rules) if start - MAX_ABOVE <= at <= start), -1)
        for start in starts
    ]
    has_rules = sum(at >= 0 for at in above) >= MIN_SHARE * len(starts)
    pairs = zip(above, starts, strict=True)
    if has_rules:
        return [at if at >= 0 else start for at, start in pairs]
    return [start - 1 for start in starts] if _are_named(starts, lines) else starts


def _are_named(starts: list[int], lines: Sequence[str]) -> bool:
    """Return whether a line alone is above each first mark: a title."""
    above = (["", "", *lines][start : start + 2] for start in starts)
    return all(line.strip() and not before.strip() for before, line in above)


def _known_marks(
    marks: Sequence[tuple[str, str]], starts: list[int], ends: list[int]
) -> set[str]:
    """Return the marks of the fields, if records have them once, and in one order.

    Speakers, whose names begin lines as well, take turns in any order.
    """
    # A field may have several values, a line each: authors.
    in_each = [
        [mark for mark, _ in groupby(mark for mark, _ in marks[start:end] if mark)]
        for start, end in zip(starts, ends, strict=True)
    ]
    n_records = Counter(mark for each in in_each for mark in set(each))
    known = {mark for mark, n in n_records.items() if n >= len(starts) / 2}
    seconds = Counter(
        next((mark for mark in each[1:] if mark in known), "") for each in in_each
    )
    once = sum(
        all(n == 1 for mark, n in Counter(each).items() if mark in known)
        for each in in_each
    )
    most = seconds.most_common(1)[0][1]
    is_regular = min(most, once) >= MIN_SHARE * len(starts)
    n_marked = sum(mark in known for each in in_each for mark in each)
    is_regular &= n_marked >= 0.5 * sum(map(len, in_each))
    are_fields = 2 * sum(_is_short(marks, mark) for mark in known) >= len(known)
    has_dates = any(are_dates(it for mark, it in marks if mark == one) for one in known)
    is_regular &= are_fields and len(known) >= FEWEST - has_dates
    return {*n_records} if is_regular else set()


def _is_short(marks: Sequence[tuple[str, str]], known: str) -> bool:
    """Return whether what follows a mark is no speech."""
    lengths = [len(value.split()) for mark, value in marks if mark == known]
    return sum(lengths) <= LONGEST_FIELD * len(lengths)


def _record(
    lines: Sequence[str], marks: Sequence[tuple[str, str]], known: set[str]
) -> dict[str, str]:
    """Return the fields of a record; what no mark precedes, after a blank, is text."""
    record: dict[str, list[str]] = {}
    # What is above the first mark names the record.
    at, is_after_blank = "title", False
    for line, (mark, value) in zip(lines, marks, strict=True):
        if mark in known:
            at = FIELDS.get(mark, mark)
            value = "" if SCALAR.fullmatch(value) else value
            record.setdefault(at, []).append(value.strip().strip("\"'"))
        elif not line.strip():
            is_after_blank = True
            record.get(at, []).append("")
            continue
        elif not RULE.fullmatch(line) and not NUMBERED.fullmatch(line.strip()):
            is_single = len([*filter(None, record.get(at, ()))]) == 1
            is_short = is_single and bool(record[at][0])
            may_end = is_after_blank and is_short and at != "title"
            at = UNMARKED if may_end and not is_name_of_texts(at) else at
            record.setdefault(at, []).append(line.strip())
        is_after_blank = False
    return {name: "\n".join(parts).strip() for name, parts in record.items()}


def units_of(records: Sequence[Mapping[str, str]]) -> list[Unit]:
    """Return records as documents, with the roles that columns of a table have."""
    names = list(dict.fromkeys(name for record in records for name in record))
    cells = [[record.get(name, "") for record in records] for name in names]
    # Nobody can choose another field: all that look like texts are read.
    roles = find_roles("records", names, list(zip(*cells, strict=True)))
    of = dict(zip(names, cells, strict=True))
    without = [""] * len(records)
    title, date = (of.get(it, without) for it in (roles.taken.title, roles.taken.date))
    texts = [of[name] for name in roles.like_text]
    return [
        Unit(
            "\n\n".join(filter(None, (column[number] for column in texts))),
            title[number],
            date[number],
            {
                name: " ".join(of[name][number].split())
                for name in roles.taken.groups
                if name != UNMARKED
            },
        )
        for number in range(len(records))
    ]
