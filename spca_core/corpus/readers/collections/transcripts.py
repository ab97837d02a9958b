"""Speeches and messages: lines that begin with the name of who speaks."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise

from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.texts.dates import DAY, MONTH, iso_dates

# A name in capitals, or of a few words, perhaps an office after it, and a colon.
CLOCK = r"\[?\(?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?\)?\]?"
WORD = r"(?!\d{1,2}:\d\d)\w[\w.'\u2019-]*+[ ]?+"
NAME = rf"(?>[^\W\d_][\w.'\u2019-]*+[ ]?+)(?>{WORD}){{0,4}}+"
# Before the name of who has it, an office may be long.
HELD = rf"(?>[^\W\d_][\w.'\u2019-]*+[ ]?+)(?>{WORD}){{0,14}}+(?=\()"
CAPITAL = r"A-Z\u00c0-\u00dd"
CAPITALS = rf"(?>[{CAPITAL}](?>[{CAPITAL}'\u2019-]|\.(?=[{CAPITAL}]))++[ ]?){{1,4}}"
OFFICE = r"(?:,[^:\n]{1,60}+|[ \t]*\([^)\n]{1,99}\)){0,3}"
SPEAKER = re.compile(
    rf"(?m)^[ \t]*(?:{CLOCK}[ \t]+)?({HELD}|{NAME})"
    rf"(?:{OFFICE}[ \t]*(?:{CLOCK}[ \t]*)?:(?:[ \t]|$)"
    rf"|[ \t]*+(?<=[ \t]){CLOCK}[ \t]*$)"
    # A name alone on a line, after a time or in capitals, and what is said beneath it.
    rf"|^[ \t]*{CLOCK}(?:[ \t]+|[ \t]*-->[ \t]*{CLOCK}[ \t]*\n[ \t]*)({NAME})$"
    r"(?=\n[ \t]*\S)"
    rf"|^[ \t]*((?>[{CAPITAL}][{CAPITAL}.'\u2019-]++[ ]?){{1,4}})\.?[ \t]*$"
    r"(?=\n[ \t]*\S)"
    # The same with a point, and what is said after it, as in plays and in minutes.
    rf"|^[ \t]*((?:(?i:mr|mrs|ms|miss|dr|the)\.?[ ])?{CAPITALS}"
    r"(?:of [A-Z]\w+|pro tempore)?|(?:MM?\.|Mmes?)[ ][^.:\n]{2,60})"
    r"(?<=\w)\.[ \t](?=[ \t]*\S)"
)
# Of Markdown, around what begins a line.
EMPHASIS = re.compile(r"(?m)^[ \t]*([*_]{1,3})([^*_\n]{1,80})\1")
FULL_NAME = re.compile(r"(?>[^\W\d_a-z][\w.'\u2019-]{0,30}+(?:[ ]|\Z)){1,5}")
# The day and the time before a message; who sent it, if it is from somebody.
STAMP = re.compile(
    r"\u200e?\[?(\d{1,4}[./-]\d{1,2}[./-]\d{2,4}),? (\d{1,2}:\d\d(?::\d\d)?"
    r"(?:[ \u202f][AaPp]\.?[Mm]\.?)?)\]?(?: [-\u2013])? (?:([^:\n]{1,50}): )?"
)
# The same, in a log of a channel; a day is not always there.
LOGGED = re.compile(
    r"\[?(\d{4}-\d\d-\d\d)?[T ]?(\d\d:\d\d(?::\d\d)?)\]?[ \t]+"
    r"(?:<[ @+%&~]?([^<>\s]{1,40})>[ \t]"
    r"|From[ \t]+([^:\n]{1,40}?)(?:[ \t]+[tT]o[ \t]+[^:\n]{1,40}?)?[ \t]?:[ \t]*)?"
)
# The same on a line of their own, above the message.
ABOVE = re.compile(
    r"\[(\d{1,4}[./-](?:\d{1,2}|[A-Z][a-z]{2})[./-]\d{2,4}),? "
    r"(\d{1,2}:\d\d(?::\d\d)?(?: [AaPp][Mm])?)\] ([^:\n]{1,50})$"
)
# A mark begins what an iPhone says itself, in any language.
WITHOUT_TEXT = re.compile(
    r"<[^<>\n]{3,40}>|\u200e.{3,200}|[\w ]{3,20} omitted"
    r"|.{3,30} deleted(?: this message)?\.?"
)
BLANK = re.compile(r"\n[^\S\n]*\n")
# What stands alone in capitals as well.
SECTIONS = {
    *(
        "BACKGROUND",
        "OBJECTIVE",
        "OBJECTIVES",
        "AIM",
        "AIMS",
        "INTRODUCTION",
        "METHODS",
    ),
    *("METHOD", "RESULTS", "DISCUSSION", "CONCLUSION", "CONCLUSIONS", "ABSTRACT"),
    *("SUMMARY", "REFERENCES", "NOTES", "VERSE", "CHORUS", "REFRAIN", "BRIDGE"),
    *("THEOREM", "LEMMA", "PROOF", "COROLLARY", "INGREDIENTS", "PREPARATION"),
    *("ADDED", "CHANGED", "FIXED", "REMOVED", "PROS", "CONS", "REQUIREMENTS"),
}
FEWEST = 8  # speeches, or messages
MIN_SHARE = 0.8  # of the marks are of speakers who speak again
MAX_HEAD = 0.05  # of a text is before the first speech
ENDS = (*".!?\u2026)", '"', "\u201d")  # of what is said, and not of titles
# Speeches for each paragraph: fewer suffice if speakers take turns.
MIN_MARKED, MIN_TURNS = 0.5, 0.2


def find_speeches(text: str) -> Units:
    """Return what each speaker says in turn, and what precedes the first."""
    text = EMPHASIS.sub(r"\2", text)
    return _speeches(text, _names_again(list(map(_name, SPEAKER.finditer(text)))))


def find_dialogue(text: str) -> Units:
    """Return the speeches of a text that is surely a dialogue, or none.

    A line may begin with a word and a colon anywhere: here most that do begin with the
    names of those who speak again, and the others are no speakers.
    """
    text = EMPHASIS.sub(r"\2", text)
    blocks = [block for block in BLANK.split(text) if block.strip()]
    if names := _alone(blocks):
        blocks = [f"{block.strip()}:" if block in names else block for block in blocks]
        text = "\n\n".join(blocks)
    by_block = [[_name(mark) for mark in SPEAKER.finditer(block)] for block in blocks]
    names = list(chain.from_iterable(by_block))
    times, again = Counter(names), _names_again(names)
    n_again = sum(times[name] for name in again)
    # Where no line is blank, each is a paragraph.
    paragraphs = blocks if len(blocks) > 1 else text.strip().split("\n")
    n_going_on = sum(name == following for name, following in pairwise(names))
    # In any order, each name is followed by itself as often as it is there.
    by_chance = sum(n * n for n in times.values()) / max(len(names), 1)
    are_turns = n_going_on < by_chance / 2
    least = (MIN_TURNS if are_turns else MIN_MARKED) * len(paragraphs)
    are_enough = n_again >= max(FEWEST, MIN_SHARE * len(names), least)
    are_headings = any(name.upper() in SECTIONS for name in again)
    if not are_enough or len(again) < 2 or are_headings or _are_sections(by_block):
        return Units("speeches")
    return _speeches(text, again, is_sure=False)


def _alone(blocks: Sequence[str]) -> set[str]:
    """Return the names that stand alone above what is said, if enough return."""
    lines = Counter(block for block in blocks if FULL_NAME.fullmatch(block.strip()))
    names = {line for line, n in lines.items() if n > 1}
    places = [i for i, block in enumerate(blocks) if block in names]
    are_enough = len(places) >= max(FEWEST, MIN_TURNS * len(blocks))
    if not are_enough or len(names) < 2 or blocks[-1] in names:
        return set()
    return set() if _are_headings(blocks, places, len(names)) else names


def _are_headings(blocks: Sequence[str], places: Sequence[int], n_names: int) -> bool:
    """Return whether names return in one order alone, beneath titles or three or more.

    So do the parts of recipes: ingredients, method.
    """
    names = [blocks[i] for i in places]
    are_in_order = names == (names[:n_names] * len(names))[: len(names)]
    above = [blocks[i - 1].rstrip() for i in places[n_names::n_names]]
    are_titled = not any(block.endswith(ENDS) for block in above)
    return are_in_order and (n_names > 2 or are_titled)


def _are_sections(by_block: Sequence[list[str]]) -> bool:
    """Return whether most blocks have three names or more, always in the same order.

    So do abstracts: background, methods, results.
    """
    orders = Counter(tuple(names) for names in by_block if len(set(names)) > 2)
    n_alike = max(orders.values(), default=0)
    return n_alike > 1 and 2 * n_alike >= sum(map(bool, by_block))


def _names_again(names: Sequence[str]) -> set[str]:
    return {name for name, n in Counter(names).items() if n > 1}


def _speeches(text: str, again: set[str], *, is_sure: bool = True) -> Units:
    """Return the speeches of names that return, and of others before a colon.

    is_sure : whether these others are names even if not in capitals
    """
    marks = [
        mark
        for mark in SPEAKER.finditer(text)
        if _name(mark) in again
        or (mark[1] and (is_sure or _name(mark).isupper() or "(" in mark[0]))
    ]
    ends = [*(mark.start() for mark in marks), len(text)]
    names = ["", *map(_name, marks)]
    starts = [0, *(mark.end() for mark in marks)]
    said = (
        (name, text[start:end].strip())
        for name, start, end in zip(names, starts, ends, strict=True)
    )
    found = [Unit(speech, groups={"speaker": name}) for name, speech in said if speech]
    # A few lines above a dialogue say when and where it was.
    is_headed = bool(found) and not found[0].groups["speaker"] and not is_sure
    if is_headed and len(found[0].text) < MAX_HEAD * len(text):
        return Units("speeches", found[1:], ("what precedes the first",))
    return Units("speeches", found if marks else ())


def _name(mark: re.Match[str]) -> str:
    return " ".join(next(filter(None, mark.groups())).split()).rstrip(".")


def find_messages(text: str) -> Units:
    """Return the messages of a chat: a day, a time and a sender before each.

    Lines with a time and without a sender are the program's own.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    for stamp in (STAMP, LOGGED, ABOVE):
        found = _messages(lines, stamp)
        if len(found) >= FEWEST:
            kept = [
                it for it in found if it.text and not WITHOUT_TEXT.fullmatch(it.text)
            ]
            left_out = ("messages without text, such as pictures",)
            return Units("messages", kept, left_out * (len(kept) < len(found)))
    return Units("messages")


def _messages(lines: Sequence[str], stamp: re.Pattern[str]) -> list[Unit]:
    """Return messages, each with the lines up to the next stamp."""
    found: list[tuple[re.Match[str], list[str]]] = []
    for line in lines:
        if match := stamp.match(line):
            found.append((match, [line[match.end() :]]))
        elif found:
            found[-1][1].append(line)
    sent = [
        (match, sender, said)
        for match, said in found
        if (sender := next(filter(None, match.groups()[2:]), ""))
    ]
    if 2 * len(sent) < len(found):
        return []
    days = _days([match[1] or "" for match, *_ in sent])
    return [
        Unit(
            "\n".join(said).strip(),
            date=f"{day} {match[2]}" if day else "",
            groups={"sender": sender.strip()},
        )
        for (match, sender, said), day in zip(sent, days, strict=True)
    ]


def _days(written: Sequence[str]) -> Sequence[str]:
    """Return days in ISO 8601 if they go up in one order of day and month alone."""
    dated = [iso_dates(written, order) for order in (DAY, MONTH)]
    rising = [days for days in dated if all(days) and sorted(days) == days]
    return rising[0] if len(rising) == 1 else written
