"""How far a file has been read, in a sentence."""

from collections.abc import Callable

Tell = Callable[[float], None]


def how_far(share: float, seconds: float) -> str:
    """Say how much of a file has been read, and what is done with it then."""
    read = f"{share:.0%} read after {seconds:.0f} s"
    return f"{read}; looking at words and repeated text" if share == 1 else read
