"""Tests of pages end what they leave behind; what is installed is looked for once."""

from collections.abc import Iterator
from concurrent.futures import wait
from functools import cache
from itertools import islice
from typing import Any

import pytest
from streamlit.components.v2 import manifest_scanner

from pages.shared import figure
from pages.shared.work import tasks
from pages.shared.work.tasks import known_limits
from pages.shared.work.work import CHANCES, PROOFS, Queue, queue
from spca_core.proof import certificate
from spca_core.results.topics.chance import AgainstChance
from spca_core.topics import SHUFFLES, Topics
from tests.app.visits import QUICK, SMALL, open_page


@pytest.fixture(scope="session", autouse=True)
def components_are_found_once() -> Iterator[None]:
    """Each AppTest would read what all installed packages say of themselves."""
    with pytest.MonkeyPatch.context() as patch:
        once = cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def a_page_has_been_open(components_are_found_once: None) -> None:
    """The first test that opens a page would load what all pages share."""
    open_page(corpus=SMALL, **QUICK)
    end_work(queue())


@pytest.fixture
def charts_are_held_against_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test draws is checked, as it is not for users, who would wait.

    Tests that open each view or chapter once ask for it: it takes as long as the rest.
    """
    monkeypatch.setattr(figure, "unchecked", lambda chart: chart)


@pytest.fixture
def proofs_end_at_their_first_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """They go on beside each page, for as long as tests of other things look at it."""
    lowered = certificate.lowered

    def first(*of: Any, **how: Any) -> Iterator[Any]:
        return islice(lowered(*of, **how), 1)

    monkeypatch.setattr(certificate, "lowered", first)


@pytest.fixture(autouse=True)
def chance_is_found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine more searches behind each page would take as long as all tests together."""
    monkeypatch.setattr(tasks, "against_chance", found_at_once)


def found_at_once(topics: Topics) -> Iterator[AgainstChance]:
    """Stand in for the comparison: all topics but the last are more than chance."""
    variances = topics.variances.tolist()
    n_documents = topics.require_corpus().n_documents
    yield AgainstChance(tuple(variances), (variances[-1],) * SHUFFLES, n_documents)


@pytest.fixture(autouse=True)
def work_ends_with_its_test() -> Iterator[None]:
    known_limits.cache_clear()
    for lane in (CHANCES, PROOFS):  # what has ended would be known to other tests
        queue()._lanes[lane].clear()
    yield
    end_work(queue())


def end_work(queue: Queue) -> None:
    """End all work of a queue: what goes on would meet the next test's stand-ins."""
    lanes = queue._lanes
    while jobs := [job for lane in [*lanes] for job in queue.unfinished(lane)]:
        for job in jobs:
            queue.abandon(job)
        wait([job.future for job in jobs])
