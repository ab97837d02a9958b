"""What `import spca_core` gives: few names, late, that take a corpus or a matrix."""

import doctest
import json
import re
import subprocess
import sys
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import spca_core
from spca_core.problem.settings import Settings
from spca_core.proof import certificate
from spca_core.proof.certificate import lowered
from tests.fuzz import slowly
from tests.oracles import counts_of, random_corpus

ROOT = Path(__file__).parents[1]
COUNTS = counts_of(random_corpus(2, 30, 12))
CLASSES = ("Topics", "DisjointSparsePCA")
OF_THE_DATA = ("weighting", "centred", "norm")  # what is usual for them unless told


def test_the_names_are_there_and_no_others():
    assert {*dir(spca_core)} == {*spca_core.__all__, "__version__"}
    assert all(getattr(spca_core, name) is not None for name in spca_core.__all__)
    with pytest.raises(AttributeError, match="'spca_core' has no attribute 'plot'"):
        spca_core.plot  # noqa: B018, the attribute is what is asked for


def test_nothing_is_imported_before_it_is_used():
    code = "import sys, spca_core; dir(spca_core); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def with_entries_twice() -> sparse.csr_array:
    halves = sparse.csr_array(COUNTS / 2)
    numbers, columns = np.repeat(halves.data, 2), np.repeat(halves.indices, 2)
    return sparse.csr_array((numbers, columns, 2 * halves.indptr), shape=COUNTS.shape)


