"""Records in JSON and XML: one element a row, whose fields are what is in it."""

import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from spca_core.corpus import limits
from spca_core.corpus.readers.guarded import as_damaged_file_error
from spca_core.corpus.readers.html import check_attributes, html_text
from spca_core.corpus.readers.start import Start
from spca_core.corpus.readers.tables.columns import (
    MIN_PROSE,
    is_name_of_texts,
    n_words_of,
)
from spca_core.corpus.texts.junk import TAG
from spca_core.errors import InputError
from spca_core.extras import check_installed
from spca_core.formatting import counted

Entry = dict[str, Any]
Path = tuple[str, ...]
MAX_OFFERED = 8  # elements, of those with the most text
FEWEST = 2  # elements of a list
MIN_SHARE = 0.2  # of the most text, by the first list that holds prose
SCALARS = (str, int, float, type(None))
UNREADABLE = "a number of over 4,000 digits, or brackets in hundreds of brackets"
ASSIGNED = re.compile(rb"\s*+[\w.]++\s*+=\s*+(?=[\[{])")  # in an archive of tweets
MAX_NESTED = 3  # objects within a record
LOOKED_AT = 100  # records of a list
ROOT = "."  # the path of a list that is all of a file


JSON = re.compile(rb'\s*+(?>[\w.]++\s*+=\s*+)?+(?:\[\s*+[\[{"]|\{\s*+["}])')
RECORDS = re.compile(rb'"\s*:\s*\[\s*\{')  # a list of objects within an object
# A list of tokens, an object of counts, the first line of a packed corpus, or an
# object whose values are all numbers.
COUNTED = re.compile(
    rb'"tokens"\s*:\s*\[|"counts"\s*:\s*\{|^[ \t]*+\{\s*"about"\s*:\s*\{'
    rb'|^[ \t]*+\{(?>\s*"[^"]*+"\s*:\s*[-+.\deE]++\s*,?)*+\s*\}\s*$',
    re.MULTILINE,
)
HTML = re.compile(rb"\s*+(?><\?xml[^>]*+>\s*+)?+<(?:!(?i:doctype html)|(?i:html))\b")
XML = re.compile(
    rb"\s*+(?:<\?xml\b|(?><!(?!(?i:doctype html))[^>]*+>\s*+)*+"
    rb"<(?!(?i:html|head|body|p|div|h[1-6]|!)\b)([A-Za-z][\w.:-]{0,60})[\s>])"
)


def is_json(start: Start) -> bool:
    """Return whether a file is JSON, and not of counts or tokens on its lines."""
    return start.matches(JSON) and not is_counted(start)


def is_counted(start: Start) -> bool:
    """Return whether the lines of JSON are documents of counts or tokens."""
    lines = start.lines
    are_lines = len(lines) == 1 or lines[1].lstrip().startswith(b"{")
    # Records of a text may hold tokens, too, as Whisper's do.
    is_alone = len(lines) == 1 and RECORDS.search(lines[0])
    is_object = start.content.lstrip().startswith(b"{") and not is_alone
    return is_object and are_lines and bool(COUNTED.search(b"\n".join(lines)))


def is_xml(start: Start) -> bool:
    """Return whether a file is XML: it says so, or ends as its first tag began."""
    content = start.content
    if not (found := XML.match(content)) or HTML.match(content):
        return False
    end = content.rstrip().rpartition(b"</")[2]
    is_whole = start.is_cut or end.rstrip(b"> ") == found[1]
    return not found[1] or is_whole


class Entries(NamedTuple):
    """The records of a file, warnings, and other elements with their numbers."""

    entries: Sequence[Entry]
    warnings: Sequence[str] = ()
    elements: Sequence[tuple[str, int]] = ()


def read_json(content: bytes, name: str, element: str = "") -> Entries:
    """Return the objects of a list in JSON, or on lines of their own.

    element : the path of the list, such as data.items; empty for the first with texts
    """
    held, warnings = _loaded(content, name)
    lists = _lists(held)
    if not lists and isinstance(held, dict) and _is_prose([held]):
        lists[()] = [held]
    if not lists:
        raise InputError(
            f"{name} holds no list of objects with texts. Give a list of objects: "
            '[{"title": "...", "text": "..."}].'
        )
    path = _chosen(name, lists, element) if element else _with_texts(lists)
    return Entries(_flat_records(lists[path]), warnings, _offered(lists, path))


