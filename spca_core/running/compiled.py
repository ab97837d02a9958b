"""How kernels are compiled: when first called, without the GIL, and cached on disk.

numba takes a quarter of a second to import, so it is imported with the first kernel.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache, update_wrapper
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryFile
from threading import RLock
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
PROBE = 1_000_000  # bytes: more than any kernel takes
MIN_FREE = 100_000_000  # bytes of disk: several times what all kernels take


def can_cache(folder: Path) -> bool:
    """Return whether kernels can be cached in a folder; if not, numba would fail."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # A quota may leave less than the disk has free, so try to write.
        with TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE))
        return disk_usage(folder).free >= MIN_FREE
    except OSError:
        return False


class Kernel:
    """A function that numba compiles at its first call; other kernels may call it."""

    def __init__(self, function: Callable) -> None:
        update_wrapper(self, function)
        self._function = function
        self._compiled: Callable | None = None

    def __call__(self, *arguments: object) -> Any:
        return (self._compiled or self.compiled())(*arguments)

    def __reduce__(self) -> str:
        return self._function.__qualname__  # another process imports its own

    def compiled(self) -> Callable:
        """Return the function that numba has compiled."""
        with _lock:
            self._compiled = self._compiled or _njit()(self._function)
            return self._compiled


compiled = Kernel
_lock = RLock()  # a kernel is compiled once, whichever threads call it


@cache
def _njit() -> Callable[[Callable], Callable]:
    """Import numba, and return the decorator that has it compile a function."""
    from numba import config, njit
    from numba.extending import typeof_impl

    @typeof_impl.register(Kernel)
    def _type_of(kernel: Kernel, context: object) -> Any:
        """Return the compiled function's type for a kernel that another calls."""
        return typeof_impl(kernel.compiled(), context)

    cache = _cache_folder()

    def compile_when_called(function: Callable) -> Callable:
        # Where nothing can be cached, kernels are compiled again by each process.
        if cache:
            folder = cache / f"kernels-{_sources_id(function.__module__)}"
            vars(config)["CACHE_DIR"] = str(folder)
        return njit(cache=cache is not None, nogil=True)(function)

    return compile_when_called


def are_compiled() -> bool:
    """Return whether kernels were compiled here before, and are only to be read."""
    folder = _cache_folder()
    return folder is not None and any(folder.glob("kernels-*/**/*.nbi"))


@cache
def _cache_folder() -> Path | None:
    """Return where kernels are cached, None if nothing can be."""
    from numba import config

    home = Path(vars(config)["CACHE_DIR"] or PACKAGE / "__pycache__")
    user_cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return next(filter(can_cache, (home, Path(user_cache) / "disjoint-topics")), None)


@cache
def _sources_id(module: str) -> str:
    """Return the start of the SHA-256 of the sources of a module's kernels.

    numba checks only a kernel's own file for changes, but a kernel contains the kernels
    of other files that it calls. So a change in one of them starts a new cache.
    """
    files = (sys.modules[name].__file__ for name in sorted(_modules(module, set())))
    sources = (Path(str(file)).read_bytes() for file in files)
    return hashlib.sha256(b"".join(sources)).hexdigest()[:16]


def _modules(module: str, known: set[str]) -> set[str]:
    """Return a module and, directly or not, those whose kernels it imports."""
    if module not in known:
        known.add(module)
        for value in vars(sys.modules[module]).values():
            if isinstance(value, Kernel):
                _modules(value.__module__, known)
    return known
