"""A corpus made of documents that come one at a time, within bounds."""

import sys
from array import array
from collections.abc import Iterable, Mapping

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus, Report
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.lines import MAX_NAME, MAX_QUOTED, quote
from spca_core.corpus.readers.matrices import MAX_COUNT
from spca_core.errors import InputError

MAX_DOCUMENTS = 2_000_000
MAX_WORDS = 2_000_000  # distinct
MAX_NONZEROS = 200_000_000
MAX_NAMES = 1_000_000_000  # bytes of words, titles and labels in memory
MAX_TEXT = 500_000_000  # bytes of texts in memory
MAX_REFUSED = 20  # lines that are told one by one
NO_LABEL = "no label"


class Assembly:
    """Collects the documents of one file, of which a `part` is a line or a file."""

    def __init__(self, source: Source, part: str = "line") -> None:
        self._source, self._part = source, part
        self._columns: dict[str, int] = {}
        self._indices, self._counts = array("i"), array("d")
        self._starts = array("q", [0])
        self._titles: list[str] = []
        self._labels: list[str] = []
        self._texts: list[str] = []
        self._refused: list[tuple[int, str]] = []
        self._name_bytes = self._text_bytes = self._n_refused = self._n_empty = 0

    def add(
        self,
        counts: Mapping[str, float],
        *,
        line: int,
        title: str = "",
        label: str = "",
        text: str = "",
    ) -> None:
        """Take in a document; one with a fault or without words is only noted."""
        new = [word for word in counts if word not in self._columns]
        fault = _fault_of_names(new, label) or _fault_of_counts(counts)
        if fault:
            self.refuse(line, fault)
        elif any(counts.values()):
            self._name_bytes += sum(map(sys.getsizeof, (*new, title, label)))
            self._add_counts(counts)
            self._titles.append(_shortened(title))
            self._labels.append(label)
            self._add_text(_encodable(text))
            self._check_size()
        else:
            self._n_empty += 1

    def refuse(self, line: int, why: str) -> None:
        """Note a line that is left out, and why."""
        self._n_refused += 1
        if len(self._refused) < MAX_REFUSED:
            self._refused.append((line, why))

    def corpus(self) -> Corpus:
        """Return the documents in their order, with the words sorted.

        There are titles and labels if any document has one, texts if all have.
        """
        if not self._titles:
            refused = f" {self._say_refused()}." if self._n_refused else ""
            raise InputError(
                f"{self._source.name} holds no document with words, and "
                f"{self._n_empty:,} without.{refused} Check that it is the file and "
                "the format you mean."
            )
        stand_ins = [f"document {i + 1}" for i in range(len(self._titles))]
        return Corpus(
            name=plain_name(self._source),
            observations=self._observations(),
            words=tuple(sorted(self._columns)),
            titles=_filled(self._titles, stand_ins),
            labels=_filled(self._labels, [NO_LABEL] * len(self._labels)),
            texts=tuple(self._texts) if all(self._texts) else (),
            warnings=tuple(self._warnings()),
            report=Report(tuple(self._refused), self._n_refused, self._n_empty),
        )

    def _add_counts(self, counts: Mapping[str, float]) -> None:
        for word, count in counts.items():
            if count:
                self._indices.append(self._columns.setdefault(word, len(self._columns)))
                self._counts.append(count)
        self._starts.append(len(self._indices))

    def _add_text(self, text: str) -> None:
        self._text_bytes += sys.getsizeof(text)
        if self._text_bytes > MAX_TEXT:
            self._texts.clear()
            text = ""
        self._texts.append(text)

    def _check_size(self) -> None:
        for found, most, what in (
            (len(self._titles), MAX_DOCUMENTS, "documents"),
            (len(self._columns), MAX_WORDS, "different words"),
            (len(self._indices), MAX_NONZEROS, "pairs of a document and a word"),
            (self._name_bytes, MAX_NAMES, "bytes of words, titles and labels"),
        ):
            if found > most:
                fault = f"over {most:,} {what}, the most that can be read here"
                raise InputError(f"{self._source.name} has {fault}. Take a part of it.")

    def _observations(self) -> sparse.csr_array:
        order = [self._columns[word] for word in sorted(self._columns)]
        columns = np.argsort(order).astype(np.int32)[np.array(self._indices)]
        parts = (np.array(self._counts), columns, np.array(self._starts))
        shape = (len(self._titles), len(order))
        matrix = sparse.csr_array(parts, shape)
        matrix.sort_indices()
        return matrix

    def _warnings(self) -> Iterable[str]:
        if self._n_refused:
            yield f"{self._source.name}: {self._say_refused()}."
        if self._text_bytes > MAX_TEXT:
            fault = f"over {MAX_TEXT:,} bytes of text: it was counted, but cannot"
            yield f"{self._source.name} has {fault} be shown."

    def _say_refused(self) -> str:
        line, why = self._refused[0]
        are = f"{self._part} was" if self._n_refused == 1 else f"{self._part}s were"
        return f"{self._n_refused:,} {are} left out; {self._part} {line}: {why}"


def _fault_of_names(new_words: list[str], label: str) -> str:
    """Say what is wrong with a word or the label."""
    for what, name in (*(("word", word) for word in new_words), ("label", label)):
        if what == "word" and not name.strip():
            return "an empty word"
        if "\n" in name or "\r" in name:
            return f"a {what} with a line break: {quote(name)}"
        if name != _encodable(name):
            return f"a {what} that is not valid Unicode: {quote(name)}"
        if len(name.encode()) > MAX_NAME:
            return f"a {what} of over {MAX_NAME:,} bytes: {quote(name)}..."
    return ""


def _fault_of_counts(counts: Mapping[str, float]) -> str:
    for word, count in counts.items():
        if not 0 <= count <= MAX_COUNT:
            shown = f"{str(count)[:MAX_QUOTED]} for {quote(word)}"
            return f"a count of {shown}; it can be 0 to {MAX_COUNT:,}"
    return ""


def _encodable(text: str) -> str:
    """Return a text with ? for each lone surrogate, which JSON can hold."""
    return text.encode(errors="replace").decode()


def _shortened(title: str) -> str:
    one_line = " ".join(_encodable(title).split())
    return one_line.encode()[:MAX_NAME].decode(errors="ignore")


def _filled(names: list[str], stand_ins: Iterable[str]) -> tuple[str, ...]:
    """Fill in the names that are missing; return nothing if all are."""
    filled = (name or other for name, other in zip(names, stand_ins, strict=True))
    return tuple(filled) if any(names) else ()
