"""Documents of text as they were parsed, before their words are counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spca_core.corpus.report import NOTHING_TO_REPORT, Report
from spca_core.formatting import counted

KNOWN = ("texts", "titles", "groups", "dates")
TEXTS_SAMPLED, CHARACTERS_SAMPLED = 200, 1_000  # texts, and characters of each


def no_words(n_documents: int) -> str:
    """Say that a file has documents but no words, or no documents at all."""
    if not n_documents:
        return "has no documents"
    return f"has {counted(n_documents, 'documents')}, but no words to count"


def sampled_beginnings(texts: Sequence[str]) -> list[str]:
    """Return the beginnings of some texts, in equal steps through all of them."""
    step = -(-len(texts) // TEXTS_SAMPLED) or 1
    return [text[:CHARACTERS_SAMPLED] for text in texts[::step]]


def known_of(documents: Any) -> dict[str, Any]:
    """Return the fields that texts and a corpus share: what is known of documents."""
    return {name: getattr(documents, name) for name in KNOWN}


@dataclass(frozen=True, eq=False, kw_only=True)
class Texts:
    """The texts of a file, whose words can be counted in several ways."""

    name: str  # on screen
    texts: tuple[str, ...] = field(repr=False)
    titles: tuple[str, ...] = ()  # one for each text, or none; as for groups and dates
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by name
    dates: tuple[str, ...] = ()  # in ISO 8601, as far as known; "" where there is none
    labels: Any = None  # of a user's rows, each of which stays one; None if not his
    warnings: tuple[str, ...] = ()
    report: Report = NOTHING_TO_REPORT
