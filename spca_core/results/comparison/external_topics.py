"""Topics whose words are known: other tools' lists, and what they capture here."""

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from warnings import warn

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import dense
from spca_core.corpus.readers.files import open_bounded
from spca_core.corpus.texts.whole_words import normalised
from spca_core.corpus.weighting import weighted
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.method import register
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, TracePoint, leading_components
from spca_core.topics import Topics

# The names of topics that are given, beside our methods.
OWN, PLANTED = "Own result", "Planted"
MAX_LISTED = 10  # words in a warning
MAX_LISTS = 20_000_000  # bytes of a file of lists
NO_TOPIC = -1  # BERTopic's number for the documents without a topic
EXPECTED = (
    "Expected a list for each topic, of words or of pairs of word and weight, heaviest "
    "first, or the path of MALLET's topic keys"
)


def judged_topics(
    corpus: Corpus,
    lists: Any,
    sparsity: int | None,
    name: str,
    options: Mapping[str, Any],
) -> Topics:
    """Return another tool's topics with what they capture; as `Topics.from_words`.

    options : of the matrix, from `matrix_options`
    """
    supports, missing = disjoint(corpus, word_lists(lists), sparsity)
    if missing:
        more = ", ..." * (len(missing) > MAX_LISTED)
        listed = ", ".join(missing[:MAX_LISTED]) + more
        lacks = f"{corpus.name} lacks {counted(len(missing), 'words')}: {listed}"
        warn(lacks, stacklevel=3)
    register(name)
    n_topics, size = supports.shape
    settings = Settings(n_components=n_topics, sparsity=size, method=name, **options)
    covariance_of(corpus, settings).check_varies()
    found = solution_on(corpus, supports, settings)
    if isinstance(lists, str | os.PathLike):
        corpus = replace(corpus, files=(*corpus.files, Path(lists).absolute()))
    return Topics.of(corpus, found)


def own_solution(
    corpus: Corpus, lists: Sequence[Sequence[str]], settings: Settings
) -> tuple[Solution, list[str]]:
    """Return another tool's topics in the size of the settings, and what is missing.

    They are its first k topics and the first s words of each that the corpus has; a
    word that stands in several lists stays where it stands highest.

    raises : InputError if there are too few topics, or words in one
    """
    k, s = settings.n_components, settings.sparsity
    if len(lists) < k:
        raise InputError(
            f"The file has {counted(len(lists), 'topics')}, and {k} are compared. Ask "
            f"for at most {counted(len(lists), 'topics')} in the sidebar."
        )
    supports, missing = disjoint(corpus, lists[:k], s)
    register(OWN)
    return solution_on(corpus, supports, replace(settings, method=OWN)), missing


def planted_solution(
    corpus: Corpus, truth: Sequence[Sequence[str]], settings: Settings
) -> Solution | None:
    """Return planted topics as a solution; None if they are of another size.

    truth : the words of each topic, as `plant` gives them
    """
    words = [word for topic in truth for word in topic]
    sized = all(len(topic) == settings.sparsity for topic in truth)
    if not sized or len(truth) != settings.n_components:
        return None
    if not {*words} <= {*corpus.words}:  # Some were left out by its preparation.
        return None
    register(PLANTED)
    supports = np.array([corpus.columns_of(topic) for topic in truth])
    return solution_on(corpus, supports, replace(settings, method=PLANTED))


def solution_on(corpus: Corpus, supports: np.ndarray, settings: Settings) -> Solution:
    """Return the solution on these supports: their best loadings.

    supports : (n_components, sparsity) word indices, none twice
    """
    columns = supports.ravel()
    # Dense, so that no kernel has to be compiled before the topics are seen.
    numbers = dense(weighted(corpus, settings.weighting, settings.norm)[:, columns])
    chosen = replace(
        corpus,
        observations=numbers if corpus.kind.has_documents else numbers[columns],
        words=tuple(corpus.words[column] for column in columns),
    )
    places = np.arange(columns.size).reshape(supports.shape)
    covariance = Covariance.of(chosen, centred=settings.centred)
    places, loadings, values = leading_components(covariance, places)
    variances = covariance.in_units(values)
    return Solution(
        settings=settings,
        supports=columns[places],
        loadings=loadings,
        variances=variances,
        trace=(TracePoint(0.0, 0.0, 0, len(variances), float(variances.sum())),),
        seconds=0.0,
        processor_seconds=0.0,
        candidates=0,
        stopped_by="finished",
    )