def _loaded(content: bytes, name: str) -> tuple[Any, list[str]]:
    """Return what a file holds: one value, or a list of the objects on its lines."""
    n_values = 1 + sum(map(content.count, (b",", b"[", b"{")))
    way_out = "Take a part of it, or save it as CSV."
    limits.check(
        name, n_values, limits.JSON_VALUES, "values or commas in JSON", way_out
    )
    assigned = ASSIGNED.match(content)
    try:
        return json.loads(content[assigned.end() :] if assigned else content), []
    except (ValueError, RecursionError) as error:
        values, faults = _on_lines(content)
        if len(values) > len(faults):
            return values, [_about_faults(name, faults)] if faults else []
        are_lines = len(faults) > 1 and content.count(b"\n{") >= len(faults) - 1
        fault = error if isinstance(error, json.JSONDecodeError) else UNREADABLE
        if are_lines:
            fault = f"line {faults[0][0]}: {faults[0][1]}"
        raise InputError(
            f"{name} is not JSON: {fault}. Check that it is complete."
        ) from error


def _on_lines(content: bytes) -> tuple[list[Any], list[tuple[int, str]]]:
    """Return the objects on lines, and the numbers of other lines with their faults."""
    values, faults = [], []
    for number, line in enumerate(content.split(b"\n"), start=1):
        try:
            value = json.loads(line.decode(errors="replace")) if line.strip() else None
        except (ValueError, RecursionError) as error:
            faults.append((number, str(error)))
        else:
            values += [value] * isinstance(value, dict)
            if not isinstance(value, dict | None):
                faults.append((number, "not a JSON object"))
    return values, faults


def _about_faults(name: str, faults: Sequence[tuple[int, str]]) -> str:
    number, why = faults[0]
    were = "was" if len(faults) == 1 else "were"
    lines = counted(len(faults), "lines")
    return f"{name}: {lines} {were} left out; line {number}: {why}."


def _lists(held: Any) -> dict[Path, list[Mapping[str, Any]]]:
    """Return the lists of objects in JSON by where they are, the outer ones first."""
    lists: defaultdict[Path, list[Mapping[str, Any]]] = defaultdict(list)
    within: list[tuple[Path, Any]] = [((), held)]
    for _ in range(limits.JSON_DEPTH + 1):
        inner: list[tuple[Path, Any]] = []
        for path, value in within:
            lists[path] += _records(value)
            if isinstance(value, dict):
                inner += [((*path, name), of) for name, of in value.items()]
            elif isinstance(value, list):
                inner += [(path, of) for of in value if isinstance(of, dict | list)]
        within = inner
    return {path: records for path, records in lists.items() if records}


def _records(value: Any) -> list[Mapping[str, Any]]:
    """Return the records of a value: objects, texts, columns, or rows by names."""
    if isinstance(value, list):
        texts = [it for it in value if isinstance(it, str)]
        if texts and len(texts) == len(value):
            is_prose = sum(map(n_words_of, texts)) >= MIN_PROSE * len(texts)
            return [{"text": text} for text in texts] if is_prose else []
        # Texts beside objects are pieces of one text.
        return [] if texts else [it for it in value if isinstance(it, dict)]
    if not isinstance(value, dict) or len(value) < FEWEST:
        return []
    inner = list(value.values())
    if all(isinstance(it, list) and len(it) == len(inner[0]) > 1 for it in inner):
        rows = zip(*inner, strict=True)
        are_flat = all(isinstance(cell, SCALARS) for it in inner for cell in it)
        return [dict(zip(value, row, strict=True)) for row in rows] if are_flat else []
    if all(isinstance(it, str) for it in inner) and not any(
        map(is_name_of_texts, value)
    ):
        is_prose = sum(map(n_words_of, inner)) >= MIN_PROSE * len(inner)
        return [{"title": of, "text": it} for of, it in value.items()] * is_prose
    if not all(isinstance(it, dict) and it for it in inner):
        return []
    keys = [set(it) for it in inner]
    if all(of == keys[0] and all(map(str.isdecimal, of)) for of in keys):
        return [{name: of[row] for name, of in value.items()} for row in inner[0]]
    if 2 * len(set.intersection(*keys)) < len(set.union(*keys)):
        return []
    return [{"id": name, **record} for name, record in value.items()]


def _path(path: Path) -> str:
    return ".".join(path) or ROOT


