"""The reader of JSON lines: objects with tokens or counts."""

import gzip
import json
from typing import Any

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.json_lines import read_json_lines
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.gathering import NO_GROUP
from spca_core.errors import InputError
from tests.fuzz import fuzzed

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


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\xef\xbb\xbf" + written(*DOCUMENTS), id="byte order mark"),
        pytest.param(written(*DOCUMENTS).replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(written(*DOCUMENTS).replace(b"\n", b"\n\n  \n"), id="blank lines"),
        pytest.param(written(*DOCUMENTS).replace(b" ", b"   "), id="wide spaces"),
        pytest.param(written(*DOCUMENTS).strip(), id="no newline at the end"),
        pytest.param(gzip.compress(written(*DOCUMENTS)), id="gzip"),
        pytest.param(written({"about": {"n": 1}}, *DOCUMENTS), id="about the file"),
    ],
)
def test_the_same_documents_are_read_from_every_way_of_writing_them(content):
    assert read(content).content_id == read(written(*DOCUMENTS)).content_id
    assert read(content).report == read(written(*DOCUMENTS)).report


@pytest.mark.parametrize("seed", range(10))
def test_lines_in_another_order_give_the_same_corpus_in_that_order(seed):
    documents = [{"id": word, "counts": {word: 2, "tea": 1}} for word in "zyx"]
    order = np.random.default_rng(seed).permutation(3)
    corpus = read(written(*documents))
    shuffled = read(written(*(documents[row] for row in order)))
    assert shuffled.words == corpus.words
    assert shuffled.titles == tuple(corpus.titles[row] for row in order)
    assert (shuffled.observations != corpus.observations[order]).nnz == 0


@pytest.mark.parametrize(
    ("names", "title"),
    [
        ({"year": 1946}, "1946 line 1"),
        ({"year": "1946", "title": "Of tea"}, "1946 Of tea"),
        ({"year": 1946, "title": "1946: of tea"}, "1946: of tea"),
        ({"year": 1946, "id": 3}, "1946 3"),
        ({"id": 3, "title": "Of tea"}, "Of tea"),
        ({"id": 3, "title": ""}, "3"),
        ({"title": None, "year": None, "id": "x"}, "x"),
    ],
)
def test_a_title_is_made_of_title_or_id_and_of_the_year(names, title):
    assert read(written({"tokens": ["tea"], **names})).titles == (title,)


def test_tokens_and_words_with_counts_are_taken_as_they_stand():
    words = ("The", "C++", "1", "שלום", "<script>", "=1+1", "![x](http://a.b)")
    by_tokens = read(written({"tokens": [*words, " ", "", "\n"]}))
    by_counts = read(written({"counts": dict.fromkeys(words, 1)}))
    assert by_tokens.words == by_counts.words == tuple(sorted(words))


@pytest.mark.parametrize("word", ["text", "tokens", "counts", "about", "title", "id"])
def test_an_object_of_numbers_only_is_words_with_counts(word):
    corpus = read(written({word: 3, "tea": 1}))
    assert dict(zip(corpus.words, corpus.observations.toarray()[0], strict=True)) == {
        word: 3,
        "tea": 1,
    }
    assert corpus.titles == ()


