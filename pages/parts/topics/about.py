"""What stands behind a result: how it was found, and how good it is proven to be."""

import streamlit as st

from pages.shared.verdicts import show_when_opened
from pages.shared.work.tasks import Proof
from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.topics.key_figures import STOPPED_BY, key_figures
from spca_core.results.topics.remarks import remarks


@st.fragment
def show_about(
    corpus: Corpus, proof: Proof, solution: Solution, *, refining: bool
) -> None:
    """Offer the run's figures and the proof; the label says if it did not finish."""
    ended = STOPPED_BY[solution.stopped_by]
    label = LABEL if ended == "finished" else f"{LABEL}: {ended}"
    with st.popover(
        label, icon=":material/info:", key=ABOUT_IS_OPEN, on_change="rerun"
    ):
        st.markdown(ABOUT)
        for sentence in remarks(solution):
            st.caption(sentence)
        with st.container(horizontal=True):
            for figure, label, value in key_figures(corpus, solution):
                st.metric(label, value, help=HELP.get(figure), width="content")
        show_when_opened(proof, solution, corpus.kind.words, refining=refining)


def is_open() -> bool:
    """Return whether the user looks at what stands behind the result."""
    return bool(st.session_state.get(ABOUT_IS_OPEN))


ABOUT_IS_OPEN = "about"  # session state
LABEL = "About this result"
ABOUT = (
    "A topic is a short list of words that vary together over the documents. No two "
    "topics share a word, and together they capture as much of the corpus's variance "
    "as the method could find. **Hangs together** compares how often the words of a "
    "topic are in the same documents (NPMI) with 200 random sets of words that are as "
    "frequent."
)
HELP = {
    "ended": "Finished, or why the run ended before its method was done.",
    "variance": "The variance that each topic captures, summed over the topics.",
    "candidates_tried": "How many sets of topics were tried to find this one.",
}
