"""The help texts of the sidebar: what each of its settings does."""

from spca_core.corpus.weighting import WEIGHTED, WEIGHTINGS

HELP = {
    "n_components": "How many topics to find. No two topics share a word.",
    "sparsity": "How many words each topic has.",
    "method": (
        "The joint search improves all topics together and usually captures most. "
        "Bipartite is the paper's method: it tries many directions and matches words "
        "to each as well as possible. TPower, EM and SpanSPCA find one topic at a "
        "time, as most older methods do. Exact proves the optimum where there are few "
        "words. Varimax, NMF, LDA and Sparse PCA are other methods in common use; the "
        "last three come from scikit-learn."
    ),
    "seed": "Where the random choices start. The same seed gives the same answer.",
    "effort": (
        "How long the joint search goes on without progress: thorough 8 times as long "
        "as normal, and normal 4 times as long as quick."
    ),
    "sketch": (
        "How the data are first reduced to a few directions. The truncated SVD is the "
        "best summary. The randomised SVD is nearly as good and faster, the Gaussian "
        "projection is the roughest, and frequent directions read the data only once."
    ),
    "rank": "How many directions of the data the sketch keeps.",
    "candidates": (
        "The maximum number of candidates for the bipartite method, and of directions "
        "that SpanSPCA tries for each topic above rank 2."
    ),
    "epsilon": (
        "How fine the net of directions is: 0.2 promises 80 % of the best possible on "
        "the sketch. The promise holds if the whole net fits in the number of "
        "candidates, as at rank 2 with two topics; otherwise the directions are random."
    ),
    "extra_starts": (
        "Random starts for each topic beyond the usual number (TPower 1, EM 5). The "
        "best is kept."
    ),
    "run": "Find the topics with these settings.",
    "weighting": (
        "What a count is worth. A change also centres the words, or not, as is usual."
        + "".join(f"\n- **{WEIGHTINGS[name]}**: {WEIGHTED[name]}" for name in WEIGHTED)
    ),
}
