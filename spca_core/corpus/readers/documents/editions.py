"""What an edition adds to a text: its licence, readings above words, typists' notes."""

import re

START = re.compile(r"(?im)^[ \t]*\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG.*$")
END = re.compile(
    r"(?im)^[ \t]*(?:\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG"
    r"|End of (?:the |this )?Project Gutenberg).*$"
)
RUBY = re.compile(
    r"[\uff5c|](?=[^\u300a\n]{1,30}\u300a)|\u300a[^\u300a\u300b\n]{1,40}\u300b"
)
NOTED_HEADING = re.compile(
    r"(?m)^.*\uff3b\uff03\u300c(.{1,60}?)\u300d\u306f(?:\u540c\u884c|\u7a93)?"
    r"([\u5927\u4e2d\u5c0f])\u898b\u51fa\u3057\uff3d.*$"
)
SIZES = {"\u5927": "#", "\u4e2d": "##", "\u5c0f": "###"}  # of headings
TYPIST = re.compile(r"\uff3b\uff03[^\uff3b\uff3d\n]{0,200}\uff3d")
LEGEND = re.compile(r"(?s)(?<!-)-{20,}+\n\u3010.{0,3000}?(?<!-)-{20,}+\n")
SOURCE = re.compile(r"(?s)\n\u5e95\u672c\uff1a.*\Z")
BEGINNING = 100_000  # characters, in which a licence names its project


def without_edition(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text without what its edition adds, and nouns for what that is."""
    left_out = []
    is_licensed = "gutenberg" in text[:BEGINNING].lower()
    if is_licensed and (start := START.search(text)):
        end = END.search(text, start.end())
        if book := text[start.end() : end.start() if end else None].strip():
            text = book
            left_out.append("the licence of Project Gutenberg")
    if "\u300a" in text and (TYPIST.search(text) or "\uff5c" in text):
        text = SOURCE.sub("", LEGEND.sub("", text))
        text = NOTED_HEADING.sub(lambda it: f"\n{SIZES[it[2]]} {it[1]}\n", text)
        text = RUBY.sub("", TYPIST.sub("", text))
        left_out.append("readings and notes of the edition")
    return text, tuple(left_out)
