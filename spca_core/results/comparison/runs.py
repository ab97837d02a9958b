"""Several methods on one corpus: the runs to make, which to compare, their names."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, floor, log10
from typing import NamedTuple

import pandas as pd

from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.weighting import matrix_options
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.methods.registry import fits
from spca_core.problem.method import METHODS, built_in
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.results.topics.key_figures import STOPPED_BY, values_analysed

MAX_RUNS = 250
FAIR_SEEDS = 6  # of a fair run: from six on a band is drawn
# Processor seconds of a run, the mean of our methods, and more for each million counts:
# 8 x 10 topics of the State of the Union (0.7 million) take 1.4, of eight copies 3.6.
SECONDS_EACH, SECONDS_PER_MILLION = 1.0, 0.45
SLOTS_OF_THESE = 80  # topics times words of these runs
MAX_UNASKED = 30.0  # processor seconds of runs that begin without being asked for


class RunsProgress(NamedTuple):
    """How many of some runs have ended by themselves, and whether the rest will."""

    n_ended: int
    n_runs: int
    stopped: bool = False

    @property
    def running(self) -> bool:
        return self.n_ended < self.n_runs and not self.stopped

    @property
    def text(self) -> str:
        """Say how many have ended; nothing if all have."""
        if self.n_ended == self.n_runs:
            return ""
        verb = "has" if self.n_ended == 1 else "have"
        beginning = "Stopped: " if self.stopped else ""
        runs = counted(self.n_runs, "runs")
        return f"{beginning}{self.n_ended:,} of {runs} {verb} ended."


def as_in_the_paper(settings: Settings, kind: Kind) -> Settings:
    """Return the settings on the paper's matrix: numbers as they are.

    Counts are not centred there, and measurements are.
    """
    return replace(settings, **matrix_options(kind, "counts", kind.centred))


def methods_that_fit(n_words: int, sparsity: int) -> tuple[str, ...]:
    """Return the methods that can be run: the exact one if there are few words."""
    return tuple(name for name in built_in() if fits(name, n_words, sparsity))


def default_methods(n_words: int, sparsity: int) -> tuple[str, ...]:
    """Return the methods compared by default: those that fit and are not baselines."""
    fit = methods_that_fit(n_words, sparsity)
    return tuple(name for name in fit if not METHODS[name].is_baseline)


def runs_by_method(settings: Settings, methods: tuple[str, ...]) -> list[Settings]:
    """Return one run per method, all else equal."""
    return [replace(settings, method=method) for method in methods]


def runs_by_seed(
    settings: Settings, methods: tuple[str, ...], n_seeds: int
) -> list[Settings]:
    """Return one run per method and seed, all methods with the first seed first.

    A method without chance has one run, unless it has restarts, which are random.
    """
    return [
        run
        for seed in range(settings.seed, settings.seed + n_seeds)
        for run in runs_by_method(replace(settings, seed=seed), methods)
        if seed == settings.seed or run.is_random
    ]


def check_count(runs: Sequence[Settings]) -> None:
    """Raise InputError if there are more runs than can be kept at a time."""
    if len(runs) > MAX_RUNS:
        raise InputError(
            f"That is {counted(len(runs), 'runs')}; at most {MAX_RUNS:,} can be "
            "compared. Choose fewer seeds, methods or topics."
        )


def runs_by_size(settings: Settings, methods: tuple[str, ...]) -> list[Settings]:
    """Return the runs with fewer components: 1 to k - 1 by each method."""
    return [
        replace(run, n_components=n_components)
        for n_components in range(1, settings.n_components)
        for run in runs_by_method(settings, methods)
    ]


def full_size(solutions: Sequence[Solution]) -> list[Solution]:
    """Return the solutions of runs for the most components: the comparison proper."""
    most = max(solution.settings.n_components for solution in solutions)
    return [run for run in solutions if run.settings.n_components == most]


def max_seeds(solutions: Sequence[Solution]) -> int:
    """Return with how many seeds the method with the most runs was run."""
    return max(Counter(run.settings.method for run in solutions).values(), default=0)


def complete_solutions(solutions: Sequence[Solution]) -> list[Solution]:
    """Return solutions with all components asked for: totals of others mislead."""
    return list(filter(is_complete, solutions))


def is_complete(solution: Solution) -> bool:
    """Return whether a run has all components asked for; a stopped one may not."""
    return len(solution.supports) == solution.settings.n_components


def method_label(solution: Solution) -> str:
    """Return what a run's method is called on screen."""
    return METHODS[solution.settings.method].label


def run_names(solutions: Sequence[Solution]) -> list[str]:
    """Return each run's name: its method, and its seed if there are several."""
    labels = [method_label(solution) for solution in solutions]
    runs = Counter(labels)
    return [
        method if runs[method] == 1 else f"{method}, seed {solution.settings.seed}"
        for method, solution in zip(labels, solutions, strict=True)
    ]


