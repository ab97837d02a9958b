"""What the tests of readers share."""

import pytest

from spca_core.corpus.readers.subprocess_reader import SubprocessReader


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unpack in this process: to begin another takes a second."""

    def read_here(self: SubprocessReader, *file, **options):
        return self.function(*file, **options)

    monkeypatch.setattr(SubprocessReader, "read", read_here)
