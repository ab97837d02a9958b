"""What a run reports where no bar is drawn."""

from collections.abc import Iterator

from spca_core.cli.reports import reported
from spca_core.running import bars


def test_a_report_comes_at_once_then_once_a_second_and_of_the_last(capsys, monkeypatch):
    now = 0.0
    monkeypatch.setattr(bars, "perf_counter", lambda: now)

    def results() -> Iterator[float]:
        nonlocal now
        for seconds in (0.25, 0.75, 1.25, 1.75, 2.0, 2.5, 3.25):
            now = seconds
            yield seconds

    with reported():
        assert bars.last_shown(results(), "Search", str, progress=False) == 3.25
    said = [line.split(": ")[-1] for line in capsys.readouterr().err.splitlines()]
    assert said == ["0.25", "1.25", "2.5", "3.25"]
