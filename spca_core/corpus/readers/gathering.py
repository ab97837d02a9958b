"""Texts made of documents that come one at a time, within bounds."""

from collections.abc import Iterable, Mapping

from spca_core.corpus.corpus import Report
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.lines import MAX_NAME, check_empty
from spca_core.corpus.texts.texts import MAX_TEXT, Texts
from spca_core.errors import InputError

MAX_DOCUMENTS = 2_000_000
MAX_TOLD = 20  # lines that are left out and told one by one
MAX_REFUSED = 300_000  # parts: a file with more of them is of another format
NO_GROUP = "no label"


class Refusals:
    """The parts of one file, lines or files, that are left out, and why."""

    def __init__(self, source: Source, part: str = "line") -> None:
        self._source, self._part = source, part
        self._first: list[tuple[int, str]] = []
        self._n = 0

    def add(self, number: int, why: str) -> None:
        """Note a part that is left out."""
        self._n += 1
        if len(self._first) < MAX_TOLD:
            self._first.append((number, why))
        if self._n > MAX_REFUSED:
            raise InputError(
                f"{self._source.name}: {self._sentence()}. Those are over "
                f"{MAX_REFUSED:,}: choose another format, or correct the file."
            )

    def nothing_left(self, n_empty: int) -> InputError:
        """Return the error for a file of which no document is left."""
        refused = f" {self._sentence()}." if self._n else ""
        return InputError(
            f"{self._source.name} holds no document with words, and {n_empty:,} "
            f"without.{refused} Check that it is the file and the format you mean."
        )

    def warnings(self) -> tuple[str, ...]:
        """Say in one sentence what was left out, if anything was."""
        return (f"{self._source.name}: {self._sentence()}.",) if self._n else ()

    def report(self, n_empty: int) -> Report:
        """Return what was left out as figures."""
        return Report(tuple(self._first), self._n, n_empty)

    def _sentence(self) -> str:
        number, why = self._first[0]
        are = f"{self._part} was" if self._n == 1 else f"{self._part}s were"
        return f"{self._n:,} {are} left out; {self._part} {number}: {why}"


class Gathering:
    """Collects the texts of one file, of which a `part` is a line or a file."""

    def __init__(self, source: Source, part: str = "line") -> None:
        self.refusals = Refusals(source, part)
        self._source = source
        self._texts: list[str] = []
        self._titles: list[str] = []
        self._groups: dict[str, list[str]] = {}
        self._n_characters = self._n_empty = 0

    def add(
        self,
        text: str,
        title: str = "",
        groups: Mapping[str, str] | None = None,
    ) -> None:
        """Take in a document; one without a text is only counted."""
        text = encodable(text).strip()
        if not text:
            self._n_empty += 1
            check_empty(self._n_empty, self._source.name)
            return
        for name, group in (groups or {}).items():
            column = self._groups.setdefault(name, [""] * len(self._texts))
            column.append(one_line(group))
        self._texts.append(text)
        self._titles.append(one_line(title))
        self._n_characters += len(text)
        self._check_size()

    def texts(self, warnings: Iterable[str] = ()) -> Texts:
        """Return the documents in their order; raise InputError if there is none.

        There are titles and groups if any document has one.
        """
        if not self._texts:
            raise self.refusals.nothing_left(self._n_empty)
        stand_ins = [f"document {i + 1}" for i in range(len(self._texts))]
        no_group = [NO_GROUP] * len(self._texts)
        groups = {name: filled(all_, no_group) for name, all_ in self._groups.items()}
        return Texts(
            name=plain_name(self._source),
            texts=tuple(self._texts),
            titles=filled(self._titles, stand_ins),
            groups={name: found for name, found in groups.items() if found},
            warnings=(*warnings, *self.refusals.warnings()),
            report=self.refusals.report(self._n_empty),
        )

    def _check_size(self) -> None:
        for found, most, what in (
            (len(self._texts), MAX_DOCUMENTS, "documents"),
            (self._n_characters, MAX_TEXT, "characters of text"),
        ):
            if found > most:
                fault = f"over {most:,} {what}, the most that can be read here"
                raise InputError(f"{self._source.name} has {fault}. Take a part of it.")


def encodable(text: str) -> str:
    """Return a text with ? for each lone surrogate, which JSON can hold."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def one_line(title: str) -> str:
    """Return a title or the name of a group on one line, its end left out."""
    if not title:  # as with most documents of a file without titles
        return ""
    line = " ".join(encodable(title[:MAX_NAME]).split())
    return line.encode()[:MAX_NAME].decode(errors="ignore")


def filled(names: list[str], stand_ins: Iterable[str]) -> tuple[str, ...]:
    """Fill in the names that are missing; return nothing if all are."""
    paired = zip(names, stand_ins, strict=True)
    return tuple(name or other for name, other in paired) if any(names) else ()
