"""Words that are counted as one: phrases of the texts, and words that are the same."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import Matrix, canonical, in_memory
from spca_core.corpus.stored import StoredCounts
from spca_core.corpus.texts.languages import stop_words as function_words
from spca_core.corpus.texts.merging import with_forms
from spca_core.corpus.texts.whole_words import normalised, whole_phrases
from spca_core.errors import InputError
from spca_core.formatting import counted, near_matches
from spca_core.options import Groups

# The last change of each corpus: repeated text and copies are known by the corpus.
_KNOWN: WeakKeyDictionary[Corpus, tuple[object, Corpus]] = WeakKeyDictionary()


def reworded(corpus: Corpus, phrases: tuple[str, ...], same: Groups) -> Corpus:
    """Return a corpus that counts phrases as words, and words that are the same as one.

    It is what counting the texts gives if each phrase is first written as one word, and
    each word of a group as its first. What the corpus does not have changes nothing.

    Raises
    ------
    InputError
        If phrases are to be found where there are no texts, or words to be merged in a
        store or a covariance matrix.
    """
    return _changed(_changed(corpus, _with_phrases, phrases), _merged, same)


def _changed(
    corpus: Corpus, change: Callable[[Corpus, Any], Corpus], asked: tuple[Any, ...]
) -> Corpus:
    if not asked:
        return corpus
    known, answer = _KNOWN.get(corpus, (None, corpus))
    if known != (change, asked):
        answer = change(corpus, asked)
        if answer is not corpus:  # which would never be freed
            _KNOWN[corpus] = (change, asked), answer
    return answer


def check_words_are_here(
    corpus: Corpus, phrases: tuple[str, ...], same: Groups
) -> None:
    """Raise InputError if a phrase, or a word of a group, is not in the corpus."""
    found = reworded(corpus, phrases, ())
    asked = *phrases, *sum(same, ())
    missing = [one for one in asked if _spaced(one) not in found.columns]
    for word in missing:
        what = "texts with the phrase" if word in phrases else "word"
        near = near_matches(word, found.words)
        raise InputError(
            f"{corpus.name} has no {what} {word[:64]!r}{near}. Correct it, or leave it "
            "out."
        )


def unknown_words(corpus: Corpus, stop_words: Iterable[str]) -> tuple[str, ...]:
    """Return a sentence about stop words that the corpus does not have, if any.

    Function words that were left out unasked are not among them.
    """
    usual = {word for code in corpus.report.languages for word in function_words(code)}
    missing = [
        word
        for word in stop_words
        if corpus.column_if_any(word) is None and word.lower() not in usual
    ]
    if not missing:
        return ()
    return (
        f"stop_words: {corpus.name} does not have {counted(len(missing), 'words')}, "
        f"such as {missing[0][:64]!r}{near_matches(missing[0], corpus.words)}.",
    )


def joined(groups: Iterable[Sequence[str]]) -> Groups:
    """Return groups of words with those as one that share a word.

    The first word of a later group, or the first word of the group that this one is in
    already, comes first: it is the root of a tree, in which words point to others.
    """
    above: dict[str, str] = {}

    def root(word: str) -> str:
        while above.setdefault(word, word) != word:
            above[word] = above[above[word]]  # the next way is half as long
            word = above[word]
        return word

    for first, *others in groups:
        name = root(first)
        for other in others:
            above[root(other)] = name
    members: dict[str, list[str]] = {}
    for word in above:
        members.setdefault(root(word), []).append(word)
    return tuple(
        (name, *(word for word in words if word != name))
        for name, words in members.items()
    )


def _with_phrases(corpus: Corpus, phrases: tuple[str, ...]) -> Corpus:
    names = dict.fromkeys(map(_spaced, phrases))
    new = [name for name in names if name and name not in corpus.columns]
    if not new:
        return corpus
    if not corpus.texts:
        raise InputError(
            f"{corpus.name} has no texts, in which phrases such as {new[0][:64]!r} are "
            "found. Load the texts, or leave the phrases out."
        )
    counted = _phrases_counted(corpus, new)
    stay = document_frequencies(counted.observations) > 0
    # A word that is in no document anyway stays; one only of phrases goes.
    stay[: corpus.n_words] |= document_frequencies(corpus.observations) == 0
    return counted.of_words(stay)


def _spaced(phrase: str) -> str:
    """Return a phrase as it is counted, with one blank between its words."""
    return " ".join(normalised(phrase).split())


def _phrases_counted(corpus: Corpus, new: list[str]) -> Corpus:
    """Return the corpus with a column for each phrase, taken from those of its words.

    A phrase counts as often in a document as it is in the text, but no more often than
    each of its words counts there: repeated lines of a text, for one, do not count.
    """
    own = [_columns_in(corpus, phrase) for phrase in new]
    counts = sparse.csc_array(in_memory(corpus.observations), copy=True)
    written, forms = _written(corpus, new, own)
    added = []
    for phrase, columns in zip(new, own, strict=True):
        times = written[phrase]
        for column, n in columns.items():
            times = np.minimum(times, _column(counts, column) // n)
        for column, n in columns.items():
            cells = slice(*counts.indptr[column : column + 2])
            counts.data[cells] -= n * times[counts.indices[cells]]
        added.append(sparse.csc_array(times[:, None]))
    return replace(
        corpus,
        observations=canonical(sparse.hstack([counts, *added])),
        words=(*corpus.words, *new),
        forms={**corpus.forms, **forms},
        whole=corpus.whole and _phrases_counted(corpus.whole, new),
    )


def _columns_in(corpus: Corpus, phrase: str) -> Counter[int]:
    """Return the columns of a phrase's words, and how often it has each.

    Stop words and the like have none.
    """
    columns = map(corpus.column_if_any, phrase.split())
    return Counter(column for column in columns if column is not None)


def _column(counts: sparse.csc_array, column: int) -> np.ndarray:
    return counts[:, [column]].toarray().ravel()


def _written(
    corpus: Corpus, new: list[str], own: list[Counter[int]]
) -> tuple[dict[str, np.ndarray], dict[str, tuple[str, ...]]]:
    """Return how often each text has each phrase, (n_documents,), and its other forms.

    Texts are searched only if all words of a phrase count in them.
    """
    may_have = np.zeros(corpus.n_documents, dtype=bool)
    counts = sparse.csc_array(in_memory(corpus.observations))
    for columns in own:
        has = [_column(counts, column) != 0 for column in columns]
        may_have |= np.logical_and.reduce([np.ones_like(may_have), *has])
    longest_first = sorted(new, key=lambda phrase: -len(phrase.split()))
    pattern = whole_phrases(
        [[_with_forms(corpus, word) for word in one.split()] for one in longest_first]
    )
    times = {phrase: np.zeros(corpus.n_documents) for phrase in new}
    forms: dict[str, dict[str, None]] = {phrase: {} for phrase in new}
    for document in np.flatnonzero(may_have):
        for hit in pattern.finditer(normalised(corpus.texts[document])):
            phrase = longest_first[(hit.lastindex or 0) - 1]
            times[phrase][document] += 1
            forms[phrase][" ".join(hit[0].lower().split())] = None
    others = {
        phrase: tuple(form for form in written if form != phrase.lower())
        for phrase, written in forms.items()
    }
    return times, {phrase: written for phrase, written in others.items() if written}


def _with_forms(corpus: Corpus, word: str) -> tuple[str, ...]:
    """Return a word as it is in texts, in all of its forms."""
    column = corpus.column_if_any(word)
    counted = () if column is None else (corpus.words[column],)
    return (word, *with_forms(counted, corpus.forms))


def _merged(corpus: Corpus, same: Groups) -> Corpus:
    """Return the corpus with the columns of each group summed in that of its first."""
    names, homes = list(corpus.words), np.arange(corpus.n_words)
    forms = dict(corpus.forms)
    for group in same:
        columns = [
            corpus.columns[word]
            for word in map(normalised, group)
            if word in corpus.columns
        ]
        if not columns:
            continue
        written = [corpus.words[column] for column in columns]
        # The first word may be new: a lemma that no text has.
        names[columns[0]] = name = (
            written[0] if normalised(group[0]) in corpus.columns else group[0]
        )
        homes[columns] = columns[0]
        forms = {word: those for word, those in forms.items() if word not in written}
        every = with_forms(written, corpus.forms)
        forms[name] = tuple(form for form in every if form != name)
    return _summed(corpus, names, homes, forms)


def _summed(
    corpus: Corpus,
    names: list[str],
    homes: np.ndarray,
    forms: dict[str, tuple[str, ...]],
) -> Corpus:
    """Return the corpus with each column added to another, or staying where it is.

    homes : (n_words,), the column that each is added to
    """
    stay = homes == np.arange(len(homes))
    if stay.all() and tuple(names) == corpus.words:
        return corpus
    counts = corpus.observations
    if not corpus.kind.has_documents:
        raise InputError(
            f"{corpus.name} is a {corpus.matrix_name}: its words cannot be counted "
            "as one. Load the data that it was computed from."
        )
    if isinstance(counts, StoredCounts):
        raise InputError(
            f"{corpus.name} is a store, in which words cannot be counted as one. Count "
            "them so when it is written: disjoint-topics keep SOURCE FOLDER --same ..."
        )
    places = (np.cumsum(stay) - 1)[homes]
    cells = np.ones(len(places)), (np.arange(len(places)), places)
    members = sparse.csr_array(cells, shape=(len(places), int(stay.sum())))
    return replace(
        corpus,
        observations=_product(counts, members),
        words=tuple(names[column] for column in np.flatnonzero(stay)),
        forms=forms,
        whole=corpus.whole and _summed(corpus.whole, names, homes, forms),
    )


def _product(counts: Any, members: Any) -> Matrix:
    if isinstance(counts, np.ndarray):
        return np.ascontiguousarray((members.T @ counts.T).T)
    return canonical(counts @ members)
