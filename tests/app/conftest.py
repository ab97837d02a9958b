"""What tests of pages leave behind is ended: it would go on beside the next test."""

from collections.abc import Iterator
from concurrent.futures import wait

import pytest

from pages.parts.corpus import downloads
from pages.shared.work.limits import known_limits
from pages.shared.work.readings import reading_queue
from pages.shared.work.tasks import proof_queue, run_queue, table_queue


@pytest.fixture(autouse=True)
def work_ends_with_its_test() -> Iterator[None]:
    known_limits.cache_clear()
    yield
    for queue in (
        run_queue(),
        proof_queue(),
        table_queue(),
        downloads.download_queue(),
        reading_queue(),
    ):
        unfinished = [work for work in queue._all.values() if not work.done]
        for work in unfinished:
            queue.abandon(work)
        wait([work.future for work in unfinished])
