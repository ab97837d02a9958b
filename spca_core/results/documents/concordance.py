"""A concordance: each place of a word or phrase, between what is before and after it.

The lines can be sorted by what is left or right of the word, word by word away from it,
as concordancers do.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.occurrence import words_of_topics_in
from spca_core.corpus.texts.merging import with_forms
from spca_core.corpus.texts.segmentation import UNSPACED
from spca_core.corpus.texts.whole_words import (
    BEGINNING,
    finder,
    normalised,
    phrases,
)
from spca_core.errors import InputError, check_choice
from spca_core.formatting import counted
from spca_core.problem.covariance import Covariance
from spca_core.results.corpus.titles import date_of, title
from spca_core.results.documents.document_list import known_columns
from spca_core.results.files.tables import LongTable

WIDTH = 60  # characters on either side
MAX_LINES = 1_000_000  # of one concordance
MAX_SOUGHT = 200  # characters
AT_ONCE = 10_000  # lines of a piece
MAX_SPELLINGS = 12
ORDERS = {  # of lines, and what each is called on screen
    "": "As in the texts",
    "before": "By the words before",
    "after": "By the words after",
}
QUOTES = '"“”'
# A word, or a letter of a script whose words stand side by side.
WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")
SPACES = re.compile(r"\s+")


@dataclass(frozen=True, eq=False, kw_only=True)
class Concordance:
    """Where words or phrases are in a corpus.

    Attributes
    ----------
    corpus : Corpus
    sought : str
        What was looked for.
    words : tuple of str
        All single words in it, as they are counted and as they are written; a star at
        the end of one is for any more letters.
    n_hits : int
        How often it was found; where there are no texts, by the counts.
    has : ndarray of shape (n_documents,)
        Which documents have it, copies that were left out among them.
    places : ndarray of shape (n_lines, 3)
        The row of each hit's document, and where the hit begins and ends in its text;
        none without texts, and `MAX_LINES` at most.
    """

    corpus: Corpus
    sought: str
    words: tuple[str, ...]
    n_hits: int
    has: np.ndarray
    places: np.ndarray

    @property
    def n_lines(self) -> int:
        return len(self.places)

    @property
    def summary(self) -> str:
        """How often it was found, in how many documents, as a sentence."""
        n_with, kind = int(self.has.sum()), self.corpus.kind
        of_all = counted(len(self.has), kind.documents)
        if not n_with:
            return f"“{self.sought}” is in none of {of_all}."
        if kind.weighting == "counts":  # the numbers count nothing
            return f"“{self.sought}” is not 0 in {n_with:,} of {of_all}."
        times = "once" if self.n_hits == 1 else counted(self.n_hits, "times")
        found = f"“{self.sought}” occurs {times}, in {n_with:,} of {of_all}."
        if self.n_hits > self.n_lines > 0:
            found += f" The first {self.n_lines:,} are listed."
        return found

    def order(self, by: str) -> np.ndarray:
        """Return the lines, from 0, in one of `ORDERS`, the nearest words first.

        raises : InputError if it is none of them
        """
        check_choice("sort", by, ORDERS)
        if not by:
            return np.arange(self.n_lines)
        keys = [*self._keys(by)]
        lines = sorted(range(len(keys)), key=keys.__getitem__)
        return np.array(lines, dtype=np.int64)

    def _keys(self, by: str) -> Iterator[str]:
        """Yield the words before or after each line's word, the nearest first."""
        for before, _, after in self._cuts(self.places):
            words = WORD.findall((before if by == "before" else after).casefold())
            yield "\0".join(reversed(words) if by == "before" else words)

    def _cuts(self, places: np.ndarray) -> Iterator[tuple[str, str, str]]:
        """Yield what is before, at and after each place."""
        for text, start, end in self._in_texts(places):
            # Of text that has twice as many blanks as letters, WIDTH are left.
            before = _spaced(text[max(start - 3 * WIDTH, 0) : start])[-WIDTH:]
            after = _spaced(text[end : end + 3 * WIDTH])[:WIDTH]
            yield before, _spaced(text[start:end]), after

    def _in_texts(self, places: np.ndarray) -> Iterator[tuple[str, int, int]]:
        """Yield the text of each place, where it begins and where it ends."""
        texts, known, text = self.corpus.with_copies.texts, -1, ""
        for row, start, end in places.tolist():
            if row != known:
                known, text = row, normalised(texts[row])
            yield text, start, end

    def lines(self, order: np.ndarray) -> pd.DataFrame:
        """Return lines, a row for each: document, title, date, before, word, after.

        order : of lines, from 0
        """
        places = self.places[order]
        documents = (places[:, 0] + 1).tolist()
        cuts = pd.DataFrame(self._cuts(places), columns=["before", "word", "after"])
        cuts.insert(0, "document", documents)
        cuts.insert(1, "title", [title(self.corpus, number) for number in documents])
        cuts.insert(2, "date", [date_of(self.corpus, number) for number in documents])
        return cuts

    def table(self, by: str = "") -> LongTable:
        """Return all lines in an order, with the groups of their documents, for a file.

        by : as for `order`
        """
        return LongTable("Lines", self._pieces(by), [self.corpus.name, self.summary])

    def _pieces(self, by: str) -> Iterator[pd.DataFrame]:
        order, others = self.order(by), ("document", "before", "word", "after")
        known = known_columns(self.corpus, others)
        for first in range(0, max(self.n_lines, 1), AT_ONCE):
            chosen = order[first : first + AT_ONCE]
            lines, rows = self.lines(chosen), self.places[chosen, 0].tolist()
            of_documents = {
                name: [values[row] for row in rows] for name, values in known.items()
            }
            columns = {name: lines[name] for name in others}
            yield pd.DataFrame({**columns, **of_documents})

    @cached_property
    def spellings(self) -> pd.DataFrame:
        """How it is written in the lines, most often first: word, hits."""
        places = self._in_texts(self.places)
        words = (_spaced(text[start:end]).casefold() for text, start, end in places)
        common = Counter(words).most_common(MAX_SPELLINGS)
        return pd.DataFrame(common, columns=["word", "hits"])

    def describe_spellings(self) -> str:
        """Say how it is written, if not always in the same way."""
        table = self.spellings
        if len(table) < 2:
            return ""
        written = (f"{word} ({n:,})" for word, n in table.itertuples(index=False))
        return f"Written as {', '.join(written)}."


