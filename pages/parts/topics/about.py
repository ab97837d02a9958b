"""What stands behind a result: how it was found, and how good it is proven to be."""

import streamlit as st

from pages.shared.text import plain
from pages.shared.verdicts import show_when_opened
from pages.shared.work.tasks import Chance, Proof
from spca_core.formatting import counted
from spca_core.results.topics.coverage import DEFINITION
from spca_core.results.topics.key_figures import STOPPED_BY, key_figures
from spca_core.results.topics.remarks import remarks
from spca_core.topics import SHUFFLES, Topics


@st.fragment
def show_about(asked: Chance, proof: Proof, *, refining: bool) -> None:
    """Offer the run's figures and the proof; the label says if it did not finish."""
    corpus = asked.run.corpus
    topics = Topics.of(corpus, asked.solution)
    ended = STOPPED_BY[topics.stopped_by]
    label = LABEL if ended == "finished" else f"{LABEL}: {ended}"
    with st.popover(
        label, icon=":material/info:", key=ABOUT_IS_OPEN, on_change="rerun"
    ):
        st.markdown(ABOUT if corpus.kind.has_documents else ABOUT_MATRIX)
        st.markdown(plain(corpus.without_documents) or _about_chance(asked))
        for sentence in remarks(topics):
            st.caption(sentence)
        with st.container(horizontal=True):
            for figure, label, value in key_figures(topics):
                st.metric(label, value, help=HELP.get(figure), width="content")
        show_when_opened(proof, asked, corpus.kind.words, refining=refining)


def _about_chance(asked: Chance) -> str:
    """Explain what is compared with chance, and on how many documents."""
    kind = asked.run.corpus.kind
    shuffled = SHUFFLED if kind.weighting == "counts" else SHUFFLED_COUNTS
    text = f"{STRONGER} {shuffled} {TIMES_CHANCE}".format(kind=kind)
    n_all, found = asked.run.corpus.n_documents, asked.found
    if found and found.n_documents < n_all:
        text += (
            f" Here {found.n_documents:,} of {counted(n_all, kind.documents)} were "
            "used, chosen at random: using fewer makes the test stricter."
        )
    return text


def is_open() -> bool:
    """Return whether the user looks at what stands behind the result."""
    return bool(st.session_state.get(ABOUT_IS_OPEN))


ABOUT_IS_OPEN = "about"  # session state
LABEL = "About this result"
ABOUT = (
    "A topic is a short list of words that vary together over the documents. No two "
    "topics share a word, and together they capture as much of the corpus's variance "
    f"as the method could find. {DEFINITION}"
)
ABOUT_MATRIX = (
    "A topic is a short list of variables that vary together. No two topics share a "
    "variable, and together they capture as much of the matrix's trace as the method "
    "could find."
)
STRONGER = (
    "**Stronger than chance?** A search finds topics even in random text. To see what "
    "luck alone gives, we shuffle the {kind.words} among the {kind.documents} and "
    "search again, nine times."
)
SHUFFLED_COUNTS = (
    "Each of the {kind.documents} keeps its number of different words, and each word "
    "its number of {kind.documents}."
)
SHUFFLED = "The values of each column are put in a random order."
TIMES_CHANCE = (
    "*1.6 times as strong as chance* means that a topic captures 1.6 times as much as "
    "the best topic of all shuffled tables. One that captures no more than that best "
    "topic could be chance. Where there is nothing but chance in the data, the risk "
    f"that *any* topic passes is at most 1 in {SHUFFLES + 1}. The test does not say "
    "that a topic is *about* something: habits of speech, such as *continue, efforts, "
    "support, progress*, occur together too, and pass."
)
HELP = {
    "ended": "Finished, or why the run ended before its method was done.",
    "variance": "The variance that each topic captures, summed over the topics.",
    "candidates_tried": "How many sets of topics were tried to find this one.",
}
