"""A corpus in one call, from whatever is at hand: the library's `load`."""

import inspect
import os
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any
from warnings import warn

import narwhals as nw
import numpy as np
import pandas as pd
from scipy import sparse

from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.decisions import read_decisions
from spca_core.corpus.options import LAYOUT, TABLE_OPTIONS, TEXT_OPTIONS, Reading
from spca_core.corpus.preparation import DEFAULT_PREPARATION, prepare
from spca_core.corpus.readers.counts.checks import corpus_of_matrix, look_like_counts
from spca_core.corpus.readers.counts.covariances import (
    COVARIANCE,
    as_covariance,
    recognised,
)
from spca_core.corpus.readers.counts.tokens import count_token_lists
from spca_core.corpus.readers.counts.uci import docword_in
from spca_core.corpus.readers.documents.folders import zipped_files, zipped_folder
from spca_core.corpus.readers.documents.split import FEW, WHOLE, split_texts
from spca_core.corpus.readers.files import Source, Upload
from spca_core.corpus.readers.gathering import Gathering
from spca_core.corpus.readers.lines import listed_words
from spca_core.corpus.readers.load import Count, counting, read_corpus
from spca_core.corpus.readers.preview import Preview, preview_of
from spca_core.corpus.readers.recognise import BY_DEFAULT
from spca_core.corpus.readers.tables.roles import NONE
from spca_core.corpus.readers.tables.table import read_frame
from spca_core.corpus.rewording import check_words_are_here, unknown_words
from spca_core.corpus.sources import open_corpus
from spca_core.corpus.store import is_store
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import AUTO, LANGUAGES
from spca_core.errors import InputError, ReadingWarning
from spca_core.options import GROUPS, Option, frozen, options, with_values
from spca_core.running.bars import Progress, bar

NO_CHOICE = "none"
TOKENS = "lists of tokens, which are counted as they are"
# How to say that the rows of a matrix are documents.
OF_DOCUMENTS = 'load(data, format="table"), or "count_table" if they are counts'
# The keywords of `load` besides its own: the options of reading and preparing.
KEYWORDS = {**options(BY_DEFAULT), **options(DEFAULT_PREPARATION)}
COLUMNS_OR_NONE = ("title", "date", "groups", "join")


