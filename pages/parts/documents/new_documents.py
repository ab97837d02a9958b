"""Documents that are not in the corpus: uploaded, scored by its topics, downloaded."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.files import offer_long_table
from pages.shared.shown import Shown
from pages.shared.text import plain
from pages.shared.work.readings import FileTask
from pages.shared.work.screen import Controls, show_shares, show_work
from pages.shared.work.work import FILES, Work, queue
from spca_core.corpus.load import layout
from spca_core.corpus.readers.files import Upload, Watched
from spca_core.corpus.readers.loading import read_corpus
from spca_core.corpus.readers.progress import (
    ReadingProgress,
    Tell,
    progress_of,
    tell_while_counting,
)
from spca_core.corpus.sources import sort_out
from spca_core.results.documents.new_documents import (
    NewDocuments,
    score_new,
    scoring_of,
)
from spca_core.results.topics.words import words_of_topics

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


@dataclass(frozen=True)
class Scores(FileTask):
    """Files whose documents are to be scored by topics; `path` is the first of them."""

    files: tuple[Upload, ...]
    columns: tuple[str, ...]  # of the texts; none if they are to be found
    shown: Shown
    lane = FILES

    @property
    def key(self) -> Hashable:
        """What decides the scores: the files, the corpus and the topics in it."""
        solution = self.shown.solution
        topics = solution.settings.relevant, solution.supports.tobytes()
        return self.files, self.columns, self.shown.corpus, topics

    def progress(self) -> Iterator[ReadingProgress]:
        return progress_of(self._scored)

    def _scored(self, tell: Tell) -> NewDocuments:
        corpus, solution = self.shown.corpus, self.shown.solution
        several = len(self.files) > 1
        counts, words = sort_out(self.files) if several else (self.path, None)
        scoring = scoring_of(corpus, solution.settings)
        reading = layout({"text": self.columns})
        watched, asked = Watched(counts, tell), partial(tell_while_counting, tell)
        new = read_corpus(watched, words, reading, asked, scoring.count)
        return score_new(scoring, new, words_of_topics(corpus, solution), solution)


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
    files = tuple(Upload(file.name, file.getvalue()) for file in sent)
    columns = tuple(filter(None, map(str.strip, named.split(","))))
    task = Scores(files[0], files, columns, now)
    show_work(
        lambda: [queue().watched(task)],
        partial(_show, now),
        Controls(
            show_shares,
            partial(st.button, "Stop", key="stop_scoring"),
            partial(st.button, "Score them again", key="score_again"),
        ),
    )


def _show(now: Shown, works: list[Work[Scores]]) -> None:
    for work in works:
        if work.stopped:
            st.info(f"You stopped the scoring of {plain(work.task.name)}.")
        elif work.latest and work.latest.result:
            hidden = tuple(now.hidden)
            found = replace(work.latest.result, names=now.called, hidden=hidden)
            _show_scored(now, found)


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
