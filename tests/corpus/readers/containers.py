"""Invented articles, and an archive of the press that exports them."""

from datetime import date
from typing import NamedTuple

import numpy as np

SUBJECTS = {
    "en": (
        "the garden",
        ["harbour", "bread", "train", "rain", "river", "paper", "glass"],
    ),
    "de": (
        "den Garten",
        ["Häuser", "Brücke", "Zug", "Regen", "Fluß", "Öl", "Straße", "Käse"],
    ),
    "fr": (
        "l'été",
        ["rivière", "théâtre", "pain", "forêt", "école", "œuvre", "fenêtre"],
    ),
}


class Article(NamedTuple):
    title: str
    day: date
    section: str
    paragraphs: tuple[str, ...]


def made_articles(seed: int, n: int, language: str = "en") -> list[Article]:
    """Return articles of different texts, titles and days."""
    rng = np.random.default_rng(seed)
    about, words = SUBJECTS[language]

    def paragraph() -> str:
        drawn = rng.integers(len(words), size=(rng.integers(3, 6), 9))
        sentences = (" ".join(words[word] for word in row) for row in drawn)
        return " ".join(f"{each.capitalize()}." for each in sentences)

    return [
        Article(
            f"Report {number} on {about}",
            date(2001 + number % 20, 1 + number % 12, 1 + number % 28),
            ("Local", "Economy")[number % 2],
            tuple(paragraph() for _ in range(rng.integers(1, 4))),
        )
        for number in range(1, n + 1)
    ]
