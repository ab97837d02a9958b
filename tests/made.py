"""Texts that are made up: words that mean nothing, and topics that are planted."""

from itertools import product

import numpy as np

SYLLABLES = ["".join(pair) for pair in product("bdfgklmnprtvz", "aeiou")]
N_WORDS, N_TOPICS, SIZE = 1_500, 5, 10
LENGTH = 40  # words of a text


def vocabulary() -> list[str]:
    """Return words of three syllables, no two alike."""
    rng = np.random.default_rng(0)
    chosen = rng.choice(len(SYLLABLES) ** 3, N_WORDS, replace=False)
    base = len(SYLLABLES)
    places = [(n % base, n // base % base, n // base**2) for n in chosen]
    return ["".join(SYLLABLES[place] for place in three) + "n" for three in places]


WORDS = vocabulary()
TOPICS = [
    frozenset(WORDS[200 + i * SIZE : 200 + (i + 1) * SIZE]) for i in range(N_TOPICS)
]


def sentences(seed: int, n_sentences: int, n_words: int = 12) -> list[str]:
    """Return sentences of words that are drawn by chance, frequent ones more often."""
    rng = np.random.default_rng(seed)
    rates = 1 / np.arange(10, N_WORDS + 10)
    drawn = rng.choice(N_WORDS, (n_sentences, n_words), p=rates / rates.sum())
    return [" ".join(WORDS[word] for word in row).capitalize() + "." for row in drawn]


def planted_texts(seed: int, n_texts: int) -> list[str]:
    """Return texts of three sentences, each with half of the words of a topic."""
    rng = np.random.default_rng(seed)
    plain = sentences(seed, 3 * n_texts)
    texts = []
    for place in range(n_texts):
        own = rng.permutation(sorted(TOPICS[place % N_TOPICS]))[: SIZE // 2]
        parts = plain[3 * place : 3 * place + 3]
        texts.append(f"{' '.join(parts)} {' '.join(own).capitalize()}.")
    return texts
