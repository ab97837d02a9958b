"""The reader of sparse .npz files: what it takes and refuses, and with which words."""

import gzip
import io
import zipfile
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.counts.arrays import read_npy, read_npz
from spca_core.errors import InputError
from tests import made_files
from tests.corpus.readers.test_arrays import WritesAFile, header_of, promised, saved
from tests.fuzz import fuzzed, in_one_test

DENSE = np.array([[1.5, 0, -2, 0], [0, 0, 3e130, 4]])
FORMATS = ["csr", "csc", "coo", "dia", "bsr"]


@pytest.fixture
def read(tmp_path: Path):
    """Return a reader of bytes: it writes the file and reads it back."""

    def read_bytes(content: bytes, names: Path | None = None) -> Corpus:
        (tmp_path / "tiny.npz").write_bytes(content)
        return read_npz(tmp_path / "tiny.npz", names)

    return read_bytes


saved_sparse = partial(made_files.saved, sparse.save_npz)


def zipped(**members: object) -> bytes:
    """Return an archive of arrays, or of what bytes are given in their place."""
    return made_files.zipped(
        {
            f"{name}.npy": member
            if isinstance(member, bytes)
            else saved(np.array(member))
            for name, member in members.items()
        }
    )


def csr(**changed: object) -> bytes:
    """Return DENSE as save_npz writes it, but for the members that are changed."""
    matrix = sparse.csr_array(DENSE)
    return zipped(
        **{
            "indices": matrix.indices,
            "indptr": matrix.indptr,
            "format": np.array(b"csr"),
            "shape": matrix.shape,
            "data": matrix.data,
        }
        | changed
    )


def with_byte(mark: bytes, *changes: int) -> bytes:
    """Return an archive; after the first mark, at every first number stands the next.

    The marks are of a member, PK 3 4, and of its entry in the directory, PK 1 2.
    """
    content = bytearray(csr())
    start = content.index(mark)
    for place, value in zip(changes[::2], changes[1::2], strict=True):
        content[start + place] = value
    return bytes(content)


@in_one_test("form", FORMATS)
@in_one_test("flavour", ["array", "matrix"])
@in_one_test("compressed", [True, False])
def test_every_format_of_scipy_is_read_as_it_is_saved(read, form, flavour, compressed):
    matrix = getattr(sparse, f"{form}_{flavour}")(DENSE)
    corpus = read(saved_sparse(matrix, compressed=compressed))
    assert isinstance(corpus.observations, sparse.csr_array)
    assert corpus.observations.toarray().tolist() == DENSE.tolist()
    assert corpus.observations.nnz == 4
    assert corpus.words == ("feature_1", "feature_2", "feature_3", "feature_4")
    assert (corpus.name, corpus.titles, corpus.warnings) == ("tiny", (), ())
    assert corpus.kind is MEASUREMENTS


@in_one_test("seed", range(4))
@in_one_test("form", FORMATS)
def test_random_matrices_are_read_back_bit_by_bit(read, form, seed):
    rng = np.random.default_rng(seed)
    shape = tuple(int(n) for n in rng.integers(1, 60, 2))
    matrix = sparse.random_array(shape, density=seed / 6, rng=rng)  # of zeros, first
    matrix.data *= 10.0 ** rng.integers(-200, 139, matrix.nnz) * rng.choice([-1, 1])
    found = read(saved_sparse(matrix.asformat(form))).observations
    assert (found.toarray() == matrix.toarray()).all()
    assert found.has_canonical_format


@in_one_test("dtype", ["?", "i1", "u2", "i8", "f4", "f8", "g"])
@in_one_test("form", FORMATS)
def test_every_real_type_is_read_as_doubles(read, form, dtype):
    matrix = sparse.coo_array((DENSE != 0).astype(dtype)).asformat(form)
    found = read(saved_sparse(matrix)).observations
    assert found.dtype == np.float64
    assert (found.toarray() == (DENSE != 0)).all()
    for other in ("f2", ">f8", ">i4"):  # that scipy itself would not hold
        numbers = np.array([1, 2, 3, 4], dtype=other)
        assert read(csr(data=numbers)).observations.data.tolist() == [1, 2, 3, 4]


@in_one_test("dtype", ["u1", "u8", ">i8", "<i2", "i4"])
def test_indices_of_every_whole_type_are_read(read, dtype):
    changed = {
        "indices": np.array([0, 2, 2, 3], dtype=dtype),
        "indptr": np.array([0, 2, 4], dtype=dtype),
        "shape": np.array([2, 4], dtype=dtype),
    }
    assert read(csr(**changed)).content_id == read(csr()).content_id


