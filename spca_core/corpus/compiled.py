"""How kernels are compiled: without the GIL, and cached on disk between runs."""

import hashlib
import os
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryFile

from numba import config, njit

PACKAGE = Path(__file__).resolve().parents[1]
MIN_FREE = 100_000_000  # bytes of disk: several times what all kernels take


def _kernels_id() -> str:
    """Return the start of the SHA-256 of all sources with kernels."""
    sources = (path.read_bytes() for path in sorted(PACKAGE.rglob("*.py")))
    kernels = b"".join(source for source in sources if b"@compiled" in source)
    return hashlib.sha256(kernels).hexdigest()[:16]


def can_cache(folder: Path) -> bool:
    """Tell whether kernels can be kept in a folder: numba ends with an error if not."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
        return disk_usage(folder).free >= MIN_FREE
    except OSError:
        return False


# numba checks only a kernel's own file for changes, but a kernel contains the kernels
# of other files that it calls. So any change starts a new cache.
_name = f"kernels-{_kernels_id()}"
_usual = vars(config)["CACHE_DIR"] or PACKAGE / "__pycache__"
_of_user = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
_caches = [Path(place) / _name for place in (_usual, Path(_of_user) / "spca-topics")]
_cache = next(filter(can_cache, _caches), None)
if _cache:
    vars(config)["CACHE_DIR"] = str(_cache)

# Where nothing can be kept, kernels are compiled anew by each process.
compiled = njit(cache=_cache is not None, nogil=True)
