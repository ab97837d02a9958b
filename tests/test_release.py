"""What is published says the same everywhere, and is read far from the checkout."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCE = PYPROJECT["project"]["urls"]["Source"]


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


def test_links_and_pictures_of_the_built_description_are_absolute():
    hook = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    built = text_of("README.md")
    for each in hook["substitutions"]:
        built = re.sub(each["pattern"], each["replacement"], built)
    places = re.findall(r"(!?)\[[^]]*\]\(([^)]+)\)", built)
    ours = [(mark, place) for mark, place in places if SOURCE in place]
    assert all(place.startswith("https://") for _, place in places)
    assert len(ours) == len(re.findall(r"\]\((?!https:)", text_of("README.md")))
    assert all(f"/{'raw' if mark else 'blob'}/v" in place for mark, place in ours)


def test_the_repository_has_one_address():
    written = map(text_of, ("pyproject.toml", ".github/CITATION.cff"))
    named = re.findall(r"https://github\.com/[^/\s]+/disjoint-topics", "".join(written))
    assert {*named} == {SOURCE}
