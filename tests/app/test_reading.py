"""Files are read in the background; stores open at once."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.work import readings
from spca_core.corpus.readers import progress
from spca_core.corpus.store_writer import keep
from spca_core.corpus.stored import StoredCounts
from tests.app.visits import begin, button, choose, open_page, said
from tests.fuzz import slowly
from tests.oracles import planted_corpus

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
ROOT = Path(__file__).resolve().parents[2]
PLANTED = planted_corpus(0, 3, 4)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page waits for no file."""
    monkeypatch.setattr(readings, "FIRST_LOOK_SECONDS", 0.0)
    monkeypatch.setenv("SPCA_DATA", str(tmp_path))
    keep(PLANTED, tmp_path / "kept")
    (tmp_path / "notes.csv").write_text("name,war,tax\na,1,0\nb,0,0\nc,0,2\n")
    return tmp_path


def upload(**files: str) -> AppTest:
    """Show the page Corpus with these texts, by their names, in its uploader.

    Give each test its own: what was read is remembered.
    """
    app = begin("corpus")
    sent = [(f"{name}.txt", text.encode(), "") for name, text in files.items()]
    return app.file_uploader(key="upload").set_value(sent).run()


def kept_at_a_quarter(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> threading.Event:
    """Have what reads files tell of a quarter and go on only after the event."""
    usual, let_go = getattr(module, name), threading.Event()

    def slowly(watched, *options):
        while not let_go.wait(0.01):
            watched.tell(0.25)
        return usual(watched, *options)

    monkeypatch.setattr(module, name, slowly)
    return let_go


def run_until_a_quarter_is_read(app: AppTest) -> str:
    for _ in range(100):
        told = "".join(one.proto.text for one in app.get("progress"))
        if "25% read after" in told:
            break
        app.run()
    assert "25% read after" in told
    return told


def stop_and_begin_again(app: AppTest, let_go: threading.Event) -> AppTest:
    button(app, "Stop").click().run()
    assert "You stopped the reading" in app.error[0].value
    let_go.set()
    button(app, "Read it again").click().run()
    app = read_to_the_end(app)
    assert not app.exception
    assert not app.error
    return app


def read_to_the_end(app: AppTest) -> AppTest:
    while any(one.label == "Stop" for one in app.button):
        app.run()
    return app


def test_a_reading_shows_its_share_and_can_be_stopped_and_begun_again(monkeypatch):
    let_go = kept_at_a_quarter(monkeypatch, progress, "read_corpus")
    app = begin("corpus", corpus="file:notes.csv")
    assert run_until_a_quarter_is_read(app).endswith("csv: 25% read after 0 s")
    assert "documents with" not in said(app)
    app = stop_and_begin_again(app, let_go)
    assert "2 documents with 2 different words; 1 was left out" in said(app)


def test_a_refused_file_is_read_again_when_asked_or_mended_and_not_before(
    folder: Path, monkeypatch
):
    (folder / "notes.csv").write_bytes(b"\x89PNG")
    app = read_to_the_end(begin("corpus", corpus="file:notes.csv"))
    readings_begun: list[object] = []
    usual = progress.read_corpus
    monkeypatch.setattr(
        progress,
        "read_corpus",
        lambda *file: readings_begun.append(file) or usual(*file),
    )
    read_to_the_end(app.run())
    assert "is a PNG picture" in app.error[0].value
    assert not readings_begun
    button(app, "Read it again").click().run()
    read_to_the_end(app)
    assert "is a PNG picture" in app.error[0].value
    assert len(readings_begun) == 1
    (folder / "notes.csv").write_text("name,war,tax\na,1,0\nb,0,0\nc,0,2\n")
    read_to_the_end(app.run())
    assert not app.error
    assert "2 documents with 2 different words" in said(app)


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


def test_a_long_look_at_an_upload_shows_its_share_and_can_be_stopped(monkeypatch):
    let_go = kept_at_a_quarter(monkeypatch, readings, "look")
    app = upload(letters="Taxes on land and tea\nWar and peace at home\n")
    run_until_a_quarter_is_read(app)
    app = stop_and_begin_again(app, let_go)
    assert "2 documents with" in said(app)


def test_several_uploads_are_sorted_out_in_the_background(monkeypatch):
    let_go = threading.Event()
    sort_out = readings.sort_out
    monkeypatch.setattr(
        readings, "sort_out", lambda files: let_go.wait() and sort_out(files)
    )
    app = upload(a="War and peace", b="War and trade")
    assert app.get("progress")[0].proto.text.startswith("2 files: ")
    let_go.set()
    app = read_to_the_end(app)
    assert not app.error
    assert "2 documents with" in said(app)


def test_an_upload_may_take_a_limited_time_to_be_looked_at(monkeypatch):
    monkeypatch.setenv("SPCA_UPLOAD_SECONDS", "0.1")
    monkeypatch.setattr(readings, "look", lambda *_: time.sleep(0.3))
    app = read_to_the_end(upload(letters="War"))
    assert "seconds to read, the most that an upload may" in app.error[0].value
