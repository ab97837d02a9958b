"""Counts and numbers: one corpus from every format, and faults by their place."""

import gzip
import json
import unicodedata
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import io as scipy_io
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus
from spca_core.corpus.load import load, preview
from spca_core.corpus.readers.counts.number_tables import read_table
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.formats import FORMATS
from spca_core.errors import InputError, ReadingWarning
from tests.fuzz import fuzzed, in_one_test
from tests.made_files import saved

WORDS = ("peace", "tax", "war")
DENSE = np.array([[0, 2, 5, 0, 0], [1, 7, 0, 0, 0], [0, 0, 3, 4, 0], [0, 6, 0, 0, 8]])
NAMES = ("=1+1", "peace", "tax", "war", "עץ")  # in order, as readers put them
CELLS = [(d, w, int(DENSE[d, w])) for d, w in zip(*DENSE.nonzero(), strict=True)]


def lines(*rows: object) -> bytes:
    return "".join(f"{row}\n" for row in rows).encode()


def pairs(row: np.ndarray, base: int) -> str:
    return " ".join(f"{word + base}:{row[word]}" for word in np.flatnonzero(row))


HUGE = b"text 3,tax,%d\n" % 2**53
BANNER = b"%%MatrixMarket matrix coordinate integer general\n"
# Files of the same counts; those above have their words in a list.
LISTED = {
    "docword.tiny.txt": lines(
        *(4, 5, len(CELLS)), *(f"{d + 1} {w + 1} {n}" for d, w, n in CELLS)
    ),
    "tiny.mtx": saved(scipy_io.mmwrite, sparse.coo_array(DENSE)),
    "tiny.ldac": lines(*(f"{np.count_nonzero(it)} {pairs(it, 0)}" for it in DENSE)),
    "tiny.svm": lines(*(f"x {pairs(it, 1)}" for it in DENSE)),
    "tiny.npz": saved(sparse.save_npz, sparse.csr_array(DENSE)),
    "tiny.npy": saved(np.save, DENSE),
}
NAMED = {
    "triples.csv": lines(
        "document,word,count", *(f"text {d},{NAMES[w]},{n}" for d, w, n in CELLS)
    ),
    "table.csv": lines(
        ",".join(["", *NAMES]),
        *(f"text {d}," + ",".join(map(str, it)) for d, it in enumerate(DENSE)),
    ),
    "tiny.jsonl": lines(
        *(
            json.dumps({"counts": {NAMES[w]: int(it[w]) for w in np.flatnonzero(it)}})
            for it in DENSE
        )
    ),
}
FILES = LISTED | NAMED
OF_LINES = [*FILES.keys() - {"tiny.npz", "tiny.npy"}]


def read(name: str, content: bytes, **options: object) -> Corpus:
    words = NAMES if name in LISTED else None
    options = {"words": words, **options} if name in LISTED else options
    with warnings.catch_warnings(action="ignore", category=ReadingWarning):
        return load(Upload(name, content), **options)


def same(corpus: Corpus, dense: np.ndarray = DENSE) -> bool:
    held = sparse.csr_array(corpus.observations).toarray()
    return corpus.words == NAMES and held.tolist() == dense.tolist()


@in_one_test("name", FILES)
def test_the_same_counts_are_read_from_every_format_and_from_a_path(name, tmp_path):
    (tmp_path / name).write_bytes(FILES[name])
    words = NAMES if name in LISTED else None
    corpus = load(tmp_path / name, words=words)
    assert same(read(name, FILES[name]))
    assert same(corpus)
    assert corpus.warnings == ()
    assert corpus.kind is (MEASUREMENTS if name == "tiny.npy" else COUNTS)


@in_one_test("name", OF_LINES)
def test_the_same_counts_are_read_from_every_way_of_writing_them(name):
    text = FILES[name]
    for content in (
        b"\xef\xbb\xbf" + text,
        text.replace(b"\n", b"\r\n"),
        text.removesuffix(b"\n"),
        text + b"\n \n",
        gzip.compress(text),
        gzip.compress(text[:9]) + gzip.compress(text[9:]),
    ):
        assert same(read(name, content)), content[:60]


UCI, MARKET, LDA_C, SVM = (LISTED[it] for it in [*LISTED][:4])
TRIPLES, JSON = NAMED["triples.csv"], NAMED["tiny.jsonl"]
ARRAY = saved(scipy_io.mmwrite, DENSE)


