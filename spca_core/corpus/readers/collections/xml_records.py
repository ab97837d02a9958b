"""XML that lists records: pages of a wiki, posts, items of a feed, like elements."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.collections import sectioned, tei
from spca_core.corpus.readers.collections.units import Unit
from spca_core.corpus.readers.collections.vocabularies import (
    NAMED_BY,
    NO_FIELDS,
    VERSES,
    attributes_of,
    field_name,
    known_record,
)
from spca_core.corpus.readers.columns import guess_columns, is_name_of_texts
from spca_core.corpus.readers.guarded import (
    as_damaged_file_error,
)
from spca_core.corpus.readers.markup import (
    html_text,
    name_of,
    with_references,
    xml_text,
)
from spca_core.corpus.readers.start import Start
from spca_core.corpus.texts.junk import TAG, Cleaning
from spca_core.errors import InputError
from spca_core.extras import check_installed
from spca_core.formatting import counted

NAME = rb"[A-Za-z_][\w.-]{0,60}+"
TOKEN = re.compile(
    rb"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<[?!][^>]*+(?:>|\Z)"
    rb"|<(?P<end>/?)(?:" + NAME + rb":)?(?P<name>" + NAME + rb")"
    rb"(?P<attributes>(?>[^<>\"'/]++|\"[^\"]*+\"|'[^']*+'|/(?!>))*+)(?P<empty>/?)>",
    re.DOTALL,
)
BEGINS = re.compile(rb"\s*+(?><(?:\?|!(?!(?i:doctype html)))[^>]*+>\s*+)*+<\w")
PROLOG = re.compile(rb"\s*+(?><[?!][^>]*+>\s*+)*+")
# Several documents in one file begin each with their own.
DECLARED = re.compile(rb"<(?:\?xml|!DOCTYPE)\b[^<>\[]*+(?>\[[^\]]{0,2000}+\]\s*+)?+>")
# Characters that control devices are not XML.
CONTROL = re.compile(rb"[\0-\x08\x0b\x0c\x0e-\x1f]")
# Elements of prose, and of documents that are no lists.
PROSE = {
    *("p", "l", "lg", "ab", "div", "sec", "section", "para", "head", "title", "span"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "br", "li", "td", "tr", "hi", "em", "b", "i"),
    *("h", "u", "s", "w", "tok", *VERSES),
}
PROSE |= {name.upper() for name in PROSE}  # as SGML has them
DOCUMENTS = {b"html", *(name.encode() for name in (*tei.NAMES, *sectioned.KINDS))}
# What is written about has these roots, too: a book and its reviews.
SUBJECTS = {b"article", b"book"}
FEWEST = 3  # elements that nothing ends
LOOKED_AT = 1 << 18  # bytes, to find what repeats
AT_ONCE = 1 << 20  # bytes that are parsed
MIN_SHARE = 0.5  # of a file is in its records
MIN_WITHIN = 0.8  # of a record is in others: then it is a list of these
MAX_DEPTH = 8  # of the fields of a record
LONG = 100  # characters of a field whose repetitions are paragraphs
WORD = re.compile(r"\w")
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
SETTINGS = re.compile(
    r"http://schemas\.google\.com/blogger/2008/kind#(?:settings|temp)"
)
TAGS = re.compile(r"<([^<>]{1,60})>")
REFERENCE = re.compile(
    r"<ref\b[^<>/]*+(?:/>|>[^<]*+(?><(?!/?ref\b)[^<]*+)*+</ref>)", re.IGNORECASE
)
WIKI_TABLE = re.compile(r"(?m)^[ \t:]*(?:\{\||\|\}|[|!]).*\n?")
HEADING = re.compile(r"(?m)^=+ *([^=\n]+?) *=+ *$")
REDIRECT = re.compile(r"(?i)#(?:redirect|weiterleitung|redirection|redirecci\u00f3n)")


class Place(NamedTuple):
    """Where records are: their name, and how many elements are around each."""

    name: str
    depth: int


def is_xml_records(start: Start) -> bool:
    return record_place(start.content) is not None


def record_place(content: bytes) -> Place | None:
    """Return which elements of XML are records, by its beginning; None if none are.

    These are the outermost of like elements in one place, if most of the file is in
    them and they are no prose.
    """
    content = content[:LOOKED_AT]
    if not BEGINS.match(content):
        return None
    first = next((tag["name"] for tag in TOKEN.finditer(content) if tag["name"]), b"")
    if first in DOCUMENTS - SUBJECTS:
        return None
    sizes, numbers, fields = _measured(content)
    for path in sorted(sizes, key=len):
        if _is_record(path, len(content), sizes, numbers, fields):
            is_list = first not in SUBJECTS or _is_about(path, fields)
            return Place(path[-1], len(path) - 1) if is_list else None
    return None


Path = tuple[str, ...]


def _measured(
    content: bytes,
) -> tuple[Counter[Path], Counter[Path], defaultdict[Path, set[str]]]:
    """Return bytes, the most in one place, and fields of elements, by their path."""
    sizes: Counter[Path] = Counter()
    numbers: Counter[Path] = Counter()
    fields: defaultdict[Path, set[str]] = defaultdict(set)
    within: list[tuple[str, int, Counter[str]]] = [("", 0, Counter())]

    def close(end: int) -> None:
        path = tuple(name for name, *_ in within[1:])
        _, start, inner = within.pop()
        sizes[path] += end - start
        for name, n in inner.items():
            numbers[*path, name] = max(n, numbers[*path, name])
            fields[path].add(name)

    for tag in TOKEN.finditer(content):
        if not tag["name"]:
            continue
        name = tag["name"].decode()
        if tag["end"]:
            if name in (each for each, *_ in within[1:]):
                while within[-1][0] != name:
                    close(tag.start())
                close(tag.end())
            continue
        within[-1][2][name] += 1
        if len(within) > limits.JSON_DEPTH * 4:
            break
        within.append((name, tag.start(), Counter()))
        path = tuple(each for each, *_ in within[1:])
        fields[path].update(_attributes(tag["attributes"]))
        if tag["empty"]:
            close(tag.end())
    while len(within) > 1:
        close(len(content))
    for name, n in within[0][2].items():
        numbers[(name,)] = n
    return sizes, numbers, fields


def _attributes(written: bytes) -> list[str]:
    names = re.findall(rb"([\w.:-]{1,60})\s*=\s*[\"']", written)
    return [name.decode() for name in names if b":" not in name and name != b"xmlns"]


def _is_record(
    path: Path,
    n_bytes: int,
    sizes: Counter[Path],
    numbers: Counter[Path],
    fields: defaultdict[Path, set[str]],
) -> bool:
    name, size = path[-1], sizes[path]
    if numbers[path] < 2 or size < MIN_SHARE * n_bytes or name in PROSE:
        return False
    inner = [(*path, each) for each in fields[path] if numbers[*path, each] > 2]
    if any(sizes[each] >= MIN_WITHIN * size and fields[each] for each in inner):
        return all(each[-1] in {*PROSE, *NAMED_BY} for each in inner)
    return True


def _is_about(path: Path, fields: defaultdict[Path, set[str]]) -> bool:
    """Return whether records of a book or an article are texts on it, not its parts."""
    is_of_texts = any(map(is_name_of_texts, (path[-1], *fields[path])))
    is_in_journal = "front" in fields[path[:1]]
    return is_of_texts and not is_in_journal and fields[path] & PROSE <= {"title"}


def read_xml_records(
    content: bytes, name: str
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the records of XML: child elements and attributes are their fields."""
    check_installed("lxml", name)
    place = record_place(content)
    if not place:
        raise InputError(f"{name} lists no like elements. Check the chosen format.")
    is_wiki = content[:2_000].lstrip(b"\xef\xbb\xbf \r\n").find(b"<mediawiki") >= 0
    entries: list[dict[str, Any]] = []
    left_out: Counter[str] = Counter()
    damaged: list[str] = []
    for record in _elements(content, name, place, damaged):
        limits.check(name, len(entries), limits.DOCUMENTS, "records")
        entry = known_record(record) or _entry(record)
        if is_wiki and ("redirect" in _names(record) or _is_redirect(entry)):
            left_out["redirects"] += 1
        elif any(map(SETTINGS.match, entry.get("category.term", "").split("; "))):
            left_out["settings"] += 1
        else:
            entries.append({key: _plain(it, is_wiki) for key, it in entry.items()})
    if is_wiki and any(entry.get("ns") == "0" for entry in entries):
        articles = [entry for entry in entries if entry.get("ns", "0") == "0"]
        left_out["pages that are no articles"] += len(entries) - len(articles)
        entries = articles
    if not entries:
        raise InputError(f"{name} has no record that is complete. Export it again.")
    _move_texts(entries)
    found = (
        f"{name}: {counted(len(entries), 'records')} <{place.name}> were found in it."
    )
    counts = [counted(n, what) for what, n in left_out.items() if n]
    others = f" Left out: {' and '.join(counts)}." if counts else ""
    return entries, [found + others, *damaged]


