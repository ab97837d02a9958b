"""Reader of the UCI bag-of-words format: docword.NAME.txt[.gz] with vocab.NAME.txt.

The counts file opens with three lines D, W, NNZ, then has NNZ lines `document word
count`, ids from 1 (archive.ics.uci.edu, data set "Bag of Words").
"""

import re
from pathlib import Path
from typing import BinaryIO

from spca_core.corpus.corpus import Corpus, Report
from spca_core.corpus.readers.cells import MAX_LINE, Lines, check_promise, read_cells
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.lines import MAX_TEXT, quote, read_names
from spca_core.corpus.readers.matrices import merge_repeated, merging_warning
from spca_core.errors import InputError

MAX_COUNT = 2**31 - 1
DOCWORD = re.compile(r"docword\.(.+?)\.txt(\.gz)?")
# The most that may be promised: nothing is allocated on the word of a stranger.
LIMITS = {"documents": 20_000_000, "words": 5_000_000, "nonzeros": 200_000_000}


def read_uci(docword: Source, vocabulary: Source | None = None) -> Corpus:
    """Read a corpus; the words are in vocab.NAME.txt beside the counts unless given."""
    with open_bounded(docword, MAX_TEXT) as file:
        sizes = _read_header(file, docword.name)
        # Before the words are looked for: this file is the one that is wrong.
        check_promise(docword, len(sizes), sizes[2], len(sizes))
        listed = vocabulary or _vocabulary_beside(docword)
        words = read_names(listed, "word", sizes[1])
        ids = {"document": (1, sizes[0]), "word": (1, sizes[1])}
        lines = Lines(ids | {"count": (1, MAX_COUNT)}, are_whole=True)
        counts = read_cells(file, docword, len(sizes), sizes, lines).tocsr()
    n_repeated = sizes[2] - counts.nnz
    found = f"{docword.name}: lines that repeat a document and word: {n_repeated:,}"
    warning = f"{found}. Their counts were added up."
    words, counts, n_merged = merge_repeated(words, counts)
    return Corpus(
        name=_corpus_name(docword),
        observations=counts,
        words=words,
        warnings=(warning,) * bool(n_repeated) + merging_warning(listed.name, n_merged),
        report=Report(merged_words=n_merged),
    )


def _read_header(file: BinaryIO, name: str) -> tuple[int, int, int]:
    sizes = []
    for line, (what, most) in enumerate(LIMITS.items(), start=1):
        place, text = f"{name}, line {line}", file.readline(MAX_LINE).strip()
        if not text.isdigit():
            raise InputError(
                f"{place}: {quote(text)} is not a whole number. The first "
                "three lines are the numbers of documents, words and nonzeros."
            )
        if not 1 <= int(text) <= most:
            raise InputError(
                f"{place}: {int(text):,} {what}; 1 to {most:,} can be read here. "
                "Check the header, or take a part."
            )
        sizes.append(int(text))
    return sizes[0], sizes[1], sizes[2]


def _vocabulary_beside(docword: Source) -> Source:
    name = f"vocab.{_corpus_name(docword)}.txt"
    if isinstance(docword, Path):
        for candidate in (docword.with_name(name), docword.with_name(f"{name}.gz")):
            if candidate.exists():
                return candidate
    raise InputError(
        f"No words for {docword.name}: there is no {name} beside it. "
        "Give the file of words too; on the command line, by --vocabulary FILE."
    )


def _corpus_name(docword: Source) -> str:
    match = DOCWORD.fullmatch(docword.name)
    return match[1] if match else docword.name
