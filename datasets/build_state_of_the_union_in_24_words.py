"""Build the small corpus, for exact answers, from the large one: run
`python datasets/build_state_of_the_union_in_24_words.py`."""

from collections.abc import Iterator

import numpy as np
from corpus_files import DATA, Entry, write_corpus
from scipy import sparse

from spca_core.corpus.bundled import read_bundled
from spca_core.problem.covariance import Covariance

FOLDER = DATA / "state_of_the_union_in_24_words"
FIRST_YEAR = 2001
N_WORDS = 24


def main() -> None:
    corpus = read_bundled("state_of_the_union")
    recent = [int(title[:4]) >= FIRST_YEAR for title in corpus.titles]
    counts = corpus.observations[np.flatnonzero(recent)]
    variances = Covariance(counts, centred=False).variances
    words = np.sort(np.argsort(-variances, kind="stable")[:N_WORDS])
    counts = counts[:, words]
    filled = np.flatnonzero(np.diff(counts.indptr))
    titles, texts = (
        [name for name, new in zip(names, recent, strict=True) if new]
        for names in (corpus.titles, corpus.texts)
    )
    groups = {
        name: [group for group, new in zip(of, recent, strict=True) if new]
        for name, of in corpus.groups.items()
    }
    groups = {name: [of[row] for row in filled] for name, of in groups.items()}
    write_corpus(
        FOLDER,
        [corpus.words[word] for word in words],
        [titles[row] for row in filled],
        entries_of(counts[filled]),
        [texts[row] for row in filled],
        groups,
    )


def entries_of(counts: sparse.csr_array) -> Iterator[Entry]:
    documents, words = counts.nonzero()
    for document, word, count in zip(documents, words, counts.data, strict=True):
        yield document + 1, word + 1, int(count)


if __name__ == "__main__":
    main()
