"""TEI: the texts of a corpus, their divisions, and who speaks in them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from typing import Any

from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.readers.markup import BLOCKS_OF_XML, name_of, xml_text

NAMES = ("TEI", "TEI.2", "teiCorpus", "teiCorpus.2")
NOT_TEXT = {
    *("teiHeader", "standOff", "castList", "titlePage", "stage", "speaker", "note"),
    *("fw", "facsimile", "sourceDoc", "incident", "kinesic", "vocal", "listBibl"),
    *("figDesc", "formula", "rdg", "del"),
}
LEFT_OUT = "headers, cast lists, stage directions, speakers' names and notes"
HEADS = frozenset({"head"})  # which are the titles of divisions
DIVISION = re.compile(r"div\d?")
ACT, SCENE = {"act", "acte", "akt", "aufzug"}, {"scene", "scène", "szene", "auftritt"}
FEWEST = 3  # divisions; and speeches, which hold half of the text
# Of two readings, such as an error and its correction, the edition's own is read.
FIRST_READINGS = "//*[local-name()='choice'][*[2]]/*[self::*[{}]]".format(
    " or ".join(f"local-name()='{name}'" for name in ("orig", "sic", "abbr"))
)
OPENING = (
    "(.//*[local-name()='opener' or local-name()='dateline' or local-name()='head']"
    "//*[local-name()='date']/@when)[1]"
)
ID = "{http://www.w3.org/XML/1998/namespace}id"


def divisions_of_tei(root: Any) -> list[Units]:
    """Return the ways to divide TEI, the likeliest first; whole texts are one."""
    for reading in root.xpath(FIRST_READINGS):
        reading.tag = "del"
    texts = [tei for tei in root.iter("{*}TEI", "{*}TEI.2")] or [root]
    documents = Units("documents", list(map(_document, texts)), (LEFT_OUT,))
    speeches = Units("speeches", list(_speeches(root)), (LEFT_OUT,))
    others = [
        Units("acts", list(_divisions(root, ACT)), (LEFT_OUT,)),
        Units("scenes", list(_divisions(root, SCENE)), (LEFT_OUT,)),
        Units("chapters", list(_chapters(texts)), (LEFT_OUT,)),
    ]
    found = [units for units in (speeches, *others) if len(units.found) >= FEWEST]
    n_said, n_written = (
        sum(len(unit.text) for unit in units.found) for units in (speeches, documents)
    )
    if len(texts) > 1:
        return [documents, *found]
    if 2 * n_said < n_written:
        found.sort(key=lambda units: units.kind == "speeches")
    return [*found, documents]


def _text(element: Any, besides: Set[str] = frozenset()) -> str:
    return xml_text(element, BLOCKS_OF_XML, NOT_TEXT | besides)


def _document(tei: Any) -> Unit:
    dates = (
        date
        for path in ("correspDesc", "creation", "sourceDesc", "publicationStmt")
        for date in tei.xpath(
            f"./*[1]//*[local-name()='{path}']//*[local-name()='date']"
        )
    )
    date = next((_day(it) for it in dates), "")
    return Unit(_text(tei), _title_of(tei), date)


def _day(date: Any) -> str:
    attributes = map(date.get, ("when", "notBefore", "from"))
    return next(filter(None, attributes), date.text or "")


def _title_of(tei: Any) -> str:
    titles = "string(.//*[local-name()='titleStmt']/*[local-name()='title'])"
    return " ".join(tei.xpath(titles).split())


def _speeches(root: Any) -> Iterator[Unit]:
    known = _names(root)
    for sp in root.iter("{*}sp", "{*}u"):
        speaker = sp.xpath("string(./*[local-name()='speaker'])")
        who = (sp.get("who") or "").split()
        name = known.get(who[0].lstrip("#") if who else "", "")
        name = name or " ".join(speaker.split()).rstrip(".:")
        name = name or " ".join(each.lstrip("#") for each in who)
        groups = {"speaker": name} | _place(sp)
        if text := _text(sp):
            yield Unit(text, groups={key: it for key, it in groups.items() if it})


def _names(root: Any) -> dict[str, str]:
    """Return the names of persons, by their identifiers."""
    return {
        person.get(ID, ""): " ".join(
            " ".join(person.xpath(".//*[local-name()='persName'][1]//text()")).split()
        )
        for person in root.iter("{*}person", "{*}role", "{*}personGrp")
    }


def _place(element: Any) -> dict[str, str]:
    """Return the act and the scene in which an element is."""
    found = {}
    for outer in element.iterancestors():
        kind = _type(outer)
        for name, types in (("act", ACT), ("scene", SCENE)):
            if kind in types:
                found[name] = _heading(outer)
    return found


def _type(element: Any) -> str:
    return (element.get("type") or "").lower() if _is_division(element) else ""


def _is_division(element: Any) -> bool:
    return DIVISION.fullmatch(name_of(element)) is not None


def _heading(division: Any) -> str:
    head = " ".join(division.xpath("string(./*[local-name()='head'][1])").split())
    number = division.get("n") or ""
    return head or f"{division.get('type') or 'division'} {number}".strip()


def _divisions(root: Any, types: set[str]) -> Iterator[Unit]:
    for division in root.iter("{*}div", "{*}div1", "{*}div2", "{*}div3"):
        if _type(division) in types and (text := _text(division, HEADS)):
            groups = _place(division)
            title = ", ".join([*groups.values(), _heading(division)])
            yield Unit(text, title, groups=groups)


def _chapters(texts: list[Any]) -> Iterator[Unit]:
    """Yield the highest divisions of which there are some in each text."""
    for tei in texts:
        levels: Counter[int] = Counter()
        divisions = [(_depth(it), it) for it in tei.iter() if _is_division(it)]
        levels.update(depth for depth, _ in divisions)
        level = next((depth for depth in sorted(levels) if levels[depth] >= FEWEST), -1)
        groups: Mapping[str, str] = {"text": _title_of(tei)} if len(texts) > 1 else {}
        for depth, division in divisions:
            if depth == level and (text := _text(division, HEADS)):
                date = division.xpath(f"string({OPENING})")
                yield Unit(text, _heading(division), date, groups)


def _depth(division: Any) -> int:
    return sum(map(_is_division, division.iterancestors()))
