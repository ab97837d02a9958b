"""Collect documents one at a time, within bounds: their names and their texts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import count, repeat
from types import MappingProxyType
from typing import Any

from spca_core.corpus import limits
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.lines import check_empty
from spca_core.corpus.report import Report
from spca_core.corpus.texts.dates import iso_dates
from spca_core.corpus.texts.texts import Texts, no_words
from spca_core.errors import InputError

MAX_NAMED = 20  # left-out parts that are reported one by one
NO_GROUP = "no label"
NO_GROUPS: Mapping[str, str] = MappingProxyType({})


class Refusals:
    """The parts (lines or files) of one file that are left out, and why."""

    def __init__(self, source: Source, part: str = "line") -> None:
        self._source, self._part = source, part
        self._first: list[tuple[int, str]] = []
        self._n = 0

    def add(self, number: int, why: str) -> None:
        """Note a part that is left out."""
        self._n += 1
        if len(self._first) < MAX_NAMED:
            self._first.append((number, why))
        if self._n > limits.REFUSED:
            raise InputError(
                f"{self._source.name}: {self._sentence()}. Those are over "
                f"{limits.REFUSED:,}: choose another format, or correct the file."
            )

    def nothing_left(self, n_empty: int) -> InputError:
        """Return the error for a file with no document left."""
        refused = f" {self._sentence()}." if self._n else ""
        return InputError(
            f"{self._source.name} {no_words(n_empty)}.{refused} Check the "
            "file and the chosen format."
        )

    def warnings(self) -> tuple[str, ...]:
        """Return a sentence that says what was left out, if anything was."""
        return (f"{self._source.name}: {self._sentence()}.",) if self._n else ()

    def report(self, n_empty: int) -> Report:
        """Return what was left out as figures."""
        return Report(tuple(self._first), self._n, n_empty)

    def _sentence(self) -> str:
        number, why = self._first[0]
        are = f"{self._part} was" if self._n == 1 else f"{self._part}s were"
        return f"{self._n:,} {are} left out; {self._part} {number}: {why}"


class Documents:
    """Collects the names of one file's documents; a `part` is a line or a file.

    keeps_empty : whether what has no content is a document, too: rows are numbered
    """

    def __init__(
        self, source: Source, part: str = "line", *, keeps_empty: bool = False
    ) -> None:
        self.refusals = Refusals(source, part)
        self.keeps_empty = keeps_empty
        self._source = source
        self._titles: list[str] = []
        # By name; some lists may be shorter than the titles, until they are filled up.
        self._groups: defaultdict[str, list[str]] = defaultdict(list)
        self._n_empty = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is no document so far."""
        return not self._titles

    def skip(self) -> None:
        """Count a document without content."""
        self._n_empty += 1
        check_empty(self._n_empty, self._source.name)

    def name(self, title: str, groups: Mapping[str, str]) -> None:
        """Add a document's title and groups."""
        for name, group in groups.items():
            column = self._groups[name]
            column += self._missing(column)
            column.append(group)
        self._titles.append(one_line(title))

    def check_size(self, *sizes: tuple[int, int, str]) -> None:
        """Refuse a file with too much of anything; each size is (n, most, what)."""
        n_documents = len(self._titles)
        for n, most, what in (
            (n_documents, limits.DOCUMENTS, "documents"),
            (n_documents * len(self._groups), limits.GROUPS, "groups of documents"),
            *sizes,
        ):
            if n > most:
                raise limits.too_many(self._source.name, most, what)

    def described(self, warnings: Iterable[str] = ()) -> dict[str, Any]:
        """Return the fields that a corpus and texts share; titles and groups if any.

        Raise InputError if there is no document.
        """
        if not self._titles:
            raise self.refusals.nothing_left(self._n_empty)
        groups = {
            name: filled([*column, *self._missing(column)], repeat(NO_GROUP))
            for name, column in self._groups.items()
        }
        return {
            "name": plain_name(self._source),
            "titles": filled(self._titles, map("document {}".format, count(1))),
            "groups": {name: column for name, column in groups.items() if column},
            "warnings": (*warnings, *self.refusals.warnings()),
            "report": self.refusals.report(self._n_empty),
        }

    def _missing(self, column: list[str]) -> list[str]:
        return [""] * (len(self._titles) - len(column))


class Gathering(Documents):
    """Collects the texts of one file."""

    def __init__(
        self, source: Source, part: str = "line", *, keeps_empty: bool = False
    ) -> None:
        super().__init__(source, part, keeps_empty=keeps_empty)
        self.doubts: list[str] = []  # of the files' encodings
        self._texts: list[str] = []
        self._dates: list[str] = []
        self._n_characters = 0

    def add(
        self,
        text: str,
        title: str = "",
        groups: Mapping[str, str] = NO_GROUPS,
        date: str = "",
    ) -> None:
        """Add a document, its date as written; one without text may be skipped."""
        text = encodable(text).strip()
        if not (text or self.keeps_empty):
            return self.skip()
        self.name(title, {name: one_line(group) for name, group in groups.items()})
        self._texts.append(text)
        self._dates.append(date)
        self._n_characters += len(text)
        self.check_size((self._n_characters, limits.CHARACTERS, "characters of text"))

    def texts(self, warnings: Iterable[str] = ()) -> Texts:
        """Return the documents in order; raise InputError if there is none."""
        doubts = self.doubts[:1]
        if (others := len(self.doubts) - 1) > 0:
            files = "file" if others == 1 else "files"
            doubts = [f"{doubts[0]} So it is with {others:,} other {files}."]
        described = self.described((*warnings, *doubts))
        dates = tuple(iso_dates(self._dates)) if any(self._dates) else ()
        return Texts(**described, texts=tuple(self._texts), dates=dates)


def encodable(text: str) -> str:
    """Return a text with lone surrogates, which JSON can hold, replaced by ?."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def one_line(title: str) -> str:
    """Return a title or a group's name on one line, cut to limits.NAME bytes."""
    if not title:  # the usual case in a file without titles
        return ""
    line = " ".join(encodable(title[: limits.NAME]).split())
    return line.encode()[: limits.NAME].decode(errors="ignore")


def filled(names: list[str], stand_ins: Iterable[str]) -> tuple[str, ...]:
    """Return names with the missing ones filled in; nothing if all are missing."""
    paired = zip(names, stand_ins, strict=False)
    return tuple(name or other for name, other in paired) if any(names) else ()
