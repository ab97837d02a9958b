"""The notebook that the README links to runs from its first cell to its last."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "tests" / "examples" / "tour.ipynb"
SECONDS = 300  # for a cell, on a slow machine with nothing compiled


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")  # what Jupyter's own parts complain about
def test_the_tour_runs_from_the_first_cell_to_the_last():
    tour = nbformat.read(NOTEBOOK, as_version=4)
    resources = {"metadata": {"path": str(ROOT)}}
    NotebookClient(tour, timeout=SECONDS, resources=resources).execute()
    shown = [output for cell in tour.cells for output in cell.get("outputs", [])]
    assert any("topic-cards" in str(output.get("data")) for output in shown)
    assert not [output for output in shown if output.output_type == "error"]
