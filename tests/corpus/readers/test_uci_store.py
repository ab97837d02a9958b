"""A UCI file kept as it is read is the store of what would be read, or nothing."""

import gzip
import random
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from spca_core.corpus.readers import lines
from spca_core.corpus.readers.counts import uci
from spca_core.corpus.readers.counts.uci import keep_uci, read_uci
from spca_core.corpus.readers.files import Watched
from spca_core.corpus.sources import data_files
from spca_core.corpus.store import open_store
from spca_core.corpus.store_writer import keep
from spca_core.errors import InputError

N_DOCUMENTS, N_WORDS = 60, 25


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci, "CHUNK_LINES", 50)
    monkeypatch.setattr(lines, "BLOCK", 100)


def write(folder: Path, triples: np.ndarray, words: str = "word{}") -> Path:
    """Write triples, (n_lines, 3), with a list of words that `words` names."""
    path = folder / "docword.tiny.txt"
    heading = (N_DOCUMENTS, N_WORDS, len(triples))
    rows = [" ".join(map(str, triple)) for triple in triples.tolist()]
    path.write_text("\n".join([*map(str, heading), *rows]) + "\n")
    names = [words.format(i) for i in range(N_WORDS - 1)] + ["word0"]
    (folder / "vocab.tiny.txt").write_text("\n".join(names) + "\n")
    return path


def random_triples(seed: int) -> np.ndarray:
    """Return lines by document, some repeated, with documents that have none."""
    rng = np.random.default_rng(seed)
    documents = np.sort(rng.choice(np.arange(3, N_DOCUMENTS - 4), 300))
    others = rng.integers(1, N_WORDS + 1, 300), rng.integers(1, 300, 300)
    return np.column_stack([documents, *others])


@pytest.mark.parametrize("seed", range(2))
def test_a_file_stored_while_it_is_read_equals_the_file_read(tmp_path, seed):
    path = write(tmp_path, random_triples(seed))
    read = read_uci(path)
    keep_uci(path, None, tmp_path / "streamed")
    keep(read, tmp_path / "kept")
    assert len(read.warnings) == 2  # lines and words that were added up
    for name in (one.name for one in (tmp_path / "kept").iterdir()):
        streamed, kept = tmp_path / "streamed" / name, tmp_path / "kept" / name
        assert streamed.read_bytes() == kept.read_bytes(), name
    assert open_store(tmp_path / "streamed").content_id == read.content_id


def test_a_bad_line_or_order_or_a_damaged_file_is_refused_and_leaves_nothing(tmp_path):
    triples = random_triples(0)
    with pytest.raises(InputError, match="Sort the lines after the third"):
        keep_uci(write(tmp_path, triples[::-1]), None, tmp_path / "kept")
    triples[250, 1] = N_WORDS + 1
    with pytest.raises(InputError, match=r"line 254: .* word must be from 1 to 25"):
        keep_uci(write(tmp_path, triples), None, tmp_path / "kept")
    damaged = tmp_path / "docword.tiny.txt.gz"
    whole = gzip.compress(write(tmp_path, random_triples(0)).read_bytes())
    for content in (whole[:-20], whole[:-6] + bytes([whole[-6] ^ 1]) + whole[-5:]):
        damaged.write_bytes(content)
        with pytest.raises(InputError, match="gzip file that is cut off or damaged"):
            keep_uci(damaged, None, tmp_path / "kept")
    assert not [one for one in tmp_path.iterdir() if not one.is_file()]


def test_progress_is_reported_and_may_stop_the_writer(tmp_path):
    path, shares = write(tmp_path, random_triples(1)), []
    keep_uci(Watched(path, shares.append), None, tmp_path / "kept")
    assert shares[-1] == 1.0
    assert all(0 <= share <= 1 for share in shares)

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        keep_uci(Watched(path, stop), None, tmp_path / "stopped")
    assert not (tmp_path / "stopped").exists()


# Keeps a corpus once to load what that takes, once to time it, and a third time, when
# the system ends it at a share of that time.
KEEP = """
import signal, sys, time
from pathlib import Path
from spca_core.corpus.readers import lines
from spca_core.corpus.readers.counts import uci
uci.CHUNK_LINES, lines.BLOCK = 5_000, 10_000
path, loading, whole, killed = map(Path, sys.argv[1:5])
uci.keep_uci(path, None, loading)
start = time.perf_counter()
uci.keep_uci(path, None, whole)
seconds = time.perf_counter() - start
signal.setitimer(signal.ITIMER_REAL, seconds * float(sys.argv[5]))
uci.keep_uci(path, None, killed)
"""


@pytest.mark.slow
def test_keeping_killed_at_any_moment_leaves_nothing_that_opens(tmp_path, monkeypatch):
    monkeypatch.setattr(uci, "CHUNK_LINES", 5_000)
    monkeypatch.setattr(lines, "BLOCK", 10_000)
    rng = np.random.default_rng(0)
    documents = np.repeat(np.arange(1, N_DOCUMENTS + 1), 5_000)
    others = rng.integers(1, N_WORDS + 1, (len(documents), 2))
    path = write(tmp_path, np.column_stack([documents, others]))
    moments, n_missing = random.Random(0), 0
    for number in range(6):
        stores = [
            tmp_path / f"{name}{number}" for name in ("loading", "whole", "killed")
        ]
        command = [sys.executable, "-c", KEEP, path, *stores, moments.random()]
        ended = subprocess.run([*map(str, command)]).returncode
        assert ended in (0, -signal.SIGALRM)
        _, whole, killed = stores
        if killed.name in data_files(tmp_path):
            # It was killed after its end.
            assert open_store(killed).content_id == open_store(whole).content_id
        else:
            assert not killed.exists()
            n_missing += 1
            keep_uci(path, None, killed)
            assert open_store(killed).content_id == open_store(whole).content_id
        assert not list(tmp_path.glob(".*"))
    assert n_missing > 1
