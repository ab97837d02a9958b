"""Every cap on what is read as records or documents, with one check and one message."""

from spca_core.errors import InputError

# Records.
PACKED_BYTES = 500_000_000  # of a packed table, and of what it unzips to
COLUMNS = 1_000  # of a table of texts
ROWS = 2_000_000
CELL = 1_000_000  # characters; a longer text is cut off there
JSON_BYTES = 500_000_000
JSON_LINE = 10_000_000  # bytes: JSON takes fifty times as many in memory
JSON_VALUES = 10_000_000  # each takes up to 70 bytes in memory
REFERENCE_BYTES = 100_000_000  # of a list of references, or a mailbox
# Documents.
FILES = 200_000  # in a zip
TEXT_OF_FILES = 2_000_000_000  # bytes of all of them, unzipped
FILE = 10_000_000  # bytes of one of them
DOCUMENT = 200_000_000  # bytes of a document that comes alone
UNZIPPED = 100_000_000  # bytes of a .docx, .odt or .epub
SMALL_XML = 4_000_000  # bytes: a million elements without content take a second or two
PAGES = 5_000
DIRECTORY = 20_000_000  # bytes of names of files; zipfile takes fifteen times that


def check(place: str, found: int, most: int, what: str) -> None:
    """Refuse what holds more than can be read here."""
    if found > most:
        raise too_many(place, most, what)


def too_many(place: str, most: int, what: str) -> InputError:
    """Return the error for a file that holds too much."""
    return InputError(
        f"{place} holds over {most:,} {what}, the most that can be read here. Take a "
        "part of it."
    )
