"""Every cap on what is read, with one check and one message.

The table in datasets/README.md is made of them.
Nothing is allocated just because a file promises it.
"""

from spca_core.errors import InputError

# Any file. A byte of deflate holds at most 1,032 bytes (zlib.net/zlib_tech.html).
TEXT = 4_000_000_000  # bytes, unzipped
INFLATION = 1_032
# What is not blank unzips to at most 100 times its packed size, or to SMALL bytes.
LIKELY_INFLATION, SMALL = 100, 200_000_000
LINES = 20_000_000  # or rows: 2 MB can unzip to a hundred times as many
LINE = 30_000_000  # bytes: two million columns of numbers
EMPTY_LINES = 1_000_000  # blank, comments, or documents without words
NAME = 1_000  # bytes of a word, a title or a label
REFUSED = 300_000  # parts; a file with more is taken to be of another format
# Counts and other numbers.
WORDS = 2_000_000  # different ones, or columns
CELLS = 200_000_000  # counts above zero in memory; of a dense matrix, all numbers
VARIABLES = 5_000  # of a covariance matrix, whose eigenvalues take a minute
NAMES = 1_000_000_000  # bytes of words, titles and labels in memory
MATRIX_MARKET = 8_000_000_000  # bytes, unzipped
UCI_WORDS, UCI_COUNT = 5_000_000, 2**31 - 1
STORE_TEXT = 60_000_000_000  # bytes of UCI that is kept as a store: 2^31 lines
COUNT_LINE, TRIPLE_LINE = 4_096, 10_000  # bytes
NUMBER = 16  # bytes
ARRAY_BYTES = CELLS * NUMBER + (1 << 16)  # with the header
# Records.
PACKED_BYTES = 500_000_000  # of a packed table, and of what it unzips to
COLUMNS = 1_000  # of a table of texts
CELL = 1_000_000  # characters; a longer text is cut off there
JSON_BYTES = 500_000_000
JSON_LINE = 10_000_000  # bytes: JSON takes fifty times as many in memory
JSON_VALUES = 10_000_000  # each takes up to 70 bytes in memory
JSON_DEPTH = 8  # of the list of records in what is around it
REFERENCE_BYTES = 100_000_000  # of a list of references, or a mailbox
# Documents.
DOCUMENTS = 2_000_000  # or rows of a table of texts, or pieces
GROUPS = 50_000_000  # names in all: a document without a group gets one too
CHARACTERS = 1_000_000_000  # of all texts in memory
FILES = 200_000  # in a zip
TEXT_OF_FILES = 2_000_000_000  # bytes of all of them, unzipped
FILE = 10_000_000  # bytes of one of them
DOCUMENT = 200_000_000  # bytes of a document that comes alone
SMALL_XML = 1_000_000  # bytes: each element without content takes ten microseconds
PAGES = 5_000
DIRECTORY = 20_000_000  # bytes of names of files; zipfile takes fifteen times that
PASTED = 1_000_000  # characters in a form: a browser sends them at each change
# Words of texts.
LETTERS = 100  # of a word: longer runs are addresses or codes
MARKED_LETTERS = 4 * LETTERS  # a letter may have marks of its own
PATTERN_SECONDS = 30.0  # that a stranger's pattern of a word may take for all texts
# A process that unpacks a stranger's file, where the system can limit it.
MEMORY = 1_500_000_000  # bytes
SECONDS = 600  # of processor time; also ends a process whose parent has died

# What README says of them.
TABLE = {
    "documents with texts, or rows of a table of texts": DOCUMENTS,
    "characters of all texts": CHARACTERS,
    "letters of a word": LETTERS,
    "different words, or columns of a matrix": WORDS,
    "rows of a matrix": LINES,
    "counts above zero, or numbers, in memory": CELLS,
    "variables of a covariance matrix": VARIABLES,
    "bytes of a file of counts or a table, unzipped": TEXT,
    "bytes of a Matrix Market file, unzipped": MATRIX_MARKET,
    "bytes of a UCI file that is kept as a store, unzipped": STORE_TEXT,
    "bytes of an Excel, Parquet or Arrow file": PACKED_BYTES,
    "bytes of a JSON file with a list of records": JSON_BYTES,
    "bytes of a line of JSON": JSON_LINE,
    "values in JSON": JSON_VALUES,
    "bytes of references or mail": REFERENCE_BYTES,
    "columns of a table of texts": COLUMNS,
    "characters of a cell": CELL,
    "files in a zip": FILES,
    "bytes of all of them, unzipped": TEXT_OF_FILES,
    "bytes of one of them": FILE,
    "bytes of a document that comes alone": DOCUMENT,
    "pages of a PDF": PAGES,
    "bytes of memory that a library may take to parse a file": MEMORY,
    "processor seconds for that": SECONDS,
}
TAKE_A_PART = "Take a part of it."


def check(place: str, n: int, most: int, what: str, way_out: str = TAKE_A_PART) -> None:
    """Refuse what holds more than can be read here."""
    if n > most:
        raise too_many(place, most, what, way_out)


def too_many(
    place: str, most: int, what: str, way_out: str = TAKE_A_PART
) -> InputError:
    """Return the error for what holds too much."""
    return InputError(
        f"{place} holds over {most:,} {what}, the most that can be read here. {way_out}"
    )
