"""The beginning of a file, by which its format is recognised."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from spca_core.corpus.readers import archives
from spca_core.corpus.readers.files import START_BYTES, Source

MAX_LINES, MIN_SHARE = 100, 3 / 4  # the reader reports lines that do not fit


@dataclass(frozen=True)
class Start:
    """The first bytes of a file, unzipped and in UTF-8 if they are text."""

    source: Source
    content: bytes

    @property
    def is_cut(self) -> bool:
        """Whether the file may go on."""
        return len(self.content) == START_BYTES

    @cached_property
    def lines(self) -> list[bytes]:
        """The first lines that are not blank, without the last if it is cut off."""
        lines = self.content.split(b"\n")
        if self.is_cut and len(lines) > 1:
            lines.pop()
        return [line.strip(b"\r") for line in lines if line.strip()][:MAX_LINES]

    @cached_property
    def archive(self) -> str:
        """What an archive holds; empty if it is none."""
        is_archive = self.content.startswith(archives.MAGICS)
        return archives.kind_of(self.content, self.source) if is_archive else ""

    def matches(self, pattern: re.Pattern[bytes]) -> bool:
        """Return whether the file begins like this."""
        return pattern.match(self.content) is not None

    def has_lines(self, test: Callable[[bytes], bool]) -> bool:
        """Return whether most of the first lines pass a test."""
        passed = list(map(test, self.lines))
        return bool(passed) and sum(passed) >= MIN_SHARE * len(passed)
