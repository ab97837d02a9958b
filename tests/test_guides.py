"""The guides run from their first line to their last."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.reference import GUIDES


@pytest.mark.nightly
@pytest.mark.usefixtures("known_methods")
@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_a_guide_runs_and_prints_what_it_shows(
    guide: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    monkeypatch.chdir(tmp_path)  # where it saves its files
    known: dict[str, Any] = {}
    printed = ""
    blocks = re.findall(r"```(\w+)\n(.*?)```", guide.read_text("utf-8"), re.DOTALL)
    for kind, block in blocks:
        if kind == "python":
            exec(block, known)
            printed = capsys.readouterr().out
        else:
            assert printed == block
    assert known
