"""What a file would be read as: its size, its first rows, and what is offered."""

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


def test_a_large_file_is_not_read_twice(monkeypatch):
    monkeypatch.setattr(preview, "MAX_COUNTED", 10)
    assert spca_core.preview(TRIPLES).n_documents is None