def record_of(root: Any) -> Unit | None:
    """Return XML that is one record as a document; None if no field has most of it."""
    entry = {key: _plain(it, is_wiki=False) for key, it in _entry(root).items()}
    if not any("." not in name and is_name_of_texts(name) for name in entry):
        return None
    (unit,) = units_of([entry])
    is_most = len(unit.text) >= MIN_SHARE * sum(map(len, entry.values()))
    return unit if is_most else None


def _move_texts(entries: Sequence[dict[str, Any]]) -> None:
    """Give the text of an element the name of the field that others have it in.

    So have Reuters' articles a <BODY> in their <TEXT>, and notices have none.
    """
    names = dict.fromkeys(name for entry in entries for name in entry)
    within = {it.rpartition(".")[0]: it for it in names if is_name_of_texts(it)}
    for entry in entries:
        for outer in within.keys() & entry.keys():
            if within[outer] not in entry:
                entry[within[outer]] = entry.pop(outer)


def _elements(
    content: bytes, name: str, place: Place, damaged: list[str]
) -> Iterator[Any]:
    """Yield the records; a sentence is added to `damaged` if the file has a fault."""
    from lxml import etree

    parser = etree.XMLPullParser(
        events=("end",),
        encoding="utf-8",  # whatever it declares: it was rewritten
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        recover=True,
    )
    with as_damaged_file_error(f"{name}: its XML is damaged.", etree.LxmlError):
        for element in _ended(parser, content):
            if name_of(element) != place.name:
                continue
            if sum(1 for _ in element.iterancestors()) != place.depth + 1:
                continue
            _keep_words(element)
            yield element
            element.clear(keep_tail=False)
            while element.getprevious() is not None:
                del element.getparent()[0]
    if len(parser.feed_error_log):
        fault = parser.feed_error_log[0]
        damaged.append(
            f"{name} is cut off or damaged at line {fault.line:,}. What could be read "
            "was read."
        )