@in_one_test("word", ["csr", b"csr", np.array("csr", dtype=">U3")])
def test_the_format_may_be_text_or_bytes(read, word):
    content = csr(format=np.array(word))
    assert read(content).observations.toarray().tolist() == DENSE.tolist()


def test_duplicate_cells_are_added_and_zeros_left_out(read):
    twice = sparse.coo_array(
        ([1.0, 2, 5, -5, 0], ([0, 0, 1, 1, 1], [3, 3, 0, 0, 2])), shape=(2, 4)
    )
    found = read(saved_sparse(twice)).observations
    assert found.toarray().tolist() == [[0, 0, 0, 3], [0, 0, 0, 0]]
    assert found.nnz == 1
    unsorted = csr(indices=[2, 0, 3, 2], data=[-2, 1.5, 4, 3e130])
    assert read(unsorted).content_id == read(csr()).content_id


def test_numbers_after_the_last_row_are_left_out_as_scipy_does(read):
    for unused in (0, 99, -1):
        content = csr(indices=[0, 2, 2, 3, unused], data=[1.5, -2, 3e130, 4, 99])
        assert read(content).content_id == read(csr()).content_id


@in_one_test("read_file, content", [(read_npy, saved(DENSE)), (read_npz, csr())])
def test_features_can_be_named(tmp_path, read_file, content):
    names, path = tmp_path / "names.txt", tmp_path / "tiny"
    with pytest.raises(InputError, match="cannot be opened: No such file"):
        read_file(tmp_path / "none")
    path.write_bytes(content)
    names.write_text("a\n![x](http://example.org/a.png)\nc\nd\n")
    assert read_file(path, names).words[1] == "![x](http://example.org/a.png)"
    names.write_text("a\nb\nc\nd\ne\n")
    with pytest.raises(InputError, match=r"^names\.txt has over 4 features"):
        read_file(path, names)


@in_one_test("form", FORMATS)
@in_one_test("bad, name", [(np.nan, "nan"), (-np.inf, "-inf")])
def test_a_number_that_is_not_finite_is_refused_by_row_and_column(
    read, form, bad, name
):
    dense = np.eye(6, 8)
    dense[2, 4] = dense[4, 4] = bad
    with pytest.raises(InputError, match=rf"^tiny\.npz, row 3, column 5: {name} is n"):
        read(saved_sparse(sparse.coo_array(dense).asformat(form)))


def test_a_sum_that_is_too_large_is_refused_by_row_and_column(read):
    twice = sparse.coo_array(([1e308, 1e308], ([0, 0], [1, 1])), shape=(1, 2))
    with pytest.raises(InputError, match=r"^tiny\.npz, row 1, column 2: inf is not a"):
        read(saved_sparse(twice))


