"""Join words into one that occur together more often than by chance.

G. Bouma, "Normalized (pointwise) mutual information in collocation extraction", 2009.
"""

import numpy as np

from spca_core.corpus.texts.analyser import Rounds
from spca_core.corpus.texts.tokens import Stream, Tokens

MIN_COUNT, MIN_NPMI = 10, 0.5  # of a pair


def join_phrases(tokens: Tokens, longest: int) -> tuple[Tokens, Rounds]:
    """Join pairs of words, then pairs with a third word, up to `longest` words.

    A pair a b is joined wherever it occurs if it occurs at least 10 times and
    ln(p(ab) / (p(a) p(b))) / -ln p(ab) is at least 1/2. Also return the pairs.
    """
    rounds: list[tuple[tuple[str, str], ...]] = []
    for _ in range(longest - 1):
        pairs = _pairs(tokens)
        phrases = _frequent(tokens, pairs, longest)
        places = (divmod(int(phrase), len(tokens.words)) for phrase in phrases)
        rounds.append(
            tuple((tokens.words[first], tokens.words[last]) for first, last in places)
        )
        tokens = _joined(tokens, pairs, phrases)
    return tokens, tuple(rounds)


def join_known(tokens: Tokens, rounds: Rounds) -> Tokens:
    """Join the pairs of words that were joined in other texts."""
    for names in rounds:
        place_of = {word: place for place, word in enumerate(tokens.words)}
        known = [pair for pair in names if {*pair} <= place_of.keys()]
        phrases = [
            place_of[first] * len(tokens.words) + place_of[last]
            for first, last in known
        ]
        tokens = _joined(tokens, _pairs(tokens), np.sort(np.array(phrases, np.int64)))
    return tokens


def _pairs(tokens: Tokens) -> np.ndarray:
    """Return a number for each pair of neighbours, (n_tokens - 1,), or -1 for none.

    It is that of the first word times the number of words, plus that of the second.
    """
    places = tokens.places
    pairs = places[:-1].astype(np.int64) * len(tokens.words) + places[1:]
    pairs[~_adjacent(places, tokens.stream.ends)] = -1
    return pairs


def _frequent(tokens: Tokens, pairs: np.ndarray, longest: int) -> np.ndarray:
    """Return the numbers of the pairs that are phrases, in their order."""
    distinct, counts = np.unique(pairs[pairs >= 0], return_counts=True)
    lengths = np.array([word.count(" ") + 1 for word in tokens.words], np.int64)
    firsts, seconds = np.divmod(distinct, len(tokens.words))
    short = lengths[firsts] + lengths[seconds] <= longest
    npmi = _npmi(tokens.totals, firsts, seconds, counts)
    return distinct[short & (counts >= MIN_COUNT) & (npmi >= MIN_NPMI)]


def _adjacent(places: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return which neighbours are both words of one text, (n_tokens - 1,)."""
    both = (places[:-1] >= 0) & (places[1:] >= 0)
    both[ends[(ends > 0) & (ends < len(places))] - 1] = False
    return both


def _npmi(
    totals: np.ndarray, firsts: np.ndarray, seconds: np.ndarray, counts: np.ndarray
) -> np.ndarray:
    n_tokens = totals.sum()
    joint = counts / n_tokens
    independent = totals[firsts] / n_tokens * (totals[seconds] / n_tokens)
    # A pair that makes up everything has probability 1, and no surprise.
    surprise = np.maximum(-np.log(joint), np.finfo(float).tiny)
    return np.log(joint / independent) / surprise


def _without_overlaps(are_phrases: np.ndarray) -> np.ndarray:
    """Return where joined pairs start: every other one of a row of overlaps."""
    places = np.flatnonzero(are_phrases)
    first = np.diff(places, prepend=-2) > 1
    row_start = places[np.maximum.accumulate(np.where(first, np.arange(len(first)), 0))]
    return places[(places - row_start) % 2 == 0]


def _joined(tokens: Tokens, pairs: np.ndarray, phrases: np.ndarray) -> Tokens:
    """Return the tokens with the pairs joined that are phrases."""
    if not phrases.size:
        return tokens
    starts = _without_overlaps(np.isin(pairs, phrases))
    which = np.searchsorted(phrases, pairs[starts])
    n_words, n_numbers = len(tokens.words), len(tokens.place_of)
    named = (divmod(int(phrase), n_words) for phrase in phrases)
    names = (f"{tokens.words[first]} {tokens.words[second]}" for first, second in named)
    numbers = tokens.stream.numbers.copy()
    numbers[starts] = n_numbers + which
    kept = np.ones(len(numbers), bool)
    kept[starts + 1] = False
    ends = np.concatenate([[0], np.cumsum(kept)])[tokens.stream.ends]
    added = np.arange(n_words, n_words + len(phrases), dtype=np.int32)
    return Tokens(
        (*tokens.words, *names),
        Stream.of(numbers[kept], ends, n_numbers + len(phrases)),
        np.append(tokens.place_of, added),
    )
