"""Reader of lines of document, word and count, as CSV, TSV or separated by blanks."""

from array import array
from dataclasses import replace

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import MAX_COUNT
from spca_core.corpus.readers import limits, lines
from spca_core.corpus.readers.columns import NUMBER
from spca_core.corpus.readers.counts import table_cells
from spca_core.corpus.readers.counts.matrices import (
    check_shape,
    count_corpus,
    in_alphabet,
)
from spca_core.corpus.readers.files import Source, open_bounded, plain_name
from spca_core.errors import InputError
from spca_core.formatting import counted


def read_triples(source: Source) -> Corpus:
    """Read counts; documents and words are named as they are in the file.

    The documents keep the order of the file; the words are sorted.
    """
    triples, name = _Triples(), source.name
    with open_bounded(source, limits.TEXT) as file:
        line, first = lines.first_line(file, name, limits.TRIPLE_LINE)
        delimiter = table_cells.find_delimiter(first)
        cells = table_cells.cut_line(first, delimiter, f"{name}, line {line}")
        named = table_cells.columns_of_triples(cells)
        is_row = len(cells) != 3 or NUMBER.fullmatch(cells[2])
        has_header = named or not is_row
        second = lines.read_line(file, f"{name}, line {line + 1}", limits.TRIPLE_LINE)
        columns, width = named or (0, 1, 2), len(cells) if named else 3
        # R names no column of row numbers.
        if named and len(table_cells.likely_cells(second, delimiter)) == width + 1:
            columns, width = tuple(column + 1 for column in columns), width + 1
        start = (b"\n" if has_header else first) + second
        for number, block in lines.blocks(file, name, line, start, limits.TRIPLE_LINE):
            rows = table_cells.cut_block(block, delimiter, name, number)
            triples.add(rows, columns, width, name, number)
            del rows  # frees memory before the next block is cut
    corpus = triples.corpus(plain_name(source))
    header = ", ".join(map(lines.quote, cells))
    warning = (
        f"{name}, line {line} was left out as a header. The columns {header} were read "
        "as document, word and count. If that is wrong, choose the column of texts, or "
        "name these three in the header."
    )
    unknown = bool(has_header and not named)
    return replace(corpus, warnings=corpus.warnings + (warning,) * unknown)


class _Triples:
    """The triples of a file: names in order of first appearance, and the cells."""

    def __init__(self) -> None:
        self._documents: dict[str, int] = {}
        self._words: dict[str, int] = {}
        self._rows, self._columns, self._counts = array("i"), array("i"), array("d")
        self._n_blank = 0

    def add(
        self,
        rows: list[list[str]],
        columns: tuple[int, ...],
        width: int,
        file: str,
        first: int,
    ) -> None:
        """Add the cells of some lines; the first line has the number `first`."""
        documents, words = self._documents, self._words
        for line, row in enumerate(rows, start=first):
            if row in ([], [""]):
                self._n_blank += 1
                continue
            cells = [row[i].rstrip(table_cells.BLANKS) for i in columns if i < len(row)]
            if fault := _fault(cells, len(row), width):
                raise InputError(f"{file}, line {line}: {fault}")
            document, word, count = cells
            self._rows.append(documents.setdefault(document, len(documents)))
            self._columns.append(words.setdefault(word, len(words)))
            self._counts.append(float(count))
        sizes = max(len(documents), 1), max(len(words), 1), len(self._counts)
        check_shape(f"{file}, line {first}", *sizes)
        lines.check_empty(self._n_blank, file)

    def corpus(self, name: str) -> Corpus:
        words, columns = in_alphabet(self._words, self._columns)
        places = (np.frombuffer(self._rows, np.int32), columns)
        shape = (len(self._documents), len(words))
        cells = sparse.coo_array((np.frombuffer(self._counts), places), shape)
        return count_corpus(name, cells, words, tuple(self._documents))


def _fault(cells: list[str], n_cells: int, width: int) -> str:
    """Return what is wrong with a line, and the way out; "" if nothing is wrong."""
    if n_cells != width:
        fault = f"{counted(n_cells, 'cells')}, but a document, a word and a count are 3"
        return f"{fault}. Correct the line; put quotes around a name with a separator."
    *names, count = cells
    for what, name in zip(("document", "word"), names, strict=True):
        n_bytes, most = len(name.encode()), limits.NAME
        if not 1 <= n_bytes <= most:
            fault = (
                f"a {what} of {counted(n_bytes, 'bytes')}; it must have 1 to {most:,}"
            )
            return f"{fault}. Correct or remove the line."
    if not NUMBER.fullmatch(count) or not 0 <= float(count) <= MAX_COUNT:
        return f"{lines.quote(count)} is not a count from 0 to 2^53. Correct the line."
    return ""
