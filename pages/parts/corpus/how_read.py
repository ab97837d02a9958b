"""How a file is read: its format, its columns, and what counts as a word."""

from typing import Any

import streamlit as st

from pages.shared.state import cached
from pages.shared.state.fields import ORIGIN
from pages.shared.state.origins import Origin
from spca_core.corpus.readers.encodings import AUTO, ENCODINGS, decoded, shown
from spca_core.corpus.readers.loading import TABLES, TEXTS
from spca_core.corpus.readers.recognition import FORMATS
from spca_core.corpus.readers.records.columns import NONE, Columns
from spca_core.corpus.texts.dates import FOUND, ORDERS
from spca_core.corpus.texts.languages import LANGUAGES
from spca_core.corpus.texts.pieces import CUTS, PIECE_LIMITS, PIECES
from spca_core.corpus.texts.segmentation import SHORTEST, SHORTEST_UNSPACED
from spca_core.corpus.texts.tokenisation import (
    JUNK,
    MAX_PATTERN,
    MAX_PHRASE,
    MAX_SHORTEST,
    MERGINGS,
)

AUTO_SHEET = ""  # the first with prose
MAX_ROW = 500  # of a header


def choose_file(origin: Origin) -> Origin:
    """Ask how a file is read; return the origin with what was chosen.

    raises : InputError if the file is not there, or cannot be read in this way
    """
    place = origin.corpus
    found = cached.look(origin)
    origin = origin._replace(format=_choose_format(place, found.format))
    look = cached.look(origin)
    if look.sheets:
        origin = origin._replace(sheet=_choose_sheet(place, look.sheets))
        look = cached.look(origin)
    if look.taken:
        # Another sheet or header has other columns: their widgets begin anew.
        where = place + origin.sheet
        origin = origin._replace(header=_choose_header(where, look.header))
        where, look = where + origin.header, cached.look(origin)
        if look.taken:
            chosen = _choose_columns(where, look.names, look.taken)
            origin = origin._replace(**chosen)
    if look.format in TABLES:
        label = st.text_input("Label column", key=f"label_{place}", help=HELP["label"])
        origin = origin._replace(label=label.strip())
    if look.taken or look.format in TEXTS:
        origin = origin._replace(**_choose_cut(place, look.encoding))
        with st.expander("What counts as a word"):
            origin = choose_words(origin, place)
    return origin


def choose_words(origin: Origin, where: str) -> Origin:
    """Ask what counts as a word; return the origin with what was chosen.

    where : a part of the widgets' keys, different for each place
    """

    def key(name: str) -> str:
        return f"{name}_{where}"

    language = st.multiselect(
        "Languages of the stop words",
        [AUTO, *LANGUAGES],
        list(origin.language),
        key=key("language"),
        format_func=lambda code: LANGUAGES.get(code, "Found"),
        help=HELP["language"],
    )
    stop = st.text_area(
        "More stop words", " ".join(origin.stop), key=key("stop"), help=HELP["stop"]
    )
    listed = st.file_uploader(
        "Stop words from a file", key=key("stop_file"), help=HELP["stop_file"]
    )
    merge = st.selectbox(
        "Forms that are merged",
        list(MERGINGS),
        list(MERGINGS).index(origin.merge),
        key=key("merge"),
        format_func=MERGINGS.__getitem__,
        help=HELP["merge"],
    )
    phrases = st.number_input(
        "Most words in a phrase",
        1,
        MAX_PHRASE,
        origin.phrases,
        key=key("phrases"),
        help=HELP["phrases"],
    )
    shortest = st.number_input(
        "Shortest word",
        1,
        MAX_SHORTEST,
        origin.shortest or None,
        key=key("shortest"),
        help=HELP["shortest"],
        placeholder=f"Usual: {SHORTEST}",
    )
    digits = st.toggle(
        "Keep numbers and hyphens",
        origin.digits,
        key=key("digits"),
        help=HELP["digits"],
    )
    case = st.toggle(
        "Tell capitals apart", origin.case, key=key("case"), help=HELP["case"]
    )
    pattern = st.text_input(
        "Pattern of a word",
        origin.pattern,
        MAX_PATTERN,
        key=key("pattern"),
        help=HELP["pattern"],
        placeholder=r"for example: (?u)\b\w\w+\b",
    )
    junk = st.multiselect(
        "Left out as no words",
        list(JUNK),
        list(origin.junk),
        key=key("junk"),
        format_func=JUNK.__getitem__,
        help=HELP["junk"],
    )
    more = decoded(listed.getvalue(), listed.name) if listed else ""
    # "Found" is dropped as soon as a language is chosen beside it.
    languages = tuple(language)
    if len(languages) > 1:
        languages = tuple(code for code in languages if code != AUTO)
    return origin._replace(
        language=languages,
        stop=tuple(dict.fromkeys((*stop.split(), *more.split()))),
        merge=merge,
        phrases=phrases,
        shortest=shortest or 0,
        digits=digits,
        case=case,
        pattern=pattern,
        junk=tuple(kind for kind in JUNK if kind in junk),
    )


def _choose_format(place: str, found: str) -> str:
    return st.selectbox(
        "Format",
        (AUTO, *FORMATS),
        key=f"format_{place}",
        format_func=lambda name: FORMATS.get(name, f"Found: {FORMATS[found]}"),
        help=HELP["format"],
    )


