"""Build a corpus, within bounds, from documents that come one at a time."""

import sys
from array import array
from collections.abc import Iterable, Mapping
from itertools import chain

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import MAX_COUNT
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.counts.matrices import in_alphabet
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.gathering import NO_GROUPS, Documents, encodable
from spca_core.corpus.readers.lines import MAX_QUOTED, quote


class Assembly(Documents):
    """Collects documents whose words are already counted, one a `part`."""

    def __init__(
        self, source: Source, part: str = "line", *, keeps_empty: bool = False
    ) -> None:
        super().__init__(source, part, keeps_empty=keeps_empty)
        self._columns: dict[str, int] = {}
        self._indices, self._counts = array("i"), array("d")
        self._starts = array("q", [0])
        self._dates: list[str] = []
        self._name_bytes = 0

    def add(
        self,
        counts: Mapping[str, float],
        *,
        line: int,
        title: str = "",
        groups: Mapping[str, str] = NO_GROUPS,
        date: str = "",
    ) -> None:
        """Add a document; one with a fault is only noted, as may be an empty one."""
        new = [word for word in counts if word not in self._columns]
        fault = _fault_of_names(new, groups.values()) or _fault_of_counts(counts)
        if fault:
            self.refusals.add(line, fault)
        elif self.keeps_empty or any(counts.values()):
            self._name_bytes += sum(map(sys.getsizeof, (*new, title, *groups.values())))
            self._add_counts(counts)
            self.name(title, groups)
            self._dates.append(date)
            self.check_size(
                (len(self._columns), limits.WORDS, "different words"),
                (len(self._indices), limits.CELLS, "pairs of a document and a word"),
                (self._name_bytes, limits.NAMES, "bytes of words, titles and labels"),
            )
        else:
            self.skip()

    def corpus(self) -> Corpus:
        """Return the documents in file order, with sorted words, and any dates."""
        described = self.described()
        words, columns = in_alphabet(self._columns, self._indices)
        parts = (np.array(self._counts), columns, np.array(self._starts))
        shape = (len(self._titles), len(words))
        observations = sparse.csr_array(parts, shape)
        observations.sort_indices()
        return Corpus(
            **described,
            observations=observations,
            words=words,
            dates=tuple(self._dates) if any(self._dates) else (),
        )

    def _add_counts(self, counts: Mapping[str, float]) -> None:
        for word, count in counts.items():
            if count:
                self._indices.append(self._columns.setdefault(word, len(self._columns)))
                self._counts.append(count)
        self._starts.append(len(self._indices))


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
        if len(name.encode()) > limits.NAME:
            return f"a {what} of over {limits.NAME:,} bytes: {quote(name)}..."
    return ""


def _fault_of_counts(counts: Mapping[str, float]) -> str:
    for word, count in counts.items():
        if not 0 <= count <= MAX_COUNT:
            shown = f"{str(count)[:MAX_QUOTED]} for {quote(word)}"
            return f"a count of {shown}; it can be 0 to {MAX_COUNT:,}"
    return ""
