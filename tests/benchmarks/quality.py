"""How good the topics are, by method and weighting: python -m tests.benchmarks.quality

Topics found on one half of the documents are judged on the other, and the other way
round. A row shows medians over the seeds: the mean coherence of the topics on documents
held out, that of the least coherent topic, diversity, mean and least evenness, the
share of words found again in the other half, the share of the variance (of our default
weighting) and the seconds for half of the documents.

Options, to run a part: --corpora, --sizes and --seeds with commas between, --rows with
semicolons, and --effort of the joint search.
"""

import argparse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import document_frequencies
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.results.held_out import held_out, share_of_variance
from spca_core.results.quality import diversity, evenness
from tests.benchmarks.data import read_published

SPARSITY = 10


def messages() -> Corpus:
    """Return the State of the Union with a document for each message."""
    corpus = read_bundled("state_of_the_union")
    names = [title.rpartition(", paragraph")[0] for title in corpus.titles]
    titles, message = np.unique(names, return_inverse=True)
    one = np.ones(len(message))
    sums = sparse.csr_array((one, (message, np.arange(len(message)))))
    return Corpus(
        name="messages",
        observations=sparse.csr_array(sums @ corpus.observations),
        words=corpus.words,
        titles=tuple(titles),
    )


CORPORA: dict[str, Callable[[], Corpus]] = {
    "state_of_the_union": lambda: read_bundled("state_of_the_union"),
    "kos": lambda: read_published("KOS"),
    "docstrings": lambda: read_bundled("docstrings"),
    "messages": messages,
}


@dataclass(frozen=True)
class Form:
    """A candidate for what a count c of a word in df of n documents becomes.

    count : "c", "1 + log c", "log(1 + c)" or "1"
    idf   : "log(n/df)", or "smoothed", which is log((1 + n) / (1 + df)) + 1
    power : of the idf; 0 is none
    floor : a word in a smaller share of the documents counts as no rarer than that
    unit  : whether each document is brought to unit length then
    least : a word in fewer documents is left out
    """

    count: str = "1 + log c"
    idf: str = "log(n/df)"
    power: float = 1.25
    floor: float = 0.005
    unit: bool = False
    centred: bool = True
    least: int = 1


COUNTS = Form("c", power=0, centred=False)
OURS = Form()
ROWS = {
    "ours": ("joint", OURS),
    "ours, idf ** 1": ("joint", replace(OURS, power=1)),
    "ours, idf ** 1.5": ("joint", replace(OURS, power=1.5)),
    "ours, idf ** 2": ("joint", replace(OURS, power=2)),
    "ours, no floor": ("joint", replace(OURS, floor=1e-9)),
    "ours, idf ** 1, no floor": ("joint", replace(OURS, power=1, floor=1e-9)),
    "ours, smoothed": ("joint", replace(OURS, idf="smoothed", power=1)),
    "ours, log(1 + c)": ("joint", replace(OURS, count="log(1 + c)")),
    "ours, c": ("joint", replace(OURS, count="c")),
    "ours, binary": ("joint", replace(OURS, count="1")),
    "ours, not centred": ("joint", replace(OURS, centred=False)),
    "ours, unit rows": ("joint", replace(OURS, unit=True)),
    "ours, df >= 5": ("joint", replace(OURS, least=5)),
    "ours, counts": ("joint", COUNTS),
    "paper's, counts": ("bipartite", COUNTS),
    "paper's, ours": ("bipartite", OURS),
    "deflation, counts": ("tpower", COUNTS),
    "deflation, ours": ("tpower", OURS),
    "sparse PCA, counts": ("sparse_pca", COUNTS),
    "sparse PCA, ours": ("sparse_pca", OURS),
    "NMF, counts": ("nmf", COUNTS),
    "NMF, log": ("nmf", replace(COUNTS, count="log(1 + c)")),
    "NMF, scikit-learn's": ("nmf", Form("1 + log c", "smoothed", power=1, unit=True)),
    "NMF, idf ** 1, no floor": ("nmf", replace(OURS, power=1, floor=1e-9)),
    "NMF, ours": ("nmf", OURS),
    "LDA, counts": ("lda", COUNTS),
    "LDA, log": ("lda", replace(COUNTS, count="log(1 + c)")),
    "LDA, binary": ("lda", replace(COUNTS, count="1")),
    "LDA, ours": ("lda", OURS),
}


