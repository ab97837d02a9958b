"""Any file as a corpus: the reader that its format, found or chosen, asks for."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from spca_core.corpus.bundled import bundled_titles, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import (
    arrays,
    document_lines,
    matrix_market,
    pairs,
    table,
    text_table,
    triples,
    uci,
    zips,
)
from spca_core.corpus.readers.encodings import UTF_8
from spca_core.corpus.readers.files import Source, Upload, Watched
from spca_core.corpus.readers.opening import (
    BY_DEFAULT,
    Location,
    Opened,
    Reading,
    as_source,
    open_file,
)
from spca_core.corpus.readers.recognition import FORMATS, PACKED
from spca_core.corpus.readers.text_table import GUESSED
from spca_core.corpus.store import is_store, open_store
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.pieces import cut_texts
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError

Progress = Callable[[int, int], None]


def open_corpus(
    name: str,
    words: str | None = None,
    reading: Reading = BY_DEFAULT,
    tell: Callable[[float], None] | None = None,
) -> Corpus:
    """Return a bundled corpus by its name, or read a file or store as `load` does.

    tell : called with the share of the file that has been read
    """
    if name in bundled_titles():
        for option, what in ((words, "words"), (reading.label, "titles")):
            if option is not None:
                raise InputError(
                    f"{name} is a bundled corpus with {what} of its own; give no "
                    f"other, or write ./{name} if you mean a file."
                )
        return read_bundled(name)
    if not (os.path.isfile(name) or is_store(Path(name))):
        raise InputError(
            f"{name} is neither a file nor a bundled corpus nor a store; "
            f"bundled: {', '.join(bundled_titles())}."
        )
    watched = Watched(Path(name), tell) if tell and os.path.isfile(name) else name
    return load(watched, words, reading)


def load(
    source: Location,
    words: Location | None = None,
    reading: Reading = BY_DEFAULT,
    progress: Progress = lambda done, of: None,
) -> Corpus:
    """Read a file as a corpus: the same one, wherever the file comes from.

    Parameters
    ----------
    source : a path, or an Upload; or the folder of a store
    words : the list of words, one a line, for a format that comes without them
    progress : is told of the characters of texts that are counted and of those in all,
        and may raise to stop

    Notes
    -----
    Texts, tables of counts, and sparse matrices of whole numbers become counts; other
    tables and arrays become measurements.
    """
    opened = open_file(source, reading)
    names = None if words is None else as_source(words)
    _refuse_options(opened, names, reading)
    if opened.format in TEXTS:
        texts = read_texts(opened, reading)
        return count_words(texts, reading.tokenisation, progress)
    return _read_numbers(opened, names, reading)


def read_texts(opened: Opened, reading: Reading = BY_DEFAULT) -> Texts:
    """Read the texts of a file that has some, cut as they are to be cut."""
    texts = TEXTS[opened.format](opened.source, reading)
    encoding = "" if opened.encoding == UTF_8 else opened.encoding
    return replace(
        texts,
        warnings=(*opened.warnings, *texts.warnings),
        report=replace(texts.report, encoding=encoding),
    )


def _read_numbers(opened: Opened, names: Source | None, reading: Reading) -> Corpus:
    file, form = opened.source, opened.format
    if form in TABLES:
        corpus = TABLES[form](file, reading.label, names)
    elif form in LISTED:
        corpus = LISTED[form](file, names)
    else:
        corpus = COUNTED[form](file)
    return replace(corpus, warnings=(*opened.warnings, *corpus.warnings))


def _open_store(source: Source) -> Corpus:
    if not isinstance(source, Path):
        raise InputError(
            f"{source.name} is a file, and a store is a folder. Choose another format."
        )
    return open_store(source)


def sort_out(sources: Sequence[Upload]) -> tuple[Upload, Upload | None]:
    """Return which of several files has the corpus, and which its words if one has.

    Beside a matrix without words the other file is the words, whatever it looks like;
    files of text become one zip.
    """
    forms = [_form(source) for source in sources]
    if len(sources) == 2:
        for counts, words in ((0, 1), (1, 0)):
            if _are_words_of(forms[words], forms[counts]):
                return sources[counts], sources[words]
    if set(forms) <= {"plain_text", "document"}:
        return zips.zipped(sources), None
    names = " and ".join(source.name for source in sources[:3])
    raise InputError(
        f"{names}: several files can be texts (.txt, .md, .docx, .pdf), or a matrix "
        "and the list of its words, one a line. Give one file, or one kind."
    )


def _are_words_of(words: str, counts: str) -> bool:
    """Tell by their formats whether one file is the list of words of the other."""
    if counts in TABLES:
        return words == "plain_text"
    # A list may look like a matrix in text, but not like one that is packed.
    unlike = words not in LISTED or (counts in PACKED and words not in PACKED)
    return counts in LISTED and unlike and words not in PACKED


def _form(source: Source) -> str:
    """Return a file's format; a list of words may look like anything, and like none."""
    try:
        return open_file(source).format
    except InputError:
        return ""


def _refuse_options(opened: Opened, words: Source | None, reading: Reading) -> None:
    form = opened.format
    if words and form not in LISTED | TABLES:
        fault = f"words of its own. Leave {words.name} out"
    elif reading.label is not None and form not in TABLES:
        fault = "no column to take out as labels. Leave the label out"
    elif reading.columns != GUESSED and form != "text_table":
        fault = "no columns of texts, titles, dates and groups. Leave them out"
    else:
        return
    raise InputError(
        f"{opened.source.name} is read as {FORMATS[form]}, which has {fault}, or "
        "choose another format."
    )


def _cut(read: Callable[[Source], Texts]) -> Callable[[Source, Reading], Texts]:
    return lambda source, reading: cut_texts(read(source), reading.cutting)


TEXTS: dict[str, Callable[[Source, Reading], Texts]] = {
    "text_table": lambda source, reading: cut_texts(
        text_table.read_text_table(source, reading.columns), reading.cutting
    ),
    "plain_text": lambda source, reading: document_lines.read_plain_text(
        source, reading.cutting
    ),
    "zipped_texts": _cut(zips.read_zipped_texts),
    "document": _cut(zips.read_document),
    "mallet": _cut(document_lines.read_mallet),
}
TABLES: dict[str, Callable[[Source, str | None, Source | None], Corpus]] = {
    "table": table.read_table,
    "count_table": table.read_count_table,
}
# Whose words are in a list of their own.
LISTED: dict[str, Callable[[Source, Source | None], Corpus]] = {
    "uci": uci.read_uci,
    "matrix_market": matrix_market.read_matrix_market,
    "lda_c": pairs.read_lda_c,
    "svmlight": pairs.read_svmlight,
    "npy": arrays.read_npy,
    "npz": arrays.read_npz,
}
COUNTED: dict[str, Callable[[Source], Corpus]] = {
    "triples": triples.read_triples,
    "json_lines": document_lines.read_json_lines,
    "store": _open_store,
}
