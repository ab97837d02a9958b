"""The formats that are read: a row each, in the order in which they are offered."""

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any, NamedTuple

from spca_core.corpus.readers import archives
from spca_core.corpus.readers.collections import (
    documents,
    json_records,
    plain_text,
    references,
    workbooks,
)
from spca_core.corpus.readers.counts import (
    arrays,
    json_lines,
    matrix_market,
    numbers,
    pairs,
    triples,
    uci,
)
from spca_core.corpus.readers.start import Start


class Gives(Enum):
    """What a format gives, and how its reader is called."""

    RECORDS = "read(source, sheet) -> Records, of texts or of numbers"
    ENTRIES = "the same, of fields that are never numbers"
    TEXTS = "read(source, cutting) -> Texts"
    NUMBERS = "read(source, label, words, blocks) -> Corpus"
    MATRIX = "read(source), or read(source, words) if it takes words, -> Corpus"
    FILES = "no reader: a folder or an archive, whose files have formats"


class Format(NamedTuple):
    """A format of files.

    label       : what it is called on screen
    read        : its reader; None if `look` cuts it, or opens it
    recognises  : whether a file is of this format, by its beginning; None if the first
        bytes tell it, or the cells
    magics      : the first bytes of a file that is no text
    endings     : how its files' names end, where a folder or an archive is searched
    takes_words : whether its words may be in a list of their own
    is_text     : whether its first lines can be shown
    """

    label: str
    gives: Gives
    read: Callable[..., Any] | None = None
    recognises: Callable[[Start], bool] | None = None
    magics: tuple[bytes, ...] = ()
    endings: tuple[str, ...] = ()
    takes_words: bool = False
    is_text: bool = True

    def fits(self, start: Start) -> bool:
        """Return whether a file begins as one of this format."""
        is_known = bool(self.magics) and start.content.startswith(self.magics)
        return is_known or (self.recognises is not None and self.recognises(start))


def _packed(form: str) -> Callable[..., workbooks.Records]:
    return partial(workbooks.unpack, form=form)


FORMATS = {
    "text_table": Format(
        "table of texts (CSV, TSV)", Gives.RECORDS, endings=(".csv", ".tsv", ".tab")
    ),
    "excel": Format(
        "Excel workbook",
        Gives.RECORDS,
        _packed("excel"),
        lambda start: start.archive == archives.WORKBOOK,
        endings=(".xlsx",),
        is_text=False,
    ),
    "parquet": Format(
        "Parquet table",
        Gives.RECORDS,
        _packed("parquet"),
        magics=(b"PAR1",),
        endings=(".parquet",),
        is_text=False,
    ),
    "arrow": Format(
        "Arrow table",
        Gives.RECORDS,
        _packed("arrow"),
        magics=(b"ARROW1", b"\xff\xff\xff\xff"),  # a file, or a stream
        endings=(".arrow",),
        is_text=False,
    ),
    "json_list": Format(
        "JSON with a list of records",
        Gives.RECORDS,
        json_records.read_json,
        lambda start: json_records.kind_of(start) == "json_list",
        endings=(".json",),
    ),
    "json_texts": Format(
        "JSON lines of texts",
        Gives.RECORDS,
        json_records.read_json_texts,
        lambda start: json_records.kind_of(start) == "json_texts",
        endings=(".jsonl",),
    ),
    "references": Format(
        "references (RIS, BibTeX, Web of Science, PubMed)",
        Gives.ENTRIES,
        _packed("references"),
        lambda start: start.matches(references.REFERENCES),
        endings=(".ris", ".bib", ".nbib", ".ciw"),
    ),
    "mailbox": Format(
        "mailbox (mbox)",
        Gives.ENTRIES,
        _packed("mailbox"),
        lambda start: start.matches(references.MAIL),
        endings=(".mbox",),
    ),
    "nexis": Format(
        "articles as Nexis exports them",
        Gives.ENTRIES,
        _packed("nexis"),
        lambda start: references.NEXIS.search(start.content[:2_000]) is not None,
    ),
    "plain_text": Format(
        "plain text", Gives.TEXTS, plain_text.read_plain_text, endings=(".txt", ".md")
    ),
    "zipped_texts": Format(
        "zip of texts or tables",
        Gives.FILES,
        recognises=lambda start: start.archive == archives.FILES,
        is_text=False,
    ),
    "document": Format(
        "document (Word, PDF, HTML, XML, RTF, EPUB, subtitles)",
        Gives.TEXTS,
        documents.read_document,
        documents.is_document,
        magics=(documents.PDF,),
        endings=documents.ENDINGS,
        is_text=False,
    ),
    "mallet": Format(
        "MALLET: name, label, text",
        Gives.TEXTS,
        plain_text.read_mallet,
        plain_text.is_mallet,
    ),
    "uci": Format(
        "UCI bag of words (docword and vocab)",
        Gives.MATRIX,
        uci.read_uci,
        lambda start: uci.holds_uci(start.lines),
        takes_words=True,
    ),
    "matrix_market": Format(
        "Matrix Market",
        Gives.MATRIX,
        matrix_market.read_matrix_market,
        lambda start: start.matches(matrix_market.MAGIC),
        takes_words=True,
    ),
    "lda_c": Format(
        "LDA-C",
        Gives.MATRIX,
        pairs.read_lda_c,
        lambda start: start.has_lines(pairs.is_lda_c),
        takes_words=True,
    ),
    "svmlight": Format(
        "SVMlight",
        Gives.MATRIX,
        pairs.read_svmlight,
        lambda start: start.has_lines(pairs.is_svmlight),
        takes_words=True,
    ),
    "npz": Format(
        "sparse matrix of scipy (.npz)",
        Gives.MATRIX,
        arrays.read_npz,
        lambda start: start.archive == archives.ARRAYS,
        takes_words=True,
        is_text=False,
    ),
    "npy": Format(
        "array of numpy (.npy)",
        Gives.MATRIX,
        arrays.read_npy,
        magics=(arrays.MAGIC,),
        takes_words=True,
        is_text=False,
    ),
    "triples": Format(
        "lines of document, word, count", Gives.NUMBERS, triples.read_triples
    ),
    "count_table": Format(
        "document-term table of counts",
        Gives.NUMBERS,
        numbers.read_count_table,
        takes_words=True,
    ),
    "json_lines": Format(
        "JSON lines of counts or tokens",
        Gives.MATRIX,
        json_lines.read_json_lines,
        lambda start: json_records.kind_of(start) == "json_lines",
    ),
    "table": Format(
        "table of measurements", Gives.NUMBERS, numbers.read_table, takes_words=True
    ),
    "store": Format("store, as the command keep writes it", Gives.FILES, is_text=False),
}
# Formats whose words are in a list of their own, and tables whose rows may have labels.
LISTED, TABLES = (
    tuple(n for n, form in FORMATS.items() if form.takes_words and form.gives == gives)
    for gives in (Gives.MATRIX, Gives.NUMBERS)
)


def of_kind(*kinds: Gives) -> tuple[str, ...]:
    """Return the names of the formats that give this."""
    return tuple(name for name, form in FORMATS.items() if form.gives in kinds)


def endings_of(*kinds: Gives) -> tuple[str, ...]:
    """Return how the names of files of these kinds end."""
    return tuple(e for name in of_kind(*kinds) for e in FORMATS[name].endings)
