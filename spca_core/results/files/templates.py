"""HTML filled in from strangers' words: all of them are escaped."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template


@cache
def template(path: Path, **filters: Callable[..., Any]) -> Template:
    """Return a file as a template; what it names must be given."""
    jinja = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    jinja.filters.update(filters)
    return jinja.from_string(path.read_text("utf-8"))
