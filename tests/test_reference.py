"""The reference builds without a warning and describes all that is public."""

import inspect
import re

import pytest

import spca_core
from tests.reference import GUIDES, build, public_names

FUNCTIONS = ("load", "preview", "solve", "find", "certify")
CLASSES = sorted({*spca_core.__all__} - {*FUNCTIONS, "InputError", "ReadingWarning"})
PUBLIC_METHODS = [
    (name, method)
    for name in ("Topics", "DisjointSparsePCA", "Certificate")
    for method, value in vars(getattr(spca_core, name)).items()
    if not method.startswith("_")
    and (inspect.isfunction(value) or isinstance(value, staticmethod))
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages, and what is searched in them, by their names."""
    folder = tmp_path_factory.mktemp("reference")
    build(folder)
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


@pytest.mark.filterwarnings("error")
def test_the_reference_begins_with_what_users_need_first(pages: dict[str, str]):
    sections = re.findall(r'<section id="([^".]+)"', pages["spca_core.html"])
    assert sections[:4] == ["load", "preview", "solve", "find"]
    assert sections == spca_core.__all__


def test_the_reference_and_its_search_name_no_class_of_the_inside(
    pages: dict[str, str],
):
    for name, page in pages.items():
        text = re.sub("<[^>]+>", "", page)
        classes = {*re.findall(r"spca_core\.[a-z_.]+\.[A-Z][a-z]\w*", text)}
        assert classes <= public_names(), name


def test_every_page_has_the_search_and_the_guides(pages: dict[str, str]):
    assert {f"{guide.stem}.html" for guide in GUIDES} < {*pages}
    for name in {*pages} - {"index.html", "search.js"}:
        assert 'type="search"' in pages[name]
        assert all(f'href="{guide.stem}.html"' in pages[name] for guide in GUIDES)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_functions_docstring_names_every_parameter_and_what_it_raises(name):
    function = getattr(spca_core, name)
    text = inspect.getdoc(function) or ""
    described = parameters_of(text)
    assert described == {*inspect.signature(function).parameters}
    for heading in ("Returns", "Raises", "Examples"):
        assert f"\n{heading}\n{'-' * len(heading)}\n" in text


@pytest.mark.parametrize(("name", "method"), PUBLIC_METHODS)
def test_a_methods_docstring_names_every_parameter(name, method):
    function = getattr(getattr(spca_core, name), method)
    text = inspect.getdoc(function) or ""
    taken = {*inspect.signature(function).parameters} - {"self"}
    assert parameters_of(text) == taken


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_describes_its_fields_with_shapes_or_units(name):
    text = inspect.getdoc(getattr(spca_core, name)) or ""
    assert re.search(r"^(Attributes|Parameters)\n-{10}\n\w", text, re.MULTILINE)


def parameters_of(text: str) -> set[str]:
    """Return the names in a docstring's section of parameters."""
    _, _, rest = text.partition("Parameters\n----------\n")
    section = re.split(r"\n\n\w+\n---+\n", rest)[0]
    heads = re.findall(r"^(\w[\w, ]*) :", section, re.MULTILINE)
    return {name.strip() for head in heads for name in head.split(",")}
