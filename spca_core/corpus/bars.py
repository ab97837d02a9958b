"""The bar of long work, in a terminal or a notebook, after its first second."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

BY_SHARE = "{desc} {percentage:3.0f}%|{bar}| {elapsed}"
BY_TIME = "{desc} [{elapsed}]{postfix}"


@contextmanager
def bar(what: str, progress: bool | None, *, by_share: bool = False) -> Iterator[Any]:
    """Yield tqdm's bar, which is empty and silent where no one would see it.

    progress : None shows it in a terminal or a notebook, False never
    by_share : it goes from 0 to 1; otherwise only the time is known
    """
    if progress is None:
        progress = sys.stderr.isatty() or "ipykernel" in sys.modules
    drawn_by_widgets = "ipykernel" in sys.modules and find_spec("ipywidgets")
    tqdm = import_module("tqdm.notebook" if drawn_by_widgets else "tqdm")
    with tqdm.tqdm(
        desc=what,
        total=1.0 if by_share else None,
        bar_format=BY_SHARE if by_share else BY_TIME,
        disable=not progress,
        delay=1.0,
        leave=False,
    ) as shown:
        yield shown
