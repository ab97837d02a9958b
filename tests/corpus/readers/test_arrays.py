"""The reader of .npy files: what it takes, what it refuses, and with which words."""

import gzip
import io
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.counts.arrays import read_npy
from spca_core.errors import InputError
from tests import made_files
from tests.fuzz import fuzzed, in_one_test

MATRIX = np.array([[1.5, -2, 3e130], [0, 5e-324, 6]])


@pytest.fixture
def read(tmp_path: Path):
    """Return a reader of bytes: it writes the file and reads it back."""

    def read_bytes(content: bytes, names: Path | None = None) -> Corpus:
        (tmp_path / "tiny.npy").write_bytes(content)
        return read_npy(tmp_path / "tiny.npy", names)

    return read_bytes


saved = partial(made_files.saved, np.save)


def promised(
    header: str, content: bytes = bytes(48), version: bytes = b"\1\0"
) -> bytes:
    """Return a file with the header that is given, true or not."""
    length = len(header).to_bytes(2 if version == b"\1\0" else 4, "little")
    return b"\x93NUMPY" + version + length + header.encode("latin-1") + content


def header_of(shape: str, descr: str = "'<f8'", order: str = "False") -> str:
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}}}\n"


class WritesAFile:
    """What would run a program of a stranger, if it were unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_small_array_is_read_as_it_is_saved(read, pack):
    corpus = read(pack(saved(MATRIX)))
    assert corpus.observations.tolist() == MATRIX.tolist()
    assert corpus.words == ("feature_1", "feature_2", "feature_3")
    assert (corpus.name, corpus.titles, corpus.warnings) == ("tiny", (), ())
    assert corpus.kind is MEASUREMENTS


@in_one_test(
    "dtype", ["?", "i1", "u1", "<i2", ">i4", "i8", "u8", "f2", ">f4", "<f8", ">f8", "g"]
)
@in_one_test("order", ["C", "F"])
@in_one_test("shape", [(1, 1), (1, 5), (5, 1), (4, 3)])
def test_every_real_type_and_order_is_read_as_doubles_row_by_row(
    read, dtype, order, shape
):
    rng = np.random.default_rng(0)
    matrix = rng.integers(0, 100, shape)
    found = read(saved(np.array(matrix, dtype=dtype, order=order))).observations
    assert (found == matrix.astype(dtype)).all()
    assert found.dtype == np.float64
    assert found.flags.c_contiguous
    doubles = rng.standard_normal(shape) * 10.0 ** rng.integers(-200, 139, shape)
    assert (read(saved(doubles)).observations == doubles).all()


@in_one_test(
    "array, what",
    [
        (MATRIX.astype(complex), "complex numbers"),
        (MATRIX.astype(str), "text"),
        (MATRIX.astype(bytes), "text"),
        (np.zeros((2, 3), "M8[s]"), "dates"),
        (np.zeros((2, 3), "m8[s]"), "spans of time"),
        (np.zeros((2, 3), [("a", float), ("b", int)]), "records of several fields"),
    ],
)
def test_what_is_no_real_number_is_refused_by_what_it_is(read, array, what):
    expected = rf"^tiny\.npy holds {what}, not real .* numpy\.save\(FILE, matrix\.asty"
    with pytest.raises(InputError, match=expected):
        read(saved(array))


def test_objects_are_refused_and_never_unpickled(read, tmp_path):
    trap = tmp_path / "trap"
    objects = np.array([[WritesAFile(trap), 1.0]], dtype=object)
    content = saved(objects, allow_pickle=True)
    with pytest.raises(InputError, match=r"^tiny\.npy holds Python objects, which are"):
        read(content)
    assert not trap.exists()
    np.load(io.BytesIO(content), allow_pickle=True)
    assert trap.exists(), "the trap works"


@in_one_test(
    "shape, fault",
    [
        ((), r"has 0 dimensions \(a single number\), but 2 are needed, rows and"),
        ((6,), r"has 1 dimensions \(6\), but 2 are needed"),
        ((1, 2, 3), r"has 3 dimensions \(1 x 2 x 3\), but 2 .* Save numpy\.reshape"),
        ((1,) * 32, r"has 32 dimensions \(1 x 1 x 1 x 1 x 1\), but 2"),
        ((0, 3), " holds 0 rows; 1 or more are needed"),
        ((3, 0), " holds 0 columns; 1 or more are needed"),
    ],
)
def test_what_is_no_matrix_is_refused_by_its_shape(read, shape, fault):
    with pytest.raises(InputError, match=rf"^tiny\.npy ?{fault}"):
        read(saved(np.ones(shape)))


@in_one_test("order", ["C", "F"])
@in_one_test("bad, name", [(np.nan, "nan"), (-np.inf, "-inf")])
def test_a_number_that_is_not_finite_is_refused_by_row_and_column(
    read, order, bad, name
):
    matrix = np.zeros((4, 6), order=order)
    matrix[2, 4] = matrix[3, 0] = bad
    with pytest.raises(InputError, match=rf"^tiny\.npy, row 3, column 5: {name} is n"):
        read(saved(matrix))


def test_a_number_too_large_for_a_double_is_refused_by_row_and_column(read):
    huge = np.array([[1, np.longdouble(10) ** 400]])
    if not np.isfinite(huge).all():
        pytest.skip("long doubles are doubles here")
    with pytest.raises(
        InputError, match=r"^tiny\.npy, row 1, column 2: inf is not a f"
    ):
        read(saved(huge))


@pytest.mark.parametrize(
    ("shape", "fault"),
    [
        ("(3, 3)", "the header declares 72 bytes of numbers, but the file holds fewer"),
        ("(1000, 1000)", "declares 8,000,000 bytes of numbers, but the"),
        (f"({10**12}, 3)", "over 20,000,000 rows, the most"),
        (f"(3, {10**12})", "over 2,000,000 columns, the most"),
        ("(20000, 20000)", "over 200,000,000 numbers, the most"),
        (f"({2**32}, {2**32})", "over 20,000,000 rows"),
        ("(1, 3)", "the header declares 24 bytes of numbers, but more follow. Check"),
    ],
)
def test_a_header_that_promises_what_is_not_there_is_refused_without_memory(
    read, peak_bytes, shape, fault
):
    def refuse():
        with pytest.raises(InputError, match=rf"^tiny\.npy:? .*{fault}"):
            read(promised(header_of(shape)))

    assert peak_bytes(refuse) < 1_000_000  # the file's buffer, and Python's own


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_numbers_that_are_cut_off_are_refused_by_what_is_there(read, pack):
    whole = saved(np.arange(20_000.0).reshape(100, 200))
    for missing in (1, 8, 100_000):
        with pytest.raises(InputError, match=r"^tiny\.npy: .* header declares"):
            read(pack(whole[:-missing]))


@in_one_test(
    "content",
    [
        b"",
        b"\x93NUMPY",
        b"\x93NUMPY\1\0\xff\xff{",
        saved(MATRIX)[:40],
        saved(MATRIX).replace(b"\x93", b"\x92"),
        promised(header_of("(2, 3)"), version=b"\2\0"),
        promised(header_of("(2, -3)")),
        promised(header_of("(2, 3.0)")),
        promised(header_of("[2, 3]")),
        promised(header_of("(2, " + "9" * 9_000 + ")")),
        promised(header_of("(" * 200 + ")" * 200)),
        promised(header_of("(2, 3)", descr="'f9'")),
        promised(header_of("(2, 3)", descr="{[]: 1}")),
        promised(header_of("(2, 3)", descr="__import__('os').getcwd()")),
        promised(header_of("(2, 3)", order="1")),
        promised("{'descr': '<f8'}"),
        promised("{" + "\n " * 900),
        promised(header_of("(2, 3)") + " " * 20_000),
    ],
)
def test_a_header_that_numpy_would_not_write_is_refused(read, content):
    with pytest.raises(
        InputError, match=r"^tiny\.npy is not an array of numbers as numpy"
    ):
        read(content)


def test_more_numbers_than_can_be_held_are_refused(read, monkeypatch):
    monkeypatch.setattr(limits, "CELLS", 5)
    with pytest.raises(InputError, match=r"^tiny\.npy holds over 5 numbers, the most"):
        read(saved(MATRIX))
    monkeypatch.setattr(limits, "CELLS", 6)
    assert read(saved(MATRIX)).n_documents == 2


def test_a_gzip_bomb_is_stopped_at_what_its_header_promises(
    read, monkeypatch, peak_bytes
):
    bomb = gzip.compress(saved(MATRIX) + bytes(50_000_000))

    def refuse():
        with pytest.raises(InputError, match=r"^tiny\.npy: .* but more follow"):
            read(bomb)

    assert peak_bytes(refuse) < 2_000_000  # buffers
    monkeypatch.setattr(limits, "ARRAY_BYTES", 100_000)
    with pytest.raises(InputError, match=r"^tiny\.npy holds over 100,000 bytes"):
        read(gzip.compress(saved(np.zeros((200, 200)))))


@pytest.mark.parametrize("order", ["C", "F"])
def test_reading_needs_at_most_three_times_the_memory_of_the_matrix(
    tmp_path, peak_bytes, order
):
    matrix = np.ones((2_000, 500), order=order)
    np.save(tmp_path / "large.npy", matrix)
    peak = peak_bytes(lambda: read_npy(tmp_path / "large.npy"))
    assert peak <= 3 * matrix.nbytes


# Of Python 2's numbers in headers numpy warns, and reads them.
@pytest.mark.filterwarnings("ignore:Reading `.npy`:UserWarning")
@fuzzed
def test_no_mangled_file_gets_past_the_reader_other_than_as_a_matrix(read, seed):
    """Whatever bytes are changed: a finite matrix or an InputError, nothing else."""
    rng = np.random.default_rng(seed)
    mangled = bytearray(promised(header_of("(2, 3)"), MATRIX.tobytes()))
    end = len(mangled) if seed % 2 else 80
    for place in rng.integers(end, size=rng.integers(1, 4)):
        mangled[place] = rng.choice(list(b"0129(){}[]'\",:.-<>|=OVUScfiubL \n\0\xff"))
    try:
        corpus = read(bytes(mangled))
    except InputError as refusal:
        text = str(refusal)
        assert text.startswith("tiny.npy")
    else:
        assert np.isfinite(corpus.observations).all()
