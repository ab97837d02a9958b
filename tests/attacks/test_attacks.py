"""The net: spoilt inputs are taken in or refused, and small problems are solved."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.formats import FORMATS
from spca_core.corpus.readers.load import read_corpus
from spca_core.errors import InputError
from tests.attacks import enumeration, fuzz, planted
from tests.attacks.bombs import filled, gzipped
from tests.attacks.fuzz import MAX_SECONDS, Worker, opened
from tests.attacks.inputs import good_inputs
from tests.fuzz import slowly


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as worker:
        yield worker


def test_there_is_a_good_input_of_every_format():
    # A store is a folder; what the others hold meets the invariant of `Corpus`.
    assert good_inputs().keys() - {"result", "link"} == FORMATS.keys() - {"store"}


def take_in(kind: str, content: bytes) -> None:
    """Take a good input in: not it may be refused, only what is done with it."""
    refused, use = fuzz._refused, fuzz._use

    def use_or_refuse(corpus: Corpus) -> None:
        with pytest.MonkeyPatch.context() as patch:  # not all weightings fit all
            patch.setattr(fuzz, "_refused", refused)
            use(corpus)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fuzz, "_refused", lambda action: action())
        patch.setattr(fuzz, "_use", use_or_refuse)
        fuzz.try_input(kind, content)


@pytest.mark.slow
def test_a_good_input_is_taken_in_within_the_limits_and_never_refused():
    with Worker(take_in) as worker:
        for kind, contents in good_inputs().items():
            for content in contents:
                assert not worker.fault_of(kind, content), kind


@pytest.mark.slow
@pytest.mark.parametrize("case", fuzz.saved_cases(), ids=lambda path: path.name)
def test_a_case_that_was_found_is_taken_in_or_refused(case: Path, worker: Worker):
    assert not worker.fault_of(*opened(case))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n_inputs", "seed"), [(200, 1), pytest.param(1_000, 2, marks=pytest.mark.nightly)]
)
def test_a_spoilt_input_becomes_a_consistent_corpus_or_an_input_error(
    n_inputs: int, seed: int, worker: Worker
):
    found = list(fuzz.fuzz(worker, n_inputs, seed=seed))
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
    with pytest.raises(
        InputError, match=r"without content|most that can be read|over 300"
    ):
        read_corpus(bomb, None, Reading(kind))
    assert time.process_time() - begun < MAX_SECONDS


@pytest.mark.parametrize(
    ("kind", "part"),
    [("excel", "xl/worksheets/sheet1.xml"), ("word", "word/document.xml")],
)
def test_a_small_file_of_office_with_millions_of_elements_is_refused_unread(
    kind: str, part: str
):
    good, *_ = good_inputs()[kind]
    bomb = Upload("made.zip", filled(good, part, b"<a/>", 2**26))
    with pytest.raises(InputError, match=r"holds 67,\d+,\d+ bytes; 3\d,\d+,\d+ can be"):
        read_corpus(bomb)


@pytest.mark.parametrize("seeds", [range(1), slowly(range(1, 20))])
def test_methods_bounds_and_certificates_agree_with_trying_all(seeds: range):
    for seed in seeds:
        try:
            enumeration.check(seed)
        except BaseException as failure:
            failure.add_note(f"problem {seed}")
            raise


def test_what_planted_faults_replace_is_once_in_its_file_and_their_finders_are_there():
    for fault in planted.FAULTS:
        text = (planted.ROOT / fault.file).read_text("utf-8")
        assert text.count(fault.original) == 1, fault
        assert fault.faulty != fault.original
        assert all((planted.ROOT / name).exists() for name in fault.found_by.split())
