"""How a source is read and prepared: all options, but those of its words."""

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral

from spca_core.corpus.texts.tokenisation import REPEATED, USUAL, Tokenisation
from spca_core.errors import InputError, check_number, check_whole_number
from spca_core.options import check_options, option, options

AUTO = "auto"
UTF_8 = "utf-8"
FORMATS = {  # and what each is called on screen
    "text_table": "table of texts (CSV, TSV)",
    "excel": "Excel workbook",
    "parquet": "Parquet table",
    "arrow": "Arrow table",
    "json_list": "JSON with a list of records",
    "json_texts": "JSON lines of texts",
    "references": "references (RIS, BibTeX, Web of Science, PubMed)",
    "mailbox": "mailbox (mbox)",
    "nexis": "articles as Nexis exports them",
    "plain_text": "plain text",
    "zipped_texts": "zip of texts or tables",
    "document": "document (Word, PDF, HTML, XML, RTF, EPUB, subtitles)",
    "mallet": "MALLET: name, label, text",
    "uci": "UCI bag of words (docword and vocab)",
    "matrix_market": "Matrix Market",
    "lda_c": "LDA-C",
    "svmlight": "SVMlight",
    "npz": "sparse matrix of scipy (.npz)",
    "npy": "array of numpy (.npy)",
    "triples": "lines of document, word, count",
    "count_table": "document-term table of counts",
    "json_lines": "JSON lines of counts or tokens",
    "table": "table of measurements",
    "store": "store, as the command keep writes it",
}
ENCODINGS = {  # and what each is called on screen
    AUTO: "Found",
    UTF_8: "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp1257": "Windows-1257 (Baltic)",
    "iso8859-2": "ISO 8859-2 (Central Europe)",
    "iso8859-15": "ISO 8859-15 (Western Europe)",
    "koi8-r": "KOI8-R (Russian)",
    "koi8-u": "KOI8-U (Ukrainian)",
    "mac-roman": "Mac Roman",
    "mac-cyrillic": "Mac Cyrillic",
    "iso8859-5": "ISO 8859-5 (Cyrillic)",
    "iso8859-6": "ISO 8859-6 (Arabic)",
    "iso8859-7": "ISO 8859-7 (Greek)",
    "cp850": "DOS 850 (Western Europe)",
    "cp852": "DOS 852 (Central Europe)",
    "cp866": "DOS 866 (Cyrillic)",
    "cp874": "Windows-874 (Thai)",
    "shift_jis": "Shift JIS (Japanese)",
    "euc_jp": "EUC-JP (Japanese)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "euc-kr": "EUC-KR (Korean)",
}
FOUND, DAY, MONTH = "", "day", "month"  # which of these is first in 3/4/1999
ORDERS = {  # and what each is called on screen
    FOUND: "Found by all dates",
    DAY: "Day first",
    MONTH: "Month first",
}
DOCUMENTS, PARAGRAPHS, PIECES = "documents", "paragraphs", "pieces"
SPEECHES = "speeches"
CUTS = {  # and what each is called on screen
    AUTO: "Found: as they are, or paragraphs, or pieces of a book",
    DOCUMENTS: "As they are",
    PARAGRAPHS: "Paragraphs",
    PIECES: "Pieces of equal length",
    SPEECHES: "Turns of speakers, whose names begin lines",
}
PIECE_LIMITS = (10, 1_000_000)  # words
MAX_DOCUMENTS = 1_000_000_000
MAX_COLUMNS = 2_000_000


@dataclass(frozen=True, kw_only=True)
class Columns:
    """Which columns to take: names, or numbers from 1; "0" for none, "" to guess.

    There is always a column of texts. `header` is the number of the header's row, and
    `sheet` that of a workbook's sheet, or its name. `Reading` checks them.
    """

    sheet: str = option(
        "",
        label="Sheet",
        help="A workbook has several sheets; one is read.",
    )
    header: str = option(
        "",
        label="Row of the names",
        help="The row that names the columns, blank rows not counted. 0: none does.",
    )
    text: tuple[str, ...] = option(
        (),
        label="Text",
        help="The column with the texts. Several columns are joined.",
    )
    title: str = option(
        "",
        label="Title",
        help="The column whose cells name the documents.",
    )
    date: str = option(
        "",
        label="Date",
        help="The column of dates: topics are then shown over time.",
    )
    order: str = option(
        FOUND,
        label="First in dates",
        help=(
            "Whether 3/4/1999 is in April or in March. Dates such as 23/4/1999 tell "
            "for the whole column."
        ),
        choices=ORDERS,
    )
    groups: tuple[str, ...] = option(
        (),
        label="Groups",
        help="Columns that group the documents, such as a party or a newspaper.",
    )
    join: str = option(
        "",
        label="Join rows by",
        help=(
            "Rows with the same value in this column become one document, such as the "
            "posts of a thread."
        ),
    )


