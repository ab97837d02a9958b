"""Memory that work has freed goes back to the system: glibc alone keeps it for long."""

import ctypes
import sys

MAX_ARENAS = 2  # in which threads find their memory; as usual 8 for each processor
# Bytes: a larger array goes back at once, and so does what is free at an arena's end.
# Left alone, glibc raises both limits with each array that is freed.
MMAP_THRESHOLD, TRIM_THRESHOLD = 1 << 24, 1 << 25
M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD = -8, -3, -1  # see malloc.h


def share_memory() -> None:
    """Have threads find memory in the same few places, and give it back soon."""
    _call("mallopt", M_ARENA_MAX, MAX_ARENAS)
    _call("mallopt", M_MMAP_THRESHOLD, MMAP_THRESHOLD)
    _call("mallopt", M_TRIM_THRESHOLD, TRIM_THRESHOLD)


def give_back() -> None:
    """Return to the system what is free; it takes some milliseconds."""
    _call("malloc_trim", 0)


def _call(name: str, *arguments: int) -> None:
    if sys.platform == "linux":
        function = getattr(ctypes.CDLL(None), name, None)  # other libraries have none
        if function:
            function(*arguments)
