"""Files that are no corpus, in a real browser: each is refused in a sentence."""

import gzip
import pickle
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import ROOT, Server, expect_rest, start
from tests.browser.test_explore import upload
from tests.browser.test_journey import FIRST_RESULT
from tests.made_files import zipped

pytestmark = pytest.mark.slow

OPEN = "State of the Union"
LONGEST_READING = 120_000  # milliseconds; the bombs are read up to their caps
MEGABYTE = 1_000_000
LARGE, READ = 200 * MEGABYTE, 30 * MEGABYTE
COUNTS = b"2\n3\n4\n1 1 2\n1 2 1\n2 2 5\n2 3 1\n"
PICTURE = (ROOT / ".github" / "topics.png").read_bytes()

Files = list[tuple[str, bytes]]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server of these tests' own: what others began would count as their memory."""
    with start() as server:
        yield server


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    return server.address


def bomb(n_megabytes: int) -> bytes:
    """One line of text, all the same: gzip members follow each other in one file."""
    return gzip.compress(b"a" * MEGABYTE) * n_megabytes


# Files, and what is said of them and of nothing else.
BAD: list[tuple[Files, str]] = [
    ([("docword.a.txt.gz", gzip.compress(COUNTS)[:-12])], "cut off or damaged"),
    (
        [("docword.b.txt", COUNTS), ("vocab.b.txt", b"tea\ncup\n")],
        "vocab.b.txt has 2 words, but the counts are of 3",
    ),
    (
        [("a.ldac", b"2 0:1 1:2\n"), ("b.ldac", b"2 0:1 1:2\n")],
        "several files can be texts",
    ),
    ([("words.npz", pickle.dumps({"tea": [1, 2]}))], "it is never unpickled here"),
    ([("picture.csv", PICTURE)], "picture.csv is a PNG picture"),
    ([("half.txt", b"\xff\xfe" + b"\x00\xd8" * 50)], "cannot be read as UTF-16"),
]


def bombs() -> Iterator[tuple[Files, str]]:
    """Give files that are packed tightly, which takes a second, when they are used."""
    advice = "That is unusually much for a file of this size. Unzip it first."
    yield [("line.txt.gz", bomb(2_001))], advice
    long = zipped({"a.txt": b"a" * 300 * MEGABYTE})
    yield [("bomb.zip", long)], "over 10,000,000 bytes long"


def test_each_bad_file_is_refused_in_a_sentence_and_the_corpus_stays_open(
    page: Page, address: str
):
    for files, said in chain(BAD, bombs()):
        open_corpus(page, address)
        upload(page, *map(payload, files))
        expect_refusal(page, said)


def upload_anew(page: Page, files: Files) -> None:
    """Take away what was uploaded before, and upload these."""
    remove = page.get_by_role("button", name="Remove")
    for left in reversed(range(remove.count())):
        expect_rest(page)
        remove.first.click()
        expect(remove).to_have_count(left)
    expect_rest(page)  # else the page may still take what comes away with the rest
    upload(page, *map(payload, files))


def payload(file: tuple[str, bytes]) -> FilePayload:
    """Return a file as Playwright uploads it."""
    name, content = file
    return {"name": name, "mimeType": "", "buffer": content}


def expect_refusal(page: Page, said: str) -> None:
    """Wait for that message; see that it is no traceback, and nothing was lost."""
    # The page puts marks without width between letters, so that nothing is a link.
    pattern = re.compile("\u2060?".join(map(re.escape, said)))
    message = page.get_by_test_id("stAlert").filter(has_text=pattern)
    expect(message).to_have_count(1, timeout=LONGEST_READING)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_text("Traceback")).to_have_count(0)
    expect(page.get_by_text(f"{OPEN} is still open")).to_be_visible()
    expect(page.get_by_role("button", name="Find topics", exact=True)).to_have_count(0)


@pytest.mark.nightly
def test_a_file_of_200_mb_is_refused_in_a_sentence_and_memory_bounded(
    page: Page, server: Server, tmp_path: Path
):
    file = tmp_path / "large.txt"
    line = "caf\N{LATIN SMALL LETTER E WITH ACUTE}\n".encode("latin-1")
    file.write_bytes(line * (LARGE // len(line)))
    open_corpus(page, server.address)
    before = forget_peak(server)
    upload(page, file)
    expect_refusal(page, "over 20,000,000 lines")
    # The server has the file as it comes in and as it is kept, twice in UTF-8 while its
    # blocks are joined (each letter in two bytes more), and once decoded: 5 to 7 times.
    assert peak(server) - before < 8 * LARGE
    upload_anew(page, [("tea.txt", b"tea is hot\ncoffee is too\n")])
    expect(page.get_by_role("button", name="Find topics", exact=True)).to_be_visible()


def open_corpus(page: Page, address: str) -> None:
    page.goto(f"{address}/corpus")
    expect(page.get_by_text("Drop your texts or counts here")).to_be_visible(
        timeout=FIRST_RESULT
    )


def forget_peak(server: Server) -> int:
    """Let the server's peak of memory be counted from now; return what it is now."""
    Path(f"/proc/{server.process_id}/clear_refs").write_text("5", encoding="utf-8")
    return peak(server)


def peak(server: Server) -> int:
    """Return the most memory that the server has held, in bytes."""
    status = Path(f"/proc/{server.process_id}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024
