"""The API reference: it builds without a warning, and says what everything is."""

import inspect
import re

import pytest

import spca_core
from tests.reference import build

FUNCTIONS = ("load", "solve", "certify")
CLASSES = sorted({*spca_core.__all__} - {*FUNCTIONS, "InputError", "ReadingWarning"})
PUBLIC_METHODS = [
    (name, method)
    for name in ("Topics", "DisjointSparsePCA", "Certificate")
    for method, value in vars(getattr(spca_core, name)).items()
    if not method.startswith("_")
    and (inspect.isfunction(value) or isinstance(value, staticmethod))
]


@pytest.mark.filterwarnings("error")
def test_the_reference_has_a_section_for_every_public_name(tmp_path):
    page = build(tmp_path).read_text("utf-8")
    sections = {*re.findall(r'<section id="([^".]+)"', page)}
    assert sections == {*spca_core.__all__}
    assert not list(tmp_path.glob("spca_core/*"))  # nothing but the public names


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
