"""Choosing a corpus: an example, a file on the server, an upload, or planted topics."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.parts.corpus import downloads, staged
from pages.parts.corpus.staged import STILL_OPEN
from pages.shared.state import cached, choices
from pages.shared.state.origins import (
    IN_FOLDER,
    PLANTED,
    Origin,
    read_plan,
    write_plan,
)
from pages.shared.state.uploads import are_private, shelf
from pages.shared.state.widgets import draw_option
from pages.shared.text import plain
from pages.shared.work.readings import sorted_out
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.planted import PLAN_OPTIONS, Plan
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.sources import data_files
from spca_core.errors import InputError
from spca_core.paper.data_sets import data_folder
from spca_core.results.corpus.word_table import planted_topics

EXAMPLES, SERVER, ARTIFICIAL = "Examples", "On this server", "Make artificial data"
PLACES = (EXAMPLES, SERVER, ARTIFICIAL)


def choose_corpus() -> Origin | None:
    """Take a file or pasted texts, or offer what is here; return what is shown."""
    left, right = st.columns(2, gap="medium")
    dropped = left.file_uploader(
        "Drop your texts or counts here",
        accept_multiple_files=True,
        key="upload",
        help=UPLOAD_HELP,
    )
    pasted = right.text_area(
        "Or paste texts here",
        height=PASTE_HEIGHT,
        key="paste",
        help=PASTE_HELP,
        placeholder=PASTE_PLACEHOLDER,
    )
    if dropped or pasted.strip():
        st.caption(PRIVATE_UPLOADS if are_private() else SHARED_UPLOADS)
        kept = _kept(dropped, pasted)
        return staged.show_staged(*kept, goes_along=True) if kept else None
    is_planted = choices.value("corpus").startswith(PLANTED)
    st.session_state.setdefault("where_from", ARTIFICIAL if is_planted else EXAMPLES)
    place = st.segmented_control(
        "Or start with", PLACES, key="where_from", required=True
    )
    if place == EXAMPLES:
        example = _choose_example()
        return staged.show_staged(example) if example else None
    return _show_folder() if place == SERVER else _show_planted()


def _kept(dropped: Sequence[Any], pasted: str) -> tuple[str, str] | None:
    """Keep the files; return where the corpus and its words are, or say why not.

    They are kept at once, because the widget loses them when its user changes the page.
    Nothing else holds on to the files while they are read.
    """
    files = [Upload(file.name, file.getvalue()) for file in dropped]
    try:
        # The widget itself would drop what is too long without a word.
        limits.check(PASTED, len(pasted), limits.PASTED, "characters", PASTE_LESS)
        counts, words = sorted_out(files or [Upload(PASTED, pasted.encode())])
    except InputError as error:
        st.error(plain(str(error)))
        st.caption(STILL_OPEN)
        return None
    return shelf().put(counts), shelf().put(words) if words else ""


def _choose_example() -> str | None:
    """Ask for an example; none is chosen while a corpus of one's own is open."""
    titles, opened = bundled_titles(), choices.value("corpus")
    return st.selectbox(
        "Corpus",
        list(titles),
        index=list(titles).index(opened) if opened in titles else None,
        key="ready",
        placeholder="Choose an example",
        format_func=titles.__getitem__,
        help=CORPUS_HELP,
    )


def _show_folder() -> Origin | None:
    shown, files = None, data_files(data_folder())
    if files:
        chosen = st.selectbox("File", files, key="folder_file", help=FOLDER_HELP)
        shown = staged.show_staged(IN_FOLDER + chosen)
    else:
        st.info(FOLDER_EMPTY)
    downloads.show_paper_downloads()
    return shown


def _show_planted() -> Origin | None:
    """Ask for a plan; show its planted topics and the corpus that would be used."""
    opened = choices.value("corpus")
    now = read_plan(opened) if opened.startswith(PLANTED) else Plan()
    with st.container(horizontal=True):
        numbers = {
            name: draw_option(option, f"plan_{name}", getattr(now, name))
            for name, option in PLAN_OPTIONS.items()
        }
    try:
        place = write_plan(Plan(**numbers))
    except InputError as error:
        st.error(plain(str(error)))
        return None
    st.caption(ABOUT_TRUTH)
    st.dataframe(planted_topics(cached.planted(place).truth))
    return staged.show_staged(place)


PASTED = "Pasted texts"  # the name of their corpus
PASTE_LESS = "Save them as a file, and drop that."
PASTE_HEIGHT = 120  # pixels
PASTE_PLACEHOLDER = "One text on each line. Then press Ctrl+Enter."
PASTE_HELP = (
    "Each line is a document; paragraphs of several short lines are found by the blank "
    "lines between them. Rows that are copied from a spreadsheet are read as a table. "
    f"At most {limits.PASTED:,} characters."
)
UPLOAD_HELP = (
    "Texts: a table (CSV, Excel, Parquet, JSON), references (RIS, BibTeX, Web of "
    "Science, PubMed), a mailbox, or documents (.txt, .docx, .odt, .pdf, .html, .xml, "
    ".rtf, .epub, .srt), several at once or in a zip, with a table about them. Counts: "
    "UCI, Matrix Market, LDA-C, SVMlight, .npz, a document-term table; some also need "
    "a file of their words, one per line. Or a covariance or correlation matrix. The "
    "format is detected from the content; gzip is unpacked. Files stay in this "
    "server's memory, and nothing is sent anywhere else."
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
