"""A file with what is expected of it, and sentences to fill it with."""

import csv
import io
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sample:
    """What a careful person expects of a file, written before it is read.

    Parameters
    ----------
    file
        Its name, as people name such files.
    content
        Of a folder, the contents by their files' names.
    documents
        The words of each, in order. None: any division into `at_most` so many will do.
    text
        All that must not be lost, if it is more than the documents.
    besides
        Words that may stand in texts too, such as names in their first line.
    counted
        Words that must be counted, which are no function words.
    titles, dates, group
        Of each document, if these are expected; `group` by any name.
    choice
        The beginning of the option by which the documents are had, as "split=rules", if
        the file alone does not say that they are meant: then the preview offers it.
    said
        A pattern that a warning, or the preview, must match.
    numbers
        Of a table of numbers: how many rows, and the names of what was measured.
    refused
        A pattern of the refusal, if nothing in it can be read.
    """

    file: str
    content: bytes | Mapping[str, bytes]
    documents: Sequence[str] | None = None
    at_most: int = 0
    text: str = ""
    besides: str = ""
    counted: str = ""
    titles: Sequence[str] | None = None
    dates: Sequence[str] | None = None
    group: Sequence[str] | None = None
    choice: str = ""
    said: str = ""
    numbers: tuple[int, Sequence[str]] | None = None
    refused: str = ""


WHO = (
    "The old baker", "A young nurse", "My neighbour", "The ferryman", "Our teacher",
    "The mayor", "Her cousin", "A tired guard", "The painter", "Their gardener",
    "The widow",
)  # fmt: skip
DOES = (
    "carried", "repaired", "sold", "remembered", "painted", "borrowed", "forgot",
)  # fmt: skip
WHAT = (
    "a wooden boat", "the red bicycle", "fresh bread", "an iron gate", "two letters",
    "the church clock", "some warm blankets", "a basket of plums", "the broken window",
    "an umbrella", "the last map", "a silver spoon", "three lanterns",
)  # fmt: skip
WHERE = (
    "near the harbour", "behind the school", "before the storm came", "on market day",
    "in the valley", "after the long winter", "at the railway station",
    "under the bridge", "while it was raining",
)  # fmt: skip


def sentence(i: int) -> str:
    """Return the i-th of 9,009 sentences, all different."""
    who, does, what, where = (part[i % len(part)] for part in (WHO, DOES, WHAT, WHERE))
    return f"{who} {does} {what} {where}."


def sentences(n: int, start: int = 0) -> list[str]:
    return [sentence(i) for i in range(start, start + n)]


def paragraph(i: int, n: int = 4) -> str:
    return " ".join(sentences(n, 10 * i))


def paragraphs(n: int, start: int = 0) -> list[str]:
    return [paragraph(i) for i in range(start, start + n)]


def wrapped(text: str, width: int = 66) -> str:
    return textwrap.fill(text, width)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def parts(text: str, beginning: str) -> list[str]:
    """Return the parts of a text that begin with lines of a pattern."""
    return re.split(rf"(?m)^(?={beginning})", text)[1:]


def blocks(text: str) -> list[str]:
    """Return what blank lines divide."""
    return re.split(r"\n\s*\n", text.strip())


def csv_of(rows: Iterable[Sequence[object]], **form: Any) -> str:
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n", **form).writerows(rows)
    return file.getvalue()


def table(header: Sequence[str], *columns: Sequence[object], **form: Any) -> str:
    """Return a CSV of columns."""
    return csv_of([header, *zip(*columns, strict=True)], **form)
