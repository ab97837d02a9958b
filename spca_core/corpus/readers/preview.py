"""What a file would be read as, seen before it is: its kind, and what it offers."""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.matrix import dense, greatest
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.documents.pages import Offers
from spca_core.corpus.readers.documents.split import LEFT_OUT, SAMPLE, offers
from spca_core.corpus.readers.files import Source, n_bytes, opened
from spca_core.corpus.readers.formats import FORMATS, PLAIN_TEXT
from spca_core.corpus.readers.load import (
    applying_options,
    has_texts,
    read_numbers,
    read_texts,
    read_whole,
    split,
)
from spca_core.corpus.readers.recognise import (
    BY_DEFAULT,
    Location,
    Look,
    as_source,
    look,
    naming_format,
)
from spca_core.corpus.readers.tables.delimited import find_cut, looks_like_table
from spca_core.corpus.readers.text import shown
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from spca_core.formatting import counted

N_FIRST, N_GREATEST = 3, 20  # documents, and numbers in a row of counts
MAX_COUNTED = 20_000_000  # bytes of a file of counts that is read for this
MAX_TEXT, MAX_EXAMPLE = 300, 80  # characters
LETTER = re.compile(r"[^\W\d_]")
# What the columns of a table are, by the option that chooses them.
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

    @property
    def keyword(self) -> str:
        """How it is asked for in Python."""
        return f'{self.option}="{self.value}"'

    @property
    def flag(self) -> str:
        """How it is asked for on the command line."""
        return f"--{self.option} {shlex.quote(self.value)}"


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

    Attributes
    ----------
    name, format : str
        The file's, and a key of the formats.
    kind : str
        "table", "nested", "text" or "counts": what is asked about it.
    options : frozenset of str
        The keywords of `load` that apply to it.
    encoding : str
        As it is shown; empty if the file is no text.
    sheets : tuple of str
        The names of a workbook's sheets.
    columns : tuple of Column
        Those of a table, with their roles.
    n_documents, n_words : int or None
        None if unknown: of texts no words, of large files of counts nothing is counted.
    named : tuple of str
        What documents and words are called.
    first : tuple of Document
        The first documents.
    suggestions : tuple of Suggestion
        Options that would give other documents, and how many.
    left_out, warnings : tuple of str
        Sentences.
    """

    name: str
    format: str
    kind: str
    options: frozenset[str] = frozenset()
    encoding: str = ""
    sheets: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()
    n_documents: int | None = None
    n_words: int | None = None
    named: tuple[str, str] = (COUNTS.documents, COUNTS.words)
    first: tuple[Document, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    left_out: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """How many documents and words there are, as far as that is known."""
        sizes = zip((self.n_documents, self.n_words), self.named, strict=True)
        return ", ".join(counted(n, what) for n, what in sizes if n is not None)

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

    def __str__(self) -> str:
        return "\n".join(self.lines(lambda each: each.keyword))

    def lines(self, asked: Callable[[Suggestion], str]) -> Iterator[str]:
        """Yield what is known of the file, line by line.

        asked : says how a suggestion is asked for
        """
        encoding = f", {self.encoding}" if self.encoding else ""
        yield f"{self.name}: {FORMATS[self.format].label}{encoding}"
        if self.columns:
            yield from self.columns_frame().to_string(index=False).split("\n")
        yield from filter(None, [self.summary])
        for document in self.first:
            known = [document.title, document.date, *document.groups.values()]
            yield from filter(None, [f"  {' | '.join(filter(None, known))}".rstrip()])
            yield f"    {_beginning(document.text, MAX_EXAMPLE)}"
        for each in self.suggestions:
            yield f"{each.label}: {each.n_documents:,} by {asked(each)}"
        yield from (*self.left_out, *self.warnings)


def preview_of(
    source: Location, reading: Reading = BY_DEFAULT, words: Source | None = None
) -> Preview:
    """Return what a file would be read as.

    words  : lists the words of counts, if they come without them
    raises : InputError if it cannot be read so
    """
    with opened(as_source(source)) as file:
        found = look(file, reading)
        form = FORMATS[found.format]
        seen = Preview(
            found.source.name,
            found.format,
            form.kind,
            frozenset(applying_options(found, reading)),
            _encoding(found),
            found.sheets,
        )
        if not has_texts(found):
            return replace(seen, **_of_counts(found, reading, words))
        with naming_format(found.format, reading):
            whole, elements = read_whole(found, reading)
            texts = split(found, whole, reading)
        return replace(
            seen,
            columns=tuple(_columns(found)),
            n_documents=_n_documents(texts),
            first=first_documents(texts),
            suggestions=tuple(_suggestions(found, whole, texts, elements)),
            left_out=(*_left_out(texts), *_not_looked_at(found, whole)),
            warnings=tuple(w for w in texts.warnings if not w.startswith(LEFT_OUT)),
        )


def _n_documents(texts: Texts) -> int:
    """Return how many have a word: the others are left out when words are counted."""
    return sum(bool(LETTER.search(text)) for text in texts.texts)


def _of_counts(found: Look, reading: Reading, words: Source | None) -> dict[str, Any]:
    """Return what is known of counts."""
    source = found.source
    if isinstance(source, Path) or n_bytes(source) > MAX_COUNTED:
        return {}
    corpus = read_numbers(found, words, reading)
    return {
        "n_documents": corpus.n_documents if corpus.kind.has_documents else None,
        "n_words": corpus.n_words,
        "named": (corpus.kind.documents, corpus.kind.words),
        "first": tuple(_first_counts(corpus)),
        "warnings": corpus.warnings,
    }


def _first_counts(corpus: Corpus) -> Iterator[Document]:
    """Yield the first rows, each as its greatest numbers."""
    rows: Any = corpus.observations[:N_FIRST]
    for i, row in enumerate(dense(rows)):
        places = greatest(row, N_GREATEST)
        numbers = (f"{corpus.words[at]} {row[at]:g}" for at in places if row[at])
        yield Document(
            corpus.titles[i] if corpus.titles else "",
            corpus.dates[i] if corpus.dates else "",
            {name: groups[i] for name, groups in corpus.groups.items()},
            ", ".join(numbers),
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


def first_documents(texts: Texts | Corpus) -> tuple[Document, ...]:
    """Return the first documents that have a text, with what is known of them."""
    return tuple(
        Document(
            texts.titles[i] if texts.titles else "",
            texts.dates[i] if texts.dates else "",
            {name: groups[i] for name, groups in texts.groups.items()},
            _beginning(text, MAX_TEXT),
        )
        for i, text in enumerate(texts.texts[:N_FIRST])
    )


def _beginning(text: str, most: int) -> str:
    """Return the beginning of a text on one line, to the end of a word."""
    line = " ".join(text[: 2 * most].split())
    return line if len(line) <= most else f"{line[:most].rsplit(maxsplit=1)[0]} …"


def _suggestions(
    found: Look, whole: Texts, texts: Texts, elements: Offers
) -> Iterator[Suggestion]:
    for element, n in elements:
        yield Suggestion("element", element, element, n)
    if table := found.table:
        for name in table.like_text:
            if (name,) != table.taken.text:
                yield Suggestion("text", name, name, len(texts.texts))
        return
    for offer in offers(whole):
        yield Suggestion("split", *offer)
    if found.format == PLAIN_TEXT:
        yield from _as_table(found)


def _as_table(found: Look) -> Iterator[Suggestion]:
    """Offer to read a text as a table, if its lines look like rows."""
    form = "text_table"
    if looks_like_table(found.start, find_cut(found.start, is_cut=False)):
        with suppress(InputError):
            rows = read_texts(look(found.source, Reading(format=form)))
            yield Suggestion("format", form, FORMATS[form].label, _n_documents(rows))


def _not_looked_at(found: Look, whole: Texts) -> Iterator[str]:
    if not found.table and max(map(len, whole.texts)) > SAMPLE:
        yield (
            f"Patterns are looked for in the first {SAMPLE:,} characters of a text. "
            "One that begins later is found if it is chosen."
        )


def _left_out(texts: Texts) -> Iterator[str]:
    if n_empty := texts.report.empty_documents:
        yield f"{counted(n_empty, 'documents')} have no text."
    yield from (it for it in texts.warnings if it.startswith(LEFT_OUT))
