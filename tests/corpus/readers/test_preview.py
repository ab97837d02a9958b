"""What a file would be read as: its size, its first rows, and what is offered."""

import pytest

import spca_core
from spca_core.corpus.readers import preview
from spca_core.corpus.readers.files import Upload

TRIPLES = Upload("t.csv", b"doc,word,n\na,war,5\na,tax,7\nb,tax,1\nc,law,2\nd,law,1\n")


def test_counts_show_their_size_and_the_greatest_of_the_first_rows():
    seen = spca_core.preview(TRIPLES)
    assert (seen.kind, seen.n_documents, seen.n_words) == ("counts", 4, 3)
    assert [(it.title, it.text) for it in seen.first] == [
        ("a", "tax 7, war 5"),
        ("b", "tax 1"),
        ("c", "law 2"),
    ]
    assert "4 documents, 3 words\n  a\n    tax 7, war 5" in str(seen)


def test_measurements_are_rows_of_features():
    table = Upload("t.csv", b",height,age\n0,1.5,20\n1,1.75,30\n")
    assert "2 rows, 2 features" in str(spca_core.preview(table))


def test_what_cannot_be_read_is_refused():
    with pytest.raises(spca_core.InputError, match=r"no vocab\.x\.txt beside it"):
        spca_core.preview(Upload("docword.x.txt", b"1\n2\n1\n1 1 5\n"))


def test_a_large_file_is_not_read_twice(monkeypatch):
    monkeypatch.setattr(preview, "MAX_COUNTED", 10)
    assert spca_core.preview(TRIPLES).n_documents is None


def test_a_text_whose_lines_look_like_rows_is_offered_as_a_table():
    rows = b"name,text\na,The house was sold\nb,Tea is cold in the cup\n"
    seen = spca_core.preview(Upload("t.txt", rows))
    assert (seen.format, seen.n_documents) == ("plain_text", 3)
    (table,) = [it for it in seen.suggestions if it.option == "format"]
    chosen = spca_core.preview(Upload("t.txt", rows), format=table.value)
    assert chosen.n_documents == table.n_documents == 2
