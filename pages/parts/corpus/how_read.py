"""How a file is read: its format, its columns, and what counts as a word."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.shared.state import cached
from pages.shared.state.origins import Origin
from pages.shared.state.widgets import draw_option
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.columns import NONE, ColumnRoles
from spca_core.corpus.readers.encodings import decoded, shown
from spca_core.corpus.readers.formats import FORMATS, TABLES
from spca_core.corpus.texts.dates import FOUND
from spca_core.corpus.texts.pieces import PIECES
from spca_core.corpus.texts.tokenisation import AUTO, JUNK, SHORTEST, Tokenisation
from spca_core.options import Option, options

OPTIONS = options(Reading())
AUTO_SHEET = ""  # the first with prose
MAX_ROW = 500  # of a header


def choose_file(origin: Origin) -> Origin:
    """Ask how a file is read; return the origin with what was chosen.

    raises : InputError if the file is not there, or cannot be read in this way
    """
    place = origin.corpus
    detected = cached.look(origin).format
    # All its numbers tell whether it is a covariance matrix: the report says so.
    label = "table of numbers" if detected == "table" else FORMATS[detected].label
    formats = _named("format", {AUTO: f"Detected: {label}"})
    origin = origin.read_with({"format": draw_option(formats, f"format_{place}")})
    look = cached.look(origin)
    where = place
    if look.sheets:
        sheets = {AUTO_SHEET: "Detected: the first with texts"}
        sheets |= {name: name for name in look.sheets}
        sheet = draw_option(_named("sheet", sheets), f"sheet_{place}")
        origin, where = origin.read_with({"sheet": sheet}), place + sheet
        look = cached.look(origin)
    if look.taken and look.format == "text_table":
        separator = draw_option(OPTIONS["separator"], f"separator_{place}")
        origin, where = origin.read_with({"separator": separator}), where + separator
        look = cached.look(origin)
    if look.taken:
        # Another sheet or header has other columns: their widgets begin anew.
        header = _choose_header(where, look.header)
        origin, where = origin.read_with({"header": header}), where + header
        look = cached.look(origin)
        if look.taken:
            origin = origin.read_with(_choose_columns(where, look.names, look.taken))
    if look.format in TABLES:
        label = draw_option(OPTIONS["label"], f"label_{place}") or None
        origin = origin.read_with({"label": label})
    if look.has_texts:
        origin = origin.read_with(_choose_cut(place, look.encoding))
        with st.expander("What counts as a word"):
            words = choose_tokenisation(origin.reading.tokenisation, place)
            origin = origin.read_with(words)
    return origin


def choose_tokenisation(words: Tokenisation, where: str) -> dict[str, Any]:
    """Ask what counts as a word; return the options that were chosen.

    where : a part of the widgets' keys, different for each place
    """
    chosen, listed = {}, None
    for name, option in options(words).items():
        if name == "without_repeated":  # which is asked where a corpus is prepared
            continue
        now = option.default
        if name == "shortest":  # empty for the default
            now = now or None
        chosen[name] = draw_option(option, f"{name}_{where}", now, **MORE.get(name, {}))
        if name == "stop_words":
            listed = st.file_uploader(
                "Stop words from a file", key=f"stop_file_{where}", help=STOP_FILE_HELP
            )
    more = decoded(listed.getvalue(), listed.name) if listed else ""
    languages, junk = chosen["languages"], chosen["junk"]
    return {
        **chosen,
        # "Found" is dropped as soon as a language is chosen beside it.
        "languages": tuple(
            code for code in languages if len(languages) == 1 or code != AUTO
        ),
        "stop_words": tuple(dict.fromkeys((*chosen["stop_words"], *more.split()))),
        "shortest": chosen["shortest"] or 0,
        "junk": tuple(kind for kind in JUNK if kind in junk),
    }


def _named(name: str, others: Mapping[str, str]) -> Option:
    """Return an option with what other choices are called here."""
    return OPTIONS[name]._replace(choices={**OPTIONS[name].choices, **others})


def _choose_header(place: str, recognised: int) -> str:
    """Ask which row is the header; empty for the one that was found."""
    key, option = f"header_{place}", OPTIONS["header"]
    st.session_state.setdefault(key, recognised)
    row = st.number_input(option.label, 0, MAX_ROW, key=key, help=option.help)
    return "" if row == recognised else str(row)


def _choose_columns(
    place: str, named: tuple[str, ...], taken: ColumnRoles
) -> dict[str, Any]:
    """Show the columns that were guessed, and let the user change them."""
    columns = {name: name for name in named}

    def choose(name: str, guess: object) -> Any:
        several = OPTIONS[name].is_list
        offered = columns if several else {NONE: "None", **columns}
        return draw_option(_named(name, offered), f"{name}_{place}", guess)

    text, title = choose("text", taken.text), choose("title", taken.title)
    date = choose("date", taken.date)
    order = FOUND if date == NONE else draw_option(OPTIONS["order"], f"order_{place}")
    groups = choose("groups", [name for name in taken.groups if name != NONE])
    join = choose("join", NONE)
    return {
        "text": text,
        "title": title,
        "date": date,
        "order": order,
        "groups": groups or (NONE,),
        "join": "" if join == NONE else join,
    }


def _choose_cut(place: str, encoding: str) -> dict[str, Any]:
    chosen = {"cut": draw_option(OPTIONS["cut"], f"cut_{place}")}
    if chosen["cut"] == PIECES:
        piece = OPTIONS["piece"]
        chosen["piece"] = draw_option(piece, f"piece_{place}", piece.default)
    known = _named("encoding", {AUTO: f"Detected: {shown(encoding)}"})
    return {**chosen, "encoding": draw_option(known, f"encoding_{place}")}


MORE: dict[str, dict[str, Any]] = {  # of their widgets
    "stop_words": {"placeholder": "for example: shall upon"},
    "shortest": {"placeholder": f"Default: {SHORTEST}", "min_value": 1},
    "token_pattern": {"placeholder": r"for example: (?u)\b\w\w+\b"},
}
STOP_FILE_HELP = "A text file with more words that are not counted."
