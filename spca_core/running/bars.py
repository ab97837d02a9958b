"""The bar of long work in a terminal or a notebook, and its end by Ctrl-C."""

import logging
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any, TypeVar

from spca_core.running.stopping import interrupt_noted, last_of, stopping_point

LOGGER = logging.getLogger(__name__)
Result = TypeVar("Result")
Progress = Callable[[float], None]  # takes the share that is done
SHARE_FORMAT = "{desc} {percentage:3.0f}%|{bar}| {elapsed}"
TIME_FORMAT = "{desc} [{elapsed}]{postfix}"
SECONDS_BETWEEN_LINES = 1.0
SHORT = 1.0  # seconds: what ends within has no bar
NOTEBOOK = "ipykernel.kernelapp"  # loaded in a notebook's kernel, not in its client


@contextmanager
def bar(what: str, progress: bool | None, *, by_share: bool = False) -> Generator[Any]:
    """Yield tqdm's bar, which is empty and silent where no one would see it.

    progress : None shows it in a terminal or a notebook, False never
    by_share : it goes from 0 to 1; otherwise only the time is known
    """
    if progress is None:
        progress = sys.stderr.isatty() or NOTEBOOK in sys.modules
    drawn_by_widgets = NOTEBOOK in sys.modules and find_spec("ipywidgets")
    tqdm = import_module("tqdm.notebook" if drawn_by_widgets else "tqdm")
    with tqdm.tqdm(
        desc=what,
        total=1.0 if by_share else None,
        bar_format=SHARE_FORMAT if by_share else TIME_FORMAT,
        disable=not progress,
        delay=SHORT,
        leave=False,
    ) as shown:
        yield shown


def last_shown(
    results: Iterable[Result],
    what: str,
    tell: Callable[[Result], str],
    progress: bool | None,
) -> Result:
    """Return the last result, or the best so far at Ctrl-C, under a bar.

    Where no bar is drawn, results are logged about once a second, and the last.

    tell     : what is said of a result
    progress : as for `bar`
    raises   : KeyboardInterrupt if there is none yet
    """
    next_line, logged = 0.0, None
    with interrupt_noted(), bar(what, progress) as shown:

        def show(result: Result) -> None:
            nonlocal next_line, logged
            shown.set_postfix_str(tell(result), refresh=False)
            shown.update()
            if shown.disable and perf_counter() >= next_line:
                LOGGER.info(f"{what}: {tell(result)}")
                next_line, logged = perf_counter() + SECONDS_BETWEEN_LINES, result

        last = last_of(results, show)
    stopping_point()  # what the caller ends is no Ctrl-C
    if last is None:
        raise KeyboardInterrupt
    if shown.disable and last is not logged:
        LOGGER.info(f"{what}: {tell(last)}")
    return last
