"""Methods run on a store that is larger than memory: they read it block by block."""

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import rows
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.store import open_store
from spca_core.corpus.store_writer import keep
from spca_core.topics import solve

N_DOCUMENTS, N_WORDS = 6_000, 1_500


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store of half a million numbers, in forty blocks."""
    rng = np.random.default_rng(0)
    shares = 1 / np.arange(3, N_WORDS + 3)
    words = rng.choice(N_WORDS, 850_000, p=shares / shares.sum())
    documents = rng.integers(N_DOCUMENTS, size=len(words))
    cells = np.ones(len(words)), (documents, words)
    corpus = Corpus(
        name="many",
        observations=sparse.csr_array(cells, shape=(N_DOCUMENTS, N_WORDS)),
        words=tuple(map(str, range(N_WORDS))),
    )
    folder = tmp_path_factory.mktemp("large") / "kept"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "BLOCK_CELLS", 15_000)
        keep(corpus, folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "sketch", "stop_words"),
    [(one, "svd", ()) for one in ("tpower", "em", "span", "varimax", "lda")]
    + [("span", "streaming", ()), ("tpower", "svd", ("1",))],
)
def test_a_method_never_holds_all_numbers_of_a_store(
    method, sketch, stop_words, folder, peak_bytes, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("spca_core.methods.working_set.MIN_WORKING_SET", 60)
    corpus = prepare(open_store(folder), Preparation(stop_words=stop_words))
    assert len(corpus.observations.blocks) > 30
    options = {"method": method, "sketch": sketch, "candidates": 50, "seconds": 1}
    solve(corpus, 1, 2, weighting="log", **options)  # what is made once and kept
    held = peak_bytes(lambda: solve(corpus, 2, 5, weighting="tf-idf", **options))
    # Weighted they are of 8 bytes each, with columns of 4.
    assert held < 12 * corpus.observations.size
