"""A corpus before it is used: its first lines, how it is read, what was read."""

import streamlit as st

from pages.shared.state import cached, choices
from pages.shared.state.fields import LONGEST_WORD, ORIGIN, PREPARATION, VIEW
from pages.shared.state.origins import IN_FOLDER, Origin
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.loading import AUTO, TABLES, TEXTS, Reading
from spca_core.corpus.readers.recognition import FORMATS
from spca_core.corpus.tokeniser import Tokeniser
from spca_core.errors import InputError
from spca_core.results import corpus as corpus_tables


def show(place: str, words: str = "") -> None:
    """Show what would be used, and the button that uses it."""
    try:
        reading = _choose_reading(place)
        origin = Origin(place, words, reading)
        corpus = cached.corpus(origin)
    except InputError as error:
        st.error(plain(str(error)))
        st.caption(KEPT)
        return
    _show_report(corpus)
    st.button(
        "Use this corpus",
        type="primary",
        key="use",
        on_click=use,
        args=(origin, corpus.kind.centred),
        help=USE_HELP,
    )


def use(origin: Origin, centred: bool) -> None:
    """Make a corpus the one that is analysed, with nothing left from the one before."""
    tokeniser = origin.reading.tokeniser
    choices.change(
        **choices.usual((*PREPARATION, *VIEW)),
        corpus=origin.place,
        words=origin.words,
        format=origin.reading.format,
        label=origin.reading.label or "",
        case=not tokeniser.lower_case,
        shortest=tokeniser.shortest,
        stop=tokeniser.stop_words,
    )
    choices.change(centred=centred)


def _choose_reading(place: str) -> Reading:
    """Show a file's first lines and ask how it is to be read."""
    if not place.startswith((IN_FOLDER, "sha256:")):
        return Reading()
    found, first_lines = cached.preview_of(place)
    with st.expander("Its first lines", expanded=True):
        st.text(first_lines)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        form = st.selectbox(
            "Format",
            (AUTO, *FORMATS),
            key=f"format_{place}",
            format_func=lambda name: FORMATS.get(name, f"Found: {FORMATS[found]}"),
            help=FORMAT_HELP,
        )
        used = found if form == AUTO else form
        label = ""
        if used in TABLES:
            label = st.text_input("Label column", key=f"label_{place}", help=LABEL_HELP)
    tokeniser = _choose_tokeniser(place) if used in TEXTS else Tokeniser()
    return Reading(form, label.strip() or None, tokeniser)


def _choose_tokeniser(place: str) -> Tokeniser:
    with st.expander("How text is cut into words"):
        case = st.toggle("Tell capitals apart", key=f"case_{place}", help=CASE_HELP)
        shortest = st.number_input(
            "Shortest word",
            1,
            LONGEST_WORD,
            ORIGIN["shortest"].default,
            key=f"shortest_{place}",
            help=SHORTEST_HELP,
        )
        stop = st.text_area(
            "Stop words",
            " ".join(ORIGIN["stop"].default),
            key=f"stop_{place}",
            help=STOP_HELP,
        )
    return Tokeniser(
        lower_case=not case, shortest=shortest, stop_words=tuple(stop.split())
    )


def _show_report(corpus: Corpus) -> None:
    report, refused = corpus_tables.report(corpus), corpus_tables.refused_lines(corpus)
    st.markdown("**What was read**")
    st.dataframe(
        report, hide_index=True, column_config={"label": "What", "value": "How many"}
    )
    if not refused.empty:
        st.dataframe(
            refused,
            hide_index=True,
            column_config={"line": "Line", "why": "Why refused"},
        )
    for warning in corpus.warnings:
        st.warning(plain(warning))


FORMAT_HELP = "Told by the file's content. Choose another if that went wrong."
LABEL_HELP = (
    "The column that names or groups the rows, by its name or its number from 1. It is "
    "not counted as a word."
)
CASE_HELP = "Keep Tax and tax apart. Usually both are counted as tax."
SHORTEST_HELP = "Words of fewer letters are not counted."
STOP_HELP = (
    "Words that are not counted, since they stand everywhere: the, and, of. Edit the "
    "list as you like, with blanks or line ends between the words."
)
USE_HELP = "Analyse this corpus from now on; nothing of the one before is lost."
KEPT = "The corpus that was open is still open."