def how_compared(runs: Sequence[Settings], equal_time: float | None = None) -> str:
    """Say what the runs have in common, and how hard each method tries.

    equal_time : the processor seconds of each run with its restarts, if it has them
    """
    matrices = dict.fromkeys(map(values_analysed, runs))
    by_method: dict[str, list[Settings]] = {}
    for run in runs:
        by_method.setdefault(METHODS[run.method].label, []).append(run)
    tries = {name: _effort_of(of_one) for name, of_one in by_method.items()}
    rounded = [
        name
        for name, (first, *_) in by_method.items()
        if METHODS[first.method].is_rounded
    ]
    sentences = [
        f"All runs work on the same matrix: {values_analysed(runs[0])}"
        if len(matrices) == 1
        else f"Each run works on the matrix of its weighting: {', '.join(matrices)}",
        "; ".join(f"{name} {tried}" for name, tried in tries.items() if tried),
        f"{', '.join(rounded)} rounded by our matching" if rounded else "",
        "Each method restarts at random until its time is nearest to "
        f"{equal_time:.3g} processor seconds, and its best counts"
        if equal_time
        else "",
    ]
    return ". ".join(filter(None, sentences)) + "."


def equal_seconds(solutions: Sequence[Solution]) -> float:
    """Return the processor seconds of the slowest run, rounded up to two digits.

    At least a hundredth: less is the clock's noise.
    """
    slowest = max([0.01, *(solution.processor_seconds for solution in solutions)])
    unit = 10.0 ** (floor(log10(slowest)) - 1)
    return round(ceil(slowest / unit) * unit, 9)


def expected_seconds(
    corpus: Corpus, runs: Sequence[Settings], equal_time: float | None = None
) -> float:
    """Return about how many processor seconds runs take, by a rule of thumb.

    equal_time : the processor seconds of each run with its restarts, if it has them
    """
    if equal_time:
        return len(runs) * equal_time
    millions = corpus.observations.size / 1e6
    slots = sum(run.n_components * run.sparsity for run in runs)
    return slots / SLOTS_OF_THESE * (SECONDS_EACH + SECONDS_PER_MILLION * millions)


def about_duration(
    corpus: Corpus, runs: Sequence[Settings], equal_time: float | None = None
) -> str:
    """Say in a sentence about how long runs take.

    equal_time : as for `expected_seconds`
    """
    seconds = expected_seconds(corpus, runs, equal_time)
    return (
        f"This takes about {_span_of_time(seconds)} of processor time for "
        f"{counted(len(runs), 'runs')}."
    )


def about_fair_run(methods: Sequence[str], seconds: float | None) -> str:
    """Say what a fair run is, and how long it takes if that is known.

    seconds : of each run; None before the slowest method has ended
    """
    about = (
        f"{FAIR_SEEDS} seeds of each method, as many processor seconds for each run as "
        "the slowest method needs, and random restarts for all until then"
    )
    if seconds is None:
        return f"{about}. Known once the quick look has ended."
    total = _span_of_time(FAIR_SEEDS * len(methods) * seconds)
    return f"{about}: {seconds:.3g} seconds each, about {total} in all."


def _span_of_time(seconds: float) -> str:
    if seconds < 100:
        return counted(ceil(seconds), "seconds")
    return counted(round(seconds / 60), "minutes")


def about_fairness(
    solutions: Sequence[Solution], equal_time: float | None = None
) -> str:
    """Say how many seeds each method has, and what time its runs have used.

    equal_time : the processor seconds that each run was to use
    """
    n_seeds = counted(max_seeds(solutions), "seeds")
    if not equal_time:
        return f"{n_seeds} each, until it ends by itself."
    spent = [run.processor_seconds for run in solutions if run.candidates]
    used = " to ".join(dict.fromkeys(f"{end(spent):.2g}" for end in (min, max)))
    ended = dict.fromkeys(
        method_label(run) for run in solutions if run.remarks.exhaustive
    )
    earlier = (
        f" {', '.join(ended)} ended early: nothing was left to try." if ended else ""
    )
    return (
        f"{n_seeds} each; a run was given {equal_time:.2g} processor seconds and used "
        f"{used}.{earlier}"
    )


def _effort_of(runs: Sequence[Settings]) -> str:
    """Say how hard a method tries in its runs, if that can be chosen."""
    first, uses = runs[0], METHODS[runs[0].method].uses
    if first.n_starts:
        starts = _span([run.n_starts for run in runs], "starts")
        again = first.n_restart_starts
        differs = first.restarts and again != first.n_starts
        more = f", {again} in a restart" if differs else ""
        return f"{starts} for each topic{more}"
    if "candidates" in uses:
        most = _span([run.candidates for run in runs], "candidates")
        rank = _span([run.rank for run in runs])
        return f"at most {most} on a sketch of rank {rank}"
    return f"effort {first.effort}" if "effort" in uses else ""


def _span(numbers: Sequence[int], things: str = "") -> str:
    least, most = min(numbers), max(numbers)
    end = counted(most, things) if things else f"{most:,}"
    return end if least == most else f"{least:,} to {end}"


def best_of_each(solutions: Sequence[Solution]) -> list[Solution]:
    """Return each method's best run, in the order in which the methods first appear."""
    return [
        max(
            (run for run in solutions if run.settings.method == method),
            key=lambda run: run.captured_variance,
        )
        for method in dict.fromkeys(run.settings.method for run in solutions)
    ]


def run_totals(solutions: Iterable[Solution]) -> pd.DataFrame:
    """Return one row per run: total variance, share of the best run's, time, effort."""
    rows = [
        {
            "method": method_label(solution),
            "n_components": len(solution.supports),
            "captured_variance": solution.captured_variance,
            "processor_seconds": solution.processor_seconds,
            "stopped_by": STOPPED_BY[solution.stopped_by],
        }
        for solution in solutions
    ]
    table = pd.DataFrame(rows)
    best = table["captured_variance"].max() or 1.0
    return table.assign(share_of_best=table["captured_variance"] / best)
