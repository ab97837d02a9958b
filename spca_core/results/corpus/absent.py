"""A corpus that is not here: what a saved result says of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from spca_core.corpus.conditions import Condition
from spca_core.corpus.corpus import Kind
from spca_core.errors import InputError
from spca_core.results.documents.scoring import Scoring


@dataclass(frozen=True, eq=False, kw_only=True)
class AbsentCorpus:
    """It takes the place of a `Corpus` for what needs no counts; the rest is refused.

    words   : of the topics alone, one topic after another
    n_words : of the whole corpus
    scoring : what new documents are scored by, if that was saved
    """

    name: str
    content_id: str
    n_documents: int
    n_words: int
    words: tuple[str, ...]
    kind: Kind
    warnings: tuple[str, ...]
    preparation: Mapping[str, Any]
    where: tuple[Condition, ...] = ()
    scoring: Scoring | None = None
    files: tuple[()] = ()

    def __getattr__(self, attribute: str) -> NoReturn:
        if attribute.startswith("__"):  # Python asks for these itself.
            raise AttributeError(attribute)
        raise InputError(
            f"This needs the counts of {self.name}, and the result was opened without "
            "them. Open it with its corpus: Topics.open(path, load(...))."
        )
