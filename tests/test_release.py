"""What is published says the same everywhere, and promises only what is there."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_version_and_its_date_are_the_same_wherever_they_are_written():
    version = PYPROJECT["project"]["version"]
    released = re.search(r"^## (\S+), (\S+)$", text_of(".github/CHANGELOG.md"), re.M)
    citation = text_of(".github/CITATION.cff")
    assert released
    assert released[1] == version
    assert f"\nversion: {version}\ndate-released: {released[2]}\n" in citation
    assert f"{{version {version}}}" in text_of("spca_core/README.md")


def test_no_readme_names_an_address_or_an_index_where_nothing_is_published():
    guides = ROOT.glob("tests/examples/*.md")
    for page in [ROOT / "README.md", *ROOT.glob("*/README.md"), *guides]:
        text = page.read_text("utf-8")
        assert not re.search(r"pip install \W?disjoint-topics|\bOWNER\b", text), page
    assert "OWNER" not in text_of("pyproject.toml") + text_of(".github/CITATION.cff")