def _ended(parser: Any, content: bytes) -> Iterator[Any]:
    """Yield each element of XML when it has ended."""
    for piece in _pieces(content):
        parser.feed(piece)
        yield from (element for _, element in parser.read_events())
    parser.close()
    yield from (element for _, element in parser.read_events())


def _pieces(content: bytes) -> Iterator[bytes]:
    """Yield XML in pieces that end between tags, within one root of their own."""
    prolog = PROLOG.match(content)
    start = prolog.end() if prolog else 0
    content = _closed(content)
    yield b"<all>"
    while start < len(content):
        end = content.rfind(b">", start, start + AT_ONCE) + 1
        end = end if end > start else start + AT_ONCE
        piece = DECLARED.sub(b"", content[start:end])
        yield CONTROL.sub(b" ", with_references(piece))
        start = end
    yield b"</all>"


def _closed(content: bytes) -> bytes:
    """Return SGML with an end for those of its elements that have none, as XML has."""
    tags = [tag for tag in TOKEN.finditer(content[:LOOKED_AT]) if tag["name"]]
    opened = Counter(tag["name"] for tag in tags if not tag["end"] + tag["empty"])
    ended = {tag["name"] for tag in tags if tag["end"]}
    names = [name for name, n in opened.items() if n >= FEWEST and name not in ended]
    if not names:
        return content
    open_tag = rb"<(%b)((?:\s[^<>]*+)?)>([^<]*+)" % b"|".join(map(re.escape, names))
    return re.sub(open_tag, rb"<\1\2>\3</\1>", content)


def _keep_words(record: Any) -> None:
    """Leave out what follows each word of corpora that have a line for every one."""
    for element in record.iter():
        if element.text and "\t" in element.text:
            element.text = _words(element.text)
        if element.tail and "\t" in element.tail:
            element.tail = _words(element.tail)


