"""The library works without its extras, and what needs one says how to install it."""

import subprocess
import sys
import tomllib
from argparse import Namespace
from collections.abc import Callable
from functools import cache
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import altair as alt
import pandas as pd
import pytest

import spca_core
from spca_core.cli import commands
from spca_core.cli.runs import cluster_at
from spca_core.corpus.readers.documents.reading import packed
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.readers.tables.packed import unpacked
from spca_core.corpus.readers.tables.references import read_references
from spca_core.errors import InputError
from spca_core.extras import EXTRAS
from spca_core.results.figure import Figure
from spca_core.results.files.pictures import to_inline_svg
from spca_core.results.files.writing import checked_ending
from tests.made_files import EPUB, zipped
from tests.test_architecture import CORE, DRAWING, PLACED, imports_of

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MODULES = {*chain(*EXTRAS.values())}
# scikit-learn and Jinja bring the first two; where Pillow is missing, so is only the
# description inside a picture.
BESIDES = {"joblib", "markupsafe", "PIL"}
FIGURE = Figure(
    name="x",
    title="x",
    table=pd.DataFrame({"x": [1]}),
    text="",
    draw=lambda table: alt.Chart(table).mark_point(),
)
WORD = zipped({"word/document.xml": b""})
USES: list[tuple[str, Callable[[], object]]] = [
    ("python_calamine", lambda: unpacked(WORD, "x.xlsx", "excel", "")),
    ("openpyxl", lambda: checked_ending("x.xlsx", [".xlsx"])),
    ("pyarrow", lambda: unpacked(b"PAR1", "x.parquet", "parquet", "")),
    ("pyarrow", lambda: checked_ending("x.parquet", [".parquet"])),
    ("mammoth", lambda: packed(WORD, "x.docx", "word", "")),
    ("webvtt", lambda: packed(b"WEBVTT", "x.vtt", "subtitles", "")),
    ("cssselect", lambda: packed(b"<p>Tea</p>", "x.html", "web_page", "p")),
    ("pypdf", lambda: packed(b"%PDF-1.4", "x.pdf", "pdf", "")),
    ("lxml", lambda: packed(b"<html><p>Tea</p>", "x.html", "web_page", "")),
    ("lxml", lambda: packed(zipped(EPUB), "x.epub", "epub", "")),
    ("lxml", lambda: unpacked(b"<a/>", "x.xml", "xml", "")),
    ("striprtf", lambda: packed(rb"{\rtf1 Tea}", "x.rtf", "rtf", "")),
    ("rispy", lambda: read_references(b"TY  - JOUR\nER  -", "x.ris")),
    ("bibtexparser", lambda: read_references(b"@book{x, title = {Tea}}", "x.bib")),
    ("altair", FIGURE.chart),
    ("vl_convert", lambda: to_inline_svg(FIGURE, "x")),
    ("streamlit", lambda: commands.start_app(Namespace(others=[]))),
    ("distributed", cluster_at("tcp://localhost:1").__enter__),
]


@pytest.mark.parametrize(("module", "use"), USES)
def test_what_needs_a_missing_package_is_refused_with_the_command_that_installs_it(
    module: str, use: Callable[[], object], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError) as refused:
        use()
    command = str(refused.value).partition("run ")[2]
    (extra,) = (name for name, modules in EXTRAS.items() if module in modules)
    assert command.startswith(f'pip install "disjoint-topics[{extra}]"')


def test_no_other_format_helps_a_file_whose_reader_is_missing(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"or save it as text or CSV\.$"):
        read_corpus(Upload("x.parquet", b"PAR1"))


def test_a_report_is_written_without_charts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    topics = spca_core.solve("state_of_the_union_in_24_words", 2, 3)
    for module in EXTRAS["charts"]:
        monkeypatch.setitem(sys.modules, module, None)
    topics.to_html(tmp_path / "report.html")
    written = (tmp_path / "report.html").read_text("utf-8")
    assert "Charts are not installed here; run pip install" in written
    assert "<svg" not in written
    assert all(word in written for word in topics.words()[0])


def test_every_module_of_an_extra_is_one_of_those_uses():
    # Without `languages` a text is read, and what was left out is reported.
    assert {module for module, _ in USES} == MODULES - {*EXTRAS["languages"]}


def test_the_extras_are_those_of_the_distribution():
    for extra, modules in EXTRAS.items():
        requirements = PROJECT["optional-dependencies"][extra]
        installed = {name_of(requirement) for requirement in requirements}
        assert distributions(modules) == installed - {PROJECT["name"]}


def test_the_extra_all_has_all_extras_for_users():
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert everything == f"{PROJECT['name']}[{','.join(sorted(EXTRAS))}]"


@pytest.mark.slow
def test_the_core_imports_dependencies_and_extras_alone():
    needed = {name_of(requirement) for requirement in PROJECT["dependencies"]}
    names = {name.split(".")[0] for module in CORE for name in imports_of(module)}
    others = names - {"spca_core", *sys.stdlib_module_names}
    assert distributions(others - MODULES - BESIDES) <= needed


@pytest.mark.slow
def test_the_core_is_imported_without_any_extra():
    """Except for the lessons and the charts, which draw as soon as they are used."""
    modules = [
        module
        for module in PLACED
        if not module.startswith("spca_core.lessons") and not DRAWING.fullmatch(module)
    ]
    hidden = f"import sys; sys.modules |= dict.fromkeys({sorted(MODULES)})"
    code = "; ".join([hidden, *map("import {}".format, modules)])
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def name_of(requirement: str) -> str:
    """Return the name of a distribution, without versions and extras."""
    return requirement.split("[")[0].split(">")[0]


def distributions(modules: set[str] | tuple[str, ...]) -> set[str]:
    """Return the names of the distributions that bring modules."""
    return {_bring()[module][0].lower().replace("_", "-") for module in modules}


_bring = cache(packages_distributions)
