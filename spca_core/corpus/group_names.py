"""The names of groups, and a document's groups as one text."""

from collections.abc import Iterable

MIN_GROUPS, MAX_GROUPS = 2, 60  # of one kind, so that documents are grouped by it
BETWEEN = "; "  # between the groups of a document that is in several: "tax; trade"


def groups_of(written: str) -> list[str]:
    """Return the groups of a document; of none, "" alone."""
    return list(dict.fromkeys(map(str.strip, written.split(BETWEEN))))


def distinct(groups: Iterable[str]) -> set[str]:
    """Return the different groups; `groups` has those of each document."""
    return {group for written in {*groups} for group in groups_of(written)}
