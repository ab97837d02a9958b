"""How good the topics are, by method and weighting: python -m tests.benchmarks.quality

Topics found on one half of the documents are judged on the other, and the other way
round; the halves are weighted each by itself. Repeated text and copies are left out for
all methods, except from the corpus "kos_whole". `weightings` shows how good the topics
of each method are on each weighting at the first seed. `figures` holds the joint search
on the usual weighting against NMF and LDA, each on the one that is best for it, by
coherence and covered documents together: a row shows medians over the seeds, the
standard deviation of the stability, and the least coherent topic of all; the table at
the end has coherence and the share of documents covered. `evenness` is of the topics
that the app opens with.

`--norms` shows, in place of these parts, what it costs to let long documents weigh less
and what it gains: coherence, the share of the held-out documents covered, in the fifth
of them (by length) and in the era or group where it is least, and the share of words
that the other half finds too, by quick searches at the first seed.

Options, to run a part: --parts, --corpora, --sizes and --seeds with commas between. A
corpus is a name in CORPORA or any SOURCE of the command line.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
from scipy import sparse

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.group_names import distinct
from spca_core.corpus.groupings import in_group
from spca_core.corpus.occurrence import presence
from spca_core.corpus.preparation import DEFAULT_PREPARATION, prepare
from spca_core.corpus.sources import open_corpus
from spca_core.corpus.texts.dates import years_in
from spca_core.corpus.weighting import matrix_options
from spca_core.corpus.weightings import NORMS, WEIGHTINGS
from spca_core.problem.settings import Settings
from spca_core.results.comparison.held_out import halved, in_halves
from spca_core.results.comparison.number_of_topics import together
from spca_core.results.topics.quality import diversity, evenness, halves
from spca_core.topics import solve
from tests.benchmarks.data import read_published

SPARSITY = 10
OURS = ("joint",)
BASELINES = {"nmf": 1.1, "lda": 1.3}  # how many times as coherent ours are to be
OTHERS = ("bipartite", "em", "tpower", "span", "sparse_pca")
# The least share of documents to be covered, by corpus and number of topics.
COVERED = {("state_of_the_union", 10): 0.5, ("kos", 10): 0.7}
# Of the messages, which grew longer, and shorter again.
FIRST_YEARS = (1790, 1850, 1900, 1945, 1980)
ERAS = [f"{year}-" for year in FIRST_YEARS]
MIN_PART = 100  # documents
MIN_COHERENCE, MIN_EVENNESS = 0.05, 3


def messages() -> Corpus:
    """Return the State of the Union with a document for each message."""
    corpus = read_bundled("state_of_the_union")
    names = [title.rpartition(", paragraph")[0] for title in corpus.titles]
    titles, message = np.unique(names, return_inverse=True)
    one = np.ones(len(message))
    sums = sparse.csr_array((one, (message, np.arange(len(message)))))
    counts = sparse.csr_array(sums @ corpus.observations)
    counts.sum_duplicates()
    return Corpus(
        name="messages",
        observations=counts,
        words=corpus.words,
        titles=tuple(titles),
    )


CORPORA: dict[str, Callable[[], Corpus]] = {
    "kos": lambda: prepare(read_published("KOS"), DEFAULT_PREPARATION),
    "kos_whole": lambda: read_published("KOS"),
    "messages": messages,
}


def corpus_of(name: str) -> Corpus:
    return (
        CORPORA[name]()
        if name in CORPORA
        else prepare(open_corpus(name), DEFAULT_PREPARATION)
    )


def main() -> None:
    options = parsed(__doc__)
    for part in options.parts.split(","):
        PARTS[part](options)


def parsed(description: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--parts", default=",".join(DEFAULT_PARTS))
    parser.add_argument("--corpora", default="state_of_the_union,docstrings,kos")
    parser.add_argument("--sizes", default="10,20")
    parser.add_argument(
        "--norms", dest="parts", action="store_const", const="norms", help="one table"
    )
    parser.add_argument("--seeds", default="0,1,2,3,4")
    return parser.parse_args()


def weightings(options: argparse.Namespace) -> None:
    """Show how good each method is on each weighting, at the first seed."""
    for name, corpus, size, seeds in places(options):
        for method in (*OTHERS, *BASELINES):
            for weighting in WEIGHTINGS:
                settings = settings_of(size, method, weighting, seeds[0])
                place = f"{name} k={size} {method}, {weighting}"
                show(place, measured(corpus, settings))


def figures(options: argparse.Namespace) -> None:
    """Hold ours against the baselines, on every corpus and at every size."""
    cells, first_size = [], int(options.sizes.split(",")[0])
    for name, corpus, size, seeds in places(options):
        place = f"{name} k={size}"
        found = {}
        for method in (*OURS, *BASELINES):
            weighting = "tf-idf"
            if method in BASELINES:
                weighting = best_weighting(corpus, first_size, method, seeds[0])
            found[method] = over_seeds(corpus, size, method, weighting, seeds)
            show(f"{place} {method}, {weighting}", found[method])
        cells += [{"place": place, "method": key, **row} for key, row in found.items()]
        for method in OURS:
            ours = found[method]
            verdict(f"{place} {method}, least topic", ours["least"], MIN_COHERENCE)
            if least := COVERED.get((name, size)):
                verdict(f"{place} {method}, covered", ours["covered"], least)
            for baseline, times in BASELINES.items():
                ratio = ours["coherence"] / found[baseline]["coherence"]
                verdict(f"{place} {method} / {baseline}", ratio, times)
    print(side_by_side(pd.DataFrame(cells)))


def side_by_side(cells: pd.DataFrame) -> str:
    """Return "coherence / covered" by corpus and size, and method, as Markdown."""
    texts = cells["coherence"].map("{:.2f}".format) + cells["covered"].map(
        " / {:.2f}".format
    )
    table = cells.assign(text=texts).pivot(
        index="place", columns="method", values="text"
    )
    methods = [*OURS, *BASELINES]
    rows = [["", *methods], ["---"] * (1 + len(methods))]
    rows += [[place, *table.loc[place, methods]] for place in cells["place"].unique()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def places(
    options: argparse.Namespace,
) -> Iterator[tuple[str, Corpus, int, list[int]]]:
    """Yield every corpus, by its name, with every size, and the seeds."""
    seeds = [int(seed) for seed in options.seeds.split(",")]
    for name in options.corpora.split(","):
        corpus = corpus_of(name)
        for size in map(int, options.sizes.split(",")):
            yield name, corpus, size, seeds


def best_weighting(corpus: Corpus, size: int, method: str, seed: int) -> str:
    """Return the weighting that gives a method the best topics, at one seed."""

    def worth(weighting: str) -> float:
        found = measured(corpus, settings_of(size, method, weighting, seed))
        return together(found["coherence"], found["covered"])

    return max(WEIGHTINGS, key=worth)


def over_seeds(
    corpus: Corpus, size: int, method: str, weighting: str, seeds: list[int]
) -> dict[str, float]:
    """Return the medians over the seeds, the least topic of all, and the spread."""
    found = pd.DataFrame(
        measured(corpus, settings_of(size, method, weighting, seed)) for seed in seeds
    )
    return {str(name): value for name, value in found.median().items()} | {
        "least": found["least"].min(),
        "spread": found["stability"].std(ddof=0),
    }


def settings_of(size: int, method: str, weighting: str, seed: int) -> Settings:
    # On two of three corpora NMF is less coherent with another norm.
    norm = "none" if method in BASELINES else None
    return Settings(
        n_components=size,
        sparsity=SPARSITY,
        method=method,
        seed=seed,
        **matrix_options(COUNTS, weighting, norm=norm),
    )


@cache
def measured(corpus: Corpus, settings: Settings) -> dict[str, float]:
    """Return the figures of one run on each half."""
    judged = last(in_halves(halved(corpus, settings.seed), settings))
    even = np.concatenate([evenness(one.loadings) for one in judged.topics])
    return {
        "coherence": judged.coherence,
        "covered": judged.covered,
        "least": judged.least,
        "stability": judged.stability,
        "diversity": float(np.mean([diversity(one.words) for one in judged.topics])),
        "evenness": even.mean(),
        "seconds": np.mean([one.seconds for one in judged.topics]),
    }


def last(steps):
    """Run a generator to its end and return what it returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def even(options: argparse.Namespace) -> None:
    """Show how even the topics are that the app opens with, the least of all seeds."""
    corpus = read_bundled("state_of_the_union")
    seeds = map(int, options.seeds.split(","))
    found = [solve(corpus, 8, SPARSITY, seed=seed).loadings for seed in seeds]
    least = min(evenness(loadings).min() for loadings in found)
    verdict("least evenness, k=8", least, MIN_EVENNESS)