def main() -> None:
    options = _options()
    with ThreadPoolExecutor(2) as executor:
        for name in options.corpora.split(","):
            corpus = CORPORA[name]()
            for size in map(int, options.sizes.split(",")):
                for row in options.rows.split(";"):
                    seeds = map(int, options.seeds.split(","))
                    runs = [
                        settings_of(row, size, one, options.effort) for one in seeds
                    ]
                    found = [measured(corpus, row, run, executor) for run in runs]
                    show(f"{name} k={size} {row}", found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", default=",".join(CORPORA))
    parser.add_argument("--sizes", default="5,10,20,50")
    parser.add_argument("--seeds", default="0,1,2,3,4")
    parser.add_argument("--rows", default=";".join(ROWS), help="parted by semicolons")
    parser.add_argument("--effort", default="normal")
    return parser.parse_args()


def settings_of(row: str, size: int, seed: int, effort: str) -> Settings:
    """Return the settings of a run; the numbers come to it weighted."""
    method, form = ROWS[row]
    return Settings(
        n_components=size,
        sparsity=SPARSITY,
        method=method,
        centred=form.centred,
        seed=seed,
        effort=effort,
    )


def measured(
    corpus: Corpus, row: str, settings: Settings, executor: ThreadPoolExecutor
) -> dict[str, float]:
    """Return the figures of one row and seed."""
    _, form = ROWS[row]
    judged = last(held_out(weighted(corpus, form), settings, executor))
    ours = weighted(corpus, OURS)
    yardstick = Covariance.of(ours, centred=OURS.centred)
    words = [found.words for found in judged.found]
    even = np.concatenate([evenness(found.loadings) for found in judged.found])
    return {
        "NPMI": judged.coherence.mean(),
        "least": judged.coherence.min(),
        "diversity": np.mean([diversity(one) for one in words]),
        "evenness": even.mean(),
        "least evenness": even.min(),
        "stability": judged.stability,
        "share": np.mean([share_of_variance(yardstick, one) for one in words]),
        "seconds": np.mean([found.seconds for found in judged.found]),
    }


def last(steps):
    """Run a generator to its end and return what it returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def weighted(corpus: Corpus, form: Form) -> Corpus:
    """Return the corpus weighted; whether a word is in a document stays as it is."""
    counts = sparse.csr_array(corpus.observations)
    frequencies = document_frequencies(counts)
    n_documents, values = corpus.n_documents, counts.data
    idf = {
        "log(n/df)": np.log(
            n_documents / np.maximum(frequencies, n_documents * form.floor)
        ),
        "smoothed": np.log((1 + n_documents) / (1 + frequencies)) + 1,
    }[form.idf]
    becomes = {
        "c": values,
        "1 + log c": 1 + np.log(values),
        "log(1 + c)": np.log1p(values),
        "1": np.ones(len(values)),
    }[form.count]
    becomes = becomes * (idf**form.power * (frequencies >= form.least))[counts.indices]
    parts = (becomes, counts.indices, counts.indptr)
    rows = sparse.csr_array(parts, shape=counts.shape)
    if form.unit:
        lengths = np.sqrt((rows**2).sum(axis=1))
        rows.data /= np.repeat(np.maximum(lengths, 1e-300), np.diff(rows.indptr))
    return replace(corpus, observations=rows)


def show(name: str, found: list[dict[str, float]]) -> None:
    """Print a line: the medians over the seeds."""
    medians = {key: np.median([one[key] for one in found]) for key in found[0]}
    cells = "  ".join(f"{key} {value:.3f}" for key, value in medians.items())
    print(f"{name:46s} {cells}", flush=True)


if __name__ == "__main__":
    main()
