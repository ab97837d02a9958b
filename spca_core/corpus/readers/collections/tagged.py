"""Texts whose words have tags, as linguists keep them.

A word a line, with its tags in columns (CoNLL-U, CoNLL-2003, VRT of the Corpus
Workbench), or words with a tag after a slash or a low line (Brown, Penn Treebank).
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import groupby

from spca_core.corpus.readers.collections.marks import units_of
from spca_core.corpus.readers.collections.units import Unit, Units

ELEMENT = re.compile(r"<(/?)([A-Za-z_][\w.-]{0,40})((?:\s[^<>]*)?)>\s*")
ATTRIBUTE = re.compile(r"""([\w.:-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)')""")
NEW_DOCUMENT = re.compile(r"# newdoc(?: id = (.*))?|-DOCSTART-.*")
SENTENCE = re.compile(r"# text = (.*)")
ABOUT = ("# ", "-DOCSTART-", "<?", "<!")  # so lines begin that are no words
NUMBER = re.compile(r"(\d+)(?:-(\d+)|\.\d+)?")
NUMBERED_1 = re.compile(r"1\b")  # so sentences begin, between blank lines
ENTITY = re.compile(r"O|[BIESLU]-\S+")
SAMPLE, FEWEST = 2_000, 10  # lines or words looked at, and needed
MIN_SHARE = 0.95  # of these have tags
MIN_COLUMNS = 8  # of CoNLL, whose first one numbers the words
# A word and its tag; the parts of speech are few.
TAGGED = {
    "/": re.compile(r"(?!\w+://)\S+/[^\s/\d<>]{1,12}"),
    "_": re.compile(r"\S+_[A-Z.,:$`'()-]{1,8}"),
}
MIN_IN_LINE = 3  # words with tags in a line on average
MAX_TAGS = 0.2  # different tags per word
TAGS = ("tags of words",)
Words = list[list[str]]  # a line each, cut into its columns


def is_tagged(content: bytes) -> bool:
    """Return whether a file is of words with tags, by how it begins."""
    first = content.split(b"\n", SAMPLE)[:SAMPLE]
    text = b"\n".join(first).decode(errors="replace").replace("\r\n", "\n")
    return is_vertical(text.split("\n")) or bool(_mark_of(text))


def is_vertical(lines: Sequence[str]) -> bool:
    """Return whether lines are of a word each, with tags in columns."""
    sentences = [
        list(sentence)
        for are_words, sentence in groupby(lines[:SAMPLE], _is_word)
        if are_words
    ]
    words = [line for sentence in sentences for line in sentence]
    if len(words) < FEWEST:
        return False
    # Among elements, words are told by their tabs.
    n_elements = sum(ELEMENT.fullmatch(line) is not None for line in lines)
    tabbed = [cells for line in words if " " not in (cells := line.split("\t"))[0]]
    if n_elements > 1 and len(tabbed) == len(words):
        return _are_alike(tabbed)
    cells = [line.split() for line in words]
    if not _are_alike(cells):
        return False
    n_entities = sum(ENTITY.fullmatch(it[-1]) is not None for it in cells)
    are_entities = n_entities >= MIN_SHARE * len(words)
    if are_entities and len({it[-1] for it in cells}) > 1:
        return True
    begin_at_1 = all(NUMBERED_1.match(sentence[0]) for sentence in sentences)
    return len(sentences) > 1 and begin_at_1 and _are_numbered(cells)


def _is_word(line: str) -> bool:
    is_about = line.startswith(ABOUT) or ELEMENT.fullmatch(line)
    return bool(line.strip()) and not is_about


def _are_alike(rows: Words) -> bool:
    width, n_alike = Counter(map(len, rows)).most_common(1)[0]
    return width > 1 and n_alike >= MIN_SHARE * len(rows)


def _are_numbered(rows: Words) -> bool:
    """Return whether numbers of words are in the first of many columns."""
    n_words = sum(not row[1].isdecimal() for row in rows if len(row) > 1)
    are_numbers = all(
        len(row) >= MIN_COLUMNS and NUMBER.fullmatch(row[0]) for row in rows
    )
    return are_numbers and 2 * n_words > len(rows)


def ways_of_tagged(text: str) -> list[Units]:
    """Return the texts of tagged words, and all of them as one; none of other texts."""
    lines = text.replace("\r\n", "\n").split("\n")
    if is_vertical(lines[:SAMPLE]):
        found = list(_in_elements(lines)) or list(_between_marks(lines))
        units = Units("records", units_of(found), TAGS)
    elif mark := _mark_of(text):
        said = (
            " ".join(word.rpartition(mark)[0] or word for word in line.split())
            for line in lines
        )
        units = Units("paragraphs", [Unit(line) for line in said if line], TAGS)
    else:
        return []
    whole = "\n".join(unit.text for unit in units.found)
    return [units, Units("documents", [Unit(whole)])]


def _mark_of(text: str) -> str:
    """Return what is between words and their tags; empty if they have none."""
    lines = [line.split() for line in text[: 20 * SAMPLE].split("\n")]
    words = [word for line in lines for word in line]
    # A word or two on each line are names: of files, or with letters after them.
    if len(words) < MIN_IN_LINE * sum(map(bool, lines)):
        return ""
    words = words[:SAMPLE]
    for mark, tagged in TAGGED.items():
        tags = [word.rpartition(mark)[2] for word in words if tagged.fullmatch(word)]
        are_most = len(tags) >= max(FEWEST, MIN_SHARE * len(words))
        if are_most and 1 < len(set(tags)) <= max(FEWEST, MAX_TAGS * len(tags)):
            return mark
    return ""


def _in_elements(lines: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the texts of VRT, by the outermost elements of which there are several."""
    matches = [ELEMENT.fullmatch(line.strip()) for line in lines]
    names = Counter(match[2] for match in matches if match and not match[1])
    name = next((name for name, n in names.items() if n > 1), "")
    about: dict[str, str] | None = None
    words: list[str] = []
    for line, match in zip(lines, matches, strict=True):
        if match and match[2] == name:
            if about is not None and words:
                yield {**about, "text": " ".join(words)}
            about = None if match[1] else _attributes(match[3])
            words = []
        elif not match and line.strip():
            words.append(line.split()[0])


def _attributes(written: str) -> dict[str, str]:
    return {name: unescape(a or b) for name, a, b in ATTRIBUTE.findall(written)}


def _between_marks(lines: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """Yield the documents of CoNLL, or its sentences if no document begins."""
    has_documents = sum(NEW_DOCUMENT.fullmatch(line) is not None for line in lines) > 1
    title, said = "", list[str]()
    blocks = (
        list(block)
        for filled, block in groupby(lines, lambda it: bool(it.strip()))
        if filled
    )
    for block in blocks:
        new = next(filter(None, map(NEW_DOCUMENT.fullmatch, block)), None)
        if said and (new or not has_documents):
            yield {"title": title, "text": "\n".join(said)}
            said = []
        title = (new[1] or "") if new else title * has_documents
        if sentence := _sentence(block):
            said.append(sentence)
    if said:
        yield {"title": title, "text": "\n".join(said)}


def _sentence(block: Sequence[str]) -> str:
    """Return a sentence as it is written, or its words with blanks between them."""
    written = next(filter(None, map(SENTENCE.fullmatch, block)), None)
    if written:
        return written[1]
    words, end = [], 0
    for cells in (line.split() for line in block if _is_word(line)):
        number = NUMBER.fullmatch(cells[0]) if len(cells) >= MIN_COLUMNS else None
        if not number:
            words.append(cells[0])
        elif number[2]:  # a word that is written as one, and its parts beneath it
            words.append(cells[1])
            end = int(number[2])
        elif int(number[1]) > end and "." not in cells[0]:
            words.append(cells[1])
    return " ".join(words)
