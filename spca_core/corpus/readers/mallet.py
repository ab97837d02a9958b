"""Reader of MALLET's lines: name, label and text of a document, parted by tabs."""

from collections import Counter

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.assembly import Assembly
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.plain_text import read_lines
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser


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
