"""A file is opened and parsed once, and its first lines are shown."""

import gzip
from dataclasses import dataclass, field

import pandas as pd
import pytest

from spca_core.corpus.readers import guarded
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.readers.recognise import look
from spca_core.corpus.readers.tables import delimited, table
from tests.corpus.readers.test_office import pdf
from tests.fuzz import in_one_test
from tests.made_files import saved

LONG = ("tea tea tax of war", "war and peace of tea")


@dataclass(frozen=True)
class Counted(Upload):
    """A file that counts how often it is opened."""

    opened: list[str] = field(default_factory=list)

    def open(self, mode, /):
        self.opened.append(mode)
        return super().open(mode)


OF_TEXT = pd.DataFrame(
    {"title": ["a", "b"], "text": [f"{each} is dear" for each in LONG]}
)
OPENED_ONCE = {
    "text_table": OF_TEXT.to_csv(index=False).encode(),
    "excel": saved(OF_TEXT.to_excel),
    "parquet": saved(OF_TEXT.to_parquet),
    "document": pdf("Tea was taxed by law"),
}


@in_one_test("form", OPENED_ONCE)
def test_a_file_is_opened_once_cut_once_and_unpacked_once(form, monkeypatch):
    unpacked, cut = [], []

    def read_here(read, content: bytes, name: str, options):
        unpacked.append(name)
        return read(content, name, **options)

    def read_rows(source, *how):
        cut.append(source.name)
        return delimited.read_rows(source, *how)

    monkeypatch.setattr(guarded, "read_apart", read_here)
    monkeypatch.setattr(table, "read_rows", read_rows)
    file = Counted("data", OPENED_ONCE[form])
    assert read_corpus(file).texts
    assert len(file.opened) == 1
    assert len(unpacked) == (form != "text_table")
    assert len(cut) == (form == "text_table")
    monkeypatch.undo()


@pytest.mark.slow
def test_to_look_at_a_bomb_costs_little_memory(peak_bytes):
    bomb = Upload("data", gzip.compress(b"tea and tax " * 5_000_000))
    # What is looked at, and its words.
    assert peak_bytes(lambda: look(bomb)) < 50_000_000
