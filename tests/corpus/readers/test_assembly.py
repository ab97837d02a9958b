"""Putting a corpus together: what is kept, dropped, refused, and where it ends."""

from collections import Counter

import numpy as np
import pytest

from spca_core.corpus import limits
from spca_core.corpus.corpus import COUNTS
from spca_core.corpus.limits import NAME
from spca_core.corpus.readers.counts.tokens import Assembly
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.gathering import NO_GROUP
from spca_core.errors import InputError
from tests.fuzz import in_one_test

SOURCE = Upload("essays.txt.gz", b"")


def assembled(*documents: dict[str, float], **names: list[str]) -> Assembly:
    """Return an assembly of documents; names are lists of titles, groups, dates."""
    assembly = Assembly(SOURCE)
    for row, counts in enumerate(documents):
        of_row = {what: names[what][row] for what in names}
        assembly.add(counts, line=row + 1, **of_row)
    return assembly


@in_one_test("seed", range(10))
def test_counts_are_those_of_a_dictionary_and_order_is_only_that_of_the_rows(seed):
    rng = np.random.default_rng(seed)
    documents = [Counter(rng.choice(list("zyxwvuts"), size=6)) for _ in range(9)]
    corpus = assembled(*documents).corpus()
    assert corpus.words == tuple(sorted(corpus.words))
    assert (corpus.name, corpus.kind, corpus.warnings) == ("essays", COUNTS, ())
    assert (corpus.titles, corpus.groups, corpus.dates) == ((), {}, ())
    for row, document in enumerate(documents):
        found = dict(zip(corpus.words, corpus.observations.toarray()[row], strict=True))
        assert {word: count for word, count in found.items() if count} == document
    order = rng.permutation(9)
    shuffled = assembled(*(documents[row] for row in order)).corpus()
    assert shuffled.words == corpus.words
    assert (shuffled.observations != corpus.observations[order]).nnz == 0


def test_documents_without_words_and_words_that_never_occur_are_left_out():
    corpus = assembled({}, {"tax": 0}, {"tax": 0, "war": 0.5}).corpus()
    assert corpus.words == ("war",)
    assert corpus.observations.toarray().tolist() == [[0.5]]
    assert corpus.report.empty_documents == 2


def test_names_that_are_missing_are_made_up_only_if_others_are_there():
    corpus = assembled(
        *({"tax": 1}, {"war": 1}, {"art": 1}),
        title=["", "Of war", ""],
        groups=[{"label": "money"}, {}, {}],
        date=["", "1999", ""],
    ).corpus()
    assert corpus.titles == ("document 1", "Of war", "document 3")
    assert corpus.groups == {"label": ("money", NO_GROUP, NO_GROUP)}
    assert corpus.dates == ("", "1999", "")