def find(corpus: Corpus, sought: str) -> Concordance:
    """Find words, phrases and beginnings in a corpus, in upper or lower case.

    Parameters
    ----------
    corpus : Corpus
        If it has no texts, words are found by their counts alone.
    sought : str
        ``slavery``; ``civil war``, a phrase, which is in texts alone; ``slav*``, all
        that begins so, also in a phrase; with ``|`` between them, any of several. A
        word is found in all the forms that were counted as it; in quotation marks, as
        it is written.

    Returns
    -------
    Concordance
        Where it is; that may be nowhere.

    Raises
    ------
    InputError
        If it is empty or longer than 200 characters.

    Examples
    --------
    >>> import spca_core
    >>> found = spca_core.find(spca_core.load("state_of_the_union"), "civil war")
    >>> found.summary
    '“civil war” occurs 93 times, in 88 of 22,540 documents.'
    >>> found.lines(found.order("after"))["after"].tolist()[-1]
    ' yet rages in Spain, producing intense suffering to its own '
    """
    corpus.check_has_documents()
    wanted = _alternatives(corpus, sought)
    words = {word for phrase in wanted for word in phrase.split()}
    words |= {counted_word(corpus, word) for word in words} - {""}
    has_texts = bool(corpus.with_copies.texts)
    search = _search_texts if has_texts else _search_counts
    n_hits, has, places = search(corpus.with_copies, wanted)
    return Concordance(
        corpus=corpus,
        sought=sought,
        words=tuple(sorted(words)),
        n_hits=n_hits,
        has=has,
        places=places,
    )


def _search_texts(
    corpus: Corpus, wanted: Sequence[str]
) -> tuple[int, np.ndarray, np.ndarray]:
    """Return how often phrases are in the texts, in which of them, and where."""
    search, n_hits = finder(wanted), 0
    has, places = np.zeros(corpus.n_documents, dtype=bool), array("q")
    for row, text in enumerate(corpus.texts):
        for hit in search(text):
            has[row] = True
            if n_hits < MAX_LINES:
                places.extend((row, *hit.span()))
            n_hits += 1
    return n_hits, has, np.array(places, dtype=np.int64).reshape(-1, 3)


def _search_counts(
    corpus: Corpus, wanted: Sequence[str]
) -> tuple[int, np.ndarray, np.ndarray]:
    """Return the same by the counts of words, which do not tell where."""
    is_wanted = phrases(wanted).fullmatch
    columns = [place for place, word in enumerate(corpus.words) if is_wanted(word)]
    n_hits, has = 0, np.zeros(corpus.n_documents, dtype=bool)
    if columns:
        has = words_of_topics_in(corpus.observations, np.array([columns]))[:, 0] > 0
        sums = Covariance(corpus.observations, centred=False).moments[0]
        n_hits = int(sums[columns].sum())
    return n_hits, has, np.zeros((0, 3), dtype=np.int64)


def _alternatives(corpus: Corpus, sought: str) -> list[str]:
    """Return the words and phrases that are looked for, forms among them."""
    alternatives = [each.strip() for each in normalised(sought).split("|")]
    wanted = [form for each in alternatives for form in _forms(corpus, each)]
    if not any(each.strip(BEGINNING) for each in wanted) or len(sought) > MAX_SOUGHT:
        raise InputError(
            f"{sought[:MAX_SOUGHT]!r} cannot be found: it must have letters, and "
            f"{MAX_SOUGHT} characters at most. Type a word, a phrase, or the beginning "
            "of a word with a star: slav*."
        )
    return [each for each in wanted if each.strip(BEGINNING)]


def _forms(corpus: Corpus, alternative: str) -> list[str]:
    """Return the forms of a word that is counted, or else what is sought as it is."""
    plain = alternative.strip(QUOTES).strip()
    if plain != alternative:
        return [plain]
    word = counted_word(corpus, alternative)
    return with_forms([word], corpus.forms) if word else [plain]


def counted_word(corpus: Corpus, typed: str) -> str:
    """Return the word of a corpus that was typed, or whose form it is, or "".

    Case is ignored where no word has the case that was typed.
    """
    wanted = normalised(typed.strip()).casefold()
    alike = [word for word in corpus.words if word.casefold() == wanted]
    if typed in alike:
        return typed
    owners = (
        word
        for word, forms in corpus.forms.items()
        if wanted in {form.casefold() for form in forms}
    )
    return next(iter(alike), None) or next(owners, "")


def _spaced(text: str) -> str:
    """Return a text on one line, with one blank wherever it has some."""
    return SPACES.sub(" ", text)
