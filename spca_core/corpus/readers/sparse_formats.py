"""The formats of scipy.sparse: from their arrays to one matrix, every index checked.

Compiled code trusts its indices: one that is out of range reads or writes elsewhere.
"""

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from spca_core.corpus.readers.arrays import to_floats
from spca_core.corpus.readers.measurements import check_shape
from spca_core.errors import InputError

# The names of each format's indices, and the number of dimensions of its data.
FORMATS = {
    "csr": (("indices", "indptr"), 1),
    "csc": (("indices", "indptr"), 1),
    "bsr": (("indices", "indptr"), 3),
    "coo": (("row", "col"), 1),
    "dia": (("offsets",), 2),
}
WAY_OUT = "Save it again: scipy.sparse.save_npz(FILE, matrix)."


def build_sparse(arrays: Mapping[str, np.ndarray], place: str) -> sparse.csr_array:
    """Build one matrix, no cell twice and no zeros, from what save_npz writes of one.

    arrays  : format, shape, data, and the indices that the format has
    returns : (n_rows, n_columns) of doubles
    raises  : InputError that begins with `place`, if the arrays do not fit together
    """
    form = _format(arrays, place)
    shape = _shape(arrays["shape"], place)
    data = to_floats(arrays["data"])
    check_shape(place, *shape, data.size)
    indices = [_signed(arrays[name]) for name in FORMATS[form][0]]
    if form == "coo":
        matrix = _coordinates(data, indices, shape, place)
    elif form == "dia":
        matrix = _diagonals(data, indices[0], shape, place)
    else:
        matrix = _compressed(form, data, indices, shape, place)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix


def _format(arrays: Mapping[str, np.ndarray], place: str) -> str:
    # Of one byte a letter or of four in either order: zero bytes are no letters.
    form = arrays["format"].tobytes().replace(b"\0", b"").decode("latin-1")
    if form not in FORMATS:
        raise InputError(
            f"{place} is in the format {form!r}; {', '.join(FORMATS)} can be read. "
            "Save it as scipy.sparse.save_npz(FILE, matrix.tocsr())."
        )
    names, dimensions = FORMATS[form]
    for name in names:
        _require(name in arrays, f"{name} is missing", place)
    found = arrays["data"].ndim
    _require(found == dimensions, f"data of {found} dimensions", place)
    return form


def _shape(lengths: np.ndarray, place: str) -> tuple[int, int]:
    _require(len(lengths) == 2, f"{len(lengths)} dimensions, not 2", place)
    return int(lengths[0]), int(lengths[1])


def _require(fits: bool, otherwise: str, place: str) -> None:
    if not fits:
        raise InputError(
            f"{place}: its arrays do not fit together: {otherwise}. {WAY_OUT}"
        )


def _signed(indices: np.ndarray) -> np.ndarray:
    """Return indices as scipy holds them; those beyond 2^63 - 1 become negative."""
    native = indices.dtype in (np.int32, np.int64) and indices.dtype.isnative
    return indices if native else indices.astype(np.int64)


def _require_range(
    indices: np.ndarray, least: int, end: int, name: str, place: str
) -> None:
    outside = indices[(indices < least) | (indices >= end)]
    if outside.size:
        truth = f"{outside[0]:,} in {name}, which goes from {least:,} to {end - 1:,}"
        _require(False, truth, place)


def _coordinates(
    data: np.ndarray, indices: list[np.ndarray], shape: tuple[int, int], place: str
) -> sparse.csr_array:
    for values, length, name in zip(indices, shape, FORMATS["coo"][0], strict=True):
        _require(len(values) == len(data), f"{name} and data differ in length", place)
        _require_range(values, 0, length, name, place)
    return sparse.coo_array((data, tuple(indices)), shape=shape).tocsr()


def _diagonals(
    data: np.ndarray, offsets: np.ndarray, shape: tuple[int, int], place: str
) -> sparse.csr_array:
    distinct = len(np.unique(offsets)) == len(offsets) == len(data)
    _require(distinct, "offsets do not name each row of data once", place)
    _require_range(offsets, 1 - shape[0], shape[1], "offsets", place)
    return sparse.dia_array((data, offsets), shape=shape).tocsr()


def _compressed(
    form: str,
    data: np.ndarray,
    indices: list[np.ndarray],
    shape: tuple[int, int],
    place: str,
) -> sparse.csr_array:
    """Build a matrix whose indptr[i] : indptr[i + 1] are the entries of row i.

    Of column i in csc, and of a row of blocks in bsr.
    """
    columns, starts = indices
    block = data.shape[1:] or (1, 1)
    whole = 0 not in block and not any(np.mod(shape, block))
    _require(whole, f"blocks of {block} do not fill {shape}", place)
    n_outer, n_inner = (int(number) for number in np.floor_divide(shape, block))
    if form == "csc":
        n_outer, n_inner = n_inner, n_outer
    _require(len(columns) == len(data), "indices and data differ in length", place)
    _require(len(starts) == n_outer + 1, f"{len(starts):,} numbers in indptr", place)
    rising = starts[0] == 0 and not (np.diff(starts) < 0).any()
    _require(rising, "indptr does not rise from 0", place)
    _require_range(starts, 0, len(columns) + 1, "indptr", place)
    _require_range(columns, 0, n_inner, "indices", place)
    kind = {"csr": sparse.csr_array, "csc": sparse.csc_array, "bsr": sparse.bsr_array}
    return kind[form]((data, columns, starts), shape=shape).tocsr()
