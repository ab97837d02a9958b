"""The import rules of the design, kept by reading every import in the tree."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tests.fuzz import in_one_test

ROOT = Path(__file__).resolve().parents[1]
# The story in its order: a module of the core imports from its own place and from
# those before it.
LAYERS = (
    "errors",
    "extras",
    "formatting",
    "options",
    "running",
    "corpus",
    "problem",
    "steps",
    "methods",
    "proof",
    "topics",
    "results",
    "estimator",
    "lessons",
    "paper",
    "cli",
)
# Within results: what all figures share, the things that they are of, and their files.
RESULTS = (
    *("colours", "style", "figure"),
    *("corpus", "topics", "files.writing", "files.tables", "files.provenance"),
    *("documents", "comparison", "files"),
)
# What draws, and imports Altair: modules of charts, and what these share.
DRAWING = re.compile(r"spca_core\.results\.(style|\w+\.charts)")
SLOW = {"altair", "scipy.optimize", "scipy.sparse.linalg", "sklearn"}
# Where a module may have a single user: the sums that A is made of; the algorithm's
# steps, each with a name of its own; a method's own, and the certificate's; a format's
# reader; the steps from text to words; what the conditions of a part ask; the shuffling
# that topics are held against; the command line's own; and the library's face, which
# users import.
OWN = (
    "spca_core.problem.gram_cache",
    "spca_core.problem.whole",
    "spca_core.steps.",
    "spca_core.methods.",
    "spca_core.proof.descent",
    "spca_core.proof.branching",
    "spca_core.proof.choices",
    "spca_core.proof.columns",
    "spca_core.proof.rows",
    "spca_core.corpus.readers.",
    "spca_core.corpus.texts.",
    "spca_core.cli.",
    "spca_core.corpus.load",
    "spca_core.corpus.parts",
    "spca_core.corpus.shuffling",
    "spca_core.estimator",
    "spca_core.topics",
)


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


# A record, which stands below what is made of it: its methods are the library's face,
# and import what they call.
RECORD = "spca_core.topics"


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements of a module, and not what they are made of."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt | ast.excepthandler):
            yield inner
            yield from statements(inner)


@pytest.fixture(scope="module", autouse=True)
def parsed() -> None:
    """The first test need not wait for all modules."""
    for path in FILES:
        tree_of(path)


@cache
def imports_of(module: str, *, late: bool = True) -> set[str]:
    """Return what a module imports anywhere in it; `from a import b` is a.b.

    late : also what the record's methods import when they are called
    """
    names, tree = set(), tree_of(MODULES[module])
    for node in statements(tree) if late or module != RECORD else tree.body:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


FILES = [
    *ROOT.glob("*.py"),
    *ROOT.glob("pages/**/*.py"),
    *ROOT.glob("spca_core/**/*.py"),
]
MODULES = {name_of(path): path for path in sorted(FILES)}
CORE = [module for module in MODULES if module.split(".")[0] == "spca_core"]
INTERFACE = [module for module in MODULES if module not in CORE]
PLACED = [module for module in CORE if module.split(".")[1:2] not in ([], ["__main__"])]


def module_of(imported: str) -> str | None:
    """Return the module of this tree that holds the imported name, if one does."""
    while imported and imported not in MODULES:
        imported = imported.rpartition(".")[0]
    return imported or None


def modules_used(module: str, *, late: bool = True) -> set[str]:
    imported = imports_of(module, late=late)
    return {used for used in map(module_of, imported) if used} - {module}


def users_of(package: str, among: list[str]) -> set[str]:
    return {
        module
        for module in among
        if any(name.split(".")[0] == package for name in imports_of(module))
    }


def layer(module: str) -> int:
    """Return the layer's place in the story; a place that is not in it is an error."""
    return LAYERS.index(module.split(".")[1])


def test_pages_do_no_arithmetic_the_core_knows_no_streamlit_and_only_charts_altair():
    assert not users_of("numpy", INTERFACE) | users_of("scipy", INTERFACE)
    assert not users_of("streamlit", CORE)
    others = {one for one in users_of("altair", CORE) if not DRAWING.fullmatch(one)}
    assert all(
        one.startswith("spca_core.lessons")
        for one in others - {"spca_core.results.files.pictures"}
    )


