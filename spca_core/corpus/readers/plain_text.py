"""Reader of plain text, a document a line; and of lines, for the other formats.

Reader of MALLET's lines: name, label and text of a document, parted by tabs.
"""

from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.assembly import Assembly
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser
from spca_core.errors import InputError

MOST_TEXT = 2_000_000_000  # bytes, unzipped
MOST_LINES = 10_000_000  # a file of 2 MB can unzip to more lines than a day can hold
LONGEST_LINE = 10_000_000  # bytes
BLOCK = 1 << 16  # bytes


def read_plain_text(source: Source, tokeniser: Tokeniser = DEFAULT) -> Corpus:
    """Read a file in which every line that is not blank is a document.

    raises : InputError that names the file, the line, what is wrong and the way out
    """
    assembly = Assembly(source)
    for line, text in read_lines(source, assembly):
        assembly.add(Counter(tokeniser.words(text)), line=line, text=text.strip())
    return assembly.corpus()


def read_lines(source: Source, assembly: Assembly) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers from 1.

    The assembly is told of lines that are too long.
    raises : InputError if the file is no UTF-8 text, or too large
    """
    with open_bounded(source, MOST_TEXT) as file:
        line = 0
        while content := file.readline(LONGEST_LINE + 1):
            line += 1
            if line > MOST_LINES:
                raise InputError(
                    f"{source.name} has over {MOST_LINES:,} lines, the most that are "
                    "read here. Take a part of it."
                )
            if len(content) > LONGEST_LINE:
                _skip_rest(file, content)
                assembly.refuse(line, f"over {LONGEST_LINE:,} bytes long")
                continue
            text = decode(content, source.name, line).rstrip("\r\n")
            if text.strip():
                yield line, text


def _skip_rest(file: BinaryIO, part: bytes) -> None:
    while part and not part.endswith(b"\n"):
        part = file.readline(BLOCK)


def decode(content: bytes, name: str, first_line: int = 1) -> str:
    """Return the text of bytes in UTF-8.

    raises : InputError with the name and the line, if they are no such text
    """
    if (zero := content.find(b"\0")) >= 0:
        raise InputError(
            f"{name}, line {_line(content, zero, first_line)}: a zero byte, as no text "
            "has, unless in UTF-16. Choose a file of text, or save it as UTF-8."
        )
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}, line {_line(content, error.start, first_line)}: byte "
            f"0x{content[error.start]:02x} is not UTF-8. If this is text, save it as "
            "UTF-8."
        ) from error


def _line(content: bytes, place: int, first_line: int) -> int:
    return first_line + content.count(b"\n", 0, place)


def read_mallet(source: Source, tokeniser: Tokeniser = DEFAULT) -> Corpus:
    """Read a file of lines `name TAB label TAB text`; names become titles.

    raises : InputError that names the file, the line, what is wrong and the way out
    """
    assembly = Assembly(source)
    for line, content in read_lines(source, assembly):
        columns = content.split("\t", 2)
        if len(columns) < 3:
            assembly.refuse(line, "not `name TAB label TAB text`")
            continue
        name, label, text = map(str.strip, columns)
        counts = Counter(tokeniser.words(text))
        assembly.add(counts, line=line, title=name, label=label, text=text)
    return assembly.corpus()
