"""The windows of texts, over which coherence can be taken too."""

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.counting import tokenise
from spca_core.corpus.texts.tokenisation import USUAL, Tokenisation

WINDOW = 10  # words


def windows(
    corpus: Corpus, tokenisation: Tokenisation = USUAL, size: int = WINDOW
) -> sparse.csr_array:
    """Return which words are in which window of the texts, 1 or 0.

    A window slides over a text's words one by one; a shorter text is one window. Words
    that are not in the corpus take a place in it; stop words take none.

    returns : (n_windows, n_words)
    """
    columns = {word: column for column, word in enumerate(corpus.words)}
    tokens, *_ = tokenise(corpus.texts, tokenisation)
    column_of = np.array([columns.get(word, -1) for word in tokens.words], dtype=int)
    rows = [
        sorted({column for column in window if column >= 0})
        for places in np.split(tokens.places, tokens.stream.ends[:-1])
        for window in _sliding(column_of[places[places >= 0]].tolist(), size)
    ]
    ends = np.cumsum([0, *map(len, rows)])
    members = np.array([column for row in rows for column in row], dtype=int)
    parts = (np.ones(len(members)), members, ends)
    return sparse.csr_array(parts, shape=(len(rows), corpus.n_words))


def _sliding(words: Sequence[int], size: int) -> list[Sequence[int]]:
    return [words[at : at + size] for at in range(max(len(words) - size, 0) + 1)]