def _chosen(name: str, lists: Mapping[Path, Any], element: str) -> Path:
    for path in lists:
        if _path(path) == element:
            return path
    known = ", ".join(map(_path, lists))
    raise InputError(
        f"{name} has no list {element!r}. It has {known}: give one of them."
    )


def _with_texts(lists: Mapping[Path, list[Mapping[str, Any]]]) -> Path:
    """Return where the first list is that holds prose and much, or else the largest."""
    sizes = {path: _n_characters(records) for path, records in lists.items()}
    for path, records in lists.items():
        if sizes[path] >= MIN_SHARE * max(sizes.values()) and _is_prose(records):
            return path
    return max(sizes, key=sizes.__getitem__)


def _is_prose(records: Sequence[Mapping[str, Any]]) -> bool:
    fields: defaultdict[str, list[int]] = defaultdict(list)
    for record in _flat_records(records[:LOOKED_AT]):
        for name, value in record.items():
            if isinstance(value, str) and value.strip():
                fields[name].append(n_words_of(value))
    return any(sum(of) >= MIN_PROSE * len(of) for of in fields.values())


def _n_characters(records: Sequence[Mapping[str, Any]]) -> int:
    texts = chain.from_iterable(_flat(record).values() for record in records)
    return sum(len(text) for text in texts if isinstance(text, str))


def _offered(
    lists: Mapping[Path, list[Mapping[str, Any]]], chosen: Path
) -> list[tuple[str, int]]:
    others = [path for path in lists if path != chosen]
    found = [(_path(it), len(lists[it])) for it in others if _is_prose(lists[it])]
    return sorted(found, key=lambda it: -it[1])[:MAX_OFFERED]


def _flat_records(records: Sequence[Mapping[str, Any]]) -> list[Entry]:
    """Return records of values alone: nested names become name.name."""
    texts = {
        name
        for record in records
        for name, value in record.items()
        if isinstance(value, str)
    }
    return [_flat(_with_joined_pieces(record, texts)) for record in records]


def _with_joined_pieces(record: Mapping[str, Any], names: set[str]) -> Entry:
    """Return a record with texts in place of lists of their pieces.

    Telegram writes plain pieces as texts, and links as objects with a text.

    names : of the fields that are texts in other records
    """
    return {
        name: "".join(
            str(piece.get("text", "") if isinstance(piece, dict) else piece)
            for piece in value
        )
        if name in names and _is_nested(value) and isinstance(value, list)
        else value
        for name, value in record.items()
    }


def _flat(record: Mapping[str, Any], depth: int = MAX_NESTED) -> Entry:
    """Return a record's values, with those of objects in it by their names."""
    values: Entry = {}
    for name, value in record.items():
        if isinstance(value, dict) and depth:
            if words := _in_order(value):
                values[name] = words
            else:
                inner = _flat(value, depth - 1).items()
                values.update({f"{name}.{key}": nested for key, nested in inner})
        elif not _is_nested(value):
            values[name] = value
    return values


def _in_order(places: Mapping[str, Any]) -> str:
    """Return the text of an index of where its words are, as OpenAlex keeps abstracts.

    It is empty if these are no places.
    """
    if not all(isinstance(it, list) and it for it in places.values()):
        return ""
    pairs = [(place, word) for word, at in places.items() for place in at]
    if not all(isinstance(place, int) for place, _ in pairs):
        return ""
    return " ".join(word for _, word in sorted(pairs))


def _is_nested(value: object) -> bool:
    """Return whether a value is an object, or a list of objects."""
    is_list = isinstance(value, list)
    return isinstance(value, dict) or (
        is_list and any(isinstance(it, dict) for it in value)
    )


