"""How a file is read: its format, its columns, and what counts as a word."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.shared.state import cached
from pages.shared.state.origins import Origin
from pages.shared.state.widgets import draw_option
from pages.shared.text import plain
from pages.shared.work.readings import FilePreview
from spca_core.corpus.options import TABLE_OPTIONS, Reading
from spca_core.corpus.readers.columns import GUESSED, NONE
from spca_core.corpus.readers.documents.split import PIECES
from spca_core.corpus.readers.files import plain_name
from spca_core.corpus.readers.formats import FORMATS, TABLES
from spca_core.corpus.readers.text import shown
from spca_core.corpus.texts.tokenisation import AUTO, JUNK, SHORTEST, Tokenisation
from spca_core.options import Option, options

OPTIONS = options(Reading())
# Each decides what the later ones can be.
IN_ORDER = ("format", *TABLE_OPTIONS)
AUTO_SHEET = ""  # the first with prose
MAX_ROW = 500  # of a header
MAX_OFFERED = 9  # columns that look like texts, and all of them


def choose_file(origin: Origin, where: str) -> Origin:
    """Ask how a file is read; return the origin with what was chosen.

    where : a part of the widgets' keys, different for each place

    raises : InputError if the file is not there, or cannot be read in this way
    """
    reading = origin.reading
    of_file = plain_name(cached.source(origin.corpus))
    name = draw_option(
        OPTIONS["name"], f"name_{where}", reading.name, placeholder=of_file
    )
    origin = origin.read_with({"name": name})
    detected = cached.look(_read_otherwise(origin, "format", AUTO)).format
    # All its numbers tell whether it is a covariance matrix: the report says so.
    label = "table of numbers" if detected == "table" else FORMATS[detected].label
    formats = _named("format", {AUTO: f"Detected: {label}"})
    chosen = draw_option(formats, f"format_{where}", reading.format)
    origin = _read_otherwise(origin, "format", chosen)
    look = cached.look(origin)
    if look.sheets:
        names = {AUTO_SHEET: "Detected: the first with texts"}
        names |= {name: name for name in look.sheets}
        sheets, now = _named("sheet", names), reading.columns.sheet
        sheet = draw_option(sheets, f"sheet_{where}", now if now in names else "")
        origin, where = _read_otherwise(origin, "sheet", sheet), where + sheet
        look = cached.look(origin)
    if look.taken and look.format == "text_table":
        now = reading.columns.separator
        separator = draw_option(OPTIONS["separator"], f"separator_{where}", now)
        origin = _read_otherwise(origin, "separator", separator)
        look, where = cached.look(origin), where + separator
    if look.taken:
        # Another sheet or header has other columns: their widgets begin anew.
        header = _choose_header(origin, where, look.header)
        origin, where = _read_otherwise(origin, "header", header), where + header
        look = cached.look(origin)
        if look.taken:
            origin = _choose_columns(origin, where, look)
    if look.format in TABLES:
        label = draw_option(OPTIONS["label"], f"label_{where}", reading.label or "")
        origin = origin.read_with({"label": label or None})
    if look.has_texts:
        origin = origin.read_with(_choose_cut(origin, where, look.encoding))
        with st.expander("What counts as a word"):
            words = choose_tokenisation(origin.reading.tokenisation, where)
            origin = origin.read_with(words)
    return origin


def choose_tokenisation(words: Tokenisation, where: str) -> dict[str, Any]:
    """Ask what counts as a word; return the options that were chosen.

    where : a part of the widgets' keys, different for each place
    """
    chosen: dict[str, Any] = {}
    for name, option in options(words).items():
        if name == "without_repeated":  # which is asked where a corpus is prepared
            continue
        now = option.default
        if name == "shortest":  # empty for the default
            now = now or None
        chosen[name] = draw_option(option, f"{name}_{where}", now, **MORE.get(name, {}))
    languages, junk = chosen["languages"], chosen["junk"]
    return {
        **chosen,
        # "Found" is dropped as soon as a language is chosen beside it.
        "languages": tuple(
            code for code in languages if len(languages) == 1 or code != AUTO
        ),
        "shortest": chosen["shortest"] or 0,
        "junk": tuple(kind for kind in JUNK if kind in junk),
    }


def _named(name: str, others: Mapping[str, str]) -> Option:
    """Return an option with what other choices are called here."""
    return OPTIONS[name]._replace(choices={**OPTIONS[name].choices, **others})


def _read_otherwise(origin: Origin, name: str, chosen: str) -> Origin:
    """Return an origin with another choice, and what depends on it as it is found."""
    if origin.choices[name] == chosen:
        return origin
    later = IN_ORDER[IN_ORDER.index(name) + 1 :]
    as_found = {name: OPTIONS[name].default for name in later}
    return origin.read_with({name: chosen, **as_found})


def _choose_header(origin: Origin, where: str, now: int) -> str:
    """Ask which row is the header; empty if it is to be found."""
    option = OPTIONS["header"]
    row = st.number_input(
        option.label, 0, MAX_ROW, now, key=f"header_{where}", help=option.help
    )
    return origin.reading.columns.header if row == now else str(row)


def _choose_columns(origin: Origin, where: str, look: FilePreview) -> Origin:
    """Show the columns that are read, and let the user change them."""
    now, columns = look.taken or GUESSED, {name: name for name in look.names}

    def choose(name: str, shown: Any) -> dict[str, Any]:
        """Return what was chosen, unless that is what is read already."""
        option, key = OPTIONS[name], f"{name}_{where}"
        several = option.is_list
        st.session_state.setdefault(key, [*shown] if several else shown)
        offered = columns if several else {NONE: "None", **columns}
        chosen = draw_option(_named(name, offered), key)
        return {} if chosen == shown else {name: chosen}

    chosen = choose("text", now.text)
    if len(look.like_text) > 1:
        _offer_texts(f"text_{where}", look.like_text)
    chosen |= choose("title", now.title) | choose("date", now.date)
    if chosen.get("date", now.date) != NONE:
        order = draw_option(OPTIONS["order"], f"order_{where}", now.order)
        chosen["order"] = order
    groups = choose("groups", tuple(name for name in now.groups if name != NONE))
    chosen |= {name: listed or (NONE,) for name, listed in groups.items()}
    return origin.read_with(chosen | choose("join", now.join))


def _offer_texts(key: str, names: Sequence[str]) -> None:
    """Offer each column that looks like a text, and all of them, with one click.

    key : of the widget that holds the columns of texts
    """
    several = {f"All {len(names)}": [*names], **{name: [name] for name in names}}
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption("Columns that look like texts:", width="content")
        for number, (label, columns) in enumerate([*several.items()][:MAX_OFFERED]):
            st.button(
                plain(label),
                key=f"{key}_{number}",
                type="tertiary",
                disabled=st.session_state[key] == columns,
                on_click=st.session_state.update,
                kwargs={key: columns},
            )


def _choose_cut(origin: Origin, where: str, encoding: str) -> dict[str, Any]:
    now = origin.reading
    chosen = {
        "split": draw_option(OPTIONS["split"], f"split_{where}", now.splitting.split)
    }
    chosen["pattern"] = draw_option(
        OPTIONS["pattern"], f"pattern_{where}", now.splitting.pattern
    )
    if chosen["split"] == PIECES:
        piece = OPTIONS["piece"]
        chosen["piece"] = draw_option(piece, f"piece_{where}", now.splitting.piece)
    known = _named("encoding", {AUTO: f"Detected: {shown(encoding)}"})
    return {**chosen, "encoding": draw_option(known, f"encoding_{where}", now.encoding)}


MORE: dict[str, dict[str, Any]] = {  # of their widgets
    "shortest": {"placeholder": f"Default: {SHORTEST}", "min_value": 1},
    "token_pattern": {"placeholder": r"for example: (?u)\b\w\w+\b"},
}