def norms(options: argparse.Namespace) -> None:
    """Show what each norm costs and gains, on every corpus and at every size."""
    for name, corpus, size, seeds in places(options):
        for norm in NORMS:
            settings = replace(
                settings_of(size, "joint", "tf-idf", seeds[0]), norm=norm
            )
            found = by_parts(corpus, replace(settings, effort="quick"))
            show(f"{name} k={size} {norm}", found)


def by_parts(corpus: Corpus, settings: Settings) -> dict[str, float]:
    """Return figures of topics held out, and their coverage where it is least.

    Parts are fifths of the documents by their number of words, and of
    MIN_PART documents or more the eras of dated ones, or else the groups.
    """
    rows, parts = halves(corpus.n_documents, settings.seed), parts_of(corpus)
    judged = last(in_halves(halved(corpus, settings.seed), settings))
    has = np.zeros(corpus.n_documents, dtype=bool)
    for of_half, topics in zip(rows[::-1], judged.topics, strict=True):
        counts = corpus.observations[of_half]
        numbers = [presence(counts, words).sum(axis=1) for words in topics.words]
        has[of_half] = (np.array(numbers) > 1).any(axis=0)
    shares = {name: has[of_part].mean() for name, of_part in parts.items()}
    fifths = {name: share for name, share in shares.items() if name.startswith("fifth")}
    others = {name: share for name, share in shares.items() if name not in fifths}
    return {
        "coherence": judged.coherence,
        "covered": judged.covered,
        "least fifth": min(fifths.values()),
        "stability": judged.stability,
        **({"least part": min(others.values())} if others else {}),
        **{name: others[name] for name in ERAS if name in others},
    }