def _choose_sheet(place: str, sheets: tuple[str, ...]) -> str:
    return st.selectbox(
        "Sheet",
        (AUTO_SHEET, *sheets),
        key=f"sheet_{place}",
        format_func=lambda name: name or "Found: the first with texts",
        help=HELP["sheet"],
    )


def _choose_header(place: str, found: int) -> str:
    """Ask which row is the header; empty for the one that was found."""
    key = f"header_{place}"
    st.session_state.setdefault(key, found)
    row = st.number_input("Row of the names", 0, MAX_ROW, key=key, help=HELP["header"])
    return "" if row == found else str(row)


def _choose_columns(
    place: str, named: tuple[str, ...], taken: Columns
) -> dict[str, Any]:
    """Show the columns that were guessed, and let the user change them."""
    names = list(named)
    text = st.multiselect(
        "Text", names, list(taken.text), key=f"text_{place}", help=HELP["text"]
    )
    with_none = [NONE, *names]

    def choose(label: str, name: str, guess: str) -> str:
        return st.selectbox(
            label,
            with_none,
            with_none.index(guess),
            key=f"{name}_{place}",
            format_func=lambda column: "None" if column == NONE else column,
            help=HELP[name],
        )

    title = choose("Title", "title", taken.title)
    date = choose("Date", "date", taken.date)
    order = FOUND if date == NONE else _choose_order(place)
    groups = [name for name in taken.groups if name != NONE]
    group = st.multiselect(
        "Groups", names, groups, key=f"group_{place}", help=HELP["group"]
    )
    join = choose("Join rows by", "join", NONE)
    return {
        "text": tuple(text),
        "title": title,
        "date": date,
        "order": order,
        "group": tuple(group) or (NONE,),
        "join": "" if join == NONE else join,
    }


def _choose_order(place: str) -> str:
    return st.selectbox(
        "First in dates",
        list(ORDERS),
        key=f"order_{place}",
        format_func=ORDERS.__getitem__,
        help=HELP["order"],
    )


def _choose_cut(place: str, found: str) -> dict[str, Any]:
    cut = st.selectbox(
        "Long texts are cut into",
        list(CUTS),
        key=f"cut_{place}",
        format_func=CUTS.__getitem__,
        help=HELP["cut"],
    )
    piece = ORIGIN["piece"].default
    if cut == PIECES:
        piece = st.number_input(
            "Words in a piece", *PIECE_LIMITS, piece, key=f"piece_{place}"
        )
    encoding = st.selectbox(
        "Encoding",
        list(ENCODINGS),
        key=f"encoding_{place}",
        format_func=lambda name: (
            f"Found: {shown(found)}" if name == AUTO else ENCODINGS[name]
        ),
        help=HELP["encoding"],
    )
    return {"cut": cut, "piece": piece, "encoding": encoding}


HELP = {
    "format": "Found from the file's content. Choose another if this is wrong.",
    "label": (
        "The column that names or groups the rows: its name, or its number starting "
        "from 1. It is not counted as a word."
    ),
    "text": "The column with the texts. Several columns are joined.",
    "title": "The column whose cells name the documents.",
    "date": "The column of dates: topics are then shown over time.",
    "order": (
        "Whether 3/4/1999 is in April or in March. Dates such as 23/4/1999 tell for "
        "the whole column."
    ),
    "group": "Columns that group the documents, such as a party or a newspaper.",
    "join": (
        "Rows with the same value in this column become one document, such as the "
        "posts of a thread."
    ),
    "header": "The row that names the columns, blank rows not counted. 0: none does.",
    "sheet": "A workbook has several sheets; one is read.",
    "cut": (
        "Found: as they are, but lines that are wrapped become paragraphs, and a book "
        "alone is cut into pieces. Paragraphs are cut at blank lines. Pieces have a "
        "number of words that you choose. Turns begin with NAME: and are grouped by "
        "speaker."
    ),
    "encoding": "How the file writes letters. Change it if accents look wrong.",
    "language": (
        "Function words such as the, and, of are not counted. Found: those of the "
        "language that is recognised by its letters. Empty: all words are counted."
    ),
    "stop": "Further words that are not counted, with spaces between them.",
    "stop_file": "A text file of further words that are not counted.",
    "merge": (
        "Count nation and nations as one word. Stems merge more: nation and national. "
        "The most frequent form is shown."
    ),
    "phrases": (
        "Above 1, words that occur together much more often than by chance, and at "
        "least 10 times, become one word: supreme court."
    ),
    "shortest": (
        f"Words with fewer letters are not counted. Empty: {SHORTEST} letters, and "
        f"{SHORTEST_UNSPACED} in Chinese, Japanese, Thai and other scripts without "
        "blanks between words, where one sign may be a word."
    ),
    "digits": "Count covid-19, 9/11 and 1945 as words. Usually digits separate words.",
    "case": "Count Tax and tax as two words. Usually both count as tax.",
    "junk": (
        "What stands in texts and is no word. Take @names out of this list if they may "
        "be what a topic is about."
    ),
    "pattern": (
        "A regular expression for a word. It takes the place of the two options above "
        "and of the shortest word."
    ),
}