def load(
    source: object,
    *,
    words: str | os.PathLike[str] | Iterable[str] | None = None,
    where: str | Iterable[str] = (),
    decisions: str | os.PathLike[str] | None = None,
    progress: bool | Progress | None = None,
    **chosen: object,
) -> Corpus:
    """Return a corpus: how often each word occurs in each document.

    Parameters
    ----------
    source : str, path, folder, DataFrame, list of texts or of paths, matrix, or Corpus
        The name of a bundled corpus (``"state_of_the_union"``, ``"docstrings"``,
        ``"state_of_the_union_in_24_words"``); a file of texts, counts or numbers, whose
        format is found by its content; a folder of text files, a list of paths, or a
        store; a data frame of pandas, Polars or Arrow, with texts in a column or only
        numbers; any iterable of texts, or of
        lists of tokens, which are counted as they are; or a NumPy or SciPy matrix of
        shape (n_documents, n_words). Here, in files and in `solve`, numbers are counts
        if they are whole, not negative and, in a dense matrix, at least half of them 0:
        tf-idf weights them, and copies are left out. Other numbers are measurements:
        they stay as they are and are centred. The format ``"table"`` or
        ``"count_table"`` says which they are. A matrix of four rows or more that is
        square, symmetric and positive semidefinite is a covariance or correlation
        matrix itself, without documents; the format ``"covariance"`` says so of any,
        and one of the others that its rows are documents.
    words : path, or iterable of str, optional
        The words, or the file that lists them, one a line: of counts that come without
        them, one per column; in texts the only ones that are counted, function words
        too, each a column in this order.
    where : str, or iterable of str
        Conditions such as ``"party=Democratic"``, ``"date>=1950"`` or ``"word=gold"``:
        only the documents that meet all of them, as `Corpus.part` returns them.
    decisions : path, optional
        A file of decisions on words: ``words.toml``, which `Topics.to_toml` and the app
        write, or a list of synonyms, one a line: ``prioritisation = prioritization``.
        What it counts as one and leaves out is added to `same`, `phrases` and
        `stop_words`; `solve` takes what it pins. Words that are not in the
        corpus are counted in a warning.
    progress : bool or callable, optional
        Whether a bar is shown; by default in a terminal or a notebook, if reading takes
        over a second. A function is called with the share that has been read.
    KEYWORDS

    Notes
    -----
    A column is named, or numbered from 1, None or ``"none"`` for none; those left out
    are guessed. A single name needs no list, and ``"none"`` of languages or of what is
    no word keeps all words.

    Each text of a list, a column or a data frame stays a row of the tables of
    documents, such as `Topics.to_frame`, with its label. Topics are found in those that
    have words and are no copies, so the others change no variance; in shares of
    documents they count. Of a file, documents without words are left out, which
    `report` counts.

    Returns
    -------
    Corpus
        Its `words`, `observations` (n_documents, n_words), `titles`, `groups`, `dates`
        and `texts`; in `warnings` what was mended or is doubtful, and in `report` what
        was left out.

    Raises
    ------
    InputError
        If there is no such source, it cannot be read, or an option does not fit it.

    Warns
    -----
    ReadingWarning
        For each of the corpus's `warnings`: of the source's format, encoding, header,
        columns, dates or language where another guess was as good, and of what was
        mended or could not be read. An option says what is meant.

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

    Tokens of another library are not changed:

    >>> spca_core.load([["The", "new_york", "times"], ["new_york"]]).words
    ('The', 'new_york', 'times')
    """
    corpus, doubts = _loaded(
        source,
        chosen,
        words=words,
        where=where,
        decisions=decisions,
        progress=progress,
    )
    for doubt in doubts:
        warn(doubt, ReadingWarning, stacklevel=2)
    return corpus


def preview(source: Any, **chosen: object) -> Preview:
    """Return what a file or folder would be read as, without counting its words.

    Parameters
    ----------
    source : str, path or folder
        As for `load`.
    chosen : keywords
        Those of `load` that say how documents are in their source, such as `split`,
        `pattern`, `element`, `text` or `format`.

    Returns
    -------
    Preview
        Its format, its columns with their roles, the number of documents and the first
        of them, and what else could be chosen: `print` shows it.

    Raises
    ------
    InputError
        If it cannot be read so.

    Examples
    --------
    >>> import tempfile
    >>> import spca_core
    >>> with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
    ...     _ = file.write("title,text\\nTea,A cup of tea\\nDogs,Dogs chase cats\\n")
    ...     file.flush()
    ...     spca_core.preview(file.name).n_documents
    2
    """
    others = [name for name in chosen if name not in LAYOUT]
    if others:
        raise TypeError(f"preview() got an unexpected keyword argument {others[0]!r}")
    values = {name: _value(name, value) for name, value in chosen.items()}
    if not isinstance(source, str | os.PathLike):
        return preview_of(source, with_values(BY_DEFAULT, values))
    return preview_of(_located(Path(source)), with_values(BY_DEFAULT, values))


def _located(path: Path) -> Path | Upload:
    """Return a file or a store; of a folder its only counts, or all texts as one."""
    if not os.path.isdir(path) or is_store(path):
        return path
    return docword_in(path) or zipped_folder(path)


def as_corpus(data: object, progress: bool | None = None) -> Corpus:
    """Return a corpus unchanged, and of other data what `load` makes of them.

    progress : as for `load`
    raises   : InputError as `load` does
    """
    if isinstance(data, Corpus):
        return data
    corpus, doubts = _loaded(data, {}, progress=progress)
    for doubt in doubts:
        warn(doubt, ReadingWarning, stacklevel=3)
    return corpus


