"""Records of XML vocabularies whose fields their elements alone do not tell."""

from typing import Any

from spca_core.corpus.readers.collections import sectioned
from spca_core.corpus.readers.markup import HIDDEN_IN_XML, name_of, xml_text

VERSES = {"v", "verse", "VERS", "aya"}
BOOK, NUMBER = ("bname", "name"), ("cnumber", "number", "num", "n", "name", "osisID")
# Elements of one field each, by the attributes that call it.
NAMED_BY = {
    **dict.fromkeys(("field", "column", "str", "arr", "date", "int"), "name"),
    **{"datafield": "tag", "controlfield": "tag", "subfield": "code"},
}
# As feeds call the text of an item, PubMed its titles, and MARC its fields.
RENAMED = {
    **{"encoded": "content", "ArticleTitle": "title", "Journal.Title": "journal"},
    **{"245.a": "title", "260.c": "date", "264.c": "date", "520.a": "abstract"},
}
# Files in notes, what an article cites, and when a record was entered.
NO_FIELDS = {
    *("resource", "postmeta", "ReferenceList", "CommentsCorrectionsList", "History"),
    *("DateCompleted", "DateRevised", "CopyrightInformation", "AffiliationInfo"),
    *("ind1", "ind2"),
}


def field_name(element: Any, around: str) -> str:
    """Return how a field is called, within another that is called `around`."""
    attribute = NAMED_BY.get(name_of(element))
    name = (attribute and element.get(attribute)) or name_of(element)
    return RENAMED.get(name, RENAMED.get(f"{around}.{name}", name))


def attributes_of(element: Any) -> list[tuple[str, str]]:
    """Return the attributes that are fields, without namespaces' own."""
    attributes = element.items()
    naming = NAMED_BY.get(name_of(element)) if attributes else None
    return [
        (name, value)
        for name, value in attributes
        if name != naming and name not in NO_FIELDS and not name.startswith("{")
    ]


def known_record(record: Any) -> dict[str, str] | None:
    """Return the fields of an article, an outline, a speech or a chapter, else None."""
    names = {name_of(child) for child in record}
    if sectioned.has_sections(record) and names & {"front", "body"}:
        return _article(record)
    if name_of(record) == "outline":
        return _outline(record)
    if name_of(record) == "rede":
        return _speech(record)
    return _chapter(record) if names & VERSES else None


def _article(record: Any) -> dict[str, str]:
    article, _ = sectioned.read_sections(record)
    about = {"title": article.title, "date": article.date, **article.groups}
    return {**about, "text": article.text}


def _outline(record: Any) -> dict[str, str]:
    """Return a topic with all that is below it, and notes."""
    own, *inner = (
        "\n\n".join(filter(None, map(element.get, ("text", "_note"))))
        for element in record.iter()
    )
    return {"title": record.get("text", ""), "text": "\n\n".join(inner or [own])}


def _speech(record: Any) -> dict[str, str]:
    """Return a speech in the Bundestag, without what others say in between."""
    speakers = record.xpath("./*[@klasse='redner']/*[local-name()='redner']")
    said, speaking = [], ""
    for child in record:
        speaking = "" if name_of(child) == "name" else speaking
        if child.get("klasse") == "redner":
            speaking = child.xpath("string(./*[local-name()='redner']/@id)")
        elif name_of(child) == "p" and speakers and speaking == speakers[0].get("id"):
            said.append(xml_text(child))
    of = {name_of(it): it.text or "" for first in speakers[:1] for it in first.iter()}
    names = map(of.get, ("titel", "vorname", "namenszusatz", "nachname"))
    fields = {
        "speaker": " ".join(filter(None, names)),
        "party": of.get("fraktion", ""),
        "date": "".join(record.xpath("ancestor::*/@sitzung-datum")),
        "agenda": "".join(record.xpath("ancestor::*/@top-id")),
        "text": "\n\n".join(said),
    }
    return {name: value for name, value in fields.items() if value}


def _chapter(record: Any) -> dict[str, str]:
    verses = (verse for verse in record if name_of(verse) in VERSES)
    hidden = HIDDEN_IN_XML | {"note"}
    text = "\n\n".join(
        verse.get("text") or xml_text(verse, hidden=hidden) for verse in verses
    )
    around = record.getparent()
    book, number = (
        next(filter(None, map(of.get, names)), "")
        for of, names in ((around, BOOK), (record, NUMBER))
    )
    fields = {"title": f"{book} {number}".strip(), "book": book, "text": text}
    return {name: value for name, value in fields.items() if value}
