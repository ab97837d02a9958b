"""What the app says: explanations and helps, kept apart from the code."""

import re

# Web addresses, mail addresses and :icons: are found after escapes are undone
# (remark-gfm, Streamlit): an invisible character keeps them from being whole.
RENDERED_LATER = re.compile(r"(?<=www)\.|[:@]", re.IGNORECASE)
WORD_JOINER = "\u2060"

ABOUT_TOPICS = (
    "A topic is a short list of words that vary together over the documents. No word "
    "is in two topics, and together the topics capture as much of the corpus's "
    "variance as the method could find."
)
ABOUT_COMPARISON = (
    "The same corpus, the same number of topics and words: how much variance does "
    "each method capture? More is better. One-at-a-time methods (TPower) take the best "
    "topic first and leave worse words to the rest; the others choose all together."
)
ABOUT_TOTALS = "Each bar is a run of its own, with that many topics."
ABOUT_ALIGNED = (
    "Topics stand side by side by the words they share with the first method's."
)
STOPPED_TOO_EARLY = "Stopped before the first result. Press Run to start again."

HELP = {
    "corpus": "The collection of documents whose words are counted.",
    "n_components": "How many topics to find. No two topics share a word.",
    "sparsity": "How many words each topic has.",
    "method": (
        "Joint search improves all topics together and usually captures most. "
        "Bipartite is the paper's method: many random directions, each matched with "
        "words as well as can be. TPower finds one topic at a time, as most older "
        "methods do."
    ),
    "seed": "Where the random choices begin. The same seed gives the same answer.",
    "centred": (
        "Measure how words vary about their average instead of about zero. Raw counts "
        "(off) are what the paper uses for text."
    ),
    "effort": (
        "How many random starts the joint search makes: quick 2, normal 8, thorough 64."
    ),
    "rank": (
        "How many directions of the data the bipartite method keeps in its sketch "
        "before it searches."
    ),
    "candidates": "How many random candidates the bipartite method tries.",
    "run": "Find the topics with these settings.",
    "stop": "End the run now and keep the best topics found so far.",
    "ended": "Finished, or why the run ended before its method was done.",
    "variance": "The variance that each topic captures, summed over the topics.",
    "candidates_tried": "How many sets of topics were weighed to find this one.",
}


def plain(text: str) -> str:
    """Escape what Markdown reads as markup: it may be a stranger's words."""
    apart = RENDERED_LATER.sub(rf"{WORD_JOINER}\g<0>", text)
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|$~:&=])", r"\\\1", apart)