def _words(text: str) -> str:
    lines = [line for line in text.split("\n") if line.strip()]
    are_words = all(
        "\t" in line and " " not in line.partition("\t")[0] for line in lines
    )
    is_indented = any(line[0].isspace() for line in lines)
    if not are_words or is_indented:
        return text
    return "\n".join(line.partition("\t")[0] for line in ["", *lines, ""])


def _names(element: Any) -> set[str]:
    return {name_of(child) for child in element}


def _entry(record: Any) -> dict[str, str]:
    """Return the fields of a record, and the attributes of what is around it."""
    values: defaultdict[str, list[str]] = defaultdict(list)
    for outer in record.iterancestors():
        for key, value in attributes_of(outer):
            values[f"{name_of(outer)}.{key}"].append(value)
    _collect(record, "", values, MAX_DEPTH)
    return {key: _joined(parts) for key, parts in values.items()}


def _collect(
    element: Any, prefix: str, values: defaultdict[str, list[str]], depth: int
) -> None:
    for key, value in attributes_of(element):
        values[prefix + key].append(value)
    children = [child for child in element if name_of(child) not in ("", *NO_FIELDS)]
    if _is_prose(element, children) or not depth:
        key = prefix.rstrip(".") or "text"
        values[key].append(xml_text(element) if children else element.text or "")
        return
    languages = {child.get(LANGUAGE, "") for child in children}
    around = prefix[:-1].rpartition(".")[2]
    for child in children:
        own = field_name(child, around)
        own += f".{child.get(LANGUAGE)}" * (len(languages) > 1)
        inner = [it for it in child if name_of(it)]
        if inner and not _is_prose(child, inner):
            _collect(child, f"{prefix}{own}.", values, depth - 1)
        elif text := xml_text(child) if inner else "".join(child.itertext()).strip():
            values[prefix + own].append(text)
        else:
            for key, value in attributes_of(child):
                values[f"{prefix}{own}.{key}"].append(value)


def _is_prose(element: Any, children: list[Any]) -> bool:
    """Return whether an element has a text of its own, not fields."""
    own = [element.text, *(child.tail for child in element)]
    has_text = any(part and WORD.search(part) for part in own)
    are_prose = bool(children) and all(name_of(child) in PROSE for child in children)
    # A title may stand alone above the paragraphs.
    names = {name_of(child).lower() for child in children}
    return has_text or (are_prose and names != {"title"})


def _joined(parts: list[str]) -> str:
    return ("\n\n" if max(map(len, parts)) > LONG else "; ").join(filter(None, parts))


def _is_redirect(entry: dict[str, str]) -> bool:
    return any(REDIRECT.match(value) for value in entry.values())


def _plain(value: str, is_wiki: bool) -> str:
    """Return a field without HTML or wiki markup; tags in brackets are parted."""
    if is_wiki and ("[[" in value or "{{" in value or "==" in value or "<" in value):
        value, _ = REFERENCE.subn(" ", WIKI_TABLE.sub("", value))
        value = HEADING.sub(r"\1", Cleaning(("markup",))(value))
        return re.sub(r"\n\s*\n\s*", "\n\n", value).strip()
    if TAG.search(value):
        with as_damaged_file_error("HTML"):
            return html_text(value)
    if value.startswith("<") and TAGS.sub("", value) == "":
        return "; ".join(TAGS.findall(value))
    return value


def units_of(records: Sequence[Mapping[str, str]]) -> list[Unit]:
    """Return records as documents, with the roles that columns of a table have."""
    names = list(dict.fromkeys(name for record in records for name in record))
    cells = [[record.get(name, "") for record in records] for name in names]
    guess = guess_columns(names, cells)
    title, date = (
        cells[i] if i >= 0 else [""] * len(records) for i in (guess.title, guess.date)
    )
    # Nobody can choose another field: all that look like texts are read.
    texts = [cells[i] for i in guess.like_text or guess.text]
    return [
        Unit(
            "\n\n".join(filter(None, (column[number] for column in texts))),
            title[number],
            date[number],
            {names[i]: " ".join(cells[i][number].split()) for i in guess.groups},
        )
        for number in range(len(records))
    ]
