"""Read any file as a corpus, by what a look at it has found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import TABLE_OPTIONS, TEXT_OPTIONS, Reading
from spca_core.corpus.readers.counts.covariances import (
    COVARIANCE,
    as_covariance,
    recognised,
)
from spca_core.corpus.readers.documents.folders import read_zipped
from spca_core.corpus.readers.documents.pages import Offers
from spca_core.corpus.readers.documents.reading import read_document
from spca_core.corpus.readers.documents.split import DEFAULT_SPLITTING, split_file
from spca_core.corpus.readers.files import Source, opened
from spca_core.corpus.readers.formats import (
    FORMATS,
    MARKED_UP,
    NESTED,
    PLAIN_TEXT,
    TABLES,
    Gives,
    form_of_ending,
)
from spca_core.corpus.readers.lines import listed_words
from spca_core.corpus.readers.recognise import (
    BY_DEFAULT,
    Location,
    Look,
    as_source,
    is_text,
    look,
    misfit,
    naming_format,
    refuse_label,
    table_in,
)
from spca_core.corpus.readers.tables import table as tables
from spca_core.corpus.readers.text import UTF_8
from spca_core.corpus.store import open_store
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import AUTO, Tokenisation
from spca_core.errors import InputError

# Takes texts, options, and a function as `count_words` does.
Count = Callable[[Texts, Tokenisation, Callable[[int, int], None]], Corpus]
DOCUMENT_TABLES = ("table", "count_table")  # formats of tables whose rows are documents


def read_corpus(
    source: Location,
    words: Location | None = None,
    reading: Reading = BY_DEFAULT,
    progress: Callable[[int, int], None] = lambda done, of: None,
    count: Count = count_words,
) -> Corpus:
    """Read a file as a corpus: the same one, wherever the file comes from.

    Parameters
    ----------
    source : a path, an Upload, or the folder of a store
    words : the list of words, one a line: those of a format that comes without them,
        or the only ones that are counted in texts
    progress : called with the characters of texts counted so far, and those in all; it
        may raise to stop
    count : makes a corpus of texts

    Notes
    -----
    Texts, tables of counts, and sparse matrices of whole numbers become counts; other
    tables and arrays become measurements, or a covariance matrix if they are one.
    """
    names = None if words is None else as_source(words)
    with opened(as_source(source)) as file:
        found = look(file, reading)
        _refuse_options(found, names, reading)
        with naming_format(found.format, reading):
            if not has_texts(found):
                return read_numbers(found, names, reading)
            texts = read_texts(found, reading)
    return count(texts, counting(reading.tokenisation, names), progress)


def has_texts(found: Look) -> bool:
    """Return whether words of texts are counted, and not given as numbers."""
    is_archive = found.format == "zipped_texts"
    return bool(found.table) or found.form.gives == Gives.TEXTS or is_archive


def counting(tokenisation: Tokenisation, words: Source | None) -> Tokenisation:
    """Return how words are counted: just those of a list, if there is one."""
    if words is None:
        return tokenisation
    vocabulary = listed_words(words, 0)
    if not vocabulary:
        raise InputError(f"{words.name} lists no word to count. Give one on each line.")
    return replace(tokenisation, vocabulary=vocabulary)


def read_texts(found: Look, reading: Reading = BY_DEFAULT) -> Texts:
    """Read the texts of a file that has some, split as `reading` says."""
    texts, _ = read_whole(found, reading)
    return split(found, texts, reading)


def read_whole(found: Look, reading: Reading) -> tuple[Texts, Offers]:
    """Read texts before they are split, and the elements that could be documents."""
    offers: Offers = []
    if found.table:
        texts, offers = tables.read_table(found.table), [*found.elements]
    elif found.form.reader:
        texts, offers = read_document(found.source, found.format, reading.element)
    elif found.format == PLAIN_TEXT:
        texts, offers = read_document(found.source, PLAIN_TEXT)
    else:
        texts = read_zipped(found.source, table_in, reading.element)
    encoding = "" if found.encoding == UTF_8 else found.encoding
    texts = replace(
        texts,
        warnings=(*found.warnings, *texts.warnings),
        report=replace(texts.report, encoding=encoding),
    )
    return texts, offers


def split(found: Look, texts: Texts, reading: Reading) -> Texts:
    """Return texts split as `reading` says; rows, or elements, are documents."""
    splitting = reading.splitting
    is_divided = (found.table and len(texts.texts) > 1) or reading.element
    if is_divided and splitting == DEFAULT_SPLITTING:
        return texts
    # The one text of an archive is called by its file.
    named = form_of_ending(texts.titles[0]) if texts.titles else ""
    has_lines = PLAIN_TEXT in (found.format, named)
    return split_file(texts, splitting, has_lines=has_lines)


def read_numbers(
    found: Look, words: Source | None = None, reading: Reading = BY_DEFAULT
) -> Corpus:
    """Read a file of counts or other numbers."""
    source, form = found.source, found.form
    if not form.reader:
        return _open_store(source)
    if form.gives == Gives.NUMBERS:
        corpus = form.read(source, reading.label, words, found.rows)
    else:
        corpus = form.read(source, words) if form.takes_words else form.read(source)
    if reading.format == COVARIANCE and corpus.kind.has_documents:
        corpus = as_covariance(corpus)
    elif reading.format == AUTO:
        formats = DOCUMENT_TABLES if found.format in TABLES else (found.format,)
        known = " or ".join(f'"{each}" ({FORMATS[each].label})' for each in formats)
        corpus = recognised(corpus, f"choosing the format: {known}")
    return replace(corpus, warnings=(*found.warnings, *corpus.warnings))


def _open_store(source: Source) -> Corpus:
    if not isinstance(source, Path):
        raise InputError(
            f"{source.name} is a file, and a store is a folder. Choose another format."
        )
    return open_store(source)


def _refuse_options(found: Look, words: Source | None, reading: Reading) -> None:
    form = found.format
    if words and not has_texts(found) and not found.form.takes_words:
        fault = f"words of its own. Leave {words.name} out"
        raise misfit(found.source, form, fault)
    refuse_label(found.source, form, reading)
    shown = f"{found.source.name}, which is read as {found.form.label}"
    reading.refuse_unused(applying_options(found, reading), shown)


def applying_options(found: Look, reading: Reading) -> set[str]:
    """Return the names of the options of reading that apply to a file."""
    form = found.format
    applying = {"label"} if form in TABLES else set()
    # A store and an archive of texts are what they are.
    if form not in ("store", "zipped_texts") or form == reading.format:
        applying.add("format")
    if found.table:
        applying |= {*TABLE_OPTIONS} - {"sheet", "separator"}
    if found.table and (found.table.cut or found.table.parts):
        applying.add("separator")
    if found.sheets or (found.table and form == "zipped_texts"):
        applying.add("sheet")
    if form != "store" and is_text(found.start):
        applying.add("encoding")
    if has_texts(found):
        applying |= {*TEXT_OPTIONS}
    if found.form.kind == NESTED or found.format in MARKED_UP:
        applying.add("element")
    return applying