def test_a_title_is_put_on_one_line_and_cut_between_two_letters():
    corpus = assembled(
        *({"tax": 1}, {"war": 1}, {"art": 1}),
        title=["a \r\n b\x00<b>", "é" * NAME, "a\ud800b"],
    ).corpus()
    assert corpus.titles == ("a b\x00<b>", "é" * (NAME // 2), "a?b")
    assert corpus.content_id


@in_one_test(
    "counts, label, why",
    [
        ({"tax": -1}, "", "a count of -1 for 'tax'; it can be 0 to 9,007,199,254,740"),
        ({"war": 1, "tax": float("nan")}, "", "a count of nan for 'tax'"),
        ({"tax": float("inf")}, "", "a count of inf for 'tax'"),
        ({"tax": 2**53 + 2}, "", "a count of 9007199254740994 for 'tax'"),
        ({"tax": 10**400}, "", "a count of 1000"),
        ({"": 1}, "", "an empty word"),
        ({" \t": 1}, "", "an empty word"),
        ({"a\nb": 1}, "", r"a word with a line break: 'a\nb'"),
        ({"a\ud800": 1}, "", r"a word that is not valid Unicode: 'a\ud800'"),
        ({"é" * 501: 1}, "", "a word of over 1,000 bytes: 'éééé"),
        ({"tax": 1}, "x" * 1001, "a label of over 1,000 bytes: 'xxxx"),
        ({"tax": 1}, "\udc00", r"a label that is not valid Unicode: '\udc00'"),
        ({"tax": 1}, "a\rb", r"a label with a line break: 'a\rb'"),
    ],
)
def test_a_document_with_a_fault_is_refused_whole_by_line_and_value(counts, label, why):
    assembly = assembled({"good": 1})
    assembly.add(counts, line=7, groups={"label": label})
    corpus = assembly.corpus()
    ((line, reason),) = corpus.report.refused_lines
    assert line == 7
    assert reason.startswith(why)
    assert len(reason) < 130
    assert corpus.words == ("good",)
    assert corpus.warnings == (
        f"essays.txt.gz: 1 line was left out; line 7: {reason}.",
    )


def test_the_greatest_count_and_the_longest_names_are_taken():
    word = "é" * (NAME // 2)
    corpus = assembled({word: 2**53}, groups=[{"label": "x" * NAME}]).corpus()
    assert corpus.observations.toarray().tolist() == [[2**53]]
    assert corpus.groups["label"] == ("x" * NAME,)


def test_all_refused_lines_are_counted_and_the_first_twenty_listed():
    assembly = assembled({"good": 1})
    for line in range(2, 1_002):
        assembly.refusals.add(line, "why not")
    report = assembly.corpus().report
    assert report.refused_lines == tuple((line, "why not") for line in range(2, 22))
    assert report.n_refused_lines == 1_000
    assert (
        "1,000 lines were left out; line 2: why not." in assembly.corpus().warnings[0]
    )


def test_without_a_document_the_error_tells_what_there_was():
    assembly = assembled({}, {"tax": 0})
    said = r"^essays\.txt\.gz has 2 documents, but no words to count\."
    with pytest.raises(InputError, match=said):
        assembly.corpus()
    assembly.refusals.add(3, "why not")
    with pytest.raises(InputError, match=rf"{said} 1 line was left out; line 3: why"):
        assembly.corpus()


@pytest.mark.parametrize(
    ("limit", "what"),
    [
        ("DOCUMENTS", "documents"),
        ("WORDS", "different words"),
        ("CELLS", "pairs of a document and a word"),
        ("NAMES", "bytes of words, titles and labels"),
    ],
)
def test_past_each_limit_the_file_is_refused_and_at_the_limit_it_is_read(
    monkeypatch, limit, what
):
    monkeypatch.setattr(limits, limit, 1_000)
    with pytest.raises(InputError, match=rf"over 1,000 {what}, the most .* a part"):
        assembled(*({f"word{number}": 1} for number in range(1_001)))
    monkeypatch.setattr(limits, limit, 1_001 if limit != "NAMES" else 10**6)
    assembled(*({f"word{number}": 1} for number in range(1_001)))


def test_groups_of_other_names_in_each_document_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(limits, "GROUPS", 100)
    groups = [{f"name {number}": "x"} for number in range(11)]
    corpus = assembled(*[{"tax": 1}] * 10, groups=groups[:10]).corpus()
    assert corpus.groups["name 9"] == (*[NO_GROUP] * 9, "x")
    with pytest.raises(InputError, match="over 100 groups of documents, the most"):
        assembled(*[{"tax": 1}] * 11, groups=groups)


@pytest.mark.slow
def test_a_corpus_takes_at_most_three_times_the_memory_of_its_counts(peak_bytes):
    rng = np.random.default_rng(0)
    words = [f"word{number}" for number in range(2_000)]
    drawn = [rng.choice(words, 500, replace=False).tolist() for _ in range(1_000)]
    documents = [dict.fromkeys(document, 1.0) for document in drawn]
    corpus = assembled(*documents).corpus()
    matrix = corpus.observations.data.nbytes + corpus.observations.indices.nbytes
    # What a thread of a test before takes meanwhile is measured too: the least counts.
    peaks = [peak_bytes(lambda: assembled(*documents).corpus()) for _ in range(2)]
    assert min(peaks) <= 3 * matrix
