"""What a file would be read as, seen before it is: its kind, and what it offers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import pandas as pd

from spca_core.corpus.options import Reading
from spca_core.corpus.readers.documents.patterns import PATTERNS
from spca_core.corpus.readers.files import opened
from spca_core.corpus.readers.formats import FORMATS, Gives
from spca_core.corpus.readers.loading import has_texts, read_texts
from spca_core.corpus.readers.look import (
    BY_DEFAULT,
    Location,
    Look,
    as_source,
    look,
    naming_format,
)
from spca_core.corpus.readers.text import shown
from spca_core.corpus.texts.pieces import SPLITS, WHOLE, Splitting, split_texts
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from spca_core.formatting import counted

N_FIRST = 3  # documents
MAX_TEXT, MAX_EXAMPLE = 700, 80  # characters
# What the columns of a table are, by the option that chooses them.
OFFERED = ("lines", "paragraphs", "headings", *PATTERNS)
ROLES = {"text": "text", "title": "title", "date": "date", "groups": "group"}


class Document(NamedTuple):
    """A document as it would be read; the beginning of its text."""

    title: str
    date: str
    groups: Mapping[str, str]
    text: str


class Suggestion(NamedTuple):
    """An option that would give other documents, and how many."""

    option: str
    value: str
    label: str
    n_documents: int


class Column(NamedTuple):
    """A column of a table: what it is read as, and the first of its cells.

    role : "text", "title", "date", "group", or "" if it is not read
    n_filled : rows in which it is not empty
    """

    name: str
    role: str
    n_filled: int
    example: str


@dataclass(frozen=True)
class Preview:
    """What a file would be read as.

    kind : "table", "nested", "text" or "counts": what is asked about it
    encoding : as it is shown; empty if the file is no text
    n_documents : None of counts, which are not read for this
    first : the first documents
    left_out : sentences with numbers
    """

    name: str
    format: str
    kind: str
    encoding: str = ""
    columns: tuple[Column, ...] = ()
    n_documents: int | None = None
    first: tuple[Document, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    left_out: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """Return the first documents, a row each."""
        rows = [
            {"title": it.title, "date": it.date, **it.groups, "text": it.text}
            for it in self.first
        ]
        return pd.DataFrame(rows)

    def columns_frame(self) -> pd.DataFrame:
        """Return the columns of a table, a row each."""
        return pd.DataFrame(self.columns, columns=list(Column._fields))

    def suggestions_frame(self) -> pd.DataFrame:
        """Return what else could be chosen, a row each."""
        return pd.DataFrame(self.suggestions, columns=list(Suggestion._fields))

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        encoding = f", {self.encoding}" if self.encoding else ""
        yield f"{self.name}: {FORMATS[self.format].label}{encoding}"
        if self.columns:
            yield self.columns_frame().to_string(index=False)
        if self.n_documents is not None:
            yield counted(self.n_documents, "documents")
        for document in self.first:
            known = [document.title, document.date, *document.groups.values()]
            yield f"  {' | '.join(filter(None, known))}"
            yield f"    {' '.join(document.text.split())[:MAX_EXAMPLE]}"
        for each in self.suggestions:
            yield f'{each.label}: {each.n_documents:,} by {each.option}="{each.value}"'
        yield from (*self.left_out, *self.warnings)


def preview_of(source: Location, reading: Reading = BY_DEFAULT) -> Preview:
    """Return what a file would be read as.

    raises : InputError if it cannot be read so
    """
    with opened(as_source(source)) as file:
        found = look(file, reading)
        form = FORMATS[found.format]
        seen = Preview(found.source.name, found.format, form.kind, _encoding(found))
        if not has_texts(found):
            return seen
        with naming_format(found.format, reading):
            texts = read_texts(found, reading)
        return replace(
            seen,
            columns=tuple(_columns(found)),
            n_documents=len(texts.texts),
            first=tuple(_first(texts)),
            suggestions=tuple(_suggestions(found, texts, reading)),
            left_out=tuple(_left_out(texts)),
            warnings=texts.warnings,
        )


def _encoding(found: Look) -> str:
    return shown(found.encoding) if found.form.is_text else ""


def _columns(found: Look) -> Iterator[Column]:
    if not (table := found.table):
        return
    roles = {
        name: role
        for option, role in ROLES.items()
        for name in _listed(getattr(table.taken, option))
    }
    n_filled, examples = [0] * len(table.names), [""] * len(table.names)
    for row in table.rows():
        for i, cell in enumerate(row):
            n_filled[i] += bool(cell.strip())
            examples[i] = examples[i] or cell.strip()
    for name, n, example in zip(table.names, n_filled, examples, strict=True):
        yield Column(name, roles.get(name, ""), n, example[:MAX_EXAMPLE])


def _listed(chosen: str | tuple[str, ...]) -> tuple[str, ...]:
    return (chosen,) if isinstance(chosen, str) else chosen


def _first(texts: Texts) -> Iterator[Document]:
    for i, text in enumerate(texts.texts[:N_FIRST]):
        yield Document(
            texts.titles[i] if texts.titles else "",
            texts.dates[i] if texts.dates else "",
            {name: groups[i] for name, groups in texts.groups.items()},
            text[:MAX_TEXT],
        )


def _suggestions(found: Look, texts: Texts, reading: Reading) -> Iterator[Suggestion]:
    if table := found.table:
        for name in table.like_text:
            if (name,) != table.taken.text:
                yield Suggestion("text", name, name, len(texts.texts))
        return
    if found.form.gives != Gives.TEXTS:
        return
    whole = found.form.read(found.source, Splitting(split=WHOLE))
    for value in OFFERED:
        if value in (reading.splitting.split, texts.report.split):
            continue
        try:
            parts = split_texts(whole, Splitting(split=value))
        except InputError:
            continue
        if len(parts.texts) > 1:
            yield Suggestion("split", value, SPLITS[value], len(parts.texts))


def _left_out(texts: Texts) -> Iterator[str]:
    if n_empty := texts.report.empty_documents:
        yield f"{counted(n_empty, 'documents')} have no text."
    yield from texts.report.left_out