@dataclass(frozen=True, kw_only=True)
class Cutting:
    """Whether texts are cut, and the words of a piece."""

    cut: str = option(
        AUTO,
        label="Long texts are cut into",
        help=(
            "Found: as they are, but lines that are wrapped become paragraphs, and a "
            "book alone is cut into pieces. Paragraphs are cut at blank lines. Pieces "
            "have a number of words that you choose. Turns begin with NAME: and are "
            "grouped by speaker."
        ),
        choices=CUTS,
    )
    piece: int = option(
        500,
        label="Words in a piece",
        help="How many words each piece has.",
        limits=PIECE_LIMITS,
    )

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True)
class Reading:
    """How a file is to be read."""

    format: str = option(
        AUTO,
        label="Format",
        help="Found from the file's content. Choose another if this is wrong.",
        choices={AUTO: "Found", **FORMATS},
    )
    label: str | None = option(
        None,
        label="Label column",
        help=(
            "The column that names or groups the rows: its name, or its number "
            "starting from 1. It is not counted as a word."
        ),
    )
    columns: Columns = Columns()
    encoding: str = option(
        AUTO,
        label="Encoding",
        help="How the file writes letters. Change it if accents look wrong.",
        choices=ENCODINGS,
    )
    cutting: Cutting = Cutting()
    tokenisation: Tokenisation = USUAL

    def __post_init__(self) -> None:
        check_options(self)
        check_options(self.columns)

    def refuse_unused(self, applying: Iterable[str], source: str) -> None:
        """Raise InputError if an option is chosen that does not apply to a source.

        That nothing be left out, as by no languages, can be asked of any source.

        applying : the names of the options that do
        """
        usual, applying = options(Reading()), {*applying, *OF_COUNTS_TOO}
        unused = [
            name
            for name, option in options(self).items()
            if option.default not in (usual[name].default, ()) and name not in applying
        ]
        if unused:
            raise InputError(
                f"{', '.join(unused)}: this does not apply to {source}. Leave it out."
            )


OF_TABLES, OF_TEXTS = (*options(Columns()),), (*options(Cutting()), *options(USUAL))
OF_COUNTS_TOO = ("without_repeated",)  # an option of `Preparation` too


@dataclass(frozen=True, kw_only=True)
class Preparation:
    """What is done to a corpus before the analysis.

    `min_df` and `max_df` are as in scikit-learn's `CountVectorizer`: a whole number of
    documents, or a share of them from 0.0 to 1.0. Its `max_features` differs: it keeps
    the words that occur most often. The last two options are for counts in memory: a
    store stays as it was kept. They come first, so that the others refer to what they
    leave.
    """

    min_df: int | float = option(
        1,
        label="In at least this many {documents}",
        help=(
            "Leave out words that occur in fewer documents. Rare words seldom matter "
            "to topics; this also drops names and misspellings."
        ),
        offered=(1, 1_000_000),
    )
    max_df: int | float = option(
        1.0,
        label="In at most this share of the {documents}",
        help=(
            "Leave out words that occur in a greater share of the documents. Such "
            "words are everywhere and tell documents apart badly."
        ),
        offered=(0.001, 1.0),
        step=0.05,
    )
    removed: tuple[str, ...] = option(
        (), label="Words left out", help="Words to leave out."
    )
    max_features: int = option(
        0,
        label="At most this many {words} (0: all)",
        help="Keep only the words that are in most documents. 0 keeps all of them.",
        limits=(0, MAX_COLUMNS),
    )
    without_repeated: bool = option(False, **REPEATED)
    without_copies: bool = option(
        False,
        label="Count copies of {documents} once",
        help=(
            "Reprints, retweets and the like: documents that share four fifths of "
            "their counts. The tables of documents still show them all."
        ),
    )

    def __post_init__(self) -> None:
        check_options(self)
        for name in ("min_df", "max_df"):
            _check_frequency(name, getattr(self, name))

    @property
    def keeps_all(self) -> bool:
        """Whether it keeps every word of any corpus."""
        # In Python 1 == 1.0, but here 1 is one document and 1.0 is all of them.
        types = is_share(self.min_df), is_share(self.max_df)
        return self == Preparation() and types == (False, True)


def is_share(frequency: int | float) -> bool:
    """Return whether a frequency is a share of the documents, and not their number."""
    return not isinstance(frequency, Integral)


def _check_frequency(name: str, frequency: int | float) -> None:
    if is_share(frequency):
        check_number(name, frequency, 0, 1)
    else:
        check_whole_number(name, frequency, 1, MAX_DOCUMENTS)
