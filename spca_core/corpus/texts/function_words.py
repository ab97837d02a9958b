"""Function words of texts in several languages, and those that no list has."""

from collections.abc import Sequence

import numpy as np

from spca_core.corpus.texts.languages import stop_words
from spca_core.corpus.texts.tokens import Stream, Tokens
from spca_core.formatting import counted

SHORT_LIST = 500  # function words: lists of fewer are completed
COMPLETE = {"en"}  # our own list
FEWEST_TEXTS = 20
MIN_TEXTS = 0.5  # of the texts have the word
MIN_EVEN = 0.9  # of the texts that would have it if it were spread at random
MAX_USUAL = 0.05  # of the different words
MAX_SHOWN = 10  # words in a sentence


def languages_of_texts(tokens: Tokens, languages: Sequence[str]) -> np.ndarray:
    """Return which language each text has the most function words of, (n_texts,)."""
    _, n_found = _function_words(tokens, languages)
    return np.argmax(n_found, axis=0)


def languages_of_words(tokens: Tokens, spoken: np.ndarray) -> np.ndarray:
    """Return which language's texts have each word most often, (n_words,).

    spoken : the language of each text
    """
    texts = np.repeat(spoken, np.diff(tokens.stream.ends, prepend=0))
    found = np.zeros((int(spoken.max(initial=0)) + 1, len(tokens.words)), np.int64)
    kept = tokens.places >= 0
    np.add.at(found, (texts[kept], tokens.places[kept]), 1)
    return found.argmax(axis=0)


def without_own_function_words(tokens: Tokens, languages: Sequence[str]) -> Tokens:
    """Leave out of each text the function words of the language that it has most of.

    So German *die* goes, and English *die* stays.
    """
    listed, n_found = _function_words(tokens, languages)
    lengths = np.diff(tokens.stream.ends, prepend=0)
    texts = np.repeat(np.arange(len(lengths)), lengths)
    language = np.argmax(n_found, axis=0)
    none = len(tokens.place_of) - 1  # the number of no word
    numbers = np.where(
        listed[language[texts], tokens.places], none, tokens.stream.numbers
    ).astype(np.int32)
    stream = Stream.of(numbers, tokens.stream.ends, none + 1)
    return tokens._replace(stream=stream)


def _function_words(
    tokens: Tokens, languages: Sequence[str]
) -> tuple[np.ndarray, np.ndarray]:
    """Return which words each language lists, and how often each text has them.

    returns : (n_languages, n_words + 1) and (n_languages, n_texts)
    """
    places = tokens.places
    lengths = np.diff(tokens.stream.ends, prepend=0)
    texts = np.repeat(np.arange(len(lengths)), lengths)
    # The last entry, at -1, is for words that were left out before.
    of_each = map(stop_words, languages)
    listed = np.array([[*map(of.__contains__, tokens.words), False] for of in of_each])
    n_found = [
        np.bincount(texts[own[places]], minlength=len(lengths)) for own in listed
    ]
    return listed, np.array(n_found)


def usual_words(
    tokens: Tokens, languages: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what no list has, and yet most texts, as often as chance would have it.

    A word of a topic is in fewer texts than if all its occurrences were spread at
    random: K. Church and W. Gale, "Poisson mixtures", 1995. Only where the list of the
    language's function words is short. Also return a sentence that names the words.
    """
    n_texts = len(tokens.stream.ends)
    are_short = [len(stop_words(code)) < SHORT_LIST for code in languages]
    if are_short != [True] or languages[0] in COMPLETE or n_texts < FEWEST_TEXTS:
        return (), ()
    counts = tokens.counts()
    lengths = counts.sum(axis=1)
    has = np.bincount(counts.indices, minlength=len(tokens.words))
    candidates = np.flatnonzero(has >= MIN_TEXTS * n_texts)
    rates = tokens.totals[candidates] / max(lengths.sum(), 1)
    expected = np.array([(-np.expm1(-rate * lengths)).sum() for rate in rates])
    usual = candidates[has[candidates] >= MIN_EVEN * expected]
    # Of few different words, those of a topic may be in most texts.
    if not 0 < len(usual) <= MAX_USUAL * len(tokens.words):
        return (), ()
    most = usual[np.argsort(-has[usual], kind="stable")][:MAX_SHOWN]
    shown = ", ".join(tokens.words[i] for i in most)
    more = ", ..." if len(usual) > MAX_SHOWN else ""
    sentence = (
        f"Left out with the function words, as most texts have them evenly: "
        f"{counted(len(usual), 'words')} ({shown}{more})."
    )
    return tuple(tokens.words[i] for i in usual), (sentence,)
