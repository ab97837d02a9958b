"""The documents that carry a topic, one document in full, and topics by group."""

import streamlit as st

from pages.parts.documents import shares
from pages.shared.provenance import provenance_of
from pages.shared.state import cached, choices, edits
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.topic_choice import choose_topic, document_columns, named
from pages.shared.topic_names import with_dots
from pages.shared.work.tasks import Job
from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution, of_values
from spca_core.results import documents, finding, topics

MAX_DOCUMENTS = 20
TEXT_HEIGHT = 480  # pixels; a longer text is scrolled


def show(workspace: Workspace, request: Request, jobs: list[Job]) -> None:
    """Show the documents of the one job's topics."""
    for job in jobs:
        if job.latest:
            if edits.follow(workspace.corpus, job.latest):
                st.rerun()
            provenance = provenance_of(workspace, request, job.latest)
            shown = named(workspace, request, job.latest)
            _show_documents(workspace, shown, job.latest)
            shares.show(workspace, shown, job.latest, provenance)
        elif job.done and not job.refusal:
            st.info(STOPPED_TOO_EARLY)


@st.fragment
def _show_documents(workspace: Workspace, request: Request, solution: Solution) -> None:
    topic = choose_topic(workspace, request, solution)
    leading = cached.leading_documents(
        workspace.corpus, solution, topic + 1, MAX_DOCUMENTS
    )
    st.text(", ".join(topics.word_columns(workspace.corpus, solution).iloc[:, topic]))
    columns = {"rank": "Rank", **document_columns(solution.settings)}
    st.dataframe(
        leading, hide_index=True, column_order=list(columns), column_config=columns
    )
    document = _choose_document(workspace.corpus, leading)
    choices.write_address()
    if document:
        _show_document(workspace, request, solution, topic, document)


def _choose_document(corpus: Corpus, leading) -> int:
    """Let the user choose one of the leading documents, or of those found by title."""
    one = corpus.kind.documents.removesuffix("s").capitalize()
    st.subheader(f"One {one.lower()}")
    find, choose = st.columns(2)
    sought = find.text_input(
        "Find by title", key="find_document", help=FIND_DOCUMENT_HELP
    )
    found = documents.find_documents(corpus, sought) if sought else leading
    options = dict(zip(found["document"], found["title"], strict=True))
    linked = choices.value("document")
    if not sought and 1 <= linked <= corpus.n_documents:
        options.setdefault(linked, documents.title(corpus, linked))
    if not options:
        choose.info("No title contains this. Try a part of a word.")
        return 0
    numbers = list(options)
    return choose.selectbox(
        one,
        numbers,
        index=numbers.index(linked) if linked in options else 0,
        key=f"document_of_{hash(tuple(numbers))}",
        format_func=options.__getitem__,
        help=DOCUMENT_HELP,
        on_change=_take_document,
        args=(f"document_of_{hash(tuple(numbers))}",),
    )


def _take_document(key: str) -> None:
    choices.change(document=int(st.session_state[key]))


def _show_document(
    workspace: Workspace,
    request: Request,
    solution: Solution,
    topic: int,
    document: int,
) -> None:
    with st.container(border=True):
        st.markdown(f"**{plain(documents.title(workspace.corpus, document))}**")
        text, shares = st.columns([2, 3])
        with text:
            _show_text(workspace, solution, topic, document)
        with shares:
            _show_topics(workspace, request, solution, document)


def _show_text(
    workspace: Workspace, solution: Solution, topic: int, document: int
) -> None:
    text = documents.document_text(workspace.loaded, document)
    if text is None:
        st.caption(NO_TEXT)
        st.dataframe(
            documents.heaviest_words(workspace.loaded, document),
            hide_index=True,
            column_config={"word": "Word", "count": "Count"},
        )
        return
    words = [workspace.corpus.words[column] for column in solution.supports[topic]]
    forms = finding.with_forms(words, workspace.loaded.forms)
    with st.container(height=TEXT_HEIGHT, border=False):
        st.text(finding.marked(text, forms))
    st.caption(MARKED)


def _show_topics(
    workspace: Workspace, request: Request, solution: Solution, document: int
) -> None:
    names = topics.topic_names(workspace.corpus, solution, request.names)
    st.dataframe(
        with_dots(
            topics.with_names(
                documents.topics_of_document(workspace.corpus, solution, document),
                names,
            )
        ),
        hide_index=True,
        height="content",
        column_order=["dot", "name", "share", "score", "words"],
        column_config={
            "dot": st.column_config.TextColumn("", width=30),
            "name": "Topic",
            "share": st.column_config.ProgressColumn(
                "Share", format="percent", min_value=0, max_value=1
            ),
            "score": st.column_config.NumberColumn(
                of_values("Score", solution.settings), format="%.3g"
            ),
            "words": "Its words here, counted",
        },
    )


DOCUMENT_HELP = "The documents that carry the topic most, or those you search for."
FIND_DOCUMENT_HELP = "Part of a title, in upper or lower case."
NO_TEXT = "This corpus has only counts, so these are the document's heaviest words."
MARKED = "»These« marks show the topic's words."
