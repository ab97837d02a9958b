"""What topics are called."""

from collections.abc import Mapping, Sequence
from itertools import product, starmap

import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.corpus.absent import AbsentCorpus

MIN_WEIGHT = 0.5  # of the heaviest word's loading: that of a word in the name
MAX_WORDS, MAX_CHARACTERS = 3, 24  # of a name; two words may be longer
MIN_STEM = 3  # letters that forms of a word have in common


def own_names(corpus: Corpus | AbsentCorpus, solution: Solution) -> dict[str, str]:
    """Return a name for each topic, by its heaviest word as in `topic_names`.

    A name is the topic's two heaviest words, or three if they are short. Of forms of
    one word (land, lands; help, helpful; matrix, matrices; year, fiscal year) only the
    heaviest is used, and no word that is less than half as heavy as the first: those
    say little of the topic, and negative ones run against it. Given names override
    these: ``{**own, **given}``.

    Chosen by reading the names of 8 and 20 topics of the bundled corpora, single words
    and with pairs of words joined. Names by how well a word tells the topic's documents
    from others (Chuang, Manning and Heer, "Termite", AVI 2012) were "year, fiscal",
    "postmaster, department" and "deviation, ddof, mean"; these are "fiscal,
    expenditures", "department, post, office" and "mean, deviation".
    """
    heavy = solution.loadings >= MIN_WEIGHT * solution.loadings[:, :1]
    return {
        corpus.words[support[0]]: _name([corpus.words[word] for word in support[those]])
        for support, those in zip(solution.supports, heavy, strict=True)
    }


def _name(words: list[str]) -> str:
    """Join the first words, and of forms of one word only the first."""
    chosen: list[str] = []
    for word in words:
        if not any(_share_a_word(word, other) for other in chosen):
            chosen.append(word)
    name = ", ".join(chosen[:MAX_WORDS])
    return name if len(name) <= MAX_CHARACTERS else ", ".join(chosen[: MAX_WORDS - 1])


def _share_a_word(phrase: str, other: str) -> bool:
    return any(starmap(_are_forms, product(phrase.split(), other.split())))


def _are_forms(word: str, other: str) -> bool:
    """Return whether one word begins with another, but perhaps for its last letter."""
    length = min(len(word), len(other))
    stem = max(min(length, MIN_STEM), length - 1)
    return word[:stem] == other[:stem]


def topic_names(
    corpus: Corpus | AbsentCorpus, solution: Solution, names: Mapping[str, str] = {}
) -> list[str]:
    """Return each topic's name: in `names` by its heaviest word, or else as Topic 3.

    So a name stays with its topic when another run changes the order. If two topics
    would have the same name, all are numbered.
    """
    leaders = [corpus.words[support[0]] for support in solution.supports]
    called = [
        names.get(leader) or f"Topic {topic}"
        for topic, leader in enumerate(leaders, start=1)
    ]
    if len(set(called)) == len(called):
        return called
    return numbered(called)


def numbered(names: Sequence[str]) -> list[str]:
    """Put its number before each topic's name."""
    if all(name.startswith(f"{i}. ") for i, name in enumerate(names, start=1)):
        return list(names)
    return [f"{topic}. {name}" for topic, name in enumerate(names, start=1)]


def with_names(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Add the names of `topic_names` to a table that has a column of topics.

    Topic 0 is none, and has an empty name.
    """
    called = ["", *names]
    return table.assign(name=[called[topic] for topic in table["topic"]])
