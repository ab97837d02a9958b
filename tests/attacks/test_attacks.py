"""The net: spoilt inputs are taken in or refused, and small problems are solved."""

import pytest

from tests.attacks import enumeration
from tests.attacks.fuzz import CASES, fuzz, try_input
from tests.attacks.inputs import good_inputs

# What the fuzzer has found before; their names begin with their kind.
SAVED = sorted(path for path in CASES.iterdir() if path.suffix != ".md")


@pytest.mark.parametrize("kind", good_inputs())
def test_a_good_input_is_taken_in(kind: str):
    for content in good_inputs()[kind]:
        try_input(kind, content)


@pytest.mark.parametrize("case", SAVED, ids=lambda path: path.name)
def test_a_case_that_was_found_is_taken_in_or_refused(case):
    try_input(case.name.rpartition("-")[0], case.read_bytes())


@pytest.mark.parametrize("n_inputs", [60, pytest.param(2_000, marks=pytest.mark.slow)])
def test_a_spoilt_input_becomes_a_consistent_corpus_or_an_input_error(n_inputs: int):
    found = [f"{kind}: {fault}" for kind, _, fault in fuzz(n_inputs, seed=1)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(3), id="first"),
        pytest.param(range(3, 300), id="more", marks=pytest.mark.slow),
    ],
)
def test_methods_bounds_and_certificates_agree_with_trying_all(seeds: range):
    for seed in seeds:
        try:
            enumeration.check(seed)
        except BaseException as failure:
            failure.add_note(f"problem {seed}")
            raise
