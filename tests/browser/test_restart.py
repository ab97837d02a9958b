"""The server is killed and started again, and may write nowhere, in a real browser."""

import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, wait_until_healthy
from tests.browser.test_journey import FIRST_RESULT, LONGEST_RUN, topic_words

pytestmark = pytest.mark.slow

LINK = "?corpus=state_of_the_union_in_24_words&effort=quick&k=4&s=5&seed=3"


UPLOAD = b"name,war,tax\n" + b"a,1,0\nb,0,2\n" * 5_000
MAX_FILE = 4096  # bytes that a file may have on the full disk; a lock takes 32
# Root is refused nothing, unless it gives that up before the server begins.
AS_ANYBODY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


@contextmanager
def served(
    port: int, root: Path = ROOT, full: bool = False, **environment: str
) -> Generator[int]:
    """Start the app on a port; give its process, and kill it afterwards.

    full : what it writes to a file fails after the first bytes, as on a full disk
    """
    command = AS_ANYBODY if os.geteuid() == 0 else []
    command = [*command, sys.executable, "-m", "streamlit", "run", "app.py"]
    options = ["--server.headless", "true", "--server.port", str(port)]
    server = subprocess.Popen(
        [*command, *options],
        cwd=root,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=_fill_disk if full else None,
    )
    try:
        wait_until_healthy(f"http://localhost:{port}/_stcore/health")
        yield server.pid
    finally:
        server.kill()
        server.wait()


def _fill_disk() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE, MAX_FILE))


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("localhost", 0))
        return free.getsockname()[1]


@pytest.fixture
def tab(browser) -> Iterator[Page]:
    """A tab that may lose its server: no errors are looked for."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def test_a_page_comes_back_as_its_address_says_when_the_server_is_killed(
    tab: Page, port: int
):
    with served(port) as process:
        tab.goto(f"http://localhost:{port}/{LINK}")
        expect(tab.get_by_text("Share and download", exact=True)).to_be_visible(
            timeout=LONGEST_RUN
        )
        before = topic_words(tab)
        os.kill(process, signal.SIGKILL)
    with served(port):
        # It connects again by itself; a reload must not be needed.
        expect(tab.get_by_test_id("stConnectionStatus")).to_have_count(
            0, timeout=FIRST_RESULT
        )
        expect(tab.get_by_text("Share and download", exact=True)).to_be_visible(
            timeout=LONGEST_RUN
        )
        assert "k=4" in tab.url
        tab.reload()
        expect(tab.get_by_text("Share and download", exact=True)).to_be_visible(
            timeout=LONGEST_RUN
        )
        assert topic_words(tab) == before


@pytest.mark.nightly
def test_on_a_full_disk_pages_come_back_as_their_address_says_and_files_are_given(
    tab: Page, port: int, tmp_path: Path
):
    kernels = tmp_path / "kernels"  # none is kept yet
    with served(port, full=True, NUMBA_CACHE_DIR=str(kernels)):
        tab.goto(f"http://localhost:{port}/?method=tpower&k=3&s=4")
        expect(tab.get_by_text("Share and download", exact=True)).to_be_visible(
            timeout=2 * LONGEST_RUN
        )
        assert len(topic_words(tab)) >= 3 * 4
        assert "k=3" in tab.url
        tab.get_by_role("button", name="Share and download").click()
        with tab.expect_download() as download:
            tab.get_by_role("button", name="Words (CSV)").click()
        assert download.value.path().stat().st_size > 0
        tab.goto(f"http://localhost:{port}/corpus")
        tab.locator("input[type=file]").set_input_files(
            {"name": "a.csv", "mimeType": "text/csv", "buffer": UPLOAD}
        )
        offered = tab.get_by_role("button", name="Find topics", exact=True)
        expect(offered).to_be_visible(timeout=FIRST_RESULT)
    # So the next server begins as this one did.
    assert not [one for one in kernels.rglob("*") if one.is_file()]


@pytest.mark.nightly
def test_topics_are_found_where_nothing_can_be_written(
    tab: Page, port: int, tmp_path: Path
):
    """Neither beside the code nor at home, nor where kernels and data are kept."""
    root = tmp_path / "app"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns("__pycache__", ".git"))
    nowhere = Path("/proc/nowhere")  # where nobody can make a folder, not even root
    folders = [root, *(one for one in root.rglob("*") if one.is_dir())]
    environment = {
        "HOME": str(nowhere / "home"),
        "XDG_CACHE_HOME": str(nowhere / "cache"),
        "NUMBA_CACHE_DIR": str(nowhere / "kernels"),
        "SPCA_DATA": str(nowhere / "data"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(root),
    }
    for folder in folders:
        folder.chmod(0o500)
    try:
        with served(port, root, **environment):
            # Of all methods it has the least to compile, which nothing can be kept of.
            tab.goto(f"http://localhost:{port}/?method=tpower&k=2&s=3")
            expect(tab.get_by_text("Share and download", exact=True)).to_be_visible(
                timeout=2 * LONGEST_RUN
            )
            tab.goto(f"http://localhost:{port}/corpus")
            tab.get_by_text("On this server", exact=True).click()
            tab.get_by_role("button", name="Download KOS").click()
            expect(tab.get_by_text("cannot be written")).to_be_visible()
    finally:
        for folder in folders:
            folder.chmod(0o700)
