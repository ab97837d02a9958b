"""One topic in full: its name, words, near misses, documents, and words together."""

import pandas as pd
import streamlit as st

from pages.shared.figure import show_figure, with_digits
from pages.shared.state import cached, choices, edits
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.topic_choice import (
    choose_topic,
    document_columns,
    named,
)
from spca_core.problem.solution import Solution, of_values
from spca_core.results import one_topic, sentences, topics
from spca_core.results.files.provenance import Provenance

MAX_NAME = 60  # characters
MAX_DOCUMENTS = 5


@st.fragment
def show(
    workspace: Workspace, request: Request, solution: Solution, provenance: Provenance
) -> None:
    """Let the user choose a topic, and show it in full."""
    st.subheader("One topic")
    topic = choose_topic(workspace, request, solution)
    choices.write_address()
    nearly = one_topic.near_misses(
        workspace.corpus, workspace.covariance, solution, topic + 1
    )
    with st.container(border=True):
        _show_name(workspace, request, solution, topic)
        left, right = st.columns(2)
        with left:
            _show_words(workspace, request, solution, topic)
            _show_edit(workspace, solution, topic, nearly)
        with right:
            _show_together(workspace, solution, topic, provenance)
        _show_near_misses(solution, nearly)
        _show_documents(workspace, solution, topic)


def _show_name(
    workspace: Workspace, request: Request, solution: Solution, topic: int
) -> None:
    leader = workspace.corpus.words[solution.supports[topic][0]]
    key = f"name_{leader}"
    st.text_input(
        "Name of this topic",
        choices.request().names.get(leader, ""),
        max_chars=MAX_NAME,
        key=key,
        placeholder=request.names[leader],
        help=NAME_HELP,
        on_change=lambda: edits.rename(leader, st.session_state[key]),
    )
    # The whole page is drawn again, to show the name everywhere.
    if named(workspace, choices.request(), solution).names != request.names:
        st.rerun()


def _show_words(
    workspace: Workspace, request: Request, solution: Solution, topic: int
) -> None:
    words = topics.topic_words(workspace.corpus, solution, request.names)
    st.dataframe(
        words[words["topic"] == topic + 1],
        hide_index=True,
        height="content",
        column_order=["rank", "word", "sign", "magnitude", "weight"],
        column_config={
            "rank": "Rank",
            "word": "Word",
            "sign": "Sign",
            "magnitude": st.column_config.NumberColumn("Loading", format="%.3f"),
            "weight": st.column_config.ProgressColumn(
                "Weight", format="percent", min_value=0, max_value=1
            ),
        },
    )


def _show_edit(
    workspace: Workspace, solution: Solution, topic: int, nearly: pd.DataFrame
) -> None:
    corpus = workspace.corpus
    members = [corpus.words[column] for column in solution.supports[topic]]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word = st.selectbox(
            "Word",
            [*members, *nearly["word"]],
            key=f"edit_{topic}_{members[0]}",
            help=EDIT_WORD_HELP,
        )
        is_counted = edits.are_words_counted(corpus)
        label = "Add to the stop words" if is_counted else "Leave out"
        if st.button(label, help=LEAVE_OUT_HELP, key="leave_out"):
            edits.leave_out(corpus, solution, word)
            st.rerun()
        if st.button(
            "Pin to this topic",
            help=PIN_HELP,
            key="pin",
            disabled=workspace.run.settings.method != "joint",
        ):
            edits.pin(corpus, solution, topic, word)
            st.rerun()


def _show_together(
    workspace: Workspace, solution: Solution, topic: int, provenance: Provenance
) -> None:
    from spca_core.results.charts.topics import together_heat_map

    pairs = one_topic.together(
        workspace.corpus, workspace.covariance, solution, topic + 1
    )
    show_figure(
        together_heat_map(pairs),
        pairs,
        name=f"words_of_topic_{topic + 1}_together",
        text=sentences.together(pairs),
        provenance=provenance,
    )
    st.caption(ABOUT_TOGETHER[workspace.run.settings.centred])


def _show_near_misses(solution: Solution, nearly: pd.DataFrame) -> None:
    lost = of_values("Variance lost", solution.settings)
    st.markdown("**Near misses**")
    st.dataframe(
        with_digits(nearly, ["variance_lost"]),
        hide_index=True,
        column_config={
            "word": "Word",
            "replaces": "In the place of",
            "variance_lost": lost,
            "share_lost": st.column_config.NumberColumn(
                "Of the topic's", format="percent"
            ),
        },
    )
    st.caption(f"{ABOUT_NEAR_MISSES} {one_topic.gain_by_near_misses(nearly)}")


def _show_documents(workspace: Workspace, solution: Solution, topic: int) -> None:
    kind, columns = workspace.corpus.kind, document_columns(solution.settings)
    st.markdown(f"**{kind.documents.capitalize()} that carry it**")
    st.dataframe(
        cached.leading_documents(workspace.corpus, solution, topic + 1, MAX_DOCUMENTS),
        hide_index=True,
        column_config=columns,
        column_order=list(columns),
    )
    st.page_link(
        "pages/documents.py",
        label=f"All {kind.documents} of this topic",
        icon=":material/description:",
        query_params=choices.parameters(),
    )


NAME_HELP = (
    "The name of this topic: here, in every export and in the link. It stays with the "
    "topic that has this heaviest word."
)
EDIT_WORD_HELP = (
    "A word of this topic, or one that came close. Leave it out of the analysis or pin "
    "it to this topic; the topics are then found again."
)
LEAVE_OUT_HELP = "Find the topics again without this word."
PIN_HELP = (
    "Find the topics again with this word in the same topic as its heaviest word, at "
    "any cost. This needs the joint search."
)
ABOUT_NEAR_MISSES = (
    "The words of no topic that would fit best here: how much less the topic would "
    "capture if the word replaced one of its own."
)
ABOUT_TOGETHER = {
    False: (
        "How similarly two words are spread over the documents, from 0 (never "
        "together) to 1 (always in proportion): the cosine of their columns."
    ),
    True: "The correlation of the words over the documents, from -1 to 1.",
}
