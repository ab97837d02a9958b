"""The text of LaTeX, without its commands and formulas, by its headings."""

import re
from collections.abc import Iterator

from spca_core.corpus.readers.collections.headed import Block

TEX = re.compile(
    rb"\s*(?:%[^\n]*\n\s*)*"
    rb"\\(?:documentclass|documentstyle|begin\{document\}|chapter\b|section\b)"
)
BODY = re.compile(r"(?s)\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)")
ABSTRACT = re.compile(r"\\begin\{abstract\}|\\end\{abstract\}()")
LEFT_OUT = re.compile(
    r"(?s)\\begin\{(thebibliography|tikzpicture|tabular)\}.*?\\end\{\1\}"
    r"|\\(?:maketitle|tableofcontents)\b"
)
HEADING = re.compile(
    r"\\(part|chapter|section|subsection|subsubsection)\*?(?:\[[^\[\]]{0,200}\])?"
    r"\{((?:[^{}]|\{[^{}]{0,100}\}){0,300})\}"
)
LEVELS = {"part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5}
REFERENCE = re.compile(r"<(?:cit\.|ref)>")


def blocks_of_tex(text: str) -> list[Block]:
    """Return the paragraphs and headings of LaTeX."""
    text = text.replace("\r\n", "\n")
    body = BODY.search(text)
    body = LEFT_OUT.sub("", body[1] if body else text)
    return list(_blocks(ABSTRACT.sub(_heading, body)))


def _heading(mark: re.Match[str]) -> str:
    return "" if mark[1] is not None else r"\section{Abstract}"


def _blocks(body: str) -> Iterator[Block]:
    from pylatexenc.latex2text import LatexNodes2Text

    plain = LatexNodes2Text(math_mode="remove").latex_to_text
    before, *parts = HEADING.split(body)
    yield from _paragraphs(plain(before))
    for name, title, part in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield Block(" ".join(plain(title).split()), LEVELS[name])
        yield from _paragraphs(plain(part))


def _paragraphs(text: str) -> Iterator[Block]:
    for paragraph in re.split(r"\n[ \t]*\n", REFERENCE.sub("", text)):
        if paragraph.strip():
            yield Block(paragraph.strip())
