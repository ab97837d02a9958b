"""Lines of document, word and count, as CSV, TSV or separated by blanks."""

from array import array
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import MAX_COUNT
from spca_core.corpus.readers import limits, lines
from spca_core.corpus.readers.counts.matrices import (
    check_shape,
    count_corpus,
    in_alphabet,
)
from spca_core.corpus.readers.counts.numbers import Blocks, Row
from spca_core.corpus.readers.delimited import BLANKS, is_blank, row_blocks
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.tables.columns import (
    MIN_WORDS,
    NUMBER,
    is_name_of_texts,
    n_words_of,
)
from spca_core.errors import InputError
from spca_core.formatting import counted

# What a header may call the columns of document, word and count, in lower case.
NAMES_OF_WORDS = {
    *("word", "words", "term", "token", "feature", "lemma", "stem", "ngram"),
    *("hashtag", "keyword", "tag"),
}
NAMES_OF_TRIPLES = (
    {"document", "doc", "doc_id", "docid", "document_id", "title", "id"},
    NAMES_OF_WORDS,
    {"count", "counts", "n", "freq", "frequency", "value", "tf"},
)
# What programs call the column of row numbers that they write first.
NAMES_OF_ROWS = ("", "x", "unnamed: 0", "index", "...1")
MIN_SHARE = 3 / 4  # of the rows


def read_triples(
    source: Source,
    label: str | None = None,
    words: Source | None = None,
    blocks: Blocks | None = None,
) -> Corpus:
    """Read counts; documents and words are named as they are in the file.

    The documents keep the order of the file; the words are sorted.

    blocks : the rows, if they are in memory
    """
    triples, name = _Triples(), source.name
    coming = iter(row_blocks(source, limits.TRIPLE_LINE) if blocks is None else blocks)
    line, rows = next(coming)
    cells = [cell.strip(BLANKS) for cell in rows[0]]
    named = columns_of_triples(cells)
    is_row = len(cells) != 3 or NUMBER.fullmatch(cells[2])
    has_header = bool(named or not is_row)
    columns, width = named or (0, 1, 2), len(cells) if named else 3
    # R names no column of row numbers.
    if named and len(rows) > 1 and len(rows[1]) == width + 1:
        columns, width = tuple(column + 1 for column in columns), width + 1
    start: Blocks = [(line + has_header, rows[has_header:])]
    for number, block in chain(start, coming):
        triples.add(block, columns, width, name, number)
    corpus = triples.corpus(plain_name(source))
    header = ", ".join(map(lines.quote, cells))
    warning = (
        f"{name}, line {line} was left out as a header. The columns {header} were read "
        "as document, word and count. If that is wrong, choose the column of texts, or "
        "name these three in the header."
    )
    unknown = has_header and not named
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
        rows: Sequence[Row],
        columns: tuple[int, ...],
        width: int,
        file: str,
        first: int,
    ) -> None:
        """Add the cells of some lines; the first line has the number `first`."""
        documents, words = self._documents, self._words
        for line, row in enumerate(rows, start=first):
            if is_blank(row):
                self._n_blank += 1
                continue
            cells = [row[i].rstrip(BLANKS) for i in columns if i < len(row)]
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


def columns_of_triples(header: Sequence[str]) -> tuple[int, ...] | None:
    """Return the columns of document, word and count, if a header names these three.

    A column of row numbers may stand before them, without a name.
    """
    names = [cell.strip('" ').lower() for cell in header]
    columns = tuple(
        next((column for column, name in enumerate(names) if name in known), -1)
        for known in NAMES_OF_TRIPLES
    )
    is_numbered = len(names) == 4 and names[0] in NAMES_OF_ROWS
    fits = [0, 1, 2] if len(names) == 3 else [1, 2, 3] if is_numbered else []
    return columns if sorted(columns) == fits else None


def are_triples(rows: Sequence[Row]) -> bool:
    """Return whether rows are of document, word and count.

    No pair comes twice, a word has no blanks, and no column holds texts. If the header
    names the three, the words need only be short.
    """
    has_header = bool(rows[0]) and not NUMBER.fullmatch(rows[0][-1].strip())
    body = rows[has_header:]
    if named := columns_of_triples(rows[0]):
        words = [row[named[1]] for row in body if len(row) == len(rows[0])]
        return sum(len(word.split()) for word in words) < MIN_WORDS * max(len(words), 1)
    triples = [row for row in body if is_triple(row)]
    pairs = {tuple(row[:2]) for row in triples}
    is_text = any(" " in row[1] or n_words_of(row[1]) >= MIN_WORDS for row in triples)
    names_texts = has_header and _names_texts(rows[0])
    is_text = is_text or _are_texts([row[0] for row in triples], names_texts)
    fits = len(triples) >= MIN_SHARE * len(body) and len(pairs) == len(triples)
    return bool(triples) and fits and not is_text


def _names_texts(header: Row) -> bool:
    """Return whether a header names a column of texts, and none of words."""
    names = {cell.strip('" ').lower() for cell in header}
    return any(map(is_name_of_texts, names)) and names.isdisjoint(NAMES_OF_WORDS)


def _are_texts(cells: list[str], are_named_so: bool) -> bool:
    """Return whether cells are prose, or named so, and no names of documents.

    A document's name comes again with each word.
    """
    is_prose = sum(map(n_words_of, cells)) >= MIN_WORDS * len(cells)
    return (is_prose or are_named_so) and 2 * len(set(cells)) > len(cells)


def is_triple(cells: Row) -> bool:
    """Return whether a row holds a word that is not a number, and a count."""
    if len(cells) != 3 or not NUMBER.fullmatch(cells[2]):
        return False
    return bool(cells[1] and not NUMBER.fullmatch(cells[1]) and float(cells[2]) >= 0)