def _loaded(
    source: object,
    chosen: Mapping[str, object],
    *,
    words: str | os.PathLike[str] | Iterable[str] | None = None,
    where: str | Iterable[str] = (),
    decisions: str | os.PathLike[str] | None = None,
    progress: bool | Progress | None = None,
) -> tuple[Corpus, tuple[str, ...]]:
    """Return the corpus of `load`, and what it warns of."""
    values = {name: _value(name, value) for name, value in chosen.items()}
    reading, preparation = (
        with_values(BY_DEFAULT, values),
        with_values(DEFAULT_PREPARATION, values),
    )
    corpus = read_source(source, words, reading, progress)
    check_words_are_here(corpus, preparation.phrases, preparation.same)
    unknown = unknown_words(corpus, preparation.stop_words)
    doubts = (*(corpus.warnings if corpus is not source else ()), *unknown)
    if decisions is not None:
        found, missing = read_decisions(decisions).of_words_in(corpus)
        preparation, doubts = found.added_to(preparation), (*doubts, *missing)
        corpus = replace(corpus, warnings=(*corpus.warnings, *missing))
    corpus = _with_files(corpus, decisions)
    if reading.name:
        corpus = replace(corpus, name=reading.name)
    conditions = (where,) if isinstance(where, str) else where
    return prepare(corpus, preparation).part(*conditions), doubts


def _with_files(corpus: Corpus, *sources: Any) -> Corpus:
    """Return a corpus with the paths that it was read from; no bundled name is one."""
    files = [
        Path(each).absolute()
        for each in sources
        if isinstance(each, str | os.PathLike) and each not in bundled_titles()
    ]
    return replace(corpus, files=(*corpus.files, *files)) if files else corpus


def _value(name: str, value: Any) -> Any:
    """Return the value of a keyword as its option holds it."""
    if name not in KEYWORDS:
        raise TypeError(f"load() got an unexpected keyword argument {name!r}")
    if KEYWORDS[name].form is GROUPS:
        return frozen(value)
    if name in COLUMNS_OR_NONE and value is None:
        value = NONE
    if name in TABLE_OPTIONS and isinstance(value, int):
        value = str(value)
    if not KEYWORDS[name].is_list:
        return value
    if name == "stop_words" and str(value).title() in LANGUAGES.values():
        raise InputError(
            f"stop_words must be a list of words, got {value!r}. Function words "
            "are left out unasked, in the language that is found; languages= names it."
        )
    listed = (
        (value,) if isinstance(value, str) else tuple(() if value is None else value)
    )
    if name in TABLE_OPTIONS:
        listed = tuple(map(str, listed))
    return () if KEYWORDS[name].choices and NO_CHOICE in listed else listed


def _described(option: Option) -> str:
    """Return what a docstring says of an option."""
    named = ", ".join(f'"{name}"' for name in option.choices)
    kind = getattr(option.type, "__name__", str(option.type))
    if option.is_list:
        kind = "str or sequence of str"
    if option.form is GROUPS:
        kind = "sequence of sequences of str"
    text = f"{option.help}{f' One of {named}.' if named else ''}"
    lines = textwrap.fill(text, 80, initial_indent=" " * 4, subsequent_indent=" " * 4)
    return f"{option.name} : {kind}, default {option.default!r}\n{lines}"


