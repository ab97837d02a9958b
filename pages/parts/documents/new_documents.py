"""Documents that are not in the corpus: uploaded, scored by its topics, downloaded."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.files import offer_long_table
from pages.shared.shown import Shown
from pages.shared.text import plain
from pages.shared.work.readings import read_once
from spca_core.corpus.load import layout
from spca_core.corpus.readers.files import Upload, Watched
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.sources import sort_out
from spca_core.errors import InputError
from spca_core.results.documents.new_documents import (
    NewDocuments,
    score_new,
    scoring_of,
)
from spca_core.running.bars import Progress

MAX_ROWS = 1_000  # of the table on the page
COLUMNS = {
    "document": "Document",
    "title": "Title",
    "main_topic": "Main topic",
    "share": st.column_config.NumberColumn("Its share", format="percent"),
    "words": "Its words",
    "topics": "All topics",
    "unknown": "Unknown words",
}


def show_new_documents(now: Shown) -> None:
    """Offer to score other documents by these topics."""
    place = st.expander(
        f"Score other {now.corpus.kind.documents}",
        key="new_documents",
        on_change="rerun",
    )
    if place.open:
        with place:
            _ask(now)


def _ask(now: Shown) -> None:
    st.markdown(ABOUT_NEW)
    sent = st.file_uploader(
        "Files to score",
        accept_multiple_files=True,
        key="new_files",
        help=FILES_HELP,
    )
    named = st.text_input(
        "Column of the texts, if they are in a table",
        ", ".join(now.request.origin.reading.columns.text),
        key="new_column",
        placeholder="Found",
        help=COLUMN_HELP,
    )
    if not sent:
        return
    files = [Upload(file.name, file.getvalue()) for file in sent]
    columns = tuple(filter(None, map(str.strip, named.split(","))))
    found = now.topics
    topics = now.corpus, found.settings.relevant, found.supports.tobytes()
    how = tuple(file.file_id for file in sent), columns, topics
    try:
        scored = read_once(
            "scores", files[0], how, partial(_scored, now, files, columns)
        )
    except InputError as error:
        st.error(plain(str(error)))
        return
    there = scored.topics
    named = replace(there, edits=found.edits, chance=found.chance)
    _show_scored(now, replace(scored, topics=named))


def _scored(
    now: Shown, files: Sequence[Upload], columns: tuple[str, ...], tell: Progress
) -> NewDocuments:
    """Read files and score their documents by the topics that are shown."""
    counts, words = sort_out(files)
    scoring = scoring_of(now.topics)
    new = read_corpus(
        Watched(counts, tell),
        words,
        layout({"text": columns}),
        lambda *_: tell(1.0),
        scoring.count,
    )
    return score_new(now.topics, scoring, new)


def _show_scored(now: Shown, found: NewDocuments) -> None:
    st.text(found.summary)
    for doubt in found.warnings:
        st.caption(plain(doubt))
    show_figure(found.figure(now.colours), now.provenance)
    rows = next(found.pieces())[:MAX_ROWS]
    st.dataframe(rows, hide_index=True, column_config=COLUMNS)
    if found.corpus.n_documents > MAX_ROWS:
        st.caption(f"The first {MAX_ROWS:,} rows. The files have all.")
    offer_long_table("scores", partial(found.long_table, now.provenance))


ABOUT_NEW = (
    "New documents are counted and weighted like those of the corpus, so scores can be "
    "compared."
)
FILES_HELP = (
    "Texts, a table with a column of texts, counts with their words, or measurements "
    "with the same columns: any file that the page Corpus takes. No link leads to them."
)
COLUMN_HELP = "Its name or its number; commas separate several. Empty: it is found."
