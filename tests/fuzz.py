"""Many random inputs in one test: 50 of them, and 450 more under `-m slow`."""

import functools
import inspect
from collections.abc import Callable

import pytest


def fuzzed(test: Callable[..., None]) -> Callable[..., None]:
    """Call a test that takes a `seed` with one seed after another.

    One test of 50 seeds takes a fraction of the time that 50 tests take. A failure
    names its seed.
    """

    @functools.wraps(test)
    def of_every_seed(seeds: range, **fixtures: object) -> None:
        for seed in seeds:
            try:
                test(seed=seed, **fixtures)
            except BaseException as failure:
                failure.add_note(f"seed {seed}")
                raise

    parameters = inspect.signature(test).parameters.values()
    vars(of_every_seed)["__signature__"] = inspect.Signature(
        [one.replace(name="seeds") if one.name == "seed" else one for one in parameters]
    )
    return each_range(of_every_seed)


each_range = pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(50), id="first"),
        pytest.param(range(50, 500), id="more", marks=pytest.mark.slow),
    ],
)
