"""Choosing a corpus: one that is ready, a file of the server, an upload, or planted."""

import streamlit as st

from pages.parts.corpus import downloads, planted, staged
from pages.shared.explore_text import (
    FOLDER_EMPTY,
    KEPT,
    PLACES_HELP,
    UPLOAD_EMPTY,
    UPLOAD_HELP,
)
from pages.shared.state.origins import IN_FOLDER
from pages.shared.state.uploads import shelf
from pages.shared.text import HELP, plain
from spca_core.corpus.bundled import bundled_names, display_name
from spca_core.corpus.data_files import data_files
from spca_core.corpus.readers.preview import counts_and_words
from spca_core.errors import InputError
from spca_core.paper.data_sets import data_folder

PLACES = ("Ready", "Upload", "Data folder", "Planted")


def show() -> None:
    """Ask where from, then which, then show what is in it before it is used."""
    place = st.segmented_control(
        "Where from",
        PLACES,
        default=PLACES[0],
        key="where_from",
        help=PLACES_HELP,
        required=True,
    )
    if place == "Ready":
        staged.show(_choose_ready())
    elif place == "Upload":
        _show_upload()
    elif place == "Data folder":
        _show_folder()
    else:
        planted.show()


def _choose_ready() -> str:
    return st.selectbox(
        "Corpus",
        bundled_names(),
        index=bundled_names().index("state_of_the_union"),
        key="ready",
        format_func=display_name,
        help=HELP["corpus"],
    )


def _show_upload() -> None:
    files = st.file_uploader(
        "A file with a corpus, and one with its words if it needs that",
        accept_multiple_files=True,
        key="upload",
        help=UPLOAD_HELP,
    )
    if not files:
        st.info(UPLOAD_EMPTY)
        return
    # Kept at once: what the widget holds is gone when its user changes the page.
    places = [shelf().put(file.name, file.getvalue()) for file in files]
    try:
        counts, words = counts_and_words([shelf().get(place) for place in places])
    except InputError as error:
        st.error(plain(str(error)))
        st.caption(KEPT)
        return
    staged.show(places[counts], "" if words is None else places[words])


def _show_folder() -> None:
    files = data_files(data_folder())
    if files:
        chosen = st.selectbox("File", files, key="folder_file", help=PLACES_HELP)
        staged.show(IN_FOLDER + chosen)
    else:
        st.info(FOLDER_EMPTY)
    downloads.show()
