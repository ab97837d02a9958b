"""Choosing a corpus: a file, pasted texts, an example, or planted topics."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from pages.parts.corpus import downloads
from pages.parts.corpus.file_panel import (
    show_documents,
    show_file,
    show_refusal,
    show_result,
)
from pages.shared.state import cached, choices
from pages.shared.state.origins import (
    IN_FOLDER,
    PLANTED,
    UPLOAD,
    Origin,
    read_plan,
    write_plan,
)
from pages.shared.state.uploads import are_private, shelf
from pages.shared.state.widgets import draw_option
from spca_core.corpus import limits
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.planted import PLAN_OPTIONS, Plan
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.preview import first_documents
from spca_core.corpus.sources import data_files, sort_out
from spca_core.errors import InputError
from spca_core.paper.data_sets import data_folder
from spca_core.results.corpus import reading
from spca_core.results.corpus.word_table import planted_topics

OPENED, EXAMPLES, SERVER, ARTIFICIAL = (
    *("The open file", "Examples"),
    *("On this server", "Artificial data"),
)
PLACE = "where_from"  # session state


def choose_corpus() -> bool:
    """Take a file or texts, or offer what is here; return whether one is shown."""
    is_dropped = bool(st.session_state.get("upload"))
    has_text = bool(st.session_state.get("paste", "").strip())
    # A file leaves no room for texts, so that what is in it is on the first screen.
    columns = st.columns(1 if is_dropped and not has_text else 2, gap="medium")
    dropped = columns[0].file_uploader(
        "Drop your texts or counts here",
        accept_multiple_files=True,
        key="upload",
        help=UPLOAD_HELP,
    )
    pasted = ""
    for column in columns[1:]:
        pasted = column.text_area(
            "Or paste texts here",
            height=PASTE_HEIGHT,
            key="paste",
            help=PASTE_HELP,
            placeholder=PASTE_PLACEHOLDER,
        )
    if dropped or pasted.strip():
        st.caption(PRIVATE_UPLOADS if are_private() else SHARED_UPLOADS)
        if file := _kept(dropped, pasted):
            show_file(file, goes_along=True)
        return True
    return _choose_place()()


def _kept(dropped: Sequence[Any], pasted: str) -> Origin | None:
    """Keep what is brought; return where it is, or say why that cannot be.

    It is kept at once, because the widget loses it when its user changes the page.
    Nothing else holds on to the files while they are read.
    """
    brought = tuple(file.file_id for file in dropped) or pasted
    before, origin = st.session_state.get(KEPT, (None, None))
    if brought == before:
        return origin
    files = [Upload(file.name, file.getvalue()) for file in dropped]
    try:
        # The widget itself would drop what is too long without a word.
        limits.check(PASTED, len(pasted), limits.PASTED, "characters", PASTE_LESS)
        with st.spinner("Looking at the files…"):
            counts, words = sort_out(files or [Upload(PASTED, pasted.encode())])
    except InputError as error:
        show_refusal(str(error))
        return None
    origin = Origin(shelf().put(counts), shelf().put(words) if words else "")
    st.session_state[KEPT] = brought, origin
    return origin


def _choose_place() -> Callable[[], bool]:
    """Ask where a corpus is to come from; return what shows one, if there is one."""
    opened = choices.value("corpus")
    places = {EXAMPLES: _show_example, SERVER: _show_folder, ARTIFICIAL: _show_planted}
    now = EXAMPLES
    if opened.startswith(UPLOAD):
        places, now = {OPENED: _show_opened, **places}, OPENED
    elif opened.startswith((IN_FOLDER, PLANTED)):
        now = SERVER if opened.startswith(IN_FOLDER) else ARTIFICIAL
    if st.session_state.get(PLACE) not in places:
        st.session_state[PLACE] = now
    st.segmented_control("Or start with", [*places], key=PLACE, required=True)
    return places[st.session_state[PLACE]]


def _show_opened() -> bool:
    show_file(choices.request().origin)
    return True


def _show_example() -> bool:
    """Ask for an example; none is chosen while a corpus of one's own is open."""
    titles, opened = bundled_titles(), choices.value("corpus")
    chosen = st.selectbox(
        "Corpus",
        list(titles),
        index=list(titles).index(opened) if opened in titles else None,
        key="ready",
        placeholder="Choose an example",
        format_func=titles.__getitem__,
        help=CORPUS_HELP,
    )
    if chosen:
        _show_corpus(Origin(chosen))
    return bool(chosen)


def _show_folder() -> bool:
    files = data_files(data_folder())
    if files:
        opened = choices.value("corpus").removeprefix(IN_FOLDER)
        at = files.index(opened) if opened in files else 0
        chosen = st.selectbox("File", files, at, key="folder_file", help=FOLDER_HELP)
        show_file(Origin(IN_FOLDER + chosen))
    else:
        st.info(FOLDER_EMPTY)
    downloads.show_paper_downloads()
    return bool(files)


def _show_planted() -> bool:
    """Ask for a plan; show its planted topics and the corpus that would be used."""
    opened = choices.value("corpus")
    now = read_plan(opened) if opened.startswith(PLANTED) else Plan()
    with st.container(horizontal=True):
        numbers = {
            name: draw_option(option, f"plan_{name}", getattr(now, name))
            for name, option in PLAN_OPTIONS.items()
        }
    try:
        origin = Origin(write_plan(Plan(**numbers)))
    except InputError as error:
        show_refusal(str(error))
        return True
    _show_corpus(origin)
    st.caption(ABOUT_TRUTH)
    st.dataframe(planted_topics(cached.planted(origin.corpus).truth))
    return True


def _show_corpus(origin: Origin) -> None:
    """Show a corpus that is here: how large it is, and its first documents."""
    corpus = cached.corpus(origin)
    show_result(reading.what_was_read(corpus), origin)
    show_documents(first_documents(corpus))


KEPT = "kept_files"  # session state: what was brought, and where it is
PASTED = "Pasted texts"  # the name of their corpus
PASTE_LESS = "Save them as a file, and drop that."
PASTE_HEIGHT = 100  # pixels
PASTE_PLACEHOLDER = "One text on each line. Then press Ctrl+Enter."
PASTE_HELP = (
    "Each line is a document, or each paragraph between blank lines. Rows that are "
    f"copied from a spreadsheet are a table. At most {limits.PASTED:,} characters."
)
UPLOAD_HELP = (
    "Texts: a table (CSV, Excel, Parquet, JSON, XML), references (RIS, BibTeX), mail, "
    "or documents (.txt, .docx, .odt, .pdf, .html, .rtf, .epub, .srt), several at once "
    "or in a zip. Counts: UCI, Matrix Market, LDA-C, SVMlight, .npz, a document-term "
    "table, with a file of the words where they need one. Files stay in this server's "
    "memory, and nothing is sent anywhere else."
)
SHARED_UPLOADS = (
    "The link identifies your file; anyone who has it can open your texts while this "
    "server keeps them."
)
PRIVATE_UPLOADS = (
    "On this server only the session that uploaded a file can use it. Whoever opens a "
    "link to your corpus has to upload the same file."
)
FOLDER_HELP = "Files that the server's administrator has put in the data folder."
FOLDER_EMPTY = (
    "The data folder has no files yet. The environment variable SPCA_DATA names this "
    "folder. The corpora below can be downloaded into it."
)
CORPUS_HELP = "The collection of documents whose words are counted."
ABOUT_TRUTH = "These topics are planted. Look for them on the page Topics."
