"""TEI: the texts of a corpus, their divisions, and who speaks in them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.readers.markup import BLOCKS_OF_XML, xml_text

NAMES = ("TEI", "TEI.2", "teiCorpus", "teiCorpus.2")
NOT_TEXT = {
    *("teiHeader", "standOff", "castList", "titlePage", "stage", "speaker", "note"),
    *("fw", "facsimile", "sourceDoc", "incident", "kinesic", "vocal"),
}
LEFT_OUT = "headers, cast lists, stage directions, speakers' names and notes"
DIVISION = re.compile(r"div\d?")
ACT, SCENE = {"act", "acte", "akt", "aufzug"}, {"scene", "scène", "szene", "auftritt"}
FEWEST = 3  # divisions; and speeches, which hold half of the text
ID = "{http://www.w3.org/XML/1998/namespace}id"


def divisions_of_tei(root: Any) -> list[Units]:
    """Return the ways to divide TEI, the likeliest first; whole texts are one."""
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


def _text(element: Any) -> str:
    return xml_text(element, BLOCKS_OF_XML, NOT_TEXT)


def _document(tei: Any) -> Unit:
    dates = (
        date
        for path in ("creation", "sourceDesc", "publicationStmt")
        for date in tei.xpath(
            f"./*[1]//*[local-name()='{path}']//*[local-name()='date']"
        )
    )
    date = next((it.get("when") or it.text or "" for it in dates), "")
    return Unit(_text(tei), _title_of(tei), date)


def _title_of(tei: Any) -> str:
    titles = "string(.//*[local-name()='titleStmt']/*[local-name()='title'])"
    return " ".join(tei.xpath(titles).split())


def _speeches(root: Any) -> Iterator[Unit]:
    known = _names(root)
    for sp in root.iter("{*}sp", "{*}u"):
        speaker = sp.xpath("string(./*[local-name()='speaker'])")
        who = (sp.get("who") or "").split()
        name = known.get(who[0].lstrip("#") if who else "", "")
        name = name or " ".join(speaker.split()).rstrip(".:") or " ".join(who)
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
    name = str(element.tag).rpartition("}")[2]
    return DIVISION.fullmatch(name) is not None


def _heading(division: Any) -> str:
    head = " ".join(division.xpath("string(./*[local-name()='head'][1])").split())
    number = division.get("n") or ""
    return head or f"{division.get('type') or 'division'} {number}".strip()


def _divisions(root: Any, types: set[str]) -> Iterator[Unit]:
    for division in root.iter("{*}div", "{*}div1", "{*}div2", "{*}div3"):
        if _type(division) in types and (text := _text(division)):
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
            if depth == level and (text := _text(division)):
                yield Unit(text, _heading(division), groups=groups)


def _depth(division: Any) -> int:
    return sum(map(_is_division, division.iterancestors()))