@in_one_test(
    "changed, fault",
    [
        ({"indices": [0, 2, 2, 4]}, "indices must be < 4. Save it ag"),
        ({"indices": [0, 2, 2, -1]}, "indices must be >= 0"),
        ({"indices": np.array([0, 2, 2, 2**63], "u8")}, "indices must be >= 0"),
        ({"indices": [0, 2, 2]}, "indices and data should have the same size"),
        ({"indptr": [0, 2]}, "index pointer size 2 should be 3"),
        ({"indptr": []}, "of type float64"),
        ({"indptr": np.array([], "i4")}, "index pointer size 0 should be 3"),
        ({"indptr": [0, 2, 5]}, "Last value of index pointer should be less"),
        ({"indptr": [0, 4, 2]}, "indptr does not rise"),
        ({"indptr": [1, 2, 4]}, "index pointer should start with 0"),
        ({"indptr": [0, -2, 4]}, "indptr"),
        ({"indptr": [0, 2**63 - 1, -(2**63)]}, "indptr"),
        ({"shape": [2, 3]}, "indices must be < 3"),
        ({"shape": [2]}, "1 dimensions, and data of 1"),
        ({"shape": [2, 4, 1]}, "3 dimensions, and data of 1"),
        ({"shape": [2.0, 4.0]}, "shape.npy is of type float64 with 1 dimensions"),
        ({"shape": [[2, 4]]}, "shape.npy is of type int64 with 2 dimensions"),
        ({"shape": [0, 4], "indptr": [0]}, "holds 0 rows; 1 or more"),
        ({"shape": [2, 0]}, "holds 0 columns; 1 or more"),
        ({"shape": [2, 10**12]}, "over 2,000,000 columns, the most"),
        ({"shape": [10**12, 4]}, "over 20,000,000 rows, the most"),
        ({"data": np.ones((4, 1))}, "2 dimensions, and data of 2"),
        ({"data": np.ones(4, complex)}, "data.npy holds complex numbers, not real"),
        ({"data": np.array(list("abcd"))}, "data.npy holds text, not real numbers"),
        ({"data": promised(header_of("(4,)"), bytes(31))}, "data.npy: .* 32 bytes"),
        ({"data": promised(header_of("(4,)"), bytes(33))}, "data.npy: .* more follow"),
        ({"data": promised(header_of("(10000000,)"))}, "80,000,000 bytes .* fewer"),
        ({"data": promised(header_of(f"({10**12},)"))}, "over 200,000,000 numbers"),
        ({"data": promised(header_of(f"(0, {10**12}, 1)"))}, "over 200,000,000 num"),
        ({"data": b"no array"}, "data.npy is not an array of numbers as numpy.save"),
        ({"format": np.array(b"lil")}, "is in the format 'lil'; csr, csc, bsr, coo,"),
        ({"format": np.array(7)}, "format.npy is of type int64 with 0 dimensions"),
        ({"format": np.array(b"x" * 99)}, "format.npy is of type .S99"),
        ({"format": promised(header_of("()", "'<U1'"), b"\xff" * 4)}, "in the format"),
        ({"format": np.array(b"coo")}, "do not fit together: row is missing"),
        ({"_is_array": 7}, "_is_array.npy is of type int64"),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(read, changed, fault):
    with pytest.raises(InputError, match=rf"^tiny\.npz.*{fault}"):
        read(csr(**changed))


COO = {"row": [0, 1], "col": [0, 1], "data": [1, 2]}
DIA = {"offsets": [0, 1], "data": np.ones((2, 3))}
BSR = {"indices": [0, 1], "indptr": [0, 1, 2], "data": np.ones((2, 2, 2))}


@in_one_test(
    "form, members, fault",
    [
        ("coo", COO | {"row": [0, 4]}, "axis 0 index 4 exceeds matrix dimension 4"),
        ("coo", COO | {"col": [-1, 1]}, "negative axis 1 index: -1"),
        ("coo", COO | {"col": [1]}, "arrays must have the same length"),
        ("coo", COO | {"data": [1, 2, 3]}, "arrays must have the same length"),
        ("dia", DIA | {"offsets": [0, 0]}, "offset array contains duplicate values"),
        ("dia", DIA | {"offsets": [0]}, "does not match the number of offsets"),
        ("dia", DIA | {"offsets": [0, 4]}, "4 in offsets of a matrix"),
        ("dia", DIA | {"offsets": [0, 2**32 + 1]}, "4,294,967,297 in offsets"),
        ("dia", DIA | {"data": [1, 2]}, "2 dimensions, and data of 1"),
        ("bsr", BSR | {"data": np.ones((2, 3, 2))}, r"blocks of \(3, 2\) do not fill"),
        ("bsr", BSR | {"data": np.ones((2, 2, 0))}, r"blocks of \(2, 0\) do not fill"),
        ("bsr", BSR | {"indices": [0, 2]}, "index values must be < 2"),
        ("bsr", BSR | {"indptr": [0, 2, 1]}, "indptr does not rise"),
        (
            "csc",
            {"indices": [4], "indptr": [0, 1, 1, 1, 1], "data": [1]},
            "indices must be < 4",
        ),
    ],
)
def test_arrays_of_other_formats_are_checked_too(read, form, members, fault):
    content = zipped(format=np.array(form), shape=[4, 4], **members)
    with pytest.raises(InputError, match=rf"^tiny\.npz: .*{fault}"):
        read(content)


def test_objects_are_refused_and_never_unpickled(read, tmp_path):
    trap = tmp_path / "trap"
    objects = np.empty(4, dtype=object)
    objects[:] = [WritesAFile(trap)] * 4
    for name in ("data", "indices", "format", "shape"):
        content = csr(**{name: saved(objects, allow_pickle=True)})
        with pytest.raises(InputError, match=rf"^tiny\.npz, {name}\.npy .*object"):
            read(content)
    assert not trap.exists()


@in_one_test(
    "members, shown",
    [
        ({}, "nothing"),
        ({"arr_0": [[1, 2]]}, "'arr_0.npy'"),
        ({"a": 1, "b": 2, "c": 3, "d": 4}, "'a.npy', 'b.npy', 'c.npy',"),
        ({"data": 1, "shape": 1}, "'data.npy', 'shape.npy'"),
    ],
)
def test_an_archive_of_other_arrays_is_refused_with_the_way_out(read, members, shown):
    expected = rf"^tiny\.npz is a zip archive of {shown}.* no sparse.* numpy\.save\(FI"
    with pytest.raises(InputError, match=expected):
        read(zipped(**members))


def test_an_archive_with_a_member_twice_or_too_many_is_refused(read):
    with pytest.raises(InputError, match="no sparse matrix"):
        read(csr(coords=[[1, 2]]))
    file = io.BytesIO(csr())
    twice = pytest.warns(UserWarning, match="Duplicate name")
    with zipfile.ZipFile(file, "a") as archive, twice:
        archive.writestr("data.npy", saved(np.ones(4)))
    with pytest.raises(InputError, match="no sparse matrix"):
        read(file.getvalue())


@in_one_test(
    "content",
    [
        csr()[:-1],
        csr()[:300],
        b"PK\x03\x04",
        b"",
        gzip.compress(csr()),
        csr().replace(b"PK\x01\x02", b"PK\x01\x03"),
        with_byte(b"PK\x03\x04", 31, 255),
        with_byte(b"PK\x03\x04", 7, 8, 31, 255),
        with_byte(b"PK\x01\x02", 6, 99),
        with_byte(b"PK\x01\x02", 45, 255),
    ],
)
def test_a_damaged_archive_is_refused_by_name(read, content):
    with pytest.raises(
        InputError, match=r"^tiny\.npz is a zip archive that is cut off"
    ):
        read(content)


def test_an_archive_of_another_packing_or_with_a_lock_is_refused(read):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        for name in ("format", "shape", "data"):
            archive.writestr(f"{name}.npy", saved(np.ones(4)))
    with pytest.raises(InputError, match=r"is cut off, damaged, locked or inside"):
        read(file.getvalue())
    with pytest.raises(InputError, match=r"is cut off, damaged, locked or inside"):
        read(with_byte(b"PK\x01\x02", 8, 1))


def test_a_bomb_is_stopped_at_the_sizes_that_the_directory_tells(read, peak_bytes):
    bomb = csr(data=promised(header_of("(4,)"), bytes(100_000_000)))

    def refuse():
        with pytest.raises(InputError, match=r"data\.npy: .* 32 bytes .* more follow"):
            read(bomb)

    assert peak_bytes(refuse) < 1_000_000


@in_one_test("size", [1_000, 2**31])
@in_one_test("promise, truth", [(1_000_000, 8_000_000), (10**8, 8_000)])
def test_a_directory_that_lies_about_sizes_is_no_danger(
    read, peak_bytes, size, promise, truth
):
    data = promised(header_of(f"({promise},)"), bytes(truth))
    true_size = len(data).to_bytes(4, "little")
    lie = csr(data=data)
    assert lie.count(true_size) == 2, "in the directory and before the member"
    lie = lie.replace(true_size, size.to_bytes(4, "little"))

    def refuse():
        with pytest.raises(InputError, match=r"^tiny\.npz"):
            read(lie)

    # What the file can hold, 1,032 bytes for each of its own.
    assert peak_bytes(refuse) < 20_000_000


def test_more_numbers_than_can_be_held_are_refused(read, monkeypatch):
    monkeypatch.setattr(limits, "CELLS", 3)
    with pytest.raises(InputError, match=r"indices\.npy holds over 3 num"):
        read(csr())


@pytest.mark.filterwarnings("ignore:Reading `.npy`:UserWarning")
@fuzzed
def test_no_mangled_array_gets_past_the_reader_other_than_as_a_matrix(read, seed):
    """Check sums are right mostly, so that what is changed reaches the arrays."""
    rng, form = np.random.default_rng(seed), FORMATS[seed % 5]
    with np.load(io.BytesIO(saved_sparse(sparse.coo_array(DENSE).asformat(form)))) as f:
        members = {name: bytearray(saved(f[name])) for name in f.files}
    for _ in range(rng.integers(1, 4)):
        member = members[rng.choice(list(members))]
        start = 128 if rng.random() < 0.8 else 0
        member[rng.integers(start, len(member))] = rng.integers(256)
    content = bytearray(zipped(**{name: bytes(m) for name, m in members.items()}))
    if seed % 3 == 0:  # of the archive itself, too
        content[rng.integers(len(content))] = rng.integers(256)
    try:
        matrix = read(bytes(content)).observations
    except InputError as refusal:
        text = str(refusal)
        assert text.startswith("tiny.npz")
    else:
        matrix.check_format(full_check=True)
        assert np.isfinite(matrix.data).all()