def _tell_keywords() -> None:
    """Write the keywords into the signature and the docstring of `load`."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    *declared, _ = inspect.signature(load).parameters.values()
    added = [
        inspect.Parameter(name, keyword, default=option.default, annotation=option.type)
        for name, option in KEYWORDS.items()
    ]
    signature = inspect.Signature([*declared, *added], return_annotation=Corpus)
    setattr(load, "__signature__", signature)  # noqa: B010, the type has no such name
    described = "\n".join(map(_described, KEYWORDS.values()))
    doc = inspect.getdoc(load) or ""
    load.__doc__ = doc.replace("KEYWORDS", described, 1)


_tell_keywords()


def layout(chosen: Mapping[str, object]) -> Reading:
    """Return how new documents are in their source; the rest of `Reading` is decided.

    Texts stay whole, unless it is chosen how they are cut.

    raises : TypeError for any other keyword
    """
    others = [name for name in chosen if name not in LAYOUT]
    if others:
        raise TypeError(f"got an unexpected keyword argument {others[0]!r}")
    values = {name: _value(name, value) for name, value in chosen.items()}
    return with_values(BY_DEFAULT, {"split": WHOLE, **values})


def read_source(
    source: Any,
    words: Any,
    reading: Reading,
    progress: bool | Progress | None = None,
    count: Count = count_words,
) -> Corpus:
    """Return what `load` reads, before it is prepared.

    count : makes a corpus of texts
    """
    if callable(progress):
        corpus = _read(source, words, reading, progress, count)
    else:
        with bar("Reading", progress, by_share=True) as shown:

            def tell(share: float) -> None:
                shown.update(share - shown.n)

            corpus = _read(source, words, reading, tell, count)
    return _with_files(corpus, *(source if _are_paths(source) else [source]), words)


def _read(
    source: Any,
    words: Any,
    reading: Reading,
    tell: Progress,
    count: Count,
) -> Corpus:
    if words is not None and not isinstance(words, str | os.PathLike):
        words = tuple(words)
    names = _as_list(words)
    if isinstance(source, Corpus):
        _refuse_words(words, "a corpus, which has its own")
        reading.refuse_unused((), "a corpus, which has been read")
        return source
    if _are_paths(source):
        source = zipped_files([*map(Path, source)])
    source = _as_pandas(source)
    if isinstance(source, str | os.PathLike):
        source = _located(Path(source))
        if isinstance(source, Path):
            return open_corpus(os.fspath(source), names, reading, tell, count)
    if isinstance(source, Upload):
        return read_corpus(source, names, reading, count=count)
    if _is_matrix(source, reading):
        return _of_matrix(source, words, reading)
    if hasattr(source, "columns"):
        in_a_frame = {*TABLE_OPTIONS} - {"sheet", "header", "separator"}
        reading.refuse_unused((*in_a_frame, *TEXT_OPTIONS), "a data frame")
        texts = read_frame(source, reading.columns)
    else:
        listed = _listed(source)
        if not _are(str, filter(None, listed)):
            _refuse_words(words, TOKENS)
            reading.refuse_unused((), TOKENS)
            corpus = count_token_lists(listed)
            return replace(corpus, rows=_rows(corpus, _labels(source, listed)))
        texts = replace(_gathered(listed), labels=_labels(source, listed))
        reading.refuse_unused(TEXT_OPTIONS, "a list of texts")

    def counted(done: int, of: int) -> None:
        tell(done / (of or 1))

    # Many texts that are listed one by one are the documents.
    if reading.splitting.split != AUTO or len(texts.texts) <= FEW:
        texts = split_texts(texts, reading.splitting)
    return count(texts, counting(reading.tokenisation, names), counted)


def _are_paths(source: Any) -> bool:
    """Return whether it is a list of files."""
    return bool(
        isinstance(source, list | tuple) and source and _are(os.PathLike, source)
    )


def _as_pandas(source: Any) -> Any:
    """Return a data frame or a column of Polars or Arrow as one of pandas."""
    if isinstance(source, pd.DataFrame | pd.Series):
        return source
    native = nw.from_native(
        source, eager_only=True, allow_series=True, pass_through=True
    )
    if isinstance(native, nw.DataFrame):
        return pd.DataFrame(native.to_dict(as_series=False))
    return native.to_list() if isinstance(native, nw.Series) else source


def _labels(source: object, listed: Sequence[object]) -> pd.Index:
    """Return the labels of a list's texts."""
    return source.index if isinstance(source, pd.Series) else pd.RangeIndex(len(listed))


