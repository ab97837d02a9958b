"""Arrays of NumPy and SciPy's sparse matrices: read bit by bit, or refused."""

import gzip
import io
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.sparse_files import read_npy, read_npz
from spca_core.corpus.readers.files import Upload
from spca_core.errors import InputError
from tests import made_files
from tests.fuzz import fuzzed, in_one_test

DENSE = np.array([[1.5, 0, -2, 0], [0, 5e-324, 3e130, 4]])
FORMATS = ("csr", "csc", "coo")
saved = partial(made_files.saved, np.save)
saved_sparse = partial(made_files.saved, sparse.save_npz)


def npy(content: bytes) -> Corpus:
    return read_npy(Upload("tiny.npy", content))


def npz(content: bytes) -> Corpus:
    return read_npz(Upload("tiny.npz", content))


def promised(shape: str, descr: str = "'<f8'", content: bytes = bytes(48)) -> bytes:
    """Return an array with the header that is given, true or not."""
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}\n"
    length = len(header).to_bytes(2, "little")
    return b"\x93NUMPY\1\0" + length + header.encode("latin-1") + content


def zipped(**members: object) -> bytes:
    """Return an archive of arrays, or of what bytes are given in their place."""
    return made_files.zipped(
        {
            f"{name}.npy": array if isinstance(array, bytes) else saved(np.array(array))
            for name, array in members.items()
        }
    )


def csr(**changed: object) -> bytes:
    """Return DENSE as save_npz writes it, but for the members that are changed."""
    matrix = sparse.csr_array(DENSE)
    members = {name: getattr(matrix, name) for name in ("indices", "indptr", "data")}
    return zipped(**{**members, "format": np.array(b"csr"), "shape": (2, 4), **changed})


