"""Writer of the bundled corpora's files, for the scripts that build them."""

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

# The package holds what it bundles.
DATA = Path(__file__).resolve().parents[1] / "spca_core" / "data"
# Document, word, count; ids from 1.
Entry = tuple[int, int, int]


def write_corpus(
    folder: Path,
    words: Sequence[str],
    titles: Sequence[str],
    entries: Iterable[Entry],
    texts: Sequence[str] = (),
    groups: Mapping[str, Sequence[str]] = {},
) -> None:
    """Write counts, words, titles, texts, groups in a folder with the corpus's name.

    texts  : a line each: their own line breaks become blanks
    groups : by the name of a grouping, each document's group
    """
    folder.mkdir(exist_ok=True)
    if groups:
        write_groups(folder, groups)
    if texts:
        on_lines = [" ".join(text.split()) for text in texts]
        _write_gzip(folder / f"texts.{folder.name}.txt.gz", on_lines)
    _write_text(folder / f"vocab.{folder.name}.txt", words)
    _write_text(folder / f"titles.{folder.name}.txt", titles)
    documents, columns, counts = np.array(list(entries), dtype=np.int32).T
    places, shape = (documents - 1, columns - 1), (len(titles), len(words))
    matrix = sparse.coo_array((counts.astype(np.uint16), places), shape).tocsr()
    # NumPy writes no time into it, so that a rebuild gives the same bytes.
    sparse.save_npz(folder / f"counts.{folder.name}.npz", matrix)
    print(
        f"{folder.name}: {len(titles)} documents, {len(words)} words, "
        f"{matrix.nnz} nonzero counts"
    )


def frequent_words(
    documents: Iterable[Mapping[str, int]], n_documents: int
) -> list[str]:
    """Return the words that are in so many documents or more, in alphabetical order."""
    frequency = Counter(word for counts in documents for word in counts)
    return sorted(word for word, count in frequency.items() if count >= n_documents)


def list_entries(
    documents: Iterable[Mapping[str, int]], vocabulary: Sequence[str]
) -> Iterator[Entry]:
    """Yield the counts of the vocabulary's words in each document."""
    word_ids = {word: word_id for word_id, word in enumerate(vocabulary, start=1)}
    for document_id, counts in enumerate(documents, start=1):
        for word in sorted(word_ids.keys() & counts.keys()):
            yield document_id, word_ids[word], counts[word]


def write_groups(folder: Path, groups: Mapping[str, Sequence[str]]) -> None:
    """Write a table: a column for each grouping, a row for each document."""
    rows = ["\t".join(groups), *map("\t".join, zip(*groups.values(), strict=True))]
    _write_gzip(folder / f"groups.{folder.name}.tsv.gz", rows)


def _write_text(path: Path, lines: Sequence[str]) -> None:
    path.write_text(_join(lines), encoding="utf-8", newline="\n")


def _write_gzip(path: Path, lines: Sequence[str]) -> None:
    # No name and no time in the header, so that a rebuild gives the same bytes.
    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped,
    ):
        zipped.write(_join(lines).encode())


def _join(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
