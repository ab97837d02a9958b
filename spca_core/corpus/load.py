"""A corpus in one call, from whatever is at hand: the library's `load`."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.conversion import as_corpus
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import Preparation, prepare
from spca_core.corpus.readers import loading
from spca_core.corpus.readers.documents.zips import zipped_folder
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.gathering import Gathering
from spca_core.corpus.readers.loading import Reading
from spca_core.corpus.readers.records.columns import GUESSED, Columns
from spca_core.corpus.readers.records.tables import read_frame
from spca_core.corpus.sources import open_corpus
from spca_core.corpus.store import is_store
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.pieces import AS_FOUND, Cutting, cut_texts
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import AUTO, USUAL, Tokenisation
from spca_core.errors import InputError
from spca_core.running.bars import bar

NONE = "none"
Names = str | Sequence[str]


def load(
    source: Any,
    *,
    words: str | os.PathLike[str] | Iterable[str] | None = None,
    format: str = AUTO,
    label: str | None = None,
    text: Names = (),
    title: str = "",
    date: str = "",
    group: Names = (),
    join: str = "",
    header: str | int = "",
    sheet: str = "",
    order: str = "",
    encoding: str = AUTO,
    cut: str = AS_FOUND.how,
    piece: int = AS_FOUND.n_words,
    language: Names = AUTO,
    stop_words: Names = USUAL.stop_words,
    merge: str = USUAL.merging,
    phrases: int = USUAL.longest_phrase,
    shortest: int = USUAL.shortest,
    numbers: bool = USUAL.numbers,
    lowercase: bool = USUAL.lowercase,
    token_pattern: str = USUAL.token_pattern,
    junk: Names = USUAL.junk,
    without_repeated: bool = True,
    without_copies: bool = True,
    min_df: int | float = 1,
    max_df: int | float = 1.0,
    max_features: int = 0,
    removed: Names = (),
    progress: bool | Callable[[float], None] | None = None,
) -> Corpus:
    """Return a corpus: how often each word occurs in each document.

    Parameters
    ----------
    source : str, path, folder, DataFrame, list of str, matrix, or Corpus
        The name of a bundled corpus (``"state_of_the_union"``, ``"docstrings"``,
        ``"state_of_the_union_in_24_words"``); a file of texts, counts or numbers, whose
        format is found by its content; a folder of text files, or a store; a pandas
        DataFrame, with texts in a column or only numbers; any iterable of texts; or a
        NumPy or SciPy matrix of shape (n_documents, n_words). As in files, numbers are
        counts if they are whole and, in a dense matrix, at least half of them 0.
    words : path, or iterable of str, optional
        For counts that come without their words: the file that lists them, one a line,
        or for a matrix the words themselves, one per column.
    format : str
        Format of a file, if it is not recognised: a key of
        `spca_core.corpus.readers.recognition.FORMATS`; for a matrix ``"table"``
        (measurements) or ``"count_table"``.
    label : str, optional
        Column of labels in a table of numbers, by name or number from 1.
    text, title, date, group : str or sequence of str
        Columns of a table of texts, by name or number from 1; guessed if not given,
        ``"0"`` for none. Several columns of texts are joined; each group stays its own.
    join : str
        Column by which rows are joined: those with the same value are one document.
    header : int or str
        Number of the row that names the columns, from 1; 0 for none; found if not
        given.
    sheet : str
        Sheet of a workbook, by name or number from 1; by default the first with prose.
    order : {"", "day", "month"}
        What is first in dates such as 3/4/1999; all of them tell if it is not given.
    encoding : str
        Encoding of a text file, such as ``"cp1252"``.
    cut : {"auto", "documents", "paragraphs", "pieces", "speeches"}
        What long texts are cut into; a speech begins with ``NAME:`` on its line, and is
        grouped by its speaker.
    piece : int
        Words in each piece.
    language : str or sequence of str
        Codes of the languages whose function words are left out; ``"auto"``
        recognises the language, ``"none"`` keeps all words.
    stop_words : str or sequence of str
        More words that are not counted.
    merge : {"auto", "off", "plurals", "stems"}
        Which forms of a word are counted as one.
    phrases : int
        The most words in a phrase, 1 to 3.
    shortest : int
        Letters of the shortest word that is kept; 0 is 3, or 1 in scripts without
        blanks, such as Chinese, Japanese and Thai.
    numbers, lowercase : bool
        Whether words may hold digits and hyphens; whether Tax and tax are one word.
    token_pattern : str
        A regular expression for a word, as scikit-learn's `CountVectorizer` has it.
    junk : str or sequence of str
        What is no word and is left out of texts: ``"links"``, ``"names"`` of accounts
        such as @tax, ``"markup"`` and ``"gaps"`` such as [deleted]; ``"none"`` keeps
        all.
    without_repeated : bool
        Whether text that is repeated in many documents, such as a signature, is left
        out of counts; the same words count elsewhere.
    without_copies : bool
        Whether documents that are copies of others, such as reprints, are left out; the
        documents' tables have them all.
    min_df, max_df : int or float
        Words in fewer or more documents are left out: a number of documents, or as a
        float a share of them.
    max_features : int
        How many words are kept at most, those in most documents; 0 keeps all.
    removed : str or sequence of str
        Words to leave out.
    progress : bool or callable, optional
        Whether a bar is shown; by default in a terminal or a notebook, if reading takes
        over a second. A function is called with the share that has been read.

    Returns
    -------
    Corpus
        Its `words`, `observations` (n_documents, n_words), `titles`, `groups`, `dates`
        and `texts`; in `warnings` what was mended, and in `report` what was left out.

    Raises
    ------
    InputError
        If there is no such source, it cannot be read, or an option does not fit it.

    Examples
    --------
    >>> import spca_core
    >>> corpus = spca_core.load(
    ...     ["Tea in a cup.", "A cup of tea", "The dog and the cat", "Cats chase dogs"]
    ... )
    >>> corpus.words
    ('cat', 'chase', 'cup', 'dog', 'tea')

    A document-term matrix of another library keeps its words:

    >>> import numpy as np
    >>> counts = np.array([[2, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 3]])
    >>> spca_core.load(counts, words=["tea", "cup", "dog", "cat"], min_df=2).words
    ('tea',)
    """
    reading = Reading(
        format=format,
        label=label,
        columns=Columns(
            text=_names(text),
            title=title,
            date=date,
            groups=_names(group),
            join=join,
            header=str(header),
            sheet=sheet,
            order=order,
        ),
        encoding=encoding,
        cutting=Cutting(how=cut, n_words=piece),
        tokenisation=Tokenisation(
            languages=_names_or_none(language),
            stop_words=_names(stop_words),
            merging=merge,
            longest_phrase=phrases,
            shortest=shortest,
            numbers=numbers,
            lowercase=lowercase,
            token_pattern=token_pattern,
            junk=_names_or_none(junk),
            without_repeated=without_repeated,
        ),
    )
    preparation = Preparation(
        min_df=min_df,
        max_df=max_df,
        max_features=max_features,
        removed=_names(removed),
        without_repeated=without_repeated,
        without_copies=without_copies,
    )
    if callable(progress):
        return prepare(_read(source, words, reading, progress), preparation)
    with bar("Reading", progress, by_share=True) as shown:

        def tell(share: float) -> None:
            shown.update(share - shown.n)

        corpus = _read(source, words, reading, tell)
    return prepare(corpus, preparation)


def _names(names: Names) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _names_or_none(names: Names) -> tuple[str, ...]:
    return () if NONE in (listed := _names(names)) else listed


def _read(
    source: Any, words: Any, reading: Reading, tell: Callable[[float], None]
) -> Corpus:
    if isinstance(source, Corpus):
        return source
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        if not os.path.isdir(path) or is_store(path):
            return open_corpus(os.fspath(source), words, reading, tell)
        source = zipped_folder(path)
    if isinstance(source, Upload):
        return loading.load(source, words, reading)
    if hasattr(source, "columns") and _holds_texts(source, reading):
        texts = read_frame(source, reading.columns)
    elif getattr(source, "ndim", 1) != 1:
        return _of_matrix(source, words, reading)
    else:
        _refuse_columns(reading)
        texts = _gathered(source)

    def counted(done: int, of: int) -> None:
        tell(done / (of or 1))

    return count_words(cut_texts(texts, reading.cutting), reading.tokenisation, counted)


def _holds_texts(frame: Any, reading: Reading) -> bool:
    """Return whether a data frame has a column of texts, or is said to have one."""
    return bool(reading.columns.text or frame.select_dtypes(exclude="number").size)


def _gathered(source: Any) -> Texts:
    """Return texts that are given one by one."""
    texts = list(source) if isinstance(source, Iterable) else [source]
    others = {type(text).__name__ for text in texts} - {"str"}
    if others:
        raise InputError(
            "Expected a path, texts, a data frame or a matrix of numbers, got "
            f"{type(source).__name__} with {', '.join(sorted(others))}."
        )
    gathering = Gathering(Upload("texts", b""))
    for text in texts:
        gathering.add(text)
    return gathering.texts()


def _of_matrix(data: Any, words: Any, reading: Reading) -> Corpus:
    _refuse_columns(reading)
    is_counted = reading.format == "count_table"
    if reading.format == AUTO and not sparse.issparse(data):
        is_counted = _look_like_counts(np.asarray(data))
    corpus = as_corpus(data)
    if is_counted:
        numbers: Any = corpus.observations
        counted = as_corpus(sparse.csr_array(numbers))
        corpus = replace(counted, words=corpus.words)
    return corpus if words is None else replace(corpus, words=tuple(words))


def _look_like_counts(values: np.ndarray) -> bool:
    """Return whether they are whole, not negative, and at least half of them 0."""
    if values.dtype.kind not in "biuf" or 2 * np.count_nonzero(values) > values.size:
        return False
    return bool(((values >= 0) & (values % 1 == 0)).all())


def _refuse_columns(reading: Reading) -> None:
    if reading.columns != GUESSED:
        raise InputError(
            "The columns text, title, date and group are those of a table. Leave them "
            "out, or give a data frame or a file."
        )