@in_one_test(
    "name, content",
    [
        ("docword.tiny.txt", lines(4, 5, 8, *UCI.decode().split("\n")[:2:-1][1:])),
        ("docword.tiny.txt", UCI.replace(b" ", b" \t ")),
        ("docword.tiny.txt", UCI.replace(b"1 2 2", b"+1 002 +%064d" % 2)),
        ("docword.tiny.txt", UCI.replace(b" 5\n", b" 5 \r\n \n")),
        ("tiny.mtx", MARKET.replace(b"integer", b"real")),
        ("tiny.mtx", MARKET.replace(b"4 5 8\n", b"4 5 9\n1 1 0\n", 1)),
        ("tiny.mtx", ARRAY),
        ("tiny.ldac", LDA_C.replace(b"1:2 2:5", b"2:5 1:2")),
        ("tiny.svm", lines(*(f"x {pairs(it, 0)}" for it in DENSE))),
        ("tiny.svm", b"# made by hand\n" + SVM.replace(b"\n", b" # 5:5 x\n")),
        ("tiny.svm", SVM.replace(b":7", b":.7e1").replace(b"x ", b"x qid:7 ")),
        ("triples.csv", TRIPLES.replace(b"word,count", b"term,n")),
        ("triples.csv", TRIPLES + b"text 3,war,0\n"),
        ("tiny.jsonl", b'{"about": {"n": 1}}\n' + JSON),
    ],
)
def test_formats_may_be_written_in_several_ways(name, content):
    assert content != FILES[name]
    assert same(read(name, content))


ONE = {  # a file of one number, by its format
    "uci": "1\n1\n1\n1 1 {}",
    "matrix_market": BANNER.decode() + "1 1 1\n1 1 {}",
    "lda_c": "1 0:{}",
    "svmlight": "a 1:{}",
    "triples": "document,word,count\na,tea,{}",
    "json_lines": '{{"counts": {{"tea": {}}}}}',
}


@in_one_test(
    "name, content, place",
    [
        ("docword.tiny.txt", UCI.replace(b"4\n5\n8\n", b"4\n5\n9\n"), "9.* 8 "),
        ("docword.tiny.txt", UCI.replace(b"4\n5\n8\n", b"4\n5\n7\n"), "7 lines"),
        ("docword.tiny.txt", UCI.replace(b"4\n5\n", b"3\n5\n"), "line 10"),
        ("docword.tiny.txt", UCI.replace(b"\n8\n", b"\n200000000\n"), "200,000,000"),
        ("docword.tiny.txt", UCI.replace(b"4\n", b"x\n", 1), "line 1"),
        ("docword.tiny.txt", UCI.replace(b"1 2 2", b"1 2 2 2"), "line 4"),
        ("tiny.mtx", MARKET.replace(b"4 5 8", b"4 5 9"), "8|line"),
        ("tiny.mtx", MARKET.replace(b"integer", b"complex"), "complex"),
        ("x.mtx", saved(scipy_io.mmwrite, np.array([[1, 2.0], [2, 1]])), "is -1"),
        ("tiny.ldac", LDA_C.replace(b"2 1:2", b"3 1:2"), "line 1"),
        ("tiny.ldac", LDA_C.replace(b"0:1", b"2000000:1"), "line 2"),
        ("tiny.svm", SVM.replace(b"1:1", b"1 1"), "line 2"),
        ("triples.csv", TRIPLES + b"text 9,war\n", "line 10"),
        ("triples.csv", TRIPLES + b"text 9,,2\n", "line 10"),
        ("triples.csv", TRIPLES + 2 * HUGE, r"row 4, .*'tax'"),
        ("table.csv", NAMED["table.csv"] + b"text 4,1,2\n", "(line|row) 6"),
        ("table.csv", NAMED["table.csv"].replace(b"tax", b"peace"), "'peace'"),
    ],
)
def test_a_bad_line_is_refused_by_its_place(name, content, place):
    assert content != FILES.get(name)
    with pytest.raises(InputError, match=rf"{place}"):
        read(name, content)