def test_counts_may_have_fractions():
    assert read(b'{"tea": 0.25}').observations.toarray().tolist() == [[0.25]]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"tokens": ["tea"]', "not JSON: Expecting ',' delimiter, column 19"),
        ("tea", "not JSON: Expecting value, column 1"),
        ("[1, 2]", "not a JSON object but '[1, 2]'"),
        ('"tea"', "not a JSON object but '\"tea\"'"),
        ("{}", 'no "tokens" or "counts", nor words with numbers'),
        ('{"title": "x", "tea": 1}', 'no "tokens" or "counts"'),
        ('{"text": "tea"}', 'no "tokens" or "counts"'),
        ('{"about": "tea"}', 'no "tokens" or "counts"'),
        ('{"tokens": ["tea", 3]}', "a token that is not text: '3'"),
        ('{"counts": {"tea": "3"}}', "a count that is not a number: '3' for 'tea'"),
        ('{"counts": {"tea": true}}', "a count that is not a number: 'True' for 'tea'"),
        ('{"counts": {"tea": [1]}}', "a count that is not a number: 'list' for 'tea'"),
        ('{"tea": -1}', "a count of -1 for 'tea'"),
        ('{"tea": NaN}', "a count of nan for 'tea'"),
        ('{"tea": Infinity}', "a count of inf for 'tea'"),
        ('{"tea": 1e999}', "a count of inf for 'tea'"),
        ('{"tea": 1e16}', "a count of 1e+16 for 'tea'"),
        (f'{{"tea": 1{"0" * 400}}}', "a count of 10000"),
        (f'{{"tea": 1{"0" * 5000}}}', "a number of over 4,000 digits, or brackets"),
        ("[" * 100_000, "a number of over 4,000 digits, or brackets in hundreds"),
        ('{"a":' * 100_000, "a number of over 4,000 digits, or brackets in hundreds"),
        ('{"": 1}', "an empty word"),
        (r'{"\ud800": 1}', r"a word that is not valid Unicode: '\ud800'"),
        (f'{{"{"x" * 10_000}": 1}}', "a word of over 1,000 bytes: 'xxxx"),
        (
            '{"tokens": ["tea"], "label": ["x"]}',
            "a label that is neither text nor number",
        ),
        ('{"tokens": ["tea"], "title": {}}', "a title that is neither text nor number"),
        ('{"tokens": ["tea"], "year": [1]}', "a year that is neither text nor number"),
        ('{"tokens": ["tea"], "groups": ["x"]}', "groups that are not an object"),
        (
            '{"tokens": ["tea"], "groups": {"party": []}}',
            "a party that is neither text nor number",
        ),
    ],
)
def test_a_bad_line_is_left_out_by_its_number_and_the_others_are_read(line, why):
    corpus = read(written(GOOD) + line.encode() + b"\n" + written(GOOD))
    ((number, reason),) = corpus.report.refused_lines
    assert (number, corpus.n_documents) == (2, 2)
    assert reason.startswith(why)
    assert len(reason) < 130
    assert corpus.warnings == (f"essays.jsonl: 1 line was left out; line 2: {reason}.",)


@pytest.mark.parametrize("line", ['{"tokens": []}', '{"tea": 0}'])
def test_a_document_without_words_is_dropped_and_counted(line):
    report = read(written(GOOD) + line.encode()).report
    assert (report.empty_documents, report.n_refused_lines) == (1, 0)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no documents"),
        (b'{"about": {}}\n', "has no documents"),
        (json.dumps([GOOD], indent=1).encode(), "10 lines .* line 1: not JSON"),
        (b'{"tokens": ["caf\xe9"]}\n', "line 1: byte 0xe9 is not UTF-8"),
        (json.dumps(GOOD).encode("utf-16-le"), "line 1: a zero byte"),
        (gzip.compress(written(GOOD))[:-9], "is a gzip file that is cut off"),
    ],
)
def test_a_file_without_such_lines_is_refused_by_name(content, message):
    with pytest.raises(InputError, match=rf"^essays\.jsonl.*{message}"):
        read(content)


def test_brackets_in_any_number_of_brackets_are_left_out():
    lines = (
        '{"tokens": [' + "[" * depth + "]" * depth + "]}" for depth in range(1_100)
    )
    report = read(written(GOOD) + "\n".join(lines).encode()).report
    assert (report.empty_documents, report.n_refused_lines) == (1, 1_099)


@pytest.mark.slow
def test_a_line_of_millions_of_values_is_left_out_in_bounded_memory(peak_bytes):
    line = b'{"counts": [' + b"{}," * 3_300_000 + b"1]}"

    def refuse() -> None:
        with pytest.raises(InputError, match=r'no "tokens" or "counts"'):
            read(gzip.compress(line))

    assert peak_bytes(refuse) < 500_000_000  # 64 bytes for each {}, and its place


@fuzzed
def test_no_mangled_file_is_read_other_than_as_a_corpus(seed):
    rng = np.random.default_rng(seed)
    mangled = bytearray(written(*DOCUMENTS))
    for place in rng.integers(len(mangled), size=rng.integers(1, 6)):
        mangled[place] = rng.choice(list(b'{}[]",:0129-+.eEtnd \\u\n\r\0\xe9\xff'))
    try:
        corpus = read(bytes(mangled))
    except InputError as refusal:
        text = str(refusal)
        assert text.startswith("essays.jsonl")
    else:
        assert (corpus.observations.data > 0).all()
