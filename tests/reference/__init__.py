"""The guides and the API reference as web pages, with a search over all of them."""

import re
from functools import cache
from pathlib import Path
from types import ModuleType

from pdoc import render
from pdoc.doc import Class, Doc, Function, Module, Variable

import spca_core

HERE = Path(__file__).parent
GUIDES = [
    HERE.parent / "examples" / f"{name}.md"
    for name in ("own_texts", "is_it_real", "compare_methods", "pipelines")
]
FIRST_OF_ADVANCED = "certify"  # in `spca_core.__all__`, whose order is the reference's
OF_THE_LIBRARY = re.compile(r"spca_core\.[\w.]+")


def build(folder: Path) -> Path:
    """Write the pages; return that of the reference, with which they begin."""
    folder.mkdir(exist_ok=True)
    render.configure(
        docformat="numpy", show_source=False, template_directory=HERE / "templates"
    )
    render.env.globals.update(
        first_of_advanced=FIRST_OF_ADVANCED, is_for_users=is_for_users
    )
    pages = {"spca_core": library(), **{path.stem: guide(path) for path in GUIDES}}
    for name, page in pages.items():
        (folder / f"{name}.html").write_text(render.html_module(page, pages), "utf-8")
    (folder / "index.html").write_text(render.html_index(pages), "utf-8")
    (folder / "search.js").write_text(render.search_index(pages), "utf-8")
    return folder / "spca_core.html"


def library() -> Module:
    """Return the library as pdoc sees it, its classes without bases of the inside."""
    public_names()  # pdoc sees only what has been imported
    module = Module(spca_core)
    for member in module.own_members:
        if isinstance(member, Class):
            member.bases = [
                base for base in member.bases if not base[0].startswith("spca_core.")
            ]
    return module


def guide(path: Path) -> Module:
    """Return a guide as the module that pdoc makes a page of, with links to pages."""
    text = path.read_text("utf-8").replace(".md)", ".html)")
    page = ModuleType(path.stem, text)
    page.__dict__["__docformat__"] = "markdown"
    return Module(page)


def is_for_users(member: Doc) -> bool:
    """Return whether a member is described and names no class of the inside."""
    if isinstance(member, Function):
        named = str(member.signature)
    elif isinstance(member, Variable):
        named = member.annotation_str
    else:
        return True
    is_described = bool(member.docstring) or member.name == "__init__"
    return is_described and {*OF_THE_LIBRARY.findall(named)} <= public_names()


@cache
def public_names() -> set[str]:
    """Return where the public names are defined, as signatures have them."""
    public = [getattr(spca_core, name) for name in spca_core.__all__]
    return {f"{each.__module__}.{each.__qualname__}" for each in public}
