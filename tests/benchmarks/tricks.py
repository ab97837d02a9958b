"""What each trick of the platform brings: python -m tests.benchmarks.tricks

Pages of one session while two searches and a proof of another go on, by a server with
all tricks and by one without each, in turns; and the memory after many searches.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.benchmarks.app import BUSY, keep_busy, open_reader, time_page_change
from tests.benchmarks.browser import tab
from tests.browser.conftest import launch_chromium, start
from tests.large_corpus import SHORT, write_store

# What takes a trick away, before the server starts.
WITHOUT = {
    "nothing": "pass",
    "gc.freeze": "import gc; gc.freeze = lambda: None",
    "niceness": "import os; os.nice = lambda niceness: None",
}
(SEARCH, SEARCHING, _), (PROOF, LOWERED, _) = BUSY
ALL_BUSY = ((PROOF, LOWERED), (SEARCH, SEARCHING), (f"{SEARCH}&seed=2", SEARCHING))
TURNS, N_PAGES = 3, 8
N_SEARCHES, N_DOCUMENTS = 16, 60_000
MEMORY = """
import sys
from pathlib import Path
from concurrent.futures import ThreadPoolExecutor
from pages.shared.work import memory
import spca_core
from spca_core.topics import solve
with_it, folder = sys.argv[1] == "with", sys.argv[2]
if with_it:
    memory.share_memory()
corpus = spca_core.load(folder)
def search(seed):
    solve(corpus, 8, 10, seed=seed, effort="quick")
    if with_it:
        memory.give_back()
with ThreadPoolExecutor(2) as threads:
    list(threads.map(search, range(int(sys.argv[3]))))
status = Path("/proc/self/status").read_text("utf-8")
print(int(status.partition("VmRSS:")[2].split()[0]) // 1024)
"""


def main() -> None:
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        waits: dict[str, list[float]] = {name: [] for name in WITHOUT}
        for _ in range(TURNS):
            for name, change in WITHOUT.items():
                waits[name] += pages_beside_work(browser, change)
    for name, seconds in waits.items():
        tenth = sorted(seconds)[-len(seconds) // 10]
        print(f"without {name}: a page after {median(seconds):.2f} s, {tenth:.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        write_store(Path(folder, "store"), N_DOCUMENTS, 20_000, SHORT)
        for how in ("with", "without"):
            store = f"{folder}/store"
            command = [sys.executable, "-c", MEMORY, how, store, str(N_SEARCHES)]
            held = subprocess.check_output(command, text=True)
            print(f"{how} memory.py, after {N_SEARCHES} searches: {held.strip()} MB")


def pages_beside_work(browser: Browser, change: str) -> list[float]:
    """Return the waits for pages of one session while another keeps the server busy."""
    with start(first=change) as server, tab(browser) as reader:
        answers = open_reader(reader, server.address)
        with tab(browser) as first, tab(browser) as second, tab(browser) as third:
            pages = first, second, third
            for page, (link, sign) in zip(pages, ALL_BUSY, strict=True):
                keep_busy(page, f"{server.address}/{link}", sign)
            names = ("Compare", "Topics") * (N_PAGES // 2)
            return [time_page_change(reader, name, answers)[1] for name in names]


if __name__ == "__main__":
    main()
