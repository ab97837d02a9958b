"""HTML templates filled in with strangers' words, all of which are escaped."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from spca_core.formatting import percent


@cache
def template(path: Path, **filters: Callable[..., Any]) -> Template:
    """Return a file as a template; all names in it must be given a value."""
    jinja = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    jinja.filters.update(filters, percent=percent)
    return jinja.from_string(path.read_text("utf-8"))
