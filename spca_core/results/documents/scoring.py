"""What documents are scored by: the words of a corpus, and what they are worth there.

It scores documents that the corpus does not have as those that it has.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.blocks import Blocks
from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus, Kind
from spca_core.corpus.load import read_source
from spca_core.corpus.matrix import Matrix, canonical, dense, is_full
from spca_core.corpus.options import Preparation, Reading
from spca_core.corpus.readers.lines import names_of
from spca_core.corpus.rewording import reworded
from spca_core.corpus.stored import Numbers
from spca_core.corpus.texts.analyser import Analyser
from spca_core.corpus.texts.counting import bare_words
from spca_core.corpus.texts.merging import known_names
from spca_core.corpus.texts.recounting import recount
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.corpus.texts.whole_words import normalised
from spca_core.corpus.weighting import Weights, check_counts, weighted, weights_of
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.options import frozen, with_values
from spca_core.problem.settings import Settings
from spca_core.running.bars import Progress

UNKNOWN, LEFT_OUT = -1, -2  # in the place of a word's column
MAX_LISTED = 5  # columns
MAX_SAVED = 300_000  # words: more would make a file that is too long to be opened
NUMBERED = names_of("word", 1) + names_of("feature", 1)  # the first of those without


class Rows(NamedTuple):
    """Some documents.

    numbers  : (n_documents, n_words), of the words that are known
    weighted : the same, as they are scored
    centre   : (n_words,), to be subtracted from sparse numbers when they are scored
    unknown  : (n_documents,), how often they have other words
    """

    numbers: Matrix
    weighted: Matrix
    centre: np.ndarray
    unknown: np.ndarray


@dataclass(frozen=True, eq=False, kw_only=True)
class Scoring:
    """The words of a corpus, and what is done to numbers before they are scored.

    Attributes
    ----------
    words : tuple of str
        In the order of the columns.
    weights : Weights
        What a number is worth, by its word.
    centre : ndarray of shape (n_words,)
        The means of measurements as they are weighted, if these are centred; else 0.
    kind : Kind
        COUNTS or MEASUREMENTS.
    is_dense : bool
        Whether the corpus has a number in every cell. Then shares are of deviations
        from the means.
    analyser : Analyser or None
        How the words of texts were found; None if the corpus came as numbers.
    preparation : Preparation
        Its phrases, the words that are the same, and those that are left out.
    """

    words: tuple[str, ...]
    weights: Weights
    centre: np.ndarray
    kind: Kind
    is_dense: bool
    analyser: Analyser | None
    preparation: Preparation

    @staticmethod
    def of(corpus: Corpus, settings: Settings) -> "Scoring":
        """Return what the documents of a corpus, if it has any, are scored by."""
        weighting, norm = settings.weighting, settings.norm
        weights = weights_of(corpus, weighting, norm)
        centre = np.zeros(corpus.n_words)
        is_measured = corpus.kind.weighting == "counts"
        if is_measured and settings.centred:
            numbers = weighted(corpus, weighting, norm)
            centre = np.asarray(numbers.mean(axis=0))
        return Scoring(
            words=tuple(map(normalised, corpus.words)),
            weights=weights or Weights(weighting, norm, np.ones(corpus.n_words)),
            centre=centre,
            kind=MEASUREMENTS if is_measured else COUNTS,
            is_dense=is_full(corpus.observations),
            analyser=corpus.analyser,
            preparation=with_values(Preparation(), frozen(corpus.preparation)),
        )

    def read(
        self,
        source: Any,
        words: Any,
        reading: Reading,
        progress: bool | Progress | None = None,
    ) -> Corpus:
        """Return new documents, their words counted as those of the corpus were.

        Copies are documents like the others.

        words : of counts that come without them, as for `load`
        """
        return read_source(source, words, reading, progress, self.count).with_copies

    def count(
        self,
        texts: Texts,
        asked: Tokenisation,
        progress: Callable[[int, int], None],
    ) -> Corpus:
        """Return the counts of new texts, with the phrases of the preparation."""
        if self.kind is MEASUREMENTS:
            raise InputError(
                f"{texts.name} has texts, and these topics are of measurements. Give a "
                f"table of numbers with the columns {_listed(self.words)}."
            )
        if asked.vocabulary:
            raise InputError(
                f"words: {texts.name} has texts, whose words are counted as those of "
                "the topics were. Leave the list out: it is for counts without words."
            )
        found = recount(texts, self.analyser, self._known, progress)
        return reworded(found, self.preparation.phrases, ())

    def rows(self, new: Corpus) -> Iterator[Rows]:
        """Yield new documents, some at a time.

        raises : InputError if measurements lack a column, or the columns of counts
            have no names, or counts are negative
        """
        homes = self._homes(new)
        is_known = homes >= 0
        cells = np.ones(is_known.sum()), (np.flatnonzero(is_known), homes[is_known])
        members = sparse.csr_array(cells, shape=(new.n_words, len(self.words)))
        are_unknown = (homes == UNKNOWN) * 1.0
        for given in _by_block(new.observations):
            numbers: Any = given @ members
            numbers = dense(numbers) if self.is_dense else canonical(numbers)
            check_counts(numbers, self.weights.weighting)
            worth: Any = self.weights.applied(numbers)
            centre = self.centre
            if self.is_dense:
                worth, centre = worth - centre, np.zeros_like(centre)
            yield Rows(numbers, worth, centre, given @ are_unknown)

    @property
    def _known(self) -> dict[str, None]:
        """The words, and those that are counted as one of them."""
        same = self.preparation.same
        return dict.fromkeys((*self.words, *(word for group in same for word in group)))

    def _homes(self, new: Corpus) -> np.ndarray:
        """Return the column of each word of new documents, UNKNOWN, or LEFT_OUT."""
        columns = {word: column for column, word in enumerate(self.words)}
        names = [*map(normalised, new.words)]
        if self.kind is MEASUREMENTS:
            self._check_columns(new, names)
        else:
            names = self._as_counted(names)
        firsts = {
            normalised(word): normalised(group[0])
            for group in self.preparation.same
            for word in group
        }
        left_out = self._left_out(names)
        homes = [
            columns.get(name, LEFT_OUT if name in left_out else UNKNOWN)
            for name in (firsts.get(name, name) for name in names)
        ]
        if max(homes) < 0 and new.words[0] in NUMBERED:
            raise InputError(
                f"The {counted(new.n_words, 'columns')} of {new.name} have no names, "
                "by which words of the topics' corpus are known. Give the option words."
            )
        return np.array(homes)

    def _left_out(self, names: Sequence[str]) -> set[str]:
        """Return words that were left out by name, and function words of `names`."""
        left_out = {*map(normalised, self.preparation.stop_words)}
        if found := self.analyser:
            left_out |= {*found.usual}
            bare = bare_words(names, found.tokenisation, found.languages)
            left_out |= {
                name for name, word in zip(names, bare, strict=True) if not word
            }
        return left_out

    def _as_counted(self, names: Sequence[str]) -> list[str]:
        """Return what each word is counted as, also of numbers without texts."""
        found, known = self.analyser, self._known
        if found is None:
            return [*names]
        if found.tokenisation.lowercase:
            names = [name if name in known else name.lower() for name in names]
        return known_names(names, found.forms, known, found.merging, found.languages)

    def _check_columns(self, new: Corpus, names: Sequence[str]) -> None:
        there = {*names}
        missing = [word for word in self.words if word not in there]
        if missing:
            raise InputError(
                f"{new.name} lacks {counted(len(missing), 'columns')} of the topics' "
                f"data: {_listed(missing)}. Name its columns as they were, or add them."
            )


def _by_block(numbers: Numbers) -> Iterator[Matrix]:
    if isinstance(numbers, np.ndarray):
        yield numbers
    else:
        yield from Blocks.of(numbers).each(sparse.csr_array)


def _listed(names: Sequence[str]) -> str:
    more = ", ..." if len(names) > MAX_LISTED else ""
    return f"{', '.join(name[:64] for name in names[:MAX_LISTED])}{more}"
