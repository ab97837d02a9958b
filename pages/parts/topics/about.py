"""What stands behind a result: how it was found, and how good it is proven to be."""

import streamlit as st

from pages.shared.verdicts import show_when_opened
from pages.shared.work.tasks import Proof
from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.topics.key_figures import STOPPED_BY, key_figures
from spca_core.results.topics.remarks import remarks


def show_about(
    corpus: Corpus, proof: Proof, solution: Solution, *, refining: bool
) -> None:
    """Offer the run's figures and the proof; the label says if it did not finish."""
    ended = STOPPED_BY[solution.stopped_by]
    label = LABEL if ended == "finished" else f"{LABEL}: {ended}"
    with st.popover(label, icon=":material/info:"):
        st.markdown(ABOUT)
        for sentence in remarks(solution):
            st.caption(sentence)
        with st.container(horizontal=True):
            for figure, label, value in key_figures(corpus, solution):
                st.metric(label, value, help=HELP.get(figure), width="content")
        show_when_opened(proof, solution, corpus.kind.words, refining=refining)


LABEL = "About this result"
ABOUT = (
    "A topic is a short list of words that vary together over the documents. No two "
    "topics share a word, and together they capture as much of the corpus's variance "
    "as the method could find. Words that are chosen because they vary together look "
    "good on any documents, so the same search is made on shuffled ones: a topic is "
    "**more than chance** if it captures more than any topic found there."
)
HELP = {
    "ended": "Finished, or why the run ended before its method was done.",
    "variance": "The variance that each topic captures, summed over the topics.",
    "candidates_tried": "How many sets of topics were tried to find this one.",
}
