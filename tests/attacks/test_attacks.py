"""The net: spoilt inputs are taken in or refused, and small problems are solved."""

import time

import pytest

from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import load
from spca_core.corpus.readers.opening import Reading
from spca_core.errors import InputError
from tests.attacks import enumeration
from tests.attacks.bombs import gzipped
from tests.attacks.fuzz import CASES, MAX_SECONDS, fuzz, try_input
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["lda_c", "svmlight", "triples", "table", "matrix_market", "json_lines"]
)
def test_a_small_file_of_gigabytes_without_content_is_refused_in_time(kind: str):
    """All kinds and fillers: python -m tests.attacks.bombs."""
    good, *_ = good_inputs()[kind]
    filler = b"{}\n" if kind == "json_lines" else b"\n"
    bomb = Upload("made.txt.gz", gzipped(good, filler))
    begun = time.process_time()
    with pytest.raises(InputError, match=r"without content|most that is read|over 300"):
        load(bomb, None, Reading(kind))
    assert time.process_time() - begun < MAX_SECONDS


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