# Elements of prose, whose text belongs to what they are in; and those that may have a
# title of their own, and are then divisions.
INLINE = {
    *("p", "l", "lg", "ab", "para", "span", "hi", "em", "b", "i", "u", "s", "br", "li"),
    *("ul", "ol", "strong", "emph", "bold", "italic", "sub", "sup", "a", "h", "w", "v"),
    *("td", "tr", "table", "lb", "pb", "note", "list", "blockquote", "q", "quote"),
    *("foreign", "pc", "seg", "verse", "line", "caption", "div", "sec", "section"),
}
DIVISIONS, HEADS = {"div", "sec", "section"}, {"head", "title"}
BLOCKS = {"p", "l", "ab", "para", "head", "title", "li", "td", "br", "lb", "verse", "v"}
MAX_DEPTH = 8  # of the fields of a record
MIN_RECORDS = 0.5  # of a file's text is in its records
MIN_WITHIN = 0.8  # of a record is in others: then it is a list of these
LONG = 100  # characters of a field whose repetitions are paragraphs
# Nothing is fetched, no entity expanded; and it is in UTF-8, whatever it declares.
PARSING = {
    **{"recover": True, "resolve_entities": False, "no_network": True},
    **{"load_dtd": False, "encoding": "utf-8"},
}
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def read_xml(content: bytes, name: str, element: str = "") -> Entries:
    """Return the like elements of XML: their children and attributes are fields.

    element : the name of the elements; empty for those that hold most of the file
    """
    check_installed("lxml", name)
    check_attributes(content, name)
    found = _paths(content, name)
    if not found:
        raise InputError(f"{name} has no element of XML. Choose another format.")
    names = Counter[str]()
    for path, place in found.items():
        names[path[-1]] += place.n
    if element and element not in names:
        known = ", ".join([*names][: 2 * MAX_OFFERED])
        raise InputError(
            f"{name} has no element {element!r}. It has {known}: give one of them."
        )
    records = _record_paths(found)
    # Without a list all of it is one document; its paragraphs are offered.
    chosen = element or (
        _innermost(records, found) if records else next(iter(found))[-1]
    )
    blocks = {it for it in names if it in BLOCKS and names[it] >= FEWEST}
    others = dict.fromkeys([*(path[-1] for path in records), *sorted(blocks)])
    offered = [(it, names[it]) for it in others if it != chosen][:MAX_OFFERED]
    entries, damaged = list[Entry](), list[str]()
    for record in _elements(content, name, chosen, damaged):
        limits.check(name, len(entries), limits.DOCUMENTS, "records")
        entries.append({key: _plain(it) for key, it in _entry(record).items()})
    if not entries:
        raise InputError(f"{name} has no record that is complete. Export it again.")
    were = "was" if len(entries) == 1 else "were"
    said = f"{name}: {counted(len(entries), 'records')} <{chosen}> {were} read."
    return Entries(entries, [said, *damaged], offered)


class _Place:
    """The elements at one place: how many, the text in them, and what is in them."""

    def __init__(self) -> None:
        self.n = self.n_characters = 0
        self.fields: set[str] = set()


def _paths(content: bytes, name: str) -> dict[Path, _Place]:
    """Return the elements of XML by their path of names."""
    found: defaultdict[Path, _Place] = defaultdict(_Place)
    path: list[str] = []
    for event, element in _events(content, name, ("start", "end")):
        if event == "start":
            path.append(name_of(element))
            if len(path) > 1:
                found[*path[:-1],].fields.add(path[-1])
            place = found[*path,]
            place.n += 1
            attributes = _attributes(element)
            place.fields.update(f"@{key}" for key, _ in attributes)
            n_characters = sum(len(value) for _, value in attributes)
        else:
            n_characters = len(element.text or "")
            n_characters += sum(len(child.tail or "") for child in element)
            _forget(element)
        for depth in range(1, len(path) + 1):
            found[*path[:depth],].n_characters += n_characters
        if event == "end":
            path.pop()
    return dict(found)


def _events(content: bytes, name: str, events: Sequence[str]) -> Any:
    from lxml import etree

    with as_damaged_file_error(f"{name}: its XML is damaged.", etree.LxmlError):
        yield from etree.iterparse(
            io.BytesIO(content),
            events=events,
            **PARSING,
        )


def _forget(element: Any) -> None:
    """Free the memory of an element that has been read, and of those before it."""
    tail = element.tail
    element.clear()
    element.tail = tail


def _record_paths(found: Mapping[Path, _Place]) -> list[Path]:
    """Return where like elements with fields hold half of a file, outer ones first."""
    most = MIN_RECORDS * max(place.n_characters for place in found.values())
    return [
        path
        for path, place in sorted(found.items(), key=lambda it: len(it[0]))
        if place.n >= FEWEST
        and place.n_characters >= most
        and place.fields
        and (path[-1] not in INLINE or _is_division(path, found))
    ]


def _is_division(path: Path, found: Mapping[Path, _Place]) -> bool:
    return path[-1] in DIVISIONS and bool(HEADS & found[path].fields)


