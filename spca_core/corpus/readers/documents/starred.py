"""What lines above a text say of it: IRaMuTeQ's stars, and front matter of Markdown."""

import re
from collections.abc import Sequence

from spca_core.corpus.group_names import BETWEEN
from spca_core.corpus.readers.documents.parts import Part

VARIABLE = re.compile(r"\*([^\s_*]+)_(\S*)")
THEME = re.compile(r"(?m)^-\*\S.*\n?")
WHEN = ("date", "year", "annee", "ann\u00e9e", "an", "a\u00f1o", "anno", "jahr")
# YAML between lines of dashes, or TOML between plus signs.
FRONT_MATTER = (
    r"(---|\+\+\+)[ \t]*\n"
    r"(?P<matter>[A-Za-z][\w -]{0,30}[:=](?:[^\n]*\n){1,50}?)\1[ \t]*(?:\n|\Z)"
)
FIELD = re.compile(r"(?m)^([A-Za-z][\w -]{0,30})[:=](.*(?:\n(?:[ \t]|- ).*)*)")
ITEM = re.compile(r"[^\s\"'\[\],-](?:[^\"'\[\],\n]*[^\s\"'\[\],])?")


def starred(parts: Sequence[Part]) -> list[Part]:
    """Return texts of IRaMuTeQ with the variables between stars as groups."""
    return [_starred(part) for part in parts]


def _starred(part: Part) -> Part:
    said = dict(VARIABLE.findall(part.groups.get("stars", "")))
    date = next((it for name, it in said.items() if name.lower() in WHEN), "")
    return part._replace(
        text=THEME.sub("", part.text), title="", date=date, groups=said
    )


def with_front_matter(parts: Sequence[Part]) -> list[Part]:
    """Return texts with what their front matter says of them."""
    return [_described(part) for part in parts]


def _described(part: Part) -> Part:
    matter = part.groups.get("matter", "")
    said = {key.strip().lower(): _value(it) for key, it in FIELD.findall(matter)}
    title, date = said.pop("title", ""), said.pop("date", "")
    groups = {name: it for name, it in said.items() if it}
    return part._replace(title=title, date=date, groups=groups)


def _value(written: str) -> str:
    """Return a value of YAML or TOML; those of a list as several of a document."""
    written = written.strip()
    is_list = written.startswith(("[", "- "))
    return BETWEEN.join(ITEM.findall(written)) if is_list else written.strip("\"'")
