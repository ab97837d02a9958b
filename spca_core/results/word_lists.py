"""Topics of other tools: their lists of words, and the disjoint topics these make."""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from spca_core.corpus.corpus import Corpus, normalised
from spca_core.corpus.readers.files import open_bounded
from spca_core.errors import InputError

MAX_BYTES = 20_000_000  # of a file of lists
NO_TOPIC = -1  # BERTopic's number for the documents without a topic
EXPECTED = (
    "Expected a list for each topic, of words or of pairs of word and weight, heaviest "
    "first, or the path of MALLET's topic keys"
)


def word_lists(topics: Any) -> list[list[str]]:
    """Return each topic's words, heaviest first, as other tools give them.

    Parameters
    ----------
    topics : path, or lists of words
        The file that MALLET writes with ``--output-topic-keys``; or a list for each
        topic of words or of pairs of word and weight, which may come as pairs of the
        topic's number and its list (gensim's ``show_topics(formatted=False)``) or as a
        dictionary by number (BERTopic's ``get_topics()``, whose topic -1 is left out).
    """
    if isinstance(topics, str | os.PathLike):
        return _topic_keys(Path(topics))
    if isinstance(topics, Mapping):
        topics = [words for topic, words in topics.items() if topic != NO_TOPIC]
    if not isinstance(topics, Iterable):
        raise InputError(f"{EXPECTED}, got {type(topics).__name__}.")
    return [_words_of(topic) for topic in topics]


def _words_of(topic: Any) -> list[str]:
    if isinstance(topic, tuple) and len(topic) == 2 and not isinstance(topic[1], str):
        number, words = topic
        topic = words if not isinstance(number, str | tuple) else topic
    if isinstance(topic, str) or not isinstance(topic, Iterable):
        raise InputError(f"{EXPECTED}, got {topic!r:.60} as a topic.")
    words = [entry[0] if isinstance(entry, tuple) else entry for entry in topic]
    if not all(isinstance(word, str) for word in words):
        raise InputError(f"{EXPECTED}, got {words!r:.60} as a topic.")
    return [word for word in words if word]


def _topic_keys(path: Path) -> list[list[str]]:
    with open_bounded(path, MAX_BYTES) as file:
        lines = file.read().decode(errors="replace").splitlines()
    return [line.split("\t")[-1].split() for line in lines if line.strip()]


def disjoint(
    corpus: Corpus, lists: Sequence[Sequence[str]], sparsity: int | None = None
) -> tuple[np.ndarray, list[str]]:
    """Return supports of equal size for lists of words, and the words left out of all.

    A word that stands in several lists stays where it stands highest, in the earlier of
    two equal ones. Words that the corpus lacks are left out. Each topic keeps as many
    of its first words as the topic with the fewest has, or `sparsity`.

    returns : (n_topics, sparsity) word indices, and the words that the corpus lacks
    raises  : InputError if a topic has no word, or fewer than `sparsity`
    """
    columns = {word: column for column, word in enumerate(corpus.words)}
    ranked = [
        (rank, topic, normalised(word))
        for topic, words in enumerate(lists)
        for rank, word in enumerate(words)
    ]
    kept: list[dict[int, None]] = [{} for _ in lists]
    taken: set[int] = set()
    missing: dict[str, None] = {}
    for _, topic, word in sorted(ranked, key=lambda entry: entry[:2]):
        column = columns.get(word)
        if column is None:
            missing[word] = None
        elif column not in taken:
            taken.add(column)
            kept[topic][column] = None
    fewest = min(map(len, kept), default=0)
    size = fewest if sparsity is None else sparsity
    if not 1 <= size <= fewest:
        raise InputError(
            f"A topic has {fewest} words that {corpus.name} has and no other topic has "
            f"higher in its list; each topic needs {max(size, 1)}. Give longer lists, "
            "or fewer topics."
        )
    return np.array([list(words)[:size] for words in kept]), list(missing)
