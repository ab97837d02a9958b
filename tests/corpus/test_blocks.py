"""Sums by blocks of whole documents: little travels, and any cut is the same."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import product

import cloudpickle
import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import rows
from spca_core.corpus.blocks import Blocks, document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import dense, in_memory
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.rows import block_starts
from spca_core.corpus.store import open_store
from spca_core.corpus.store_writer import keep
from spca_core.corpus.weightings import NORMS, WEIGHTINGS
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from tests.fuzz import in_one_test, slowly
from tests.oracles import corpus_of, random_corpus

N_WORDS = 24_000
WORDS = np.arange(0, N_WORDS, N_WORDS // 100)


class Elsewhere(Executor):
    """Sends each task through a pickle, as a cluster does, and notes its size."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, function, /, *arguments) -> Future:  # type: ignore[override]
        sent = cloudpickle.dumps((function, arguments))
        self.sizes.append(len(sent))
        function, arguments = cloudpickle.loads(sent)
        future: Future = Future()
        future.set_result(function(*arguments))
        return future


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Return a store of many words and of more blocks than one."""
    rng, folder = np.random.default_rng(0), tmp_path_factory.mktemp("many") / "kept"
    counts = sparse.random_array((90, N_WORDS), density=1e-3, rng=rng, format="csr")
    counts.data = np.ceil(counts.data * 5)
    corpus = Corpus(
        name="many words", observations=counts, words=tuple(map(str, range(N_WORDS)))
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "BLOCK_CELLS", 500)
        keep(corpus, folder)
    return open_store(folder)


def nearly_all(covariance: Covariance) -> Covariance:
    """Return the covariance of all words but two, in another order."""
    return covariance.restricted(np.arange(covariance.n_words - 2)[::-1])


def every_sum(covariance: Covariance, words: np.ndarray) -> dict[str, np.ndarray]:
    """Ask for every sum, about some words or one number a document."""
    vectors = np.zeros((covariance.n_words, 3))
    vectors[words] = np.random.default_rng(0).random((len(words), 3))
    return {
        "moments": covariance.moments,
        "gram": covariance.block(words),
        "cross": covariance.cross_block(words[1::2], words[::3]),
        "cross with all": covariance.cross_block(words[:3]),
        "cross of nearly all with all": nearly_all(covariance).cross_block(words[:3]),
        "scores": covariance.scores(vectors),
        "gather": covariance.gather(np.ones(covariance.n_documents)),
        "gather_scores": covariance.products(vectors),
        "each": np.array(list(covariance.by_block(np.shape))),
    }


@pytest.mark.slow
@in_one_test("weighting, norm", [*product(WEIGHTINGS, ["none"]), ("tf-idf", "l2")])
@in_one_test("stop_words", [(), (str(N_WORDS - 1),)])
def test_a_task_travels_in_a_few_kilobytes_and_gives_the_same_bits(
    stop_words, weighting, norm, store
):
    assert len(store.observations.blocks) >= 4
    store = prepare(store, Preparation(stop_words=stop_words))
    cluster = Elsewhere()
    options = {"weighting": weighting, "norm": norm, "centred": True}
    theirs = every_sum(Covariance.of(store, executor=cluster, **options), WORDS)
    ours = every_sum(Covariance.of(store, **options), WORDS)
    for name, sums in ours.items():
        np.testing.assert_array_equal(theirs[name], sums, err_msg=name)
    assert len(cluster.sizes) == len(ours) * len(store.observations.blocks)
    # Which words stay is told by a bit for each; one number would be 192,000 bytes.
    assert max(cluster.sizes) < 6_000 + bool(stop_words) * N_WORDS / 8


def numbers_of(covariance: Covariance) -> list[np.ndarray]:
    """Return every sum about all words, and the weighted numbers themselves."""
    sums = every_sum(covariance, np.arange(covariance.n_words))
    del sums["each"]  # where blocks are cut
    whole = np.concatenate(list(covariance.by_block(dense)))
    return [*sums.values(), whole, dense(covariance.rows(np.array([3, 1])))]


# Numbers of 1, 2 and 4 bytes: sums are compiled for each.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("largest", "centred"), [(255, False), slowly(65_535, True), slowly(70_000, False)]
)
@in_one_test("weighting, norm", [*product(WEIGHTINGS, NORMS)])
@in_one_test("cells", [10**6, 100])
def test_sums_of_a_prepared_store_are_those_of_the_words_alone(
    cells, largest, centred, weighting, norm, tmp_path_factory, monkeypatch
):
    options = {"centred": centred, "weighting": weighting, "norm": norm}
    folder = tmp_path_factory.mktemp("store") / "kept"
    monkeypatch.setattr(rows, "BLOCK_CELLS", cells)
    counts = random_corpus(0, 60, 25).observations.toarray()
    counts[0, 0] = largest
    keep(corpus_of(counts), folder)
    corpora = [open_store(folder), corpus_of(counts)]
    # Prepared again, the words are those of what was prepared before.
    for asked in (Preparation(max_features=20), Preparation(max_features=9)):
        corpora = [prepare(corpus, asked) for corpus in corpora]
        ours, theirs = (numbers_of(Covariance.of(each, **options)) for each in corpora)
        # Where there are several blocks, others add up in another order.
        most = 1e-12 * max(abs(one).max() for one in theirs) * (cells < 10**6)
        for one, other in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(one, other, rtol=0, atol=most)


def test_a_corpus_in_memory_must_be_stored_before_a_cluster_works_on_it():
    with (
        ThreadPoolExecutor(1) as cluster,
        pytest.raises(InputError, match=r"is in memory.*topics keep SOURCE FOLDER"),
    ):
        Covariance.of(random_corpus(0, 20, 9), centred=True, executor=cluster)


@in_one_test("cells", [1, 30, 10**6])
@in_one_test("form", [sparse.csr_array, np.asarray])
def test_document_frequencies_are_the_same_however_the_documents_are_cut(
    cells, form, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rows, "BLOCK_CELLS", cells)
    counts = random_corpus(0, 40, 12).observations.toarray()
    counts[:5] = 0
    found = document_frequencies(form(counts))
    assert found.tolist() == (counts != 0).sum(axis=0).tolist()
    with_zero = sparse.csr_array(([0.0, 2.0], [0, 1], [0, 2]), shape=(1, 2))
    assert document_frequencies(with_zero).tolist() == [0, 1]


@in_one_test(
    "sizes, cells, firsts",
    [
        ([2, 2, 2, 2, 2, 2], 4, [0, 2, 4, 6]),
        ([3, 3, 3, 3], 4, [0, 1, 2, 4]),  # each has the number that is the next mark
        ([9, 3, 1], 4, [0, 2, 3]),
        ([0, 0, 4, 0, 4, 0], 4, [0, 2, 4, 6]),
        ([2, 2], 4, [0, 2]),
        ([0, 0, 0], 4, [0, 3]),
        ([0], 1, [0, 1]),
    ],
)
def test_a_block_begins_with_the_document_that_a_mark_is_in(sizes, cells, firsts):
    row_pointers = np.concatenate([[0], np.cumsum(sizes)])
    assert block_starts(row_pointers, cells).tolist() == firsts


def test_document_frequencies_are_the_same_with_any_number_of_workers(store):
    with ThreadPoolExecutor(3) as workers:
        sums = Blocks.of(store.observations, workers).frequencies()
    expected = np.bincount(in_memory(store.observations).indices, minlength=N_WORDS)
    np.testing.assert_array_equal(sums, expected)
