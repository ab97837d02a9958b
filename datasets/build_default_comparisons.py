"""Make the comparisons that are stored: of the bundled corpora, and of planted topics.

Run from the project's folder: python -m datasets.build_default_comparisons

They are those that the app opens Compare with: a fair run of our methods on each of the
corpora, with the limits proven for each number of topics, and what the methods find of
planted topics.
"""

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from spca_core.corpus.bundled import FOLDER
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.load import load
from spca_core.corpus.weighting import matrix_options
from spca_core.methods.solve import solutions
from spca_core.problem.settings import MAX_RESTARTS, Settings
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import Certificate, certify
from spca_core.results.comparison import recovery
from spca_core.results.comparison.runs import (
    FAIR_SEEDS,
    default_methods,
    equal_seconds,
    runs_by_seed,
)
from spca_core.results.files.experiment import to_experiment

# Number and size of topics, as the app has them by default.
SIZES = {
    "docstrings": (8, 10),
    "state_of_the_union": (8, 10),
    "state_of_the_union_in_24_words": (3, 4),
}
PROOF_SECONDS = 40.0  # for each number of topics


def main() -> None:
    for name, size in SIZES.items():
        written = fair_run(load(name), *size)
        path = FOLDER / name / f"comparison.{name}.json"
        path.write_text(written, encoding="utf-8", newline="\n")
        print(f"{path.name}: {len(written):,} bytes", flush=True)
    *_, _ = recovery.recovery_table(recovery.example_runs(), known := {})
    recovery.write_shares(known)


def fair_run(corpus: Corpus, n_components: int, sparsity: int) -> str:
    """Return a fair run of our methods as a file, with its limits."""
    settings = Settings(
        n_components=n_components, sparsity=sparsity, **matrix_options(corpus.kind)
    )
    methods = default_methods(corpus.n_words, sparsity)
    seconds = equal_seconds(make(corpus, runs_by_seed(settings, methods, 1)))
    restarting = replace(settings, restarts=MAX_RESTARTS)
    fair = runs_by_seed(restarting, methods, FAIR_SEEDS)
    found = make(corpus, fair, seconds)
    limits = verdict.limits(proofs(corpus, settings, found), found)
    return to_experiment(corpus, found, verdict.records(limits), seconds)


def make(
    corpus: Corpus, runs: Sequence[Settings], spend: float | None = None
) -> list[Solution]:
    """Make the runs, one after another.

    spend : processor seconds for each with its restarts
    """
    return [[*solutions(corpus, run, spend=spend)][-1] for run in runs]


def proofs(
    corpus: Corpus, settings: Settings, found: Sequence[Solution]
) -> list[Certificate]:
    """Prove a limit for each number of topics up to that of the settings."""
    best = max(found, key=attrgetter("captured_variance")).supports
    return [
        certify(
            corpus,
            size,
            settings.sparsity,
            supports=best if size == settings.n_components else None,
            seconds=PROOF_SECONDS,
        )
        for size in range(1, settings.n_components + 1)
    ]


if __name__ == "__main__":
    main()
