"""A tenth of NYTimes: its file and its store in bounded time and memory."""

import json
from pathlib import Path

import pytest

from tests.large_corpus import run, write_uci

pytestmark = pytest.mark.slow
N_DOCUMENTS, N_WORDS = 30_000, 102_660
# What the whole is allowed, on any processor; measured are 12 s and 490 MB.
MAX_SECONDS, MAX_MEGABYTES = 60, 1_500


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_uci(tmp_path_factory.mktemp("large"), N_DOCUMENTS, N_WORDS)


def test_file_and_store_have_the_same_topics_in_bounded_time_and_memory(path, capfd):
    store = path.with_name("kept")
    captured = []
    for arguments in (
        ("keep", str(path), str(store)),
        ("topics", str(path), "--json"),
        ("topics", str(store), "--json"),
    ):
        used = run(*arguments)
        assert used.seconds < MAX_SECONDS, arguments
        assert used.megabytes < MAX_MEGABYTES, arguments
        if out := capfd.readouterr().out:
            captured.append(json.loads(out)["captured_variance"])
    assert captured[0] == captured[1]