def parts_of(corpus: Corpus) -> dict[str, np.ndarray]:
    """Return which documents are in each part of `by_parts`, by its name."""
    order = np.argsort(corpus.observations.sum(axis=1), kind="stable")
    parts = {
        f"fifth {number}": np.isin(np.arange(len(order)), documents)
        for number, documents in enumerate(np.array_split(order, 5), start=1)
    }
    groupings = dict(corpus.groups)
    if any(years := years_in(corpus.dates or corpus.titles)):
        numbers = np.array([int(year or 0) for year in years])
        eras = np.searchsorted(FIRST_YEARS, numbers, side="right")
        groupings = {"era": tuple(np.array(["", *ERAS])[eras])}
    for groups in groupings.values():
        members = {group: in_group(groups, group) for group in sorted(distinct(groups))}
        parts |= {
            group: those
            for group, those in members.items()
            if group and those.sum() >= MIN_PART
        }
    return parts


def show(name: str, found: dict[str, float]) -> None:
    cells = "  ".join(f"{key} {value:.3f}" for key, value in found.items())
    print(f"{name:46s} {cells}", flush=True)


def verdict(name: str, value: float, least: float) -> None:
    said = "holds" if value >= least else "MISSED"
    print(f"{name:46s} {value:.3f}, at least {least}: {said}", flush=True)


DEFAULT_PARTS = {
    "weightings": weightings,
    "figures": figures,
    "evenness": even,
}
PARTS = {**DEFAULT_PARTS, "norms": norms}


if __name__ == "__main__":
    main()
