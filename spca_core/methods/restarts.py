"""Restarts of a search with other seeds; the best result counts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import numpy as np

from spca_core.problem.settings import RANDOM_SKETCHES, Settings
from spca_core.problem.solution import Solution, TracePoint

Solver = Callable[[Settings], Iterator[Solution]]


def restarted(
    search: Solver, settings: Settings, spend: float | None
) -> Iterator[Solution]:
    """Yield the best of a search and of its restarts so far, counted in its settings.

    At most `settings.restarts` are made, and none of a search that has weighed all of
    its candidates.

    spend : processor seconds, or None; no more restarts are made than come nearest
    """
    before: Solution | None = None
    for number in count():
        counted = replace(settings, restarts=number)
        best = before
        for latest in search(_alone(settings, number, before)):
            best = _together(before, latest) if before else latest
            best = replace(best, settings=counted)
            yield best
        before = best
        if not before or not _goes_on(before, settings.restarts, spend):
            return


def _alone(settings: Settings, number: int, before: Solution | None) -> Settings:
    """Return what one of the searches is asked for, with the seconds that are left.

    It has its own number as `restarts`.
    """
    left = settings.seconds
    if before and left is not None:
        left -= before.seconds
    seed = _seed(settings.seed, number)
    return replace(settings, seed=seed, seconds=left, restarts=number)


def _seed(seed: int, number: int) -> int:
    """Return the seed of a restart, which is the restart of no other seed's run."""
    if number == 0:
        return seed
    drawn = np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)
    return int(drawn[0] >> np.uint64(1))


def _together(before: Solution, latest: Solution) -> Solution:
    """Return the better of two searches, with the time and candidates of both."""
    size, value = len(before.supports), before.captured_variance
    is_better = len(latest.supports) >= size and latest.captured_variance > value
    later = [
        TracePoint(
            before.seconds + point.seconds,
            before.processor_seconds + point.processor_seconds,
            before.candidates + point.candidates,
            *point[3:],
        )
        for point in latest.trace
        if point.n_components >= size and point.captured_variance > value
    ]
    return replace(
        latest if is_better else before,
        trace=(*before.trace, *later),
        seconds=before.seconds + latest.seconds,
        processor_seconds=before.processor_seconds + latest.processor_seconds,
        candidates=before.candidates + latest.candidates,
        stopped_by=latest.stopped_by,
    )


def _goes_on(best: Solution, most: int, spend: float | None) -> bool:
    made = best.settings.restarts
    if made == most or best.stopped_by != "finished" or _has_weighed_all(best):
        return False
    # The nearest: another search, as long for each start as those so far, must fit by
    # half.
    share = max(best.settings.n_restart_starts, 1) / best.settings.n_starts_in_all
    return spend is None or best.processor_seconds * (1 + share / 2) <= spend


def _has_weighed_all(best: Solution) -> bool:
    """Return whether another seed would weigh the same candidates again."""
    is_fixed = best.settings.relevant.sketch not in RANDOM_SKETCHES
    return bool(best.remarks.exhaustive) and is_fixed
