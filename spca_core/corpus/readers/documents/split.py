"""Where the documents of a text begin: lines that a pattern of one's own finds."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.collections.units import Unit
from spca_core.errors import InputError

if TYPE_CHECKING:
    import regex

TITLE, DATE = "title", "date"  # groups of a pattern that are no groups of documents


def compiled(pattern: str) -> "regex.Pattern[str]":
    """Return a pattern of a stranger's; raise InputError if it is none."""
    import regex  # late: the command line's help does not wait for it

    try:
        return regex.compile(pattern)
    except regex.error as error:
        place = "" if error.pos is None else f" at character {error.pos + 1}"
        raise InputError(
            f"pattern: {error.msg}{place} of {pattern!r}. An example is "
            r"^(?P<speaker>[A-Z]+):"
        ) from error
    except (RecursionError, OverflowError) as error:
        raise InputError(
            f"pattern: {pattern!r} is too deep. Write it simpler."
        ) from error


def parts_of(text: str, pattern: "regex.Pattern[str]") -> list[Unit]:
    """Return the parts of a text, each from a line that begins as a pattern says.

    What its named groups find is said of the part, and stands no longer in its text,
    except a title. What has no named group is the title.
    """
    lines = text.split("\n")
    marks = list(_marks(lines, pattern))
    ends = [*(i for i, _ in marks[1:]), len(lines)]
    return [
        _part(lines[start:end], match)
        for (start, match), end in zip(marks, ends, strict=True)
    ]


def _marks(
    lines: Sequence[str], pattern: "regex.Pattern[str]"
) -> Iterator[tuple[int, "regex.Match[str]"]]:
    deadline = time.monotonic() + limits.PATTERN_SECONDS
    for i, line in enumerate(lines):
        left = max(deadline - time.monotonic(), 1e-3)
        try:
            match = pattern.match(line.strip(), timeout=left, concurrent=True)
        except TimeoutError as error:
            raise InputError(
                f"The pattern of a document takes over {limits.PATTERN_SECONDS:g} "
                f"seconds, at line {i + 1:,}. Write it without repeats in repeats."
            ) from error
        if match and match[0]:
            yield i, match


def _part(lines: Sequence[str], match: "regex.Match[str]") -> Unit:
    named = {name: it.strip() for name, it in match.groupdict().items() if it}
    title = named.pop(TITLE, "") if match.groupdict() else lines[0].strip()
    first = lines[0].strip()[match.end() :] if named else lines[0]
    if named and title:
        first = f"{title}\n{first}"
    text = "\n".join([first, *lines[1:]]).strip()
    return Unit(text, title, named.pop(DATE, ""), named)
