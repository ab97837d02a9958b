"""Memory that work has freed goes back to the system: glibc alone keeps it for long."""

import ctypes
import sys

MAX_ARENAS = 2  # in which threads find their memory; as usual 8 for each processor
M_ARENA_MAX = -8  # see malloc.h


def share_arenas() -> None:
    """Have threads find their memory in the same few places, before they begin to."""
    _call("mallopt", M_ARENA_MAX, MAX_ARENAS)


def give_back() -> None:
    """Return to the system what is free; it takes some milliseconds."""
    _call("malloc_trim", 0)


def _call(name: str, *arguments: int) -> None:
    if sys.platform == "linux":
        function = getattr(ctypes.CDLL(None), name, None)  # other libraries have none
        if function:
            function(*arguments)
