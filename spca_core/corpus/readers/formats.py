"""The formats that are read: a row each, in the order in which they are offered."""

from collections.abc import Callable
from enum import Enum
from pkgutil import resolve_name
from typing import Any, NamedTuple

from spca_core.corpus.readers import archives
from spca_core.corpus.readers.start import Start

# What is asked about a file: which column of a table is the text, what one document is
# among nested records, where documents begin in a text; of counts nothing.
TABLE, NESTED, TEXT, COUNTS = "table", "nested", "text", "counts"
PLAIN_TEXT = "plain_text"
MARKED_UP = ("web_page", "word", "epub")  # of which elements can be chosen
READERS = "spca_core.corpus.readers"


class Gives(Enum):
    """What a format gives, and how its reader is called."""

    RECORDS = "read(content, name, sheet or element) -> Records, of texts or numbers"
    ENTRIES = "the same, of fields that are never numbers"
    TEXTS = "read(content, name, element) -> parts, and elements that are offered"
    NUMBERS = "read(source, label, words, rows) -> Corpus"
    MATRIX = "read(source), or read(source, words) if it takes words, -> Corpus"
    FILES = "no reader: a folder or an archive, whose files have formats"


class Format(NamedTuple):
    """A format of files.

    Functions are named by their place, as "tables.packed:read_excel", and imported when
    first used: help of the command line does not wait for every reader.

    label       : what it is called on screen
    kind        : "table", "nested", "text" or "counts"
    reader      : the place of `read`; empty if `look` cuts it, or opens it
    recognises  : tells from a `Start` whether a file is of this format; empty if the
        first bytes tell it, or the cells
    magics      : the first bytes of a file that is no text
    archive     : what `archives.kind_of` calls a zip archive of this format
    endings     : how its files' names end, where a folder or an archive is searched
    takes_words : whether its words may be in a list of their own
    """

    label: str
    kind: str
    gives: Gives
    reader: str = ""
    recognises: str = ""
    magics: tuple[bytes, ...] = ()
    archive: str = ""
    endings: tuple[str, ...] = ()
    takes_words: bool = False

    @property
    def is_text(self) -> bool:
        """Whether its files are text, which has an encoding, and lines."""
        return not (self.magics or self.archive or self.gives == Gives.FILES)

    def fits(self, start: Start) -> bool:
        """Return whether a file begins as one of this format."""
        if self.magics and start.content.startswith(self.magics):
            return True
        if self.archive and start.archive == self.archive:
            return True
        return bool(self.recognises) and resolve_name(f"{READERS}.{self.recognises}")(
            start
        )

    @property
    def read(self) -> Callable[..., Any]:
        """Its reader, which takes what `Gives` says."""
        return resolve_name(f"{READERS}.{self.reader}")


