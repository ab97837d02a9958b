"""The import rules of the design, kept by reading every import in the tree."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# A module of the core imports from its own line or one above; on no line: from all.
LAYERS = (
    {"errors", "compiled", "counting", "settings"},
    {"corpus"},
    {"covariance"},
    {"spectrum", "streaming", "sketch", "matching", "pruning", "transport"},
    {
        "ascent",
        "perturbation",
        "net",
        "guarantee",
        "parallel",
        "solution",
        "bounding",
    },
    {"certificate"},
    {"methods"},
    {"solve", "comparison"},
    {
        "tables",
        "adjusted",
        "remarks",
        "verdict",
        "provenance",
        "export",
        "saved_fields",
        "reopen",
        "latex",
        "machine",
        "descriptions",
        "finding",
        "pairing",
        "exchange",
        "topic_details",
        "word_places",
        "corpus_tables",
        "preparation_tables",
        "document_tables",
        "groups",
        "seeds",
        "traces",
        "overlap",
        "race",
        "sweep",
        "result_table",
    },
    {"lessons"},
    {"charts", "pictures"},
    {"html_report"},
)
MOST_LINES = 220


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def imports_of(path: Path) -> set[str]:
    """Return what a file imports anywhere in it; `from a import b` is a.b."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
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
IMPORTS = {name_of(path): imports_of(path) for path in sorted(FILES)}
CORE = [module for module in IMPORTS if module.split(".")[0] == "spca_core"]
INTERFACE = [module for module in IMPORTS if module not in CORE]


def module_of(imported: str) -> str | None:
    """Return the module of this tree that holds the imported name, if one does."""
    while imported and imported not in IMPORTS:
        imported = imported.rpartition(".")[0]
    return imported or None


def modules_used(module: str) -> set[str]:
    return {used for used in map(module_of, IMPORTS[module]) if used} - {module}


def users_of(package: str, among: list[str]) -> set[str]:
    return {
        module
        for module in among
        if any(name.split(".")[0] == package for name in IMPORTS[module])
    }


def layer(module: str) -> int:
    first = module.removeprefix("spca_core.").split(".")[0]
    depths = (depth for depth, names in enumerate(LAYERS) if first in names)
    return next(depths, len(LAYERS))


def test_the_core_knows_no_streamlit():
    assert not users_of("streamlit", CORE)
    assert users_of("streamlit", INTERFACE)


def test_in_the_core_only_charts_know_altair():
    charts = {module for module in CORE if module.startswith("spca_core.charts")}
    assert users_of("altair", CORE) <= charts | {
        "spca_core.html_report",
        "spca_core.pictures",
    }


@pytest.mark.parametrize("package", ["numpy", "scipy"])
def test_pages_leave_arithmetic_to_the_core(package):
    assert not users_of(package, INTERFACE)
    assert users_of(package, CORE)


@pytest.mark.parametrize("module", CORE)
def test_a_core_module_uses_only_its_own_layer_and_those_below(module):
    used = modules_used(module)
    assert used <= set(CORE), "the core uses no page"
    assert all(layer(one) <= layer(module) for one in used), (module, sorted(used))


@pytest.mark.parametrize("module", [module for module in CORE if "." in module])
def test_no_core_module_takes_a_name_from_the_package_itself(module):
    # `solve` is a module and a function there: which one comes depends on the order.
    public = {f"spca_core.{name.split('.')[-1]}" for name in IMPORTS["spca_core"]}
    assert "spca_core" not in modules_used(module)
    assert public.isdisjoint(IMPORTS[module])


def test_pages_open_without_altair_which_is_slow_to_import():
    views = [module for module in INTERFACE if module.startswith("pages.shared.")]
    late = {"pages.shared.views.report"}  # imported when a report is asked for
    imports = "; ".join(f"import {view}" for view in views if view not in late)
    loaded = f"import sys; {imports}; print('altair' in sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True
    )
    assert said.stdout == "False\n", said.stderr


@pytest.mark.parametrize("module", INTERFACE)
def test_pages_use_what_they_share_and_the_core_but_no_other_page(module):
    pages = modules_used(module) - set(CORE)
    assert all(used.startswith("pages.shared") for used in pages), (module, pages)


def test_no_modules_import_each_other_in_a_circle():
    TopologicalSorter({module: modules_used(module) for module in IMPORTS}).prepare()


@pytest.mark.parametrize("path", sorted(ROOT.glob("spca_core/**/*.py")), ids=name_of)
def test_a_core_module_is_short_enough_to_read_at_once(path):
    assert len(path.read_text().splitlines()) <= MOST_LINES
