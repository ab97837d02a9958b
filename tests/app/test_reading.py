"""Files are read below a bar, once; stores open at once."""

import time
from pathlib import Path
from typing import Any

import pytest
from streamlit.runtime.scriptrunner import RerunException

from pages.shared.state import cached
from pages.shared.work import readings
from spca_core.corpus.store_writer import keep
from spca_core.corpus.stored import StoredCounts
from tests.app.visits import begin, choose, errors, open_page, said, upload
from tests.fuzz import slowly
from tests.oracles import planted_corpus

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
PLANTED = planted_corpus(0, 3, 4)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No file is so short that it has no bar."""
    monkeypatch.setattr(readings, "SECONDS_WITHOUT_BAR", 0.0)
    monkeypatch.setenv("SPCA_DATA", str(tmp_path))
    keep(PLANTED, tmp_path / "kept")
    (tmp_path / "notes.csv").write_text("name,war,tax\na,1,0\nb,0,0\nc,0,2\n")
    return tmp_path


def test_a_rerun_ends_a_reading_at_the_next_step_of_its_bar(folder, monkeypatch):
    shares: list[float] = []

    def rerun(_, share: float, text: str) -> None:
        assert "25% read" in text
        shares.append(share)
        raise RerunException(None)

    monkeypatch.setattr("streamlit.delta_generator.DeltaGenerator.progress", rerun)

    def read(tell: Any) -> str:
        tell(0.25)
        return "read to the end"

    with pytest.raises(RerunException):
        readings.read_once("tests", folder / "notes.csv", 1, read)
    assert shares == [0.25]
    monkeypatch.undo()
    assert readings.read_once("tests", folder / "notes.csv", 1, read)


def test_a_refused_file_is_read_again_when_it_is_mended_and_not_before(
    folder: Path, monkeypatch
):
    (folder / "notes.csv").write_bytes(b"\x89PNG")
    begun: list[object] = []
    usual = cached.preview_of
    monkeypatch.setattr(
        cached, "preview_of", lambda *file: begun.append(file) or usual(*file)
    )
    app = open_page("corpus", corpus="file:notes.csv")
    app.run()
    assert "is a PNG picture" in errors(app)
    assert len(begun) == 1
    (folder / "notes.csv").write_text("name,war,tax\na,1,0\nb,0,0\nc,0,2\n")
    app.run()
    assert not errors(app)
    assert len(begun) == 2


def test_a_store_is_opened_at_once():
    app = begin("corpus", corpus="file:kept")
    choose(app, "choice_view", "prepare")
    assert not app.exception
    assert not app.error
    assert f"with {PLANTED.n_words} different words" in said(app)


@pytest.mark.parametrize(
    ("page", "n_words"),
    [("documents", 19), slowly("corpus", 20), slowly("compare", 18)],
)
def test_the_pages_of_a_prepared_store_are_drawn_without_a_copy_of_it(
    page, n_words, monkeypatch: pytest.MonkeyPatch
):
    left, of_words = [], StoredCounts.of_words

    def noted(counts: StoredCounts, stay: Any) -> StoredCounts:
        left.append(of_words(counts, stay))
        return left[-1]

    monkeypatch.setattr(StoredCounts, "of_words", noted)
    monkeypatch.setattr(StoredCounts, "tocsr", lambda _: pytest.fail("copied"))
    size = {"max_features": str(n_words), "k": "2", "s": "3"}
    app = open_page(page, corpus="file:kept", view="pictures", **size)
    assert not app.exception
    assert not app.error
    assert left[0].shape == (PLANTED.n_documents, n_words)


def test_an_upload_may_take_a_limited_time_to_be_read(monkeypatch):
    def long(file: Any, *_: object) -> None:
        time.sleep(0.2)
        file.tell(0.5)

    monkeypatch.setenv("SPCA_UPLOAD_SECONDS", "0.1")
    monkeypatch.setattr(cached, "preview_of", long)
    app = upload(open_page("corpus"), ("letters.txt", b"War"))
    assert "seconds to read, the most that an upload may" in errors(app)