FORMATS = {
    "text_table": Format(
        "table of texts (CSV, TSV)",
        TABLE,
        Gives.RECORDS,
        endings=(".csv", ".tsv", ".tab"),
    ),
    "excel": Format(
        "workbook (Excel, OpenDocument)",
        TABLE,
        Gives.RECORDS,
        "tables.packed:read_excel",
        magics=(b"\xd0\xcf\x11\xe0",),  # before Excel 2007
        archive=archives.WORKBOOK,
        endings=(".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    ),
    "parquet": Format(
        "Parquet table",
        TABLE,
        Gives.RECORDS,
        "tables.packed:read_arrow",
        magics=(b"PAR1",),
        endings=(".parquet",),
    ),
    "arrow": Format(
        "Arrow table",
        TABLE,
        Gives.RECORDS,
        "tables.packed:read_arrow",
        magics=(b"ARROW1", b"\xff\xff\xff\xff"),  # a file, or a stream
        endings=(".arrow", ".feather"),
    ),
    "stata": Format(
        "Stata table",
        TABLE,
        Gives.RECORDS,
        "tables.packed:read_stata",
        magics=(b"<stata_dta>", b"\x71\x01", b"\x72\x01", b"\x72\x02", b"\x73\x02"),
        endings=(".dta",),
    ),
    "json": Format(
        "JSON (a list of records, or a record a line)",
        NESTED,
        Gives.RECORDS,
        "tables.nested:read_json",
        "tables.nested:is_json",
        endings=(".json", ".jsonl", ".ndjson", ".geojson"),
    ),
    "references": Format(
        "references (RIS, BibTeX, Web of Science, PubMed)",
        TABLE,
        Gives.ENTRIES,
        "tables.references:read_references",
        "tables.references:is_references",
        endings=(".ris", ".bib", ".nbib", ".ciw"),
    ),
    "mailbox": Format(
        "mail (mbox, eml)",
        TABLE,
        Gives.ENTRIES,
        "tables.references:read_mailbox",
        "tables.references:is_mailbox",
        endings=(".mbox", ".eml"),
    ),
    "plain_text": Format(
        "plain text",
        TEXT,
        Gives.TEXTS,
        endings=(".txt", ".md", ".markdown", ".text", ".log"),
    ),
    "zipped_texts": Format(
        "zip of texts or tables", TEXT, Gives.FILES, archive=archives.FILES
    ),
    "xml": Format(
        "XML (an element a document)",
        NESTED,
        Gives.ENTRIES,
        "tables.nested:read_xml",
        "tables.nested:is_xml",
        endings=(".xml", ".tei", ".nxml"),
    ),
    "web_page": Format(
        "web page (HTML)",
        TEXT,
        Gives.TEXTS,
        "documents.pages:read_page",
        recognises="documents.pages:is_page",
        endings=(".html", ".htm", ".xhtml"),
    ),
    "word": Format(
        "document of Word",
        TEXT,
        Gives.TEXTS,
        "documents.office:read_docx",
        archive=archives.WORD,
        endings=(".docx",),
    ),
    "odt": Format(
        "text of OpenDocument",
        TEXT,
        Gives.TEXTS,
        "documents.office:read_odt",
        archive=archives.ODT,
        endings=(".odt",),
    ),
    "rtf": Format(
        "text of RTF",
        TEXT,
        Gives.TEXTS,
        "documents.office:read_rtf",
        magics=(b"{\\rtf",),
        endings=(".rtf",),
    ),
    "pdf": Format(
        "PDF",
        TEXT,
        Gives.TEXTS,
        "documents.office:read_pdf",
        magics=(b"%PDF",),
        endings=(".pdf",),
    ),
    "epub": Format(
        "book (EPUB)",
        TEXT,
        Gives.TEXTS,
        "documents.office:read_epub",
        archive=archives.EPUB,
        endings=(".epub",),
    ),
    "subtitles": Format(
        "subtitles (SubRip, WebVTT)",
        TEXT,
        Gives.TEXTS,
        "documents.office:read_subtitles",
        recognises="documents.office:are_subtitles",
        endings=(".srt", ".vtt"),
    ),
    "uci": Format(
        "UCI bag of words (docword and vocab)",
        COUNTS,
        Gives.MATRIX,
        "counts.uci:read_uci",
        "counts.uci:is_uci",
        takes_words=True,
    ),
    "matrix_market": Format(
        "Matrix Market",
        COUNTS,
        Gives.MATRIX,
        "counts.sparse_files:read_matrix_market",
        "counts.sparse_files:is_matrix_market",
        takes_words=True,
    ),
    "lda_c": Format(
        "LDA-C",
        COUNTS,
        Gives.MATRIX,
        "counts.pairs:read_lda_c",
        "counts.pairs:is_lda_c",
        takes_words=True,
    ),
    "svmlight": Format(
        "SVMlight",
        COUNTS,
        Gives.MATRIX,
        "counts.pairs:read_svmlight",
        "counts.pairs:is_svmlight",
        takes_words=True,
    ),
    "npz": Format(
        "sparse matrix of scipy (.npz)",
        COUNTS,
        Gives.MATRIX,
        "counts.sparse_files:read_npz",
        archive=archives.ARRAYS,
        takes_words=True,
    ),
    "npy": Format(
        "array of numpy (.npy)",
        COUNTS,
        Gives.MATRIX,
        "counts.sparse_files:read_npy",
        magics=(b"\x93NUMPY",),
        takes_words=True,
    ),
    "triples": Format(
        "lines of document, word, count",
        COUNTS,
        Gives.NUMBERS,
        "counts.number_tables:read_triples",
    ),
    "count_table": Format(
        "document-term table of counts",
        COUNTS,
        Gives.NUMBERS,
        "counts.number_tables:read_count_table",
        takes_words=True,
    ),
    "json_lines": Format(
        "JSON lines of counts or tokens",
        COUNTS,
        Gives.MATRIX,
        "counts.tokens:read_json_lines",
        "tables.nested:is_counted",
    ),
    "table": Format(
        "table of measurements",
        COUNTS,
        Gives.NUMBERS,
        "counts.number_tables:read_table",
        takes_words=True,
    ),
    "covariance": Format(
        "covariance or correlation matrix",
        COUNTS,
        Gives.NUMBERS,
        "counts.number_tables:read_table",
        takes_words=True,
    ),
    "store": Format("store, as the command keep writes it", COUNTS, Gives.FILES),
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


def form_of_ending(name: str) -> str:
    """Return the format, a key of FORMATS, that the ending of a name says; or none."""
    lower = name.lower().removesuffix(".gz")
    return next((n for n, form in FORMATS.items() if lower.endswith(form.endings)), "")