class WritesAFile:
    """What would run a program of a stranger, if it were unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@in_one_test("compressed", [True, False])
@in_one_test("flavour", ["array", "matrix"])
@in_one_test("form", FORMATS)
@in_one_test("seed", range(3))
def test_a_sparse_matrix_is_read_bit_by_bit(seed, form, flavour, compressed):
    rng = np.random.default_rng(seed)
    shape = tuple(int(n) for n in rng.integers(1, 60, 2))
    matrix = sparse.random_array(shape, density=seed / 6, rng=rng)  # of zeros, first
    matrix.data *= 10.0 ** rng.integers(-200, 139, matrix.nnz) * rng.choice([-1, 1])
    made = getattr(sparse, f"{form}_{flavour}")(matrix)
    found = npz(saved_sparse(made, compressed=compressed)).observations
    assert (found.toarray() == matrix.toarray()).all()
    assert found.has_canonical_format


def test_objects_are_never_unpickled(tmp_path):
    trap = tmp_path / "trap"
    objects = np.array([[WritesAFile(trap)] * 4], dtype=object)
    content = saved(objects, allow_pickle=True)
    with pytest.raises(InputError, match="of type object, which are never unpickled"):
        npy(content)
    for name in ("data", "indices", "format", "shape"):
        with pytest.raises(InputError, match=rf"^tiny\.npz, {name}\.npy .*object"):
            npz(csr(**{name: saved(objects[0], allow_pickle=True)}))
    assert not trap.exists()
    np.load(io.BytesIO(content), allow_pickle=True)
    assert trap.exists(), "the trap works"


@in_one_test(
    "shape, fault",
    [
        ("()", r"has 0 dimensions, but 2 are needed"),
        ("(1, 2, 3)", r"has 3 dimensions, but 2 .* Save numpy\.reshape"),
        ("(0, 3)", " holds 0 rows; 1 or more are needed"),
        ("(3, 3)", "its header declares, the file holds fewer"),
        (f"({10**12}, 3)", "over 20,000,000 rows, the most"),
        ("(20000, 20000)", "over 200,000,000 numbers, the most"),
        ("(1, 3)", "its header declares, more follow. Check"),
        ("(" * 200 + ")" * 200, "is not an array of numbers as numpy"),
        ("(2, " + "9" * 9_000 + ")", "is not an array of numbers as numpy"),
    ],
)
def test_a_header_is_not_trusted(peak_bytes, shape, fault):
    def refuse():
        with pytest.raises(InputError, match=rf"^tiny\.npy[:,]? ?.*{fault}"):
            npy(promised(shape))

    assert peak_bytes(refuse) < 1_000_000  # the file's buffer, and Python's own


@in_one_test("dtype", [complex, str, "M8[s]", [("a", float), ("b", int)]])
def test_what_is_no_real_number_is_refused(dtype):
    array = np.ones((2, 4)).astype(dtype)
    with pytest.raises(InputError, match=r"^tiny\.npy holds values of type"):
        npy(saved(array))
    with pytest.raises(InputError, match=r"data\.npy is of "):
        npz(csr(data=array[0]))


@in_one_test(
    "content, fault",
    [
        (csr(indptr=[0, 4, 2]), "do not fit together"),
        (csr(indptr=[0, -1, 0]), "do not fit together"),
        (csr(indices=[0, 2, 4, 3, 1]), "do not fit together"),
        (csr(shape=[2, 3]), "do not fit together"),
        (csr(data=[1.0]), "do not fit together"),
        (csr(format=np.array("lil")), "do not fit together"),
        (csr(indices=np.ones(5)), "is of 1 dimension and type float64"),
        (csr(data=promised("(100000000,)")), "the file holds fewer"),
        (csr(coords=[[1, 2]]), "no sparse matrix by rows, columns or cells"),
        (zipped(arr_0=DENSE), "zip archive of 'arr_0.npy', no sparse .* a dense one"),
        (saved_sparse(sparse.dia_array(DENSE)), r"no sparse .*matrix\.tocsr\(\)"),
        (csr()[:-1], "is a zip archive that is cut off"),
        (gzip.compress(csr()), "is a zip archive that is cut off"),
    ],
)
def test_an_archive_is_not_trusted(content, fault):
    with pytest.raises(InputError, match=rf"^tiny\.npz[:,]? ?.*{fault}"):
        npz(content)


@in_one_test("size", [1_000, 2**31])
@in_one_test("promise, truth", [(1_000_000, 8_000_000), (10**8, 8_000)])
def test_a_directory_that_lies_about_sizes_is_no_danger(
    peak_bytes, size, promise, truth
):
    data = promised(f"({promise},)", content=bytes(truth))
    lie = csr(data=data).replace(
        len(data).to_bytes(4, "little"), size.to_bytes(4, "little")
    )

    def refuse():
        with pytest.raises(InputError, match=r"^tiny\.npz"):
            npz(lie)

    assert peak_bytes(refuse) < 20_000_000


def test_more_numbers_than_can_be_held_are_refused(monkeypatch):
    monkeypatch.setattr(limits, "CELLS", 4)
    for read, content in ((npy, saved(DENSE)), (npz, csr())):
        with pytest.raises(InputError, match=r"^tiny\.np. holds over 4 numbers"):
            read(content)


# Of Python 2's numbers in headers numpy warns, and reads them.
@pytest.mark.filterwarnings("ignore:Reading `.npy`:UserWarning")
@fuzzed
def test_no_mangled_file_gets_past_the_readers_other_than_as_a_matrix(seed):
    """Check sums are right mostly, so that what is changed reaches the arrays."""
    rng, form = np.random.default_rng(seed), FORMATS[seed % 3]
    with np.load(io.BytesIO(saved_sparse(sparse.coo_array(DENSE).asformat(form)))) as f:
        members = {name: bytearray(saved(f[name])) for name in f.files}
    for _ in range(rng.integers(1, 4)):
        member = members[rng.choice(list(members))]
        start = 128 if rng.random() < 0.8 else 0
        member[rng.integers(start, len(member))] = rng.integers(256)
    archive = zipped(**{name: bytes(m) for name, m in members.items()})
    for read, content in ((npz, bytearray(archive)), (npy, bytearray(saved(DENSE)))):
        if seed % 3 == 0 or read is npy:
            content[rng.integers(len(content))] = rng.integers(256)
        try:
            found = read(bytes(content)).observations
        except InputError:
            continue
        assert np.isfinite(getattr(found, "data", found)).all()
