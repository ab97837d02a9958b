"""Make the comparisons of the bundled corpora that are stored.

Run from the project's folder: python -m datasets.build_default_comparisons

They are those that the app opens Compare with: a fair run of our methods on each of the
corpora, on raw counts as in the paper and as they are weighted here, with the proven
limit. Time is counted in seconds of the processor, so other work does not change it.
"""

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.load import load
from spca_core.corpus.weighting import matrix_options
from spca_core.methods.solve import solutions
from spca_core.problem.settings import MAX_RESTARTS, Settings
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import certify
from spca_core.results.comparison.runs import (
    FAIR_SEEDS,
    as_in_the_paper,
    default_methods,
    equal_seconds,
    runs_by_seed,
)
from spca_core.results.files.saved import to_experiment
from spca_core.results.files.stored import stored_paths

# Number and size of topics, as the app has them by default.
SIZES = {
    "docstrings": (8, 10),
    "state_of_the_union": (8, 10),
    "state_of_the_union_in_24_words": (3, 4),
}
PROOF_SECONDS = 40.0


def main() -> None:
    for name, (n_components, sparsity) in SIZES.items():
        corpus = load(name)
        size = Settings(n_components=n_components, sparsity=sparsity)
        weighted = replace(size, **matrix_options(corpus.kind))
        for settings, path in zip(
            (as_in_the_paper(size, corpus.kind), weighted),
            stored_paths(name),
            strict=True,
        ):
            written = fair_run(corpus, settings)
            path.write_text(f"{written}\n", encoding="utf-8", newline="\n")
            print(f"{path.name}: {len(written):,} bytes", flush=True)


def fair_run(corpus: Corpus, settings: Settings) -> str:
    """Return a fair run of our methods as a file, with its limit."""
    methods = default_methods(corpus.n_words, settings.sparsity)
    seconds = equal_seconds(make(corpus, runs_by_seed(settings, methods, 1)))
    restarting = replace(settings, restarts=MAX_RESTARTS)
    fair = runs_by_seed(restarting, methods, FAIR_SEEDS)
    found = make(corpus, fair, seconds)
    best = max(found, key=attrgetter("captured_variance"))
    proof = certify(
        corpus,
        settings.n_components,
        settings.sparsity,
        weighting=settings.weighting,
        centred=settings.centred,
        norm=settings.norm,
        supports=best.supports,
        seconds=PROOF_SECONDS,
    )
    limits = verdict.limits([proof], found)
    return to_experiment(corpus, found, verdict.records(limits), seconds)


def make(
    corpus: Corpus, runs: Sequence[Settings], spend: float | None = None
) -> list[Solution]:
    """Make the runs, one after another.

    spend : processor seconds for each with its restarts
    """
    return [[*solutions(corpus, run, spend=spend)][-1] for run in runs]


if __name__ == "__main__":
    main()