@in_one_test(
    "name, more, n_rows",
    [
        ("docword.tiny.txt", UCI.replace(b"\n8\n1 2 2", b"\n9\n1 2 1\n1 2 1"), 4),
        ("tiny.svm", SVM.replace(b"2:2", b"2:1 2:1"), 4),
        ("triples.csv", TRIPLES.replace(b"peace,2\n", b"peace,1\ntext 0,peace,1\n"), 4),
        ("tiny.ldac", b"0\n" + LDA_C, 5),
        ("tiny.svm", b"x\n" + SVM, 5),
    ],
)
def test_counts_in_two_parts_are_added_and_documents_without_words_are_counted(
    name, more, n_rows
):
    assert more != FILES[name]
    corpus = read(name, more)
    assert same(corpus)
    assert corpus.report.empty_documents == n_rows - 4
    assert ("repeat" in " ".join(corpus.warnings)) == (n_rows == 4)


def test_words_of_uci_are_found_beside_the_counts(tmp_path: Path):
    (tmp_path / "docword.tiny.txt.gz").write_bytes(gzip.compress(UCI))
    for source in (tmp_path / "docword.tiny.txt.gz", Upload("docword.tiny.txt", UCI)):
        with pytest.raises(InputError, match=r"no vocab\.tiny\.txt beside it"):
            load(source)
    (tmp_path / "vocab.tiny.txt").write_text("\n".join([*NAMES, "law"]))
    with pytest.raises(InputError, match=r"^vocab\.tiny\.txt has over 5 words"):
        load(tmp_path / "docword.tiny.txt.gz")
    (tmp_path / "vocab.tiny.txt").write_text("\n".join(NAMES))
    for source in (tmp_path / "docword.tiny.txt.gz", tmp_path):
        corpus = load(source)
        assert same(corpus)
        assert corpus.name == "tiny"
    others = ["one", *NAMES[1:]]
    assert load(tmp_path / "docword.tiny.txt.gz", words=others).words[0] == "one"
    assert preview(tmp_path).n_documents == corpus.n_documents
    (tmp_path / "docword.other.txt").write_bytes(UCI)
    with pytest.raises(InputError, match=r"several corpora: docword\.other.*Name one"):
        load(tmp_path)


def read_one(form: str, number: object) -> Corpus:
    words = ["tea"] if form not in ("triples", "json_lines") else None
    content = ONE[form].format(number).encode()
    return load(Upload("x", content), words=words, format=form)


@in_one_test("form", ONE)
def test_the_largest_count_is_read_and_none_that_is_larger(form):
    most = 2**31 - 1 if form == "uci" else 2**53
    assert read_one(form, most).observations.toarray().tolist() == [[most]]
    with pytest.raises(InputError, match=r"^x"):
        read_one(form, 10 * most)


@pytest.mark.slow
@in_one_test("form", FORMATS)
@in_one_test("name", FILES)
def test_a_file_read_in_the_wrong_format_is_a_corpus_or_refused(name, form):
    try:
        corpus = read(name, FILES[name], format=form)
    except InputError:
        return
    assert np.isfinite(sparse.csr_array(corpus.observations).data).all()


@in_one_test("name", LISTED)
@in_one_test(
    "listed, fault",
    [
        ("a\nb\n", "2"),
        ("a\nb\nc\nd\n\xe9\n", "line 5: byte 0xe9 is not UTF-8"),
        (f"a\nb\n{'x' * 9_999}\nd\ne\n", "line 3"),
        (f"a\nb\n{' ' * 1_002}c\nd\ne\n", "line 3: a .* of over 1,000 bytes"),
        ("a\n \t\nc\nd\ne\n", "line 2: a .* of 0 bytes"),
        ("a\nb\0\nc\nd\ne\n", "line 2: a zero byte"),
    ],
)
def test_a_list_of_words_of_another_length_or_kind_is_refused(
    name, listed, fault, tmp_path_factory
):
    path = tmp_path_factory.mktemp("words") / "words.txt"
    path.write_bytes(listed.encode("latin-1"))
    with pytest.raises(InputError, match=rf"^words\.txt.*{fault}"):
        read(name, LISTED[name], words=path)


@in_one_test("seed", range(10))
def test_words_that_repeat_are_added_up_with_a_warning(seed, tmp_path_factory):
    drawn = np.random.default_rng(seed).choice(["cafe\u0301", "caf\u00e9 \r", "b"], 5)
    path = tmp_path_factory.mktemp("words") / "words.txt"
    path.write_bytes("\n".join(drawn).encode())
    summed: dict[str, np.ndarray] = {}
    for word, column in zip(drawn, DENSE.T, strict=True):
        name = unicodedata.normalize("NFC", word.strip())
        summed[name] = summed.get(name, 0) + column
    with pytest.warns(ReadingWarning, match=f"{5 - len(summed)} words? repeat"):
        corpus = load(Upload("docword.tiny.txt", UCI), words=path)
    assert corpus.words == tuple(summed)
    np.testing.assert_array_equal(corpus.observations.toarray().T, [*summed.values()])


