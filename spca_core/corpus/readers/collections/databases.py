"""Rows as databases print them or write them into dumps: psql, MySQL, INSERT, COPY."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from spca_core.corpus.readers.collections.marks import units_of
from spca_core.corpus.readers.collections.rows import n_characters, records_of_rows
from spca_core.corpus.readers.collections.units import Units
from spca_core.corpus.readers.start import Start

# Beneath the names of columns, and around a table in a box; above a record.
RULE = re.compile(r"\+?-{2,}(?>\+-{2,}){1,200}+\+?")
RECORD = re.compile(r"-\[ RECORD \d{1,9} \][-+]*|\*{3,} \d{1,9}\. row \*{3,}")
FOOTER = re.compile(r"\(\d{1,9} rows?\)|\d{1,9} rows? in set\b.*")
MIN_SHARE = 0.5  # of a text is in its rows
START = 1_000  # characters, in which a dump shows that it is one

BEGINS = re.compile(
    rb"\s*(?:--|/\*|(?i:insert into|create|set|begin|drop|pragma|copy|use)\b)"
)
QUOTED = r"[`\"\[]?([\w.\"`]{1,90})[`\"\]]?"
INSERT = re.compile(
    rf"(?im)^[ \t]*INSERT (?:IGNORE )?INTO {QUOTED}\s*+"
    r"(?:\(([^()]{1,9999})\)\s*+)?VALUES"
)
COPY = re.compile(rf"(?im)^COPY {QUOTED} \(([^()]{{1,9999}})\) FROM stdin.*$")
CREATE = re.compile(rf"(?im)^CREATE TABLE (?:IF NOT EXISTS )?{QUOTED} ?\(")
COLUMN = re.compile(r"\s*[`\"\[]?(\w{1,90})[`\"\]]?\s+\w.*")
NO_COLUMN = {"primary", "key", "unique", "constraint", "index", "foreign", "fulltext"}
# A value in quotes, or a number, a name, a function; and what follows it.
VALUE = re.compile(
    r"\s*+(?:[A-Za-z]?'((?>[^'\\]++|\\.|'')*+)'|([^,()'\n]*+(?>\([^()'\n]*+\))?+))"
    r"\s*+(,|\))",
    re.DOTALL,
)
OPENS = re.compile(r"\s*,?\s*\(")
ESCAPED = re.compile(r"\\(.)|''", re.DOTALL)
CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "0": "", "Z": ""}
NULLS = {"null", r"\n"}
Rows = list[list[str]]


def is_dump(start: Start) -> bool:
    """Return whether a file is SQL that fills tables: then it is none itself."""
    text = start.content.decode(errors="replace") if start.matches(BEGINS) else ""
    return any(mark.search(text) for mark in (INSERT, COPY))


def find_database_rows(text: str) -> Units:
    """Return the rows of the table of most text, as records."""
    text = text.replace("\r\n", "\n")
    lines = [line.rstrip() for line in text.split("\n") if not FOOTER.fullmatch(line)]
    if RECORD.fullmatch(next(filter(None, lines), "")):
        records = list(filter(None, _expanded(lines)))
        return Units("records", units_of(records) if records else ())
    tables = _dumped(text) if BEGINS.match(text[:START].encode()) else []
    tables = tables or [_printed(lines)]
    # Blanks that fill cells up are not counted.
    n_all = sum(len("".join(line.split())) for line in lines)
    if sum(map(n_characters, tables)) < MIN_SHARE * n_all:
        return Units("records")
    left_out = ("the rows of other tables",) * (len(tables) > 1)
    return Units("records", records_of_rows(max(tables, key=n_characters)), left_out)


def _expanded(lines: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the records of `expanded` output: a line for each field."""
    starts = [i for i, line in enumerate(lines) if RECORD.fullmatch(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        sign = "|" if lines[start].startswith("-") else ":"
        at = lines[start + 1].find(sign) if start + 1 < end else -1
        record: dict[str, list[str]] = {}
        name = ""
        for line in lines[start + 1 : end]:
            is_field = line[at : at + 1] == sign
            value = line[at + 1 :].strip() if is_field else line
            if is_field and line[:at].strip():
                name = line[:at].strip()
                record[name] = [value]
            elif name:
                record[name].append(value)
        yield {name: _cell(parts) for name, parts in record.items()}


def _printed(lines: Sequence[str]) -> Rows:
    """Return the rows of a table with a rule beneath its names, these first."""
    rule = next((i for i, it in enumerate(lines) if RULE.fullmatch(it.strip())), 0)
    width = lines[rule].strip().strip("+").count("+") + 1
    if lines[rule].strip().startswith("+"):
        body = (it for it in lines[rule + 1 :] if not RULE.fullmatch(it.strip()))
        return list(_boxed(body, width))
    return list(_ruled([lines[rule - 1], *lines[rule + 1 :]], width)) if rule else []


def _boxed(lines: Iterable[str], width: int) -> Iterator[list[str]]:
    """Yield the rows of a box; a cell may have several lines."""
    parts: list[str] = []
    n_bars = 0
    for line in lines:
        parts.append(line)
        n_bars += line.count("|")
        if n_bars > width and line.endswith("|"):
            row = "\n".join(parts).strip()[1:-1].split("|", width - 1)
            yield list(map(str.strip, row))
            parts, n_bars = [], 0


def _ruled(lines: Sequence[str], width: int) -> Iterator[list[str]]:
    """Yield the rows without a box; a `+` ends a cell that goes on in the next line."""
    row: Rows = []  # the lines of each cell
    for line in lines:
        cells = line.split("|", width - 1)
        if len(cells) < width:
            break
        goes_on = [parts[-1].endswith("+") for parts in row]
        are_blank = [not cell.strip() for cell in cells]
        if any(goes_on) and all(map(max, goes_on, are_blank)):
            for parts, cell in zip(row, cells, strict=True):
                parts.append(cell)
            continue
        if row:
            yield list(map(_cell, row))
        row = [[cell] for cell in cells]
    if row:
        yield list(map(_cell, row))


def _cell(parts: Sequence[str]) -> str:
    """Return the lines of a cell as one text, without the `+` at which each goes on."""
    ended = [part.removesuffix("+").rstrip() for part in parts[:-1]]
    return "\n".join([*ended, parts[-1].rstrip()]).strip().replace("\n ", "\n")


def _dumped(text: str) -> list[Rows]:
    """Return the tables of a dump, with the names of columns first."""
    columns = {table[1]: _columns(body) for table, body in _after(CREATE, text)}
    tables: defaultdict[str, Rows] = defaultdict(list)
    for statement in INSERT.finditer(text):
        rows = list(_inserted(text, statement.end()))
        named = _names(statement[2]) if statement[2] else columns.get(statement[1], [])
        if rows and not tables[statement[1]]:
            n_more = range(len(named), len(rows[0]))
            named = [*named, *(f"column {i + 1}" for i in n_more)]
            tables[statement[1]].append(named)
        tables[statement[1]] += rows
    for statement, body in _after(COPY, text):
        lines = filter(None, body.partition("\n\\.")[0].split("\n"))
        rows = [list(map(_plain, line.split("\t"))) for line in lines]
        tables[statement[1]] += [_names(statement[2]), *rows]
    return list(tables.values())


def _after(mark: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each statement with the text up to the next one of its kind."""
    found = list(mark.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)]
    for match, end in zip(found, ends, strict=False):
        yield match, text[match.end() : end]


def _names(listed: str) -> list[str]:
    return [name.strip(' \n`"[]') for name in listed.split(",")]


def _columns(body: str) -> list[str]:
    """Return the names of columns where a table is created, a line each."""
    lines = body.partition(";")[0].split("\n")
    names = (match[1] for line in lines if (match := COLUMN.fullmatch(line)))
    return [name for name in names if name.lower() not in NO_COLUMN]


def _inserted(text: str, start: int) -> Iterator[list[str]]:
    """Yield the rows in brackets, one after another."""
    while opens := OPENS.match(text, start):
        row, sign, start = list[str](), ",", opens.end()
        while sign == "," and (value := VALUE.match(text, start)):
            row.append(_plain(value[2].strip() if value[1] is None else value[1]))
            sign, start = value[3], value.end()
        if sign != ")":
            return
        yield row


def _plain(written: str) -> str:
    """Return a value as it was before its signs were escaped; "" for none."""
    if written.lower() in NULLS:
        return ""
    return ESCAPED.sub(
        lambda found: CONTROLS.get(found[1], found[1]) if found[1] else "'", written
    )