def _innermost(records: Sequence[Path], found: Mapping[Path, _Place]) -> str:
    """Return the outermost records, or those of which each is only a list."""
    best = records[0]
    for path in records[1:]:
        outer, inner = found[best], found[path]
        holds_most = inner.n_characters >= MIN_WITHIN * outer.n_characters
        if path[: len(best)] == best and inner.n > outer.n and holds_most:
            best = path
    return best[-1]


def _elements(
    content: bytes, name: str, element: str, damaged: list[str]
) -> Iterator[Any]:
    """Yield the elements of a name; a sentence is added if the file is damaged."""
    from lxml import etree

    parser = etree.iterparse(
        io.BytesIO(content),
        tag=[element, f"{{*}}{element}"],
        **PARSING,
    )
    with as_damaged_file_error(f"{name}: its XML is damaged.", etree.LxmlError):
        for _, found in parser:
            yield found
            _forget(found)
            before = found.getprevious()
            if before is not None and before.tag == found.tag:
                found.getparent().remove(before)
    if len(parser.error_log):
        fault = parser.error_log[0]
        damaged.append(
            f"{name} is cut off or damaged at line {fault.line:,}. What could be read "
            "was read."
        )


def name_of(element: Any) -> str:
    """Return the name of an element without its namespace; "" of a comment."""
    is_named = isinstance(element.tag, str)  # not a comment, or an entity
    return element.tag.rpartition("}")[2] if is_named else ""


def _attributes(element: Any) -> list[tuple[str, str]]:
    """Return the attributes that are fields, without namespaces' own."""
    return [(name, of) for name, of in element.items() if not name.startswith("{")]


def _entry(record: Any) -> dict[str, str]:
    """Return the fields of a record, and those of what is around it."""
    values: defaultdict[str, list[str]] = defaultdict(list)
    for outer in record.iterancestors():
        around = outer.get("type") or name_of(outer)
        for key, value in _attributes(outer):
            values[f"{around}.{key}"].append(value)
        for child in outer:
            if len(child) == 0 and (text := (child.text or "").strip()):
                values.setdefault(f"{around}.{name_of(child)}", [text])
    _collect(record, "", values, MAX_DEPTH)
    return {key: _joined(key, parts) for key, parts in values.items()}


def _collect(
    element: Any, prefix: str, values: defaultdict[str, list[str]], depth: int
) -> None:
    for key, value in _attributes(element):
        values[prefix + key].append(value)
    children = [child for child in element if name_of(child)]
    if not depth or not children or _has_own_text(element):
        values[prefix.rstrip(".") or "text"].append(text_of(element))
        return
    languages = {child.get(LANGUAGE, "") for child in children}
    for child in children:
        own = name_of(child)
        if own in INLINE:
            values[f"{prefix}text"].append(text_of(child))
            continue
        # As databases and Solr write them: <field name="title">.
        own = child.get("name") or own if not len(child) else own
        own += f".{child.get(LANGUAGE)}" * (len(languages) > 1)
        if len(child):
            _collect(child, f"{prefix}{own}.", values, depth - 1)
        elif text := (child.text or "").strip():
            values[prefix + own].append(text)
        else:
            for key, value in _attributes(child):
                values[f"{prefix}{own}.{key}"].append(value)


def _has_own_text(element: Any) -> bool:
    own = [element.text, *(child.tail for child in element)]
    return any(part and not part.isspace() for part in own)


def text_of(element: Any) -> str:
    """Return the text of an element of lxml, with a blank line between its blocks."""
    parts: list[str] = []
    for part in element.iter():
        tag = name_of(part)
        parts += ["\n\n"] * (tag in BLOCKS)
        parts.append(part.text or "" if tag else "")
        parts += [part.tail or ""] * (part is not element)
    blocks = "".join(parts).split("\n\n")
    return "\n\n".join(filter(None, (" ".join(block.split()) for block in blocks)))


def _joined(key: str, parts: list[str]) -> str:
    are_paragraphs = key.endswith("text") or max(map(len, parts)) > LONG
    return ("\n\n" if are_paragraphs else "; ").join(filter(None, parts))


def _plain(value: str) -> str:
    """Return a field without HTML; tags in brackets are parted."""
    if TAG.search(value):
        with as_damaged_file_error("HTML"):
            return html_text(value)
    if value.startswith("<") and re.fullmatch(r"(?:<[^<>]{1,60}>)+", value):
        return "; ".join(re.findall(r"<([^<>]+)>", value))
    return value