@pytest.fixture
def first_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof ends after its first bound."""

    def first(*of: Any, **how: Any) -> Any:
        return islice(lowered(*of, **how), 1)

    monkeypatch.setattr(certificate, "lowered", first)


@pytest.mark.usefixtures("first_bound")
def test_a_matrix_of_any_kind_gives_the_answer_of_its_corpus():
    raw: dict[str, Any] = {"weighting": "counts", "centred": False}
    expected = spca_core.solve(random_corpus(2, 30, 12), 1, 3, **raw)
    for data in (
        COUNTS.astype(np.int32),
        sparse.coo_matrix(COUNTS),
        with_entries_twice(),
        pd.DataFrame(COUNTS),
    ):
        found = spca_core.solve(data, 1, 3, **raw)
        np.testing.assert_array_equal(found.supports, expected.supports)
        assert found.captured_variance == pytest.approx(expected.captured_variance)
        proof = spca_core.certify(data, 1, 3, **raw)
        assert proof.upper_bound >= found.captured_variance


TEXTS = ["Tea and milk", "Milk with tea", "Dogs chase cats", "Cats chase dogs"]


@pytest.mark.parametrize(
    "source",
    [
        TEXTS,
        [text.split() for text in TEXTS],
        pd.DataFrame({"text": TEXTS, "year": 2024}),
        "state_of_the_union_in_24_words",
    ],
    ids=["texts", "tokens", "frame", "name"],
)
def test_what_is_no_matrix_is_loaded(source: Any):
    corpus = spca_core.load(source)
    found, expected = (
        spca_core.solve(data, 2, 2, effort="quick") for data in (source, corpus)
    )
    assert found.corpus.content_id == corpus.content_id
    assert found.words() == expected.words()


def test_a_proof_loads_what_is_no_matrix():
    proofs = [spca_core.certify(data, 1, 2) for data in (TEXTS, spca_core.load(TEXTS))]
    assert proofs[0].upper_bound == proofs[1].upper_bound


def test_a_warning_of_what_is_loaded_points_to_the_callers_line():
    with pytest.warns(spca_core.ReadingWarning) as told:
        spca_core.solve(["tea cup", "dog", "dog cat"], 1, 1)
    assert {Path(warning.filename) for warning in told} == {Path(__file__)}


def test_counts_are_sparse_and_weighted_and_other_matrices_are_not_by_default():
    def usual(data: Any, **options: Any) -> tuple[str, bool]:
        settings = spca_core.solve(data, 2, 2, **options).settings
        return settings.weighting, settings.centred

    counts = sparse.csr_array(COUNTS)
    assert usual(counts) == ("tf-idf", True)
    assert usual(counts, weighting="counts") == ("counts", False)
    for measurements in (sparse.csr_array(COUNTS / 2), COUNTS, pd.DataFrame(COUNTS)):
        assert usual(measurements) == ("counts", True)


@pytest.mark.usefixtures("first_bound")
def test_numbers_are_the_same_in_solve_certify_and_load():
    few = np.random.default_rng(0).poisson(0.4, (30, 8)).astype(float)
    frame = pd.DataFrame(few, columns=[*"abcdefgh"])
    same = np.vstack([few, few[:9]])
    for data in (frame, same, few / 2):
        corpus = spca_core.load(data)
        found, expected = (spca_core.solve(each, 2, 3) for each in (data, corpus))
        assert found.settings == expected.settings
        assert found.words() == expected.words()
        proofs = [spca_core.certify(each, 2, 3) for each in (data, corpus)]
        assert proofs[0].upper_bound == proofs[1].upper_bound
    assert found.settings.weighting == "counts"
    assert expected.settings.centred


@pytest.mark.usefixtures("first_bound")
def test_the_defaults_for_the_data_are_the_same_in_a_solution_and_its_proof():
    counts = sparse.csr_array(COUNTS)
    every: list[dict[str, Any]] = [{}, {"weighting": "log"}, {"weighting": "counts"}]
    for options in every:
        found = spca_core.solve(counts, 1, 2, **options)
        told = asdict(found.settings)
        named: dict[str, Any] = {name: told[name] for name in OF_THE_DATA}
        usual = spca_core.certify(counts, 1, 2, **options).upper_bound
        assert usual == spca_core.certify(counts, 1, 2, **named).upper_bound
        assert usual >= found.captured_variance


def test_the_input_matrix_is_not_changed():
    for data in (COUNTS.copy(), sparse.csr_array(COUNTS)):
        spca_core.solve(data, 2, 2, centred=False)
        values = data if isinstance(data, np.ndarray) else data.data
        values[:] = 0  # it is still the caller's own


def test_numbers_of_numpy_are_taken_as_pythons_own():
    size = np.int64(2), np.uint8(3)
    found = spca_core.solve(COUNTS, *size, seed=np.int32(1), epsilon=np.float64(0.3))
    assert found.settings == Settings(
        n_components=2, sparsity=3, seed=1, epsilon=0.3, centred=True
    )
    assert json.loads(json.dumps(asdict(found.settings)))["sparsity"] == 3


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (COUNTS[0], "Expected a path, texts, .* got ndarray with float64"),
        (COUNTS[None], r"of shape \(1, 30, 12\)"),
        (COUNTS.tolist(), "Text 1 has a token that is not text.* as an array"),
        (None, "got NoneType"),
        (COUNTS + 1j, "complex numbers"),
        (np.where(COUNTS > 0, np.nan, COUNTS), "not a finite number"),
        (pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}), "no words to count"),
        (pd.DataFrame(np.eye(2), columns=["a", "a"]), "duplicate (word|feature) 'a'"),
        (np.zeros((0, 3)), "needs at least one of each"),
    ],
)
def test_what_is_neither_numbers_nor_texts_is_refused(data: Any, refusal: str):
    for function in (spca_core.solve, spca_core.certify):
        with pytest.raises(spca_core.InputError, match=refusal):
            function(data, 1, 1)


@pytest.mark.usefixtures("known_methods")
@pytest.mark.parametrize("name", ["load", "solve", "certify", *map(slowly, CLASSES)])
def test_the_examples_of_the_docstrings_hold(name: str):
    public = getattr(spca_core, name)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    examples = finder.find(public, name, globs={})
    found = [runner.run(example) for example in examples]
    assert sum(result.attempted for result in found) > 3
    assert not sum(result.failed for result in found)


@pytest.mark.usefixtures("first_bound")
@pytest.mark.parametrize("place", [slowly("."), slowly("spca_core")])
def test_the_examples_of_the_readmes_run_and_print_what_they_say(
    place: str,
    capsys: pytest.CaptureFixture[str],
    known_methods: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    monkeypatch.chdir(tmp_path)  # where they save their files
    readme = (ROOT / place / "README.md").read_text("utf-8")
    examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    known: dict[str, Any] = {}
    for example in examples:
        exec(example, known)
    topics = known["topics"]
    assert topics.upper_bound >= topics.captured_variance
    printed = capsys.readouterr().out
    assert all(
        result in printed for result in re.findall(r"```text\n(.*?)```", readme, re.S)
    )
