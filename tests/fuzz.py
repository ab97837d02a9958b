"""Many cases in one test: those that are given, or 25 seeds and 475 more if slow."""

import functools
import inspect
from collections.abc import Callable, Iterable

import pytest

Test = Callable[..., None]
# A case of `pytest.mark.parametrize` that only the slow tests have.
slowly = functools.partial(pytest.param, marks=pytest.mark.slow)


def in_one_test(names: str, cases: Iterable[object]) -> Callable[[Test], Test]:
    """Call a test with one case after another, as `pytest.mark.parametrize` does.

    One test of 50 cases takes a fraction of the time that 50 tests take. A failure
    names its case.
    """
    names_of_one, cases = names.split(", "), tuple(cases)

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def of_every_case(**fixtures: object) -> None:
            for case in cases:
                values = case if len(names_of_one) > 1 else (case,)
                given = dict(zip(names_of_one, values, strict=True))
                try:
                    test(**given, **fixtures)
                except BaseException as failure:
                    failure.add_note(f"the case: {given}")
                    raise

        left = [name for name in _asked(test) if name not in names_of_one]
        return _asking_for(of_every_case, left)

    return decorate


def fuzzed(test: Test) -> Test:
    """Call a test that takes a `seed` with one seed after another."""

    @functools.wraps(test)
    def of_every_seed(seeds: range, **fixtures: object) -> None:
        in_one_test("seed", seeds)(test)(**fixtures)

    asked = ["seeds" if name == "seed" else name for name in _asked(test)]
    return each_range(_asking_for(of_every_seed, asked))


def _asked(test: Test) -> list[str]:
    return list(inspect.signature(test).parameters)


def _asking_for(test: Test, names: list[str]) -> Test:
    """Let a test ask for fixtures and parameters of these names, in this order."""
    asked = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
    vars(test)["__signature__"] = inspect.Signature(asked)
    return test


each_range = pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(25), id="first"),
        slowly(range(25, 500), id="more"),
    ],
)
