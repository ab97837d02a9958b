"""A thirtieth of NYTimes: its file and its store in bounded time and memory."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.large_corpus import Used, run, write_uci

pytestmark = pytest.mark.slow
N_DOCUMENTS, N_WORDS = 10_000, 102_660
# What the whole is allowed, on any processor; measured are 12 s and 490 MB.
MAX_SECONDS, MAX_MEGABYTES = 60, 1_500
MAX_SECONDS_TO_PROOF = 5  # from the answer to the first bound


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_uci(tmp_path_factory.mktemp("large"), N_DOCUMENTS, N_WORDS)


@pytest.fixture(scope="module")
def store(path: Path) -> Path:
    kept = path.with_name("kept")
    check(run("keep", str(path), str(kept)))
    return kept


def check(used: Used) -> None:
    assert used.seconds < MAX_SECONDS
    assert used.megabytes < MAX_MEGABYTES


def test_file_and_store_have_the_same_topics_in_bounded_time_and_memory(
    path, store, capfd
):
    captured = []
    for source in (path, store):
        check(run("topics", str(source), "--json"))
        captured.append(
            json.loads(capfd.readouterr().out)["runs"][0]["captured_variance"]
        )
    assert captured[0] == captured[1]


def test_a_proof_starts_soon_after_the_answer_in_bounded_memory(store):
    command = [sys.executable, "-m", "spca_core", "topics", str(store), "--certify"]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    answered = time.perf_counter()
    for line in process.stderr:
        if "can be captured" in line:
            break
        answered = time.perf_counter()
    waited = time.perf_counter() - answered
    # Not getrusage: a child's peak begins with what its parent had.
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 0
    assert waited < MAX_SECONDS_TO_PROOF
    (kilobytes,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
    assert int(kilobytes) / 1024 < MAX_MEGABYTES
