"""What is no text of its format is refused early, whatever the format."""

from collections.abc import Iterator

import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload, Watched
from spca_core.corpus.readers.formats import FORMATS, LISTED
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.errors import InputError
from tests.attacks.fuzz import Worker
from tests.attacks.inputs import WORDS, good_inputs
from tests.fuzz import slowly

MEGABYTE = 1_000_000
HOSTILE = {
    "megabytes on one line": lambda good: b"0," * 5 * MEGABYTE,
    "a line of words": lambda good: b"war " * 3 * MEGABYTE,
    "blank lines before a header": lambda good: b"\n" * 3 * MEGABYTE + good,
}
TEXTS = [name for name, form in FORMATS.items() if form.is_text]
each_format = pytest.mark.parametrize("form", [TEXTS[0], *map(slowly, TEXTS[1:])])


def good(form: str) -> bytes:
    return good_inputs()[form][0]


@each_format
@pytest.mark.parametrize("chosen", [True, slowly(False)])
def test_what_is_no_text_is_refused_by_its_first_megabyte(form: str, chosen: bool):
    read: list[float] = []
    start = good(form).decode("latin-1").encode("utf-16")
    half_characters = b"\x00\xd8" * 4 * MEGABYTE
    watched = Watched(Upload("made.txt", start + half_characters), read.append)
    with pytest.raises(InputError, match="cannot be read as UTF-16"):
        read_corpus(watched, None, Reading(form if chosen else AUTO))
    assert max(read) < 0.2


def refuse(form: str, content: bytes) -> None:
    words = Upload("words.txt", WORDS) if form in LISTED else None
    with pytest.raises(InputError):
        read_corpus(Upload("made.txt", content), words, Reading(form))


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(refuse) as worker:
        yield worker


# Plain text may be one line, and blank lines are nothing to it or to a page.
@pytest.mark.slow
@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("form", sorted({*TEXTS} - {"plain_text", "web_page"}))
def test_long_lines_and_blank_ones_are_refused_within_the_limits_of_the_fuzzer(
    form: str, hostile: str, worker: Worker
):
    assert not worker.fault_of(form, HOSTILE[hostile](good(form)))
