"""Units: the documents that one file holds, such as its articles or its chapters."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

NO_GROUPS: Mapping[str, str] = MappingProxyType({})


class Unit(NamedTuple):
    """One document of a file, with what the file says of it; its date as written."""

    text: str
    title: str = ""
    date: str = ""
    groups: Mapping[str, str] = NO_GROUPS


class Units(NamedTuple):
    """The documents of a file, and what was left out beside them.

    kind : a plural, such as "articles"; a key of `pieces.SPLITS`
    left_out : nouns, such as "the licence"
    """

    kind: str
    found: Sequence[Unit] = ()
    left_out: tuple[str, ...] = ()
