"""A corpus made of documents that come one at a time, within bounds."""

import sys
from array import array
from collections.abc import Iterable, Mapping
from itertools import chain
from types import MappingProxyType

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import MAX_COUNT
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.gathering import (
    NO_GROUP,
    Refusals,
    encodable,
    filled,
    one_line,
)
from spca_core.corpus.readers.lines import MAX_NAME, MAX_QUOTED, check_empty, quote
from spca_core.errors import InputError

NO_GROUPS: Mapping[str, str] = MappingProxyType({})
MAX_DOCUMENTS = 2_000_000
MAX_WORDS = 2_000_000  # distinct
MAX_NONZEROS = 200_000_000
MAX_NAMES = 1_000_000_000  # bytes of words, titles and labels in memory


class Assembly:
    """Collects the documents of one file, a line each, whose words come counted."""

    def __init__(self, source: Source) -> None:
        self.refusals = Refusals(source)
        self._source = source
        self._columns: dict[str, int] = {}
        self._indices, self._counts = array("i"), array("d")
        self._starts = array("q", [0])
        self._titles: list[str] = []
        self._groups: list[Mapping[str, str]] = []
        self._dates: list[str] = []
        self._name_bytes = self._n_empty = 0

    def add(
        self,
        counts: Mapping[str, float],
        *,
        line: int,
        title: str = "",
        groups: Mapping[str, str] = NO_GROUPS,
        date: str = "",
    ) -> None:
        """Take in a document; one with a fault or without words is only noted."""
        new = [word for word in counts if word not in self._columns]
        fault = _fault_of_names(new, groups.values()) or _fault_of_counts(counts)
        if fault:
            self.refusals.add(line, fault)
        elif any(counts.values()):
            self._name_bytes += sum(map(sys.getsizeof, (*new, title, *groups.values())))
            self._add_counts(counts)
            self._titles.append(one_line(title))
            self._groups.append(groups)
            self._dates.append(date)
            self._check_size()
        else:
            self._n_empty += 1
            check_empty(self._n_empty, self._source.name)

    def corpus(self) -> Corpus:
        """Return the documents in their order, with the words sorted.

        There are titles, groups and dates if any document has one.
        """
        if not self._titles:
            raise self.refusals.nothing_left(self._n_empty)
        stand_ins = [f"document {i + 1}" for i in range(len(self._titles))]
        return Corpus(
            name=plain_name(self._source),
            observations=self._observations(),
            words=tuple(sorted(self._columns)),
            titles=filled(self._titles, stand_ins),
            groups=self._all_groups(),
            dates=tuple(self._dates) if any(self._dates) else (),
            warnings=self.refusals.warnings(),
            report=self.refusals.report(self._n_empty),
        )

    def _all_groups(self) -> dict[str, tuple[str, ...]]:
        no_group = [NO_GROUP] * len(self._groups)
        names = dict.fromkeys(name for groups in self._groups for name in groups)
        found = {
            name: filled([groups.get(name, "") for groups in self._groups], no_group)
            for name in names
        }
        return {name: groups for name, groups in found.items() if groups}

    def _add_counts(self, counts: Mapping[str, float]) -> None:
        for word, count in counts.items():
            if count:
                self._indices.append(self._columns.setdefault(word, len(self._columns)))
                self._counts.append(count)
        self._starts.append(len(self._indices))

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


def _fault_of_names(new_words: list[str], groups: Iterable[str]) -> str:
    """Say what is wrong with a word or a group's name."""
    words, labels = (("word", w) for w in new_words), (("label", g) for g in groups)
    for what, name in chain(words, labels):
        if what == "word" and not name.strip():
            return "an empty word"
        if "\n" in name or "\r" in name:
            return f"a {what} with a line break: {quote(name)}"
        if name != encodable(name):
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
