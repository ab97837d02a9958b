"""Files of one document a line: plain text, and MALLET's."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice

from spca_core.corpus.group_names import BETWEEN
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.collections.books import without_licence
from spca_core.corpus.readers.collections.databases import is_dump
from spca_core.corpus.readers.collections.in_text import find_units
from spca_core.corpus.readers.collections.scripture import is_scripture
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.gathering import Gathering, Refusals
from spca_core.corpus.readers.lines import decode, numbered_lines
from spca_core.corpus.readers.start import Start
from spca_core.corpus.texts.dates import are_dates, iso_dates
from spca_core.corpus.texts.pieces import (
    DEFAULT_SPLITTING,
    LINES,
    PARAGRAPHS,
    Splitting,
    is_wrapped,
    split_texts,
)
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import AUTO

LABEL = "__label__"
LABELS = re.compile(rf"(?:{LABEL}\S+[ \t]*,?[ \t]*)+")
LINES_SAMPLED = 10_000  # lines, to tell whether they are wrapped
LONGEST_GAP = 3  # blank lines; more of them part a text no further


def read_plain_text(source: Source, splitting: Splitting = DEFAULT_SPLITTING) -> Texts:
    """Read a file in which every line that is not blank is a document.

    The whole file is taken as one document and then cut, if asked for, if units are
    found in it, such as articles, or if its lines look wrapped: short, with blank lines
    between paragraphs. Then a book is cut into pieces, and what is shorter into
    paragraphs.
    """
    gathering = Gathering(source)
    lines = _of_short_gaps(text for _, text in text_lines(source, gathering.refusals))
    first = list(islice(lines, LINES_SAMPLED))
    text, of_edition = without_licence("\n".join(first))
    are_lines = not (of_edition or is_wrapped(first) or find_units(text))
    if splitting.split == AUTO and are_lines:
        splitting = Splitting(split=LINES)
    if splitting.split == LINES:
        for text in chain(first, lines):
            if text.strip():
                gathering.add(text)
    else:
        gathering.add("\n".join(chain(first, lines)), plain_name(source))
    texts = split_texts(gathering.texts(), splitting)
    is_short = splitting.split == AUTO and not texts.report.split
    return split_texts(texts, Splitting(split=PARAGRAPHS)) if is_short else texts


def _of_short_gaps(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, and of many blank ones in a row the first few."""
    n_blank = 0
    for line in lines:
        n_blank = 0 if line.strip() else n_blank + 1
        if n_blank <= LONGEST_GAP:
            yield line


def is_plain_text(start: Start) -> bool:
    """Return whether a text is surely no table, though it may look like one."""
    return is_scripture(start) or is_dump(start)


def read_mallet(source: Source, splitting: Splitting = DEFAULT_SPLITTING) -> Texts:
    """Read a file of lines `name TAB label TAB text`; names become titles."""
    gathering = Gathering(source)
    for line, content in text_lines(source, gathering.refusals):
        columns = content.split("\t", 2)
        if len(columns) == 3:
            name, label, text = map(str.strip, columns)
            gathering.add(text, name, {"label": label})
        elif content.strip():
            gathering.refusals.add(line, "not `name TAB label TAB text`")
    texts = gathering.texts()
    labels = texts.groups.get("label", ())
    # Years are when, and not what.
    return (
        replace(texts, dates=tuple(iso_dates(labels))) if are_dates(labels) else texts
    )


def is_mallet(start: Start) -> bool:
    """Return whether lines are of MALLET, whose names and labels are single words."""
    return _is_mallet(start.lines[0]) and start.has_lines(_is_mallet)


def _is_mallet(line: bytes) -> bool:
    columns = line.split(b"\t")
    are_named = len(columns) == 3 and b" " not in columns[0] + columns[1]
    return are_named and b" " in columns[2].strip()


def read_fasttext(source: Source, splitting: Splitting = DEFAULT_SPLITTING) -> Texts:
    """Read a file of lines `__label__name text`; a line may have several labels."""
    gathering = Gathering(source)
    for _, content in text_lines(source, gathering.refusals):
        labels = LABELS.match(content)
        names = labels[0].replace(LABEL, "").split() if labels else []
        text = content[labels.end() :] if labels else content
        gathering.add(text, groups={"label": BETWEEN.join(names)})
    return gathering.texts()


def is_fasttext(start: Start) -> bool:
    return start.has_lines(lambda line: line.startswith(LABEL.encode()))


def text_lines(source: Source, refusals: Refusals) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers from 1; add those too long to the refusals."""
    for number, content in numbered_lines(source, limits.JSON_LINE):
        if content == b"\n":  # a gzip bomb has millions of these
            yield number, ""
        elif len(content) > limits.JSON_LINE:
            refusals.add(number, f"over {limits.JSON_LINE:,} bytes long")
        else:
            text = decode(content, f"{source.name}, line {number}").rstrip("\r\n")
            yield number, text
