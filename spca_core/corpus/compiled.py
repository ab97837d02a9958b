"""How kernels are compiled: without the GIL, and kept on disk between runs."""

import hashlib
import os
from pathlib import Path

from numba import config, njit

PACKAGE = Path(__file__).resolve().parents[1]


def _kernels_id() -> str:
    """SHA-256 of the sources that hold kernels."""
    sources = (path.read_bytes() for path in sorted(PACKAGE.rglob("*.py")))
    kernels = b"".join(source for source in sources if b"@compiled" in source)
    return hashlib.sha256(kernels).hexdigest()[:16]


# numba looks only at a kernel's own file to tell whether its cache is stale, but a
# kernel holds those of other files that it calls: any change begins a new cache.
_caches = Path(vars(config)["CACHE_DIR"] or PACKAGE / "__pycache__")
if os.access(_caches if _caches.exists() else _caches.parent, os.W_OK):
    vars(config)["CACHE_DIR"] = str(_caches / f"kernels-{_kernels_id()}")

compiled = njit(cache=True, nogil=True)