@in_one_test("order", [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
@in_one_test("delimiter", [b",", b";", b"\t"])
def test_a_header_tells_the_order_of_documents_words_and_counts(order, delimiter):
    rows = (line.split(b",") for line in TRIPLES.splitlines())
    content = b"\n".join(delimiter.join(row[it] for it in order) for row in rows)
    assert same(read("triples.csv", content))


@pytest.mark.parametrize("seed", range(3))
def test_random_numbers_are_read_back_bit_by_bit(seed):
    rng = np.random.default_rng(seed)
    dense = rng.standard_normal((30, 7)) * 10.0 ** rng.integers(-150, 138, (30, 7))
    dense *= rng.random((30, 7)) < 0.5
    some = sparse.csr_array(dense)
    frame = pd.DataFrame(dense, columns=[f"name {i}, in cm" for i in range(7)])
    for name, content in (
        ("x.npy", saved(np.save, dense)),
        ("x.npz", saved(sparse.save_npz, some)),
        ("x.csv", frame.to_csv(index=False).encode()),
        ("x.txt", saved(np.savetxt, dense)),
    ):
        corpus = load(Upload(name, content))
        assert corpus.kind is MEASUREMENTS
        held = sparse.csr_array(corpus.observations).toarray()
        assert held.tolist() == dense.tolist(), name
        assert name[-3:] != "csv" or corpus.words == tuple(frame)


NUMBERED = ((",", 0), ("id,", 1), ("X,", 1), ("Unnamed: 0,", 0), ("rownames,", 1))


@in_one_test(
    "content, label, titles, columns",
    [
        ("name,height,weight\na,1.5,2\nb,4,5\n", "name", "a b", "height weight"),
        ("height,name,weight\n1.5,a,2\n4,b,5\n", "2", "a b", "height weight"),
        ("1 x 2\n3\ty \t 4.5\n", "2", "x y", "feature_1 feature_3"),
        ("1,2\n\n3,4.5\n\n", None, "", "feature_1 feature_2"),
        *(
            (f"{name}height,age\n{i},1.5,20\n{i + 1},1.7,30\n", None, f"{i} {i + 1}", 0)
            for name, i in NUMBERED
        ),
        ("id,height,age\n7,1.5,20\n2,1.7,30\n", None, "", "id height age"),
        ("x,height,age\n1,1.5,20\n2,1.7,30\n", None, "", "x height age"),
        ("car,height,age\nUno,1.5,20\nTipo,1.7,30\n", None, "Uno Tipo", 0),
        (",car,height,age\n0,Uno,1.5,20\n1,Tipo,1.7,30\n", None, "Uno Tipo", 0),
        ('"height" "age"\n"1" 1.5 20\n"2" 1.7 30\n', None, "1 2", 0),
        ("height,age\nUno,1.5,20\nTipo,1.7,30\n", None, "Uno Tipo", 0),
    ],
)
def test_a_table_of_numbers_has_names_of_columns_and_of_rows(
    content, label, titles, columns
):
    corpus = load(Upload("x.csv", content.encode()), label=label)
    assert corpus.words == tuple((columns or "height age").split())
    assert corpus.titles == tuple(titles.split())


@pytest.mark.parametrize("name", ["quanteda.csv", "tidytext.csv"])
def test_counts_are_read_as_packages_of_r_export_them(name: str):
    corpus = load(Path(__file__).parents[2] / "files" / name)
    assert corpus.words[:2] == ("tea", "war")
    assert corpus.titles[0] in ("text1", "a")
    assert corpus.observations.toarray()[0, 0] in (3, 5)


@in_one_test(
    "content, label, fault",
    [
        ("a,b\n1.5,2,3\n", None, "line 2 has 3 cells, but line 1 has 2"),
        ("a,b\n\n1.5,2\n3\n", None, "line 4 has 1 cell, but line 1 has 2"),
        ("a,b,a\n1.5,2,3\n", None, r"line 1, column 3 \('a'\).* by column 1"),
        ("a,,b\n1.5,2,3\n", None, "line 1, column 2.*the name is empty"),
        (f"{'é' * 501},b\n1.5,2\n", None, "line 1.* a name of over 1,000 bytes"),
        ('"a\nb",c\n1.5,2\n', None, "line 1 cannot be cut into cells"),
        ("1,NA,3\n1,2,3.5\n", None, "line 1, column 2: 'NA' is not a number"),
        ("a,b\n", None, "has a header and no rows"),
        ('""\n', None, "has no row with a cell"),
        ("a,b\n1.5,2\n", "c", "no column 'c' to take out as labels. It has 'a', 'b'"),
        ("a\n1.5\n", "a", "has no column besides the labels"),
        ("a,k\n1.5,x\n1,\n", "k", r"line 3, column 2 \('k'\): the label is empty"),
        ("1.5," * 60, None, "line 1 holds over 50 columns"),
        ("1.5,2\n" * 30, None, "over 50 numbers"),
    ],
)
def test_a_bad_table_of_numbers_is_refused_by_its_place(
    content, label, fault, monkeypatch
):
    monkeypatch.setattr(limits, "WORDS", 50)
    monkeypatch.setattr(limits, "CELLS", 50)
    with pytest.raises(InputError, match=fault):
        load(Upload("x.csv", content.encode()), label=label, format="table")


@pytest.mark.slow
@pytest.mark.parametrize("label", [None, "2"])
def test_reading_needs_at_most_three_times_the_memory_of_the_matrix(
    tmp_path, peak_bytes, label
):
    path = tmp_path / "large.csv"
    rng = np.random.default_rng(0)
    np.savetxt(path, rng.standard_normal((5_000, 100)), fmt="%.5g", delimiter=",")
    matrix = read_table(path, label).observations
    assert peak_bytes(lambda: read_table(path, label)) <= 3 * matrix.nbytes


BEGUN = {"x.csv": b"a,b\n1,2\n", "made.csv": b"id,text\n1,Tea is drunk by us\n"}


@pytest.mark.parametrize("name", ["tiny.svm", "tiny.ldac", "triples.csv", *BEGUN])
def test_a_gzip_bomb_is_stopped_at_the_cap(monkeypatch, peak_bytes, name):
    monkeypatch.setattr(limits, "TEXT", 500_000)
    bomb = gzip.compress((FILES | BEGUN)[name] + b"1 1\n" * 5_000_000)

    def refuse() -> None:
        with pytest.raises(InputError, match=name.partition(".")[0]):
            read(name, bomb)

    assert peak_bytes(refuse) < 40_000_000


@in_one_test("name", FILES)
def test_a_file_that_is_cut_off_is_refused_or_a_shorter_one(name):
    for content in (gzip.compress(FILES[name])[:-5], FILES[name][:-7]):
        try:
            corpus = read(name, content)
        except InputError as refusal:
            text = str(refusal)
            assert text.startswith((name, name.partition(".")[0]))
        else:
            assert name in ("triples.csv", "tiny.svm", "tiny.jsonl")
            assert not same(corpus)


@pytest.mark.parametrize("name", FILES)
@fuzzed
def test_no_mangled_file_is_read_other_than_as_finite_numbers(name, seed):
    rng = np.random.default_rng(seed)
    mangled = bytearray(FILES[name])
    signs = b"0123456789-+.e \t\r\n\x00\x0b\x1c\xa0\xff,;:\"'{}[]#%"
    for place in rng.integers(len(mangled), size=rng.integers(1, 4)):
        mangled[place] = rng.choice(list(signs))
    try:
        corpus = read(name, bytes(mangled))
    except InputError:
        return
    held = sparse.csr_array(corpus.observations)
    held.check_format(full_check=True)
    assert np.isfinite(held.data).all()


def test_kos_is_read_whole(kos):
    assert kos.observations.shape == (3_430, 6_906)
    assert kos.observations.nnz == 353_160
    assert kos.observations.sum() == 467_714  # words in all, as the UCI page says
    assert kos.warnings == ()


NO_COUNTS = ["-1", "nan", "inf", "1e300", "", "1_0", "x", "=1+1", "2e", "++3", "3+4"]


@in_one_test("form", ONE)
@in_one_test("number", [*NO_COUNTS, "+ 1", f"{2**64 + 1}"])
def test_what_is_no_count_is_refused_by_its_line(form, number):
    n_lines = len(ONE[form].format(number).splitlines())
    with pytest.raises(InputError, match=rf"^x.*line {n_lines}") as refusal:
        read_one(form, number)
    assert len(str(refusal.value)) < 400
