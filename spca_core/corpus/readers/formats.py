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
TABLE_READERS = "spca_core.corpus.readers.tables"
DOCUMENT_READERS = "spca_core.corpus.readers.documents"
COUNT_READERS = "spca_core.corpus.readers.counts"


class Gives(Enum):
    """What a format gives, and how its reader is called."""

    RECORDS = "read(source, sheet or element) -> Records, of texts or of numbers"
    ENTRIES = "the same, of fields that are never numbers"
    TEXTS = "read(content, name, element) -> parts, and elements that are offered"
    NUMBERS = "read(source, label, words, rows) -> Corpus"
    MATRIX = "read(source), or read(source, words) if it takes words, -> Corpus"
    FILES = "no reader: a folder or an archive, whose files have formats"


class Format(NamedTuple):
    """A format of files.

    Functions are named by their place, as "package.module:name", and imported when
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
    is_text     : whether its first lines can be shown
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
    is_text: bool = True

    def fits(self, start: Start) -> bool:
        """Return whether a file begins as one of this format."""
        if self.magics and start.content.startswith(self.magics):
            return True
        if self.archive and start.archive == self.archive:
            return True
        return bool(self.recognises) and resolve_name(self.recognises)(start)

    @property
    def read(self) -> Callable[..., Any]:
        """Its reader, which takes what `Gives` says."""
        return resolve_name(self.reader)


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
        f"{TABLE_READERS}.packed:read_excel",
        magics=(b"\xd0\xcf\x11\xe0",),  # before Excel 2007
        archive=archives.WORKBOOK,
        endings=(".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
        is_text=False,
    ),
    "parquet": Format(
        "Parquet table",
        TABLE,
        Gives.RECORDS,
        f"{TABLE_READERS}.packed:read_parquet",
        magics=(b"PAR1",),
        endings=(".parquet",),
        is_text=False,
    ),
    "arrow": Format(
        "Arrow table",
        TABLE,
        Gives.RECORDS,
        f"{TABLE_READERS}.packed:read_arrow",
        magics=(b"ARROW1", b"\xff\xff\xff\xff"),  # a file, or a stream
        endings=(".arrow", ".feather"),
        is_text=False,
    ),
    "stata": Format(
        "Stata table",
        TABLE,
        Gives.RECORDS,
        f"{TABLE_READERS}.packed:read_stata",
        magics=(b"<stata_dta>", b"\x71\x01", b"\x72\x01", b"\x72\x02", b"\x73\x02"),
        endings=(".dta",),
        is_text=False,
    ),
    "json": Format(
        "JSON (a list of records, or a record a line)",
        NESTED,
        Gives.RECORDS,
        f"{TABLE_READERS}.packed:read_json",
        f"{TABLE_READERS}.nested:is_json",
        endings=(".json", ".jsonl", ".ndjson", ".geojson"),
    ),
    "references": Format(
        "references (RIS, BibTeX, Web of Science, PubMed)",
        TABLE,
        Gives.ENTRIES,
        f"{TABLE_READERS}.packed:read_references",
        f"{TABLE_READERS}.references:is_references",
        endings=(".ris", ".bib", ".nbib", ".ciw"),
    ),
    "mailbox": Format(
        "mail (mbox, eml)",
        TABLE,
        Gives.ENTRIES,
        f"{TABLE_READERS}.packed:read_mailbox",
        f"{TABLE_READERS}.references:is_mailbox",
        endings=(".mbox", ".eml"),
    ),
    "plain_text": Format(
        "plain text",
        TEXT,
        Gives.TEXTS,
        endings=(".txt", ".md", ".markdown", ".text", ".log"),
    ),
    "zipped_texts": Format(
        "zip of texts or tables",
        TEXT,
        Gives.FILES,
        archive=archives.FILES,
        is_text=False,
    ),
    "xml": Format(
        "XML (an element a document)",
        NESTED,
        Gives.ENTRIES,
        f"{TABLE_READERS}.packed:read_xml",
        f"{TABLE_READERS}.nested:is_xml",
        endings=(".xml", ".tei", ".nxml"),
        is_text=False,
    ),
    "web_page": Format(
        "web page (HTML)",
        TEXT,
        Gives.TEXTS,
        f"{DOCUMENT_READERS}.pages:read_page",
        recognises=f"{DOCUMENT_READERS}.pages:is_page",
        endings=(".html", ".htm", ".xhtml"),
    ),
    "word": Format(
        "document of Word",
        TEXT,
        Gives.TEXTS,
        f"{DOCUMENT_READERS}.office:read_docx",
        archive=archives.WORD,
        is_text=False,
        endings=(".docx",),
    ),
    "odt": Format(
        "text of OpenDocument",
        TEXT,
        Gives.TEXTS,
        f"{DOCUMENT_READERS}.office:read_odt",
        archive=archives.ODT,
        is_text=False,
        endings=(".odt",),
    ),
    "rtf": Format(
        "text of RTF",
        TEXT,
        Gives.TEXTS,
        f"{DOCUMENT_READERS}.office:read_rtf",
        magics=(b"{\\rtf",),
        is_text=False,
        endings=(".rtf",),
    ),
    "pdf": Format(
        "PDF",
        TEXT,
        Gives.TEXTS,
        f"{DOCUMENT_READERS}.office:read_pdf",
        magics=(b"%PDF",),
        is_text=False,
        endings=(".pdf",),
    ),
    "epub": Format(
        "book (EPUB)",
        TEXT,
        Gives.TEXTS,
        f"{DOCUMENT_READERS}.office:read_epub",
        archive=archives.EPUB,
        is_text=False,
        endings=(".epub",),
    ),
    "subtitles": Format(
        "subtitles (SubRip, WebVTT)",
        TEXT,
        Gives.TEXTS,
        f"{DOCUMENT_READERS}.office:read_subtitles",
        recognises=f"{DOCUMENT_READERS}.office:are_subtitles",
        endings=(".srt", ".vtt"),
    ),
    "uci": Format(
        "UCI bag of words (docword and vocab)",
        COUNTS,
        Gives.MATRIX,
        f"{COUNT_READERS}.uci:read_uci",
        f"{COUNT_READERS}.uci:is_uci",
        takes_words=True,
    ),
    "matrix_market": Format(
        "Matrix Market",
        COUNTS,
        Gives.MATRIX,
        f"{COUNT_READERS}.sparse_files:read_matrix_market",
        f"{COUNT_READERS}.sparse_files:is_matrix_market",
        takes_words=True,
    ),
    "lda_c": Format(
        "LDA-C",
        COUNTS,
        Gives.MATRIX,
        f"{COUNT_READERS}.pairs:read_lda_c",
        f"{COUNT_READERS}.pairs:is_lda_c",
        takes_words=True,
    ),
    "svmlight": Format(
        "SVMlight",
        COUNTS,
        Gives.MATRIX,
        f"{COUNT_READERS}.pairs:read_svmlight",
        f"{COUNT_READERS}.pairs:is_svmlight",
        takes_words=True,
    ),
    "npz": Format(
        "sparse matrix of scipy (.npz)",
        COUNTS,
        Gives.MATRIX,
        f"{COUNT_READERS}.sparse_files:read_npz",
        archive=archives.ARRAYS,
        takes_words=True,
        is_text=False,
    ),
    "npy": Format(
        "array of numpy (.npy)",
        COUNTS,
        Gives.MATRIX,
        f"{COUNT_READERS}.sparse_files:read_npy",
        magics=(b"\x93NUMPY",),
        takes_words=True,
        is_text=False,
    ),
    "triples": Format(
        "lines of document, word, count",
        COUNTS,
        Gives.NUMBERS,
        f"{COUNT_READERS}.number_tables:read_triples",
    ),
    "count_table": Format(
        "document-term table of counts",
        COUNTS,
        Gives.NUMBERS,
        f"{COUNT_READERS}.number_tables:read_count_table",
        takes_words=True,
    ),
    "json_lines": Format(
        "JSON lines of counts or tokens",
        COUNTS,
        Gives.MATRIX,
        f"{COUNT_READERS}.tokens:read_json_lines",
        f"{TABLE_READERS}.nested:is_counted",
    ),
    "table": Format(
        "table of measurements",
        COUNTS,
        Gives.NUMBERS,
        f"{COUNT_READERS}.number_tables:read_table",
        takes_words=True,
    ),
    "covariance": Format(
        "covariance or correlation matrix",
        COUNTS,
        Gives.NUMBERS,
        f"{COUNT_READERS}.number_tables:read_table",
        takes_words=True,
    ),
    "store": Format(
        "store, as the command keep writes it", COUNTS, Gives.FILES, is_text=False
    ),
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