@pytest.mark.slow
def test_results_import_altair_only_when_a_chart_is_drawn():
    results = [module for module in CORE if module.startswith("spca_core.results.")]
    imports = "; ".join(
        f"import {module}" for module in results if not DRAWING.fullmatch(module)
    )
    loaded = (
        f"import sys, spca_core.cli.output; {imports}; print({SLOW} & {{*sys.modules}})"
    )
    done = subprocess.run(
        [sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout == "set()\n", done.stderr


def test_the_charts_that_figures_name_are_there():
    """They name them as text, which no type checker reads."""
    text = "".join(MODULES[module].read_text("utf-8") for module in CORE)
    named = re.findall(r'late\(\s*"(.+?)"', text)
    assert len(named) > 15
    for chart in named:
        assert callable(resolve_name(f"spca_core.results.{chart}"))


@in_one_test("module", PLACED)
def test_a_core_module_uses_only_its_own_layer_and_those_before(module):
    used = modules_used(module, late=False)
    assert used <= set(PLACED), "the core uses no page, and nothing of its own face"
    assert all(layer(one) <= layer(module) for one in used), (module, sorted(used))


def place_in_results(module: str) -> int:
    name = module.removeprefix("spca_core.results.") + "."
    places = [place for place in RESULTS if name.startswith(f"{place}.")]
    return RESULTS.index(max(places, key=len))


@in_one_test("module", [one for one in CORE if one.startswith("spca_core.results.")])
def test_no_import_runs_back_up_within_results(module):
    if MODULES[module].name == "__init__.py":
        return
    used = [one for one in modules_used(module) if one.startswith("spca_core.results.")]
    later = [one for one in used if place_in_results(one) > place_in_results(module)]
    assert not later


@in_one_test("module", sorted(MODULES))
def test_what_is_imported_from_the_tree_is_there(module):
    """The type checker passes over modules that are missing, as after a move."""
    ours = {name for name in imports_of(module) if name.split(".")[0] == "spca_core"}
    missing = {name for name in ours if module_of(name) in (None, "spca_core")}
    assert missing <= {"spca_core"}


def test_a_module_that_one_other_uses_is_a_pages_a_methods_or_a_formats_own():
    users = {module: set() for module in PLACED}
    for module in MODULES:
        for used in modules_used(module) & set(PLACED):
            users[used].add(module)
    lonely = {
        module
        for module, those in users.items()
        if len(those & set(CORE)) == 1 == len(those) and not module.startswith(OWN)
    }
    assert not lonely, {module: users[module] for module in lonely}


@pytest.mark.slow
def test_pages_open_without_what_is_slow_to_import():
    """A page draws its frame before its parts; the parts of Learn are all charts."""
    at_once = [
        module
        for module in INTERFACE
        if module.startswith(("pages.shared.", "pages.parts."))
        and not module.startswith("pages.parts.learn.")
    ]
    imports = "; ".join(f"import {module}" for module in at_once)
    loaded = f"import sys; {imports}; print({SLOW} & set(sys.modules))"
    said = subprocess.run(
        [sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True
    )
    assert said.stdout == "set()\n", said.stderr


@in_one_test("module", INTERFACE)
def test_a_page_uses_its_own_parts_and_what_pages_share(module):
    page = {"app": "topics"}.get(module, module.rpartition("pages.")[2].split(".")[0])
    own = module if module.startswith("pages.parts.") else f"pages.parts.{page}"
    mine = ".".join(own.split(".")[:3]) + "."
    allowed = ("pages.shared",) if page == "shared" else ("pages.shared", mine)
    used = modules_used(module) - set(CORE)
    assert all(one.startswith(allowed) for one in used), (module, sorted(used))


def names_hidden(function: ast.AST) -> set[str]:
    """Return what one comprehension of a function binds and another one looks up."""
    bound, used = set(), set()
    for node in ast.walk(function):
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp):
            names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
            here = {each.id for each in names if isinstance(each.ctx, ast.Store)}
            bound |= here
            used |= {each.id for each in names} - here
    return bound & used


@pytest.mark.slow
@in_one_test("path", FILES)
def test_no_comprehension_hides_a_function_from_another_of_the_same_function(path):
    """Python 3.12.0 to 3.12.3 raise UnboundLocalError there: CPython's gh-118513."""
    tree = tree_of(path)
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            assert not names_hidden(function) & functions, function.name


def test_no_modules_import_each_other_in_a_circle():
    used = {module: modules_used(module, late=False) for module in MODULES}
    TopologicalSorter(used).prepare()


PIECE = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?>)?|\)(?:(?:[*+?]|\{[\d,]+\})\+)?"
)


def possessive_groups_that_are_not_atomic(pattern: str) -> int:
    """Return how many groups are possessive and do not begin with ``(?>``."""
    opened, found = [], 0
    for piece in PIECE.findall(pattern):
        if piece.startswith("("):
            opened.append(piece)
        elif piece.startswith(")") and opened:
            found += opened.pop() != "(?>" and piece != ")"
    return found


@pytest.mark.slow
def test_possessive_groups_are_atomic_for_the_sake_of_python_3_11_2():
    """Before 3.11.5 others go back after a failure (CPython's gh-106052)."""
    assert possessive_groups_that_are_not_atomic(r"(?:a(?>b)*+)*+[(](b)?+") == 2
    found = []
    for module, path in MODULES.items():
        for node in ast.walk(tree_of(path)):
            value = node.value if isinstance(node, ast.Constant) else ""
            text = value.decode("latin-1") if isinstance(value, bytes) else value
            if isinstance(text, str) and possessive_groups_that_are_not_atomic(text):
                found.append((module, text))
    assert not found
