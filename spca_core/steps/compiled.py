"""How kernels are compiled: without the GIL, and cached on disk between runs."""

import hashlib
import os
from pathlib import Path

from numba import config, njit

PACKAGE = Path(__file__).resolve().parents[1]


def _kernels_id() -> str:
    """Return the start of the SHA-256 of all sources with kernels."""
    sources = (path.read_bytes() for path in sorted(PACKAGE.rglob("*.py")))
    kernels = b"".join(source for source in sources if b"@compiled" in source)
    return hashlib.sha256(kernels).hexdigest()[:16]


# numba checks only a kernel's own file for changes, but a kernel contains the kernels
# of other files that it calls. So any change starts a new cache.
_caches = Path(vars(config)["CACHE_DIR"] or PACKAGE / "__pycache__")
if os.access(_caches if _caches.exists() else _caches.parent, os.W_OK):
    vars(config)["CACHE_DIR"] = str(_caches / f"kernels-{_kernels_id()}")

compiled = njit(cache=True, nogil=True)
