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
    "each method capture? More is better. One-at-a-time methods (TPower, EM, "
    "SpanSPCA) take the best topic first and leave worse words to the rest; the others "
    "choose all together."
)
ABOUT_PAPER = (
    "The figures that Asteris, Papailiopoulos, Kyrillidis and Dimakis published in "
    "*Sparse PCA via Bipartite Matchings* (2015), and what the same methods reach "
    "here, with the joint search beside them."
)
ABOUT_ALL_FIGURES = (
    "Every figure of the paper's tables. Ours is empty where the data set is not here; "
    "the ratio is ours to the published."
)
ABOUT_PUBLISHED_WORDS = "On the left as the paper prints them, on the right ours."
ABOUT_MISSING = (
    "Get a data set, put it in the folder that the environment variable SPCA_DATA "
    "names, and open this page again."
)
NO_DATA_SETS = (
    "None of the paper's data sets is here yet: the table shows the published figures "
    "alone. Where to get them stands below."
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
        "Bipartite is the paper's method: many directions, each matched with words as "
        "well as can be. TPower, EM and SpanSPCA find one topic at a time, as most "
        "older methods do. Exact proves the optimum, where there are few words."
    ),
    "seed": "Where the random choices begin. The same seed gives the same answer.",
    "centred": (
        "Measure how words vary about their average instead of about zero. Raw counts "
        "(off) are what the paper uses for text."
    ),
    "effort": (
        "How many random starts the joint search makes: quick 2, normal 8, thorough 64."
    ),
    "sketch": (
        "How the data are summed up in few directions first. The truncated SVD is the "
        "best summary; the randomised is nearly as good in less time, the Gaussian "
        "projection is the crudest, and frequent directions read the data only once."
    ),
    "rank": "How many directions of the data the sketch keeps.",
    "candidates": (
        "The most candidates that the bipartite method tries, and the directions that "
        "SpanSPCA tries for each topic above rank 2."
    ),
    "epsilon": (
        "How fine the net of directions is: 0.2 promises 80 % of the best possible on "
        "the sketch. The promise holds where the whole net has no more candidates than "
        "may be tried, as at rank 2 with two topics; otherwise directions are random."
    ),
    "extra_starts": (
        "Random starts for each topic beyond the usual (TPower 1, EM 5); the best is "
        "kept."
    ),
    "experiment": (
        "One of the paper's data sets with its number of topics and of words in each; "
        "it is run first and drawn in full."
    ),
    "values": (
        "Raw: the numbers as they are. Centred: less each column's average, so that "
        "only what varies counts."
    ),
    "run": "Find the topics with these settings.",
    "run_again": "Start again what you stopped; what has finished is not run again.",
    "stop": "End the run now and keep the best topics found so far.",
    "ended": "Finished, or why the run ended before its method was done.",
    "variance": "The variance that each topic captures, summed over the topics.",
    "candidates_tried": "How many sets of topics were weighed to find this one.",
}


def plain(text: str) -> str:
    """Escape what Markdown reads as markup: it may be a stranger's words."""
    apart = RENDERED_LATER.sub(rf"{WORD_JOINER}\g<0>", text)
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|$~:&=])", r"\\\1", apart)
