"""Build the small corpus, for exact answers, from the large one: run
`python datasets/build_state_of_the_union_in_24_words.py`."""

import gzip
from pathlib import Path

import numpy as np
from scipy import sparse

from spca_core.corpus.bundled import read_bundled
from spca_core.covariance import Covariance

NAME = "state_of_the_union_in_24_words"
FOLDER = Path(__file__).resolve().parent / NAME
FIRST_YEAR = 2001
N_WORDS = 24


def main() -> None:
    corpus = read_bundled("state_of_the_union")
    recent = [int(title[:4]) >= FIRST_YEAR for title in corpus.titles]
    counts = corpus.observations[np.flatnonzero(recent)]
    variances = Covariance(counts, centred=False).variances
    words = np.sort(np.argsort(-variances, kind="stable")[:N_WORDS])
    counts = counts[:, words]
    kept = np.flatnonzero(np.diff(counts.indptr))
    titles = [title for title, new in zip(corpus.titles, recent, strict=True) if new]
    FOLDER.mkdir(exist_ok=True)
    write_lines("vocab", [corpus.words[word] for word in words])
    write_lines("titles", [titles[row] for row in kept])
    write_counts(counts[kept])
    print(f"{NAME}: {len(kept)} paragraphs, {counts[kept].nnz} nonzero counts")


def write_lines(kind: str, lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    path = FOLDER / f"{kind}.{NAME}.txt"
    path.write_text(text, encoding="utf-8", newline="\n")


def write_counts(counts: sparse.csr_array) -> None:
    documents, words = counts.nonzero()
    lines = [f"{counts.shape[0]}\n{counts.shape[1]}\n{counts.nnz}\n"]
    lines += [
        f"{document + 1} {word + 1} {int(count)}\n"
        for document, word, count in zip(documents, words, counts.data, strict=True)
    ]
    path = FOLDER / f"docword.{NAME}.txt.gz"
    # No name and no time in the header, so that a rebuild gives the same bytes.
    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped,
    ):
        zipped.write("".join(lines).encode())


if __name__ == "__main__":
    main()
