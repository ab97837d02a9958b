"""Readers of text with a document a line: plain, or MALLET's name, label and text."""

from collections import Counter
from collections.abc import Iterator

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.assembly import Assembly
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.lines import decode, numbered_lines
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser

MAX_LINE = 10_000_000  # bytes: JSON takes fifty times as many in memory


def read_plain_text(source: Source, tokeniser: Tokeniser = DEFAULT) -> Corpus:
    """Read a file in which every line that is not blank is a document."""
    assembly = Assembly(source)
    for line, text in text_lines(source, assembly):
        assembly.add(Counter(tokeniser.words(text)), line=line, text=text.strip())
    return assembly.corpus()


def read_mallet(source: Source, tokeniser: Tokeniser = DEFAULT) -> Corpus:
    """Read a file of lines `name TAB label TAB text`; names become titles."""
    assembly = Assembly(source)
    for line, content in text_lines(source, assembly):
        columns = content.split("\t", 2)
        if len(columns) < 3:
            assembly.refuse(line, "not `name TAB label TAB text`")
            continue
        name, label, text = map(str.strip, columns)
        counts = Counter(tokeniser.words(text))
        assembly.add(counts, line=line, title=name, label=label, text=text)
    return assembly.corpus()


def text_lines(source: Source, assembly: Assembly) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers from 1.

    Lines that are too long are left out, and the assembly notes them.
    """
    for number, content in numbered_lines(source, MAX_LINE):
        if len(content) > MAX_LINE:
            assembly.refuse(number, f"over {MAX_LINE:,} bytes long")
            continue
        text = decode(content, f"{source.name}, line {number}").rstrip("\r\n")
        if text.strip():
            yield number, text