def _rows(corpus: Corpus, labels: pd.Index) -> pd.Series:
    """Return which of a user's rows have words."""
    counts: Any = corpus.observations
    return pd.Series(np.diff(counts.indptr) > 0, index=labels)


def _as_list(words: Any) -> Source | None:
    """Return words as a file that lists them."""
    if words is None:
        return None
    if not isinstance(words, tuple):
        return Path(words)
    others = {type(word).__name__ for word in words if not isinstance(word, str)}
    if others:
        raise InputError(f"words must be texts, got {', '.join(sorted(others))}.")
    return Upload("words", "\n".join(words).encode())


def _refuse_words(words: object, source: str) -> None:
    if words is not None:
        raise InputError(f"words: this does not apply to {source}. Leave it out.")


def _is_matrix(source: Any, reading: Reading) -> bool:
    """Return whether it is a matrix, or a data frame without a column of texts."""
    if hasattr(source, "columns"):
        others = source.select_dtypes(exclude=["number", "bool"])
        return not (reading.columns.text or others.size)
    return getattr(source, "ndim", 1) != 1


def _listed(source: object) -> list[Any]:
    """Return an iterable's texts or lists of tokens; None for one that is missing."""
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise _not_texts(source, ())
    texts = [None if _is_missing(text) else text for text in source]
    present = [text for text in texts if text is not None]
    if not (_are(str, present) or _are((list, tuple), present)):
        raise _not_texts(source, present)
    return texts


def _not_texts(source: object, texts: Iterable[object]) -> InputError:
    kinds = ", ".join(sorted({type(text).__name__ for text in texts}))
    return InputError(
        "Expected a path, texts, lists of tokens, a data frame or a matrix of numbers, "
        f"got {type(source).__name__}{' with ' * bool(kinds)}{kinds}. Give texts as a "
        "list of str, numbers as an array."
    )


def _are(kind: type | tuple[type, ...], texts: Iterable[object]) -> bool:
    return all(isinstance(text, kind) for text in texts)


def _is_missing(text: object) -> bool:
    return text is None or text is pd.NA or (isinstance(text, float) and isnan(text))


def _gathered(texts: Iterable[str | None]) -> Texts:
    gathering = Gathering(Upload("texts", b""), "text", keeps_empty=True)
    for text in texts:
        gathering.add(text or "")
    return gathering.texts()


def _of_matrix(data: Any, words: Any, reading: Reading) -> Corpus:
    reading.refuse_unused(("format",), "a matrix")
    if reading.format not in (AUTO, "count_table", "table", COVARIANCE):
        raise InputError(
            "format: a matrix is a 'table', a 'count_table' or a 'covariance', got "
            f"{reading.format!r}."
        )
    if hasattr(data, "columns"):
        _refuse_words(words, "a data frame of numbers, whose columns are the words")
    is_counted = reading.format == "count_table"
    corpus = corpus_of_matrix(data)
    if reading.format == COVARIANCE:
        corpus = as_covariance(corpus)
    elif reading.format == AUTO:
        corpus = recognised(corpus, OF_DOCUMENTS)
        numbers = corpus.observations
        is_dense = corpus.kind is MEASUREMENTS and isinstance(numbers, np.ndarray)
        is_counted = is_dense and look_like_counts(numbers)
    if is_counted:
        numbers: Any = corpus.observations
        counted = corpus_of_matrix(sparse.csr_array(numbers))
        corpus = replace(counted, words=corpus.words)
    if hasattr(data, "index"):
        corpus = replace(corpus, rows=pd.Series(True, index=data.index))
    if isinstance(words, str | os.PathLike):
        words = listed_words(Path(words), 0)
    return corpus if words is None else replace(corpus, words=words)
