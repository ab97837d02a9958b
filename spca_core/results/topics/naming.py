"""What topics are called."""

from collections.abc import Sequence
from itertools import compress, product, starmap

import pandas as pd

from spca_core.results.topics.chance import marked
from spca_core.topics import Topics

MIN_WEIGHT = 0.5  # of the heaviest word's loading: that of a word in the name
MAX_WORDS, MAX_CHARACTERS = 3, 24  # of a name; two words may be longer
MIN_STEM = 3  # letters that forms of a word have in common


def own_names(topics: Topics) -> dict[str, str]:
    """Return the automatic name of each topic, by its heaviest word.

    A name is the topic's two heaviest words, or three if they are short. Of forms of
    one word (land, lands; help, helpful; matrix, matrices; year, fiscal year) only the
    heaviest is used, and no word that is less than half as heavy as the first: those
    say little of the topic, and negative ones run against it.

    Chosen by reading the names of 8 and 20 topics of the bundled corpora, single words
    and with pairs of words joined. Names by how well a word tells the topic's documents
    from others (Chuang, Manning and Heer, "Termite", AVI 2012) were "year, fiscal",
    "postmaster, department" and "deviation, ddof, mean"; these are "fiscal,
    expenditures", "department, post, office" and "mean, deviation".
    """
    heavy = topics.loadings >= MIN_WEIGHT * topics.loadings[:, :1]
    return {
        words[0]: _name([*compress(words, those)])
        for words, those in zip(topics.words(), heavy, strict=True)
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


def called(topics: Topics) -> dict[str, str]:
    """Return the name of each topic by its heaviest word: given by hand, or its own.

    So a name stays with its topic when another run changes the order.
    """
    given = {leader: name for leader, name in topics.edits.names.items() if name}
    return {**own_names(topics), **given}


def names_of(topics: Topics) -> list[str]:
    """Return each topic's name, with a mark on those that could be chance.

    If two topics would have the same name, all are numbered.
    """
    by_leader = called(topics)
    names = [by_leader[leader] for leader in topics.leaders]
    distinct = names if len(set(names)) == len(names) else numbered(names)
    return marked(distinct, topics.chance)


def visible(topics: Topics, table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the topics that are not hidden, with their names."""
    return with_names(table[~table["topic"].isin(topics.hidden)], topics.names)


def numbered(names: Sequence[str]) -> list[str]:
    """Put its number before each topic's name."""
    if all(name.startswith(f"{i}. ") for i, name in enumerate(names, start=1)):
        return list(names)
    return [f"{topic}. {name}" for topic, name in enumerate(names, start=1)]


def with_names(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Add the names of topics to a table that has a column of topics.

    Topic 0 is none, and has an empty name.
    """
    called = ["", *names]
    return table.assign(name=[called[topic] for topic in table["topic"]])
