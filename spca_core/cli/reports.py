"""What the command line reports on standard error, by the logger "spca_core".

Progress and files that are written are of the level INFO, doubts about what was read
are WARNING, and what ends a command is ERROR.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

PROGRAM = "disjoint-topics"
LOGGER = logging.getLogger("spca_core")


@contextmanager
def reported() -> Iterator[None]:
    """Write the reports of what is done inside to standard error."""
    handler, before = logging.StreamHandler(), LOGGER.level
    handler.setFormatter(logging.Formatter(f"{PROGRAM}: %(message)s"))
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(before)


def be_quiet() -> None:
    """Report doubts and errors alone, from here on."""
    LOGGER.setLevel(logging.WARNING)


def is_quiet() -> bool:
    """Return whether progress is not reported."""
    return not LOGGER.isEnabledFor(logging.INFO)
