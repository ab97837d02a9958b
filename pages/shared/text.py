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
ABOUT_LIMITS = (
    "The short line is proven: no topics of that many words, however they were "
    "chosen, lie above it."
)
ABOUT_LIMIT = (
    "To be sure of the best topics one would have to try every choice of words, and "
    "there are too many to try. A limit for all of them can be had without trying any. "
    "Put a price on every word. What a topic captures is then split in two parts: one "
    "that the prices of its words pay for, and a rest that can be no greater than the "
    "greatest eigenvalues of what the prices have left of the data. The highest prices "
    "and those eigenvalues add up to no less than *any* topics capture. Other prices "
    "give another limit; the computer lowers it step by step. The best topics lie "
    "somewhere between what was found and that limit, so topics that reach 95 % of the "
    "limit are at least 95 % as good as the best, and often better than is proven."
)
PROOF_OF_LIMIT = r"""
**The proof.** Let $A$ be the words' second moments, $k$ topics of $s$ words be asked
for, and choose for every word $i$ numbers $q_i, u_i \ge 0$, $h_i > 0$, for every pair
$|f_{ij}| \le 1$. Put
$U_{ij} = f_{ij}\,(q_i q_j + \tfrac{u_i + u_j}{2})$, $\;p_i = q_i^2 + u_i / h_i$ (the
price), $\;D_{ii} = s\,u_i h_i / 4$ and $T = A - U + D$. A topic $x$ of unit length on a
set $I$ of $s$ words has

$$
\begin{aligned}
x^\top U x \;&\le\; \Big(\sum_{i \in I} q_i |x_i|\Big)^2
+ \sum_{i \in I} u_i |x_i| \sum_{j \in I} |x_j| \\
&\le\; \sum_{i \in I} q_i^2 + \sum_{i \in I} u_i \sqrt{s}\,|x_i| \\
&\le\; \sum_{i \in I} p_i + x^\top D x,
\end{aligned}
$$

by Cauchy and Schwarz twice, and since $\sqrt{s}\,|x_i| \le 1/h_i + s\,h_i x_i^2/4$ (the
mean of two numbers is no less than the root of their product). So
$x^\top A x \le \sum_{i \in I} p_i + x^\top T x$. Topics share no word: over all $k$ of
them the prices add up to at most the $k s$ highest, and by a theorem of Ky Fan the
rest to at most the $k$ greatest eigenvalues of $T$. $\blacksquare$

The words that are not worked on one by one, and the rounding of the computer's numbers,
are allowed for: the limit holds for all words, and is rounded up.
"""
LINK_TO_EXAMPLE = "The same on four words, with all the numbers"
ABOUT_LEARN = "How the methods work, on examples small enough to check by hand."
STOPPED_RUNS = "You stopped the others: Run starts them again."
STOPPED_TOO_EARLY = "Stopped before the first result. Press Run to start again."

HELP = {
    "corpus": "The collection of documents whose words are counted.",
    "n_components": "How many topics to find. No two topics share a word.",
    "sparsity": "How many words each topic has.",
    "method": (
        "Joint search improves all topics together and usually captures most. "
        "Bipartite is the paper's method: many directions, each matched with words as "
        "well as can be. TPower, EM and SpanSPCA find one topic at a time, as most "
        "older methods do. Exact proves the optimum, where there are few words. NMF, "
        "LDA and Sparse PCA are what else is in use, of scikit-learn."
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
    "limit": (
        "No topics of so many words capture more, whoever chooses them: that is "
        "proven, not estimated."
    ),
    "share": (
        "What was captured, as a share of the proven limit. The best possible lies "
        "between the two, so the true share of it is this or more."
    ),
    "begin_again": "Lower the limit from the start, as far as it goes.",
    "stop_proof": "Keep the limit as low as it is now.",
    "ended": "Finished, or why the run ended before its method was done.",
    "variance": "The variance that each topic captures, summed over the topics.",
    "candidates_tried": "How many sets of topics were weighed to find this one.",
}


def plain(text: str) -> str:
    """Escape what Markdown reads as markup: it may be a stranger's words."""
    apart = RENDERED_LATER.sub(rf"{WORD_JOINER}\g<0>", text)
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|$~:&=])", r"\\\1", apart)
