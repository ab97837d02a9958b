"""A method in a user's file: it runs as any other, and its errors name their lines."""

import re
from pathlib import Path

import pytest

from spca_core.errors import InputError
from spca_core.methods.own_file import method_of_file
from spca_core.problem.method import METHODS
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve
from tests.test_architecture import INTERFACE, imports_of

pytestmark = pytest.mark.usefixtures("known_methods")
CORPUS = planted_corpus(0, 3, 4)
METHOD = """\
from spca_core import Candidate

def loudest(covariance, settings, executor):
    yield Candidate(dealt(covariance, settings, executor.__class__), candidates=1)

def dealt(covariance, settings, kind):
    k, s = settings.n_components, settings.sparsity
    return covariance.words_by_variance[: k * s].reshape(s, k).T
"""


def written(folder: Path, text: str, name: str = "loudest_words.py") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def test_the_one_function_with_a_methods_parameters_runs_under_the_files_name(tmp_path):
    name = method_of_file(written(tmp_path, METHOD))
    assert METHODS[name].label == name == "loudest_words"
    found = solve(CORPUS, 3, 4, method=name)
    loudest = (CORPUS.observations.toarray() ** 2).sum(axis=0).argsort()[-12:]
    assert {*found.supports.ravel()} == {*loudest}
    assert not list(tmp_path.glob("__pycache__")), "nothing is left beside the file"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 1\n", r"\(covariance, settings, executor\).* it defines none\."),
        (
            METHOD + METHOD.replace("loudest", "softest"),
            "defines loudest in line 3, softest in line 11",
        ),
        ("import no_such_module\n", "line 1: ModuleNotFoundError: .*no_such_module"),
        ("x = 1\ny = (\n", "line 2: SyntaxError"),
        ("import sys\n\nsys.exit()\n", "line 3: SystemExit"),
    ],
)
def test_a_file_that_is_no_method_is_refused_with_its_line(tmp_path, text, reason):
    path = written(tmp_path, text)
    with pytest.raises(InputError, match=f"{re.escape(path)}.*{reason}"):
        method_of_file(path)


def test_a_file_that_is_not_there_and_the_name_of_a_method_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"nowhere\.py is not a file"):
        method_of_file(str(tmp_path / "nowhere.py"))
    with pytest.raises(InputError, match="'joint' is the name of a method"):
        method_of_file(written(tmp_path, METHOD, "joint.py"))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (".reshape(s, k).T", "[nothing]", "line 8: NameError: .*nothing"),
        ("    yield", "    return None  #", "line 3: TypeError"),
        (
            "reshape(s, k).T",
            "reshape(s, k)",
            r"loudest_words yielded supports of shape",
        ),
        ("yield Candidate(", "yield (", "loudest_words yielded tuple"),
    ],
)
def test_a_method_that_fails_while_it_runs_names_its_line(tmp_path, old, new, reason):
    text = METHOD.replace(old, new)
    if "yield (" in new:
        text = text.replace(", candidates=1)", ", 1)")
    name = method_of_file(written(tmp_path, text))
    with pytest.raises(InputError, match=reason):
        solve(CORPUS, 3, 4, method=name)


def test_no_page_can_run_a_file():
    assert not [page for page in INTERFACE if "own_file" in str(imports_of(page))]
