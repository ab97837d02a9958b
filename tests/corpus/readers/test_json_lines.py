"""The reader of JSON lines: objects with tokens or counts."""

import json
from typing import Any

import pytest

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.tokens import read_json_lines
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.gathering import NO_GROUP
from spca_core.errors import InputError
from tests.fuzz import in_one_test

GOOD = {"title": "Good", "tokens": ["tea", "cups", "tea"]}
DOCUMENTS = [
    GOOD,
    {"id": 7, "label": "drinks", "tokens": ["tea", "cups", "tea"]},
    {"title": "Third", "label": 3, "counts": {"tea": 2, "cups": 1}},
    {"tea": 2, "cups": 1},
]


def written(*documents: Any) -> bytes:
    return "".join(json.dumps(document) + "\n" for document in documents).encode()


def read(content: bytes) -> Corpus:
    return read_json_lines(Upload("essays.jsonl", content))


def test_tokens_and_counts_give_the_same_documents():
    corpus = read(written(*DOCUMENTS))
    assert corpus.words == ("cups", "tea")
    assert corpus.observations.toarray().tolist() == [[1, 2]] * 4
    assert corpus.titles == ("Good", "7", "Third", "document 4")
    assert corpus.groups["label"] == (NO_GROUP, "drinks", "3", NO_GROUP)
    assert (corpus.name, corpus.texts, corpus.warnings) == ("essays", (), ())


@in_one_test(
    "names, title",
    [
        ({"year": 1946}, "1946 line 1"),
        ({"year": "1946", "title": "Of tea"}, "1946 Of tea"),
        ({"year": 1946, "title": "1946: of tea"}, "1946: of tea"),
        ({"id": 3, "title": ""}, "3"),
        ({"title": None, "year": None, "id": "x"}, "x"),
    ],
)
def test_a_title_is_made_of_title_or_id_and_of_the_year(names, title):
    assert read(written({"tokens": ["tea"], **names})).titles == (title,)


@in_one_test(
    "line, why",
    [
        ('{"tokens": ["tea"]', "not JSON: Expecting ',' delimiter, column 19"),
        ("[1, 2]", "not a JSON object but '[1, 2]'"),
        ("{}", 'no "tokens" or "counts", nor words with numbers'),
        ('{"tokens": ["tea", 3]}', "a token that is not text: '3'"),
        ('{"counts": {"tea": "3"}}', "a count that is not a number: '3' for 'tea'"),
        ('{"tea": 1e999}', "a count of inf for 'tea'"),
        (f'{{"tea": 1{"0" * 5000}}}', "a number of over 4,000 digits, or brackets"),
        ('{"a":' * 100_000, "a number of over 4,000 digits, or brackets in hundreds"),
        (r'{"\ud800": 1}', r"a word that is not valid Unicode: '\ud800'"),
        ('{"tea": -1}', "a count of -1 for 'tea'; it can be 0 to 9,007,199,254,740"),
        ('{" ": 1}', "an empty word"),
        (r'{"a\nb": 1}', r"a word with a line break: 'a\nb'"),
        (f'{{"{"x" * 1_001}": 1}}', "a word of over 1,000 bytes: 'xxxx"),
        ('{"tokens": ["tea"], "label": "%s"}' % ("x" * 1_001), "a label of over 1,000"),
        ('{"tokens": ["tea"], "label": [1]}', "a label that is neither text nor num"),
        ('{"tokens": ["tea"], "groups": ["x"]}', "groups that are not an object"),
    ],
)
def test_a_bad_line_is_left_out_by_its_number_and_the_others_are_read(line, why):
    corpus = read(written(GOOD) + line.encode() + b"\n" + written(GOOD))
    ((number, reason),) = corpus.report.refused_lines
    assert (number, corpus.n_documents) == (2, 2)
    assert reason.startswith(why)
    assert len(reason) < 130
    assert f"line 2: {reason}" in corpus.warnings[0]


@in_one_test(
    "limit, what",
    [
        ("DOCUMENTS", "documents"),
        ("WORDS", "different words"),
        ("CELLS", "pairs of a document and a word"),
        ("NAMES", "bytes of words, titles and labels"),
        ("GROUPS", "groups of documents"),
    ],
)
def test_past_each_limit_a_file_is_refused(monkeypatch, limit, what):
    content = written(*({"counts": {f"w{i}": 1}, "label": "x"} for i in range(101)))
    with monkeypatch.context() as patch:
        patch.setattr(limits, limit, 100)
        with pytest.raises(InputError, match=f"over 100 {what}, the most .* a part"):
            read(content)
        patch.setattr(limits, limit, 101 if limit != "NAMES" else 10**6)
        assert read(content).n_documents == 101
