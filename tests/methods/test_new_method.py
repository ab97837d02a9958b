"""A method is its file and one record, a weighting one record: no more names them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE = '''
from spca_core.problem.solution import Candidate


def loudest(covariance, settings, executor):
    """Yield the words of greatest variance, dealt to the topics in turn."""
    k, s = settings.n_components, settings.sparsity
    words = covariance.words_by_variance[: k * s]
    yield Candidate(words.reshape(s, k).T, candidates=1)
'''
# The records come before anything else is imported, as those of the library do.
RECORDS = """
from spca_core.corpus.weightings import WEIGHTINGS, Weighting
from spca_core.problem.method import METHODS, Method

METHODS["loudest"] = Method(
    name="loudest",
    label="Loudest words",
    does="deals the loudest words to the topics in turn",
    source="nobody",
    search="loudest:loudest",
    colour="#123456",
    shape="stroke",
    is_random=False,
)
WEIGHTINGS["root"] = Weighting(
    name="root",
    label="Square root",
    does="A count c becomes the root of c.",
    worth=lambda counts: counts**0.5,
)
"""
USE = """
import sys
from pathlib import Path

import numpy as np
from streamlit.testing.v1 import AppTest

import spca_core
from spca_core.cli.command_line import main
from spca_core.results.style import method_colour, method_shape
from tests.test_readme import METHOD_ROWS

CORPUS, SIZE = "state_of_the_union", {"n_components": 2, "sparsity": 3}
corpus = spca_core.load(CORPUS)
topics = spca_core.solve(corpus, **SIZE, method="loudest", weighting="root")
roots = np.sqrt(corpus.observations.toarray()[:, topics.supports.ravel()])
np.testing.assert_allclose(
    topics.captured_variance,
    sum(np.linalg.eigvalsh(block.T @ block / len(roots))[-1]
        for block in np.split(roots, 2, axis=1)),
)

shown = ["-k", "2", "-s", "3", "--weighting", "root"]
assert main(["topics", CORPUS, "--method", "loudest", *shown]) == 0
runs = str(Path(sys.argv[1]) / "runs.json")
assert main(["compare", CORPUS, "--methods", "loudest,tpower", *shown, "-o", runs]) == 0

table = topics.to_frame().assign(method="Loudest words")
assert method_colour(table).to_dict()["scale"]["range"] == ["#123456"]
assert method_shape(table).to_dict()["scale"]["range"] == ["stroke"]
row = "| `loudest` | deals the loudest words to the topics in turn | nobody |"
assert row in METHOD_ROWS

app = AppTest.from_file("app.py", default_timeout=60)
address = {"methods": "loudest", "k": "2", "s": "3", "weighting": "root"}
for name, value in address.items():
    app.query_params[name] = value
app.switch_page("pages/compare.py").run()
assert not app.exception, app.exception
(methods,) = (each for each in app.get("button_group") if each.label == "Methods")
assert "Loudest words" in methods.options
weighting = app.sidebar.selectbox(key="choice_weighting")
assert weighting.value == "root"
assert "- **Square root**: A count c becomes the root of c." in weighting.help
print("all is there")
"""


@pytest.mark.slow
def test_a_method_and_a_weighting_are_seen_everywhere_by_their_records(tmp_path: Path):
    (tmp_path / "loudest.py").write_text(FILE, "utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", RECORDS + USE, str(tmp_path)],
        cwd=ROOT,
        env={"PYTHONPATH": f"{tmp_path}:{ROOT}", "PATH": "", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.endswith("all is there\n"), ended.stderr