def word_lists(topics: object) -> list[list[str]]:
    """Return each topic's words, heaviest first, as other tools give them.

    Parameters
    ----------
    topics : path, or lists of words
        A file as `read_lists` takes it; or a list for each
        topic of words or of pairs of word and weight, which may come as pairs of the
        topic's number and its list (gensim's ``show_topics(formatted=False)``) or as a
        dictionary by number (BERTopic's ``get_topics()``, whose topic -1 is left out).
    """
    if isinstance(topics, str | os.PathLike):
        path = Path(topics)
        with open_bounded(path, MAX_LISTS) as file:
            return read_lists(path.name, file.read())
    if isinstance(topics, Mapping):
        topics = [words for topic, words in topics.items() if topic != NO_TOPIC]
    if not isinstance(topics, Iterable):
        raise InputError(f"{EXPECTED}, got {type(topics).__name__}.")
    return [_words_of(topic) for topic in topics]


def _words_of(topic: object) -> list[str]:
    if isinstance(topic, tuple) and len(topic) == 2 and not isinstance(topic[1], str):
        number, words = topic
        topic = words if not isinstance(number, str | tuple) else topic
    if isinstance(topic, str) or not isinstance(topic, Iterable):
        raise InputError(f"{EXPECTED}, got {topic!r:.60} as a topic.")
    words = [entry[0] if isinstance(entry, tuple) else entry for entry in topic]
    if not all(isinstance(word, str) for word in words):
        raise InputError(f"{EXPECTED}, got {words!r:.60} as a topic.")
    return [word for word in words if word]


def read_lists(name: str, content: bytes) -> list[list[str]]:
    """Return each topic's words from a file, which its name says how to read.

    ``.json`` has a list for each topic, or an object whose "topics" are such lists;
    ``.csv`` has the columns "topic" and "word", or a row of words for each topic; other
    files are MALLET's, written with ``--output-topic-keys``.

    raises : InputError if it is too long, or is nothing of these
    """
    if len(content) > MAX_LISTS:
        raise InputError(
            f"{name} has {counted(len(content), 'bytes')}; at most {MAX_LISTS:,} are "
            "read as lists of words. Leave out words beyond those of the topics."
        )
    text = content.decode("utf-8-sig", errors="replace")
    if name.lower().endswith(".json"):
        return _from_json(text)
    if name.lower().endswith(".csv"):
        return _from_csv(text)
    return [line.split("\t")[-1].split() for line in text.splitlines() if line.strip()]


def _from_json(text: str) -> list[list[str]]:
    try:
        parsed = json.loads(text)
    # Thousands of nested brackets raise a RecursionError.
    except (ValueError, RecursionError) as error:
        raise InputError(f"{EXPECTED}, got JSON with {str(error)[:60]}.") from error
    lists = parsed.get("topics") if isinstance(parsed, dict) else parsed
    is_list = isinstance(lists, list)
    return word_lists([_pairs(topic) for topic in lists] if is_list else None)


def _pairs(topic: object) -> Any:
    """Return pairs of word and weight as tuples, which JSON has as lists."""
    listed = isinstance(topic, list)
    return [tuple(e) if isinstance(e, list) else e for e in topic] if listed else topic


def _from_csv(text: str) -> list[list[str]]:
    rows = [row for row in csv.reader(io.StringIO(text)) if any(row)]
    heading = [cell.strip().lower() for cell in rows[0]] if rows else []
    if not {"topic", "word"} <= set(heading):
        return [[cell for cell in row if cell] for row in rows]
    topic, word = heading.index("topic"), heading.index("word")
    lists: dict[str, list[str]] = {}
    for row in rows[1:]:
        if len(row) > max(topic, word):
            lists.setdefault(row[topic], []).append(row[word])
    return list(lists.values())


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
    ranked = [
        (rank, topic, normalised(word))
        for topic, words in enumerate(lists)
        for rank, word in enumerate(words)
    ]
    kept: list[dict[int, None]] = [{} for _ in lists]
    taken: set[int] = set()
    missing: dict[str, None] = {}
    for _, topic, word in sorted(ranked, key=lambda entry: entry[:2]):
        column = corpus.columns.get(word)
        if column is None:
            missing[word] = None
        elif column not in taken:
            taken.add(column)
            kept[topic][column] = None
    fewest = min(map(len, kept), default=0)
    size = fewest if sparsity is None else sparsity
    if not 1 <= size <= fewest:
        raise InputError(
            f"A topic has {counted(fewest, 'words')} that {corpus.name} has and no "
            f"other topic has higher in its list; each topic needs {max(size, 1)}. "
            "Give longer lists, or fewer topics."
        )
    return np.array([list(words)[:size] for words in kept]), list(missing)
