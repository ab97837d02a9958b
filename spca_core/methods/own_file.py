"""A method in a Python file of the user's own.

The file is run with all of the user's rights. So its name comes from the user's own
command line, and never from a link, an upload or a saved result.
"""

import traceback
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from inspect import isfunction, signature
from pathlib import Path
from runpy import run_path
from typing import Any

from spca_core.errors import InputError
from spca_core.methods.registry import name_of
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate
from spca_core.running.stopping import Stopped

PARAMETERS = ["covariance", "settings", "executor"]
MODULE = "own_method"  # what the file is called while it runs


def method_of_file(name: str) -> str:
    """Make the method of a Python file known; return its name, that of the file.

    The method is the one function of the file whose parameters are `PARAMETERS`. It is
    called and checked as one that is passed to `spca_core.solve`.

    raises : InputError if there is no such file, or no such function or several in it,
             or it fails, also while the method runs; with the line
    """
    path = Path(name)
    if not path.is_file():
        raise InputError(f"{path} is not a file. Name a Python file with a method.")
    with _located(path):
        defined = run_path(str(path), run_name=MODULE)
    search = _only_method(path, defined)

    def own_method(
        covariance: Covariance, settings: Settings, executor: Executor
    ) -> Iterator[Candidate]:
        with _located(path, search.__code__.co_firstlineno):
            yield from search(covariance, settings, executor)

    own_method.__name__ = path.stem
    return name_of(own_method)


def _only_method(path: Path, defined: dict[str, Any]) -> Callable[..., Any]:
    """Return the one function that a file defines with the parameters of a method."""
    methods = [
        one
        for one in dict.fromkeys(filter(isfunction, defined.values()))
        if one.__module__ == MODULE and [*signature(one).parameters] == PARAMETERS
    ]
    if len(methods) == 1:
        return methods[0]
    found = ", ".join(
        f"{one.__name__} in line {one.__code__.co_firstlineno}" for one in methods
    )
    raise InputError(
        f"{path} must define one function ({', '.join(PARAMETERS)}) that yields "
        f"candidates; it defines {found or 'none'}."
    )


@contextmanager
def _located(path: Path, line: int | None = None) -> Generator[None]:
    """Turn any error into one that names the file's last line on its way.

    line : to name if the error comes from no line of the file
    """
    try:
        yield
    except Stopped:
        raise
    except (Exception, SystemExit) as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [one.lineno for one in frames if one.filename == str(path)]
        if isinstance(error, SyntaxError):
            lines.append(error.lineno)
        at = lines[-1] if lines else line
        place = f"{path}, line {at}" if at else f"{path}"
        raise InputError(f"{place}: {type(error).__name__}: {error}") from error
