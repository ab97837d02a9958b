"""Reading while progress is told ends with the corpus, or when nobody waits."""

import threading
from pathlib import Path

import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.readers import lines
from spca_core.corpus.readers.files import Watched
from spca_core.corpus.readers.loading import read_corpus
from spca_core.corpus.readers.progress import readings
from spca_core.errors import InputError


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(lines, "BLOCK", 1_000)
    path = tmp_path / "docword.tiny.txt"
    rows = "".join(f"{i + 1} {i % 5 + 1} 1\n" for i in range(50_000))
    path.write_text(f"50000\n5\n50000\n{rows}")
    (tmp_path / "vocab.tiny.txt").write_text("a\nb\nc\nd\ne\n")
    return path


def test_the_last_progress_has_the_corpus(path):
    *earlier, last = readings(path, None, Reading())
    assert last.result.content_id == read_corpus(path).content_id
    assert last.sentence.startswith("100% read after ")
    shares = [progress.share for progress in earlier]
    assert all(0 <= share <= 1 for share in shares)
    assert all(progress.result is None for progress in earlier)


def test_a_refused_line_is_an_input_error(path):
    path.write_text(path.read_text("utf-8").replace("\n7 2 1\n", "\n7 2 x\n"))
    with pytest.raises(InputError, match="line 10"):
        list(readings(path, None, Reading()))


def test_nothing_is_read_on_once_nobody_waits(path, monkeypatch):
    """Each read waits until the reading is closed, so it cannot have ended before."""
    closed, n_reads = threading.Event(), []

    def slowly(watched: Watched, *_) -> None:
        for number in range(1_000):
            closed.wait(10)
            n_reads.append(number)
            watched.tell(number / 1_000)

    monkeypatch.setattr("spca_core.corpus.readers.progress.read_corpus", slowly)
    progress = readings(path, None, Reading())
    next(progress)
    threading.Timer(0.1, closed.set).start()
    progress.close()
    assert n_reads == [0]
