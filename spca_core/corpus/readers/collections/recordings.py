r"""What is said in recordings, as programs write it down with codes and times.

Subtitles (SubRip, WebVTT), CHAT (CHILDES, TalkBank) and Praat's TextGrid.
"""

import re
from collections.abc import Iterator

from spca_core.corpus.readers.collections.units import Unit, Units

TIME = r"(?:\d+:)?\d\d:\d\d[,.]\d{3}"
CUE_TIME = rf"{TIME}(?: *--> *|,){TIME}"
CHAT, TEXT_GRID = r"@(?:UTF8|Begin)\b", r'File type = "ooTextFile'
RECORDING = re.compile(
    rf"\s*(WEBVTT\b|(?:\d+\r?\n)?{CUE_TIME}|{CHAT}|{TEXT_GRID})".encode()
)
# The lines of subtitles that are not said, and the marks in those that are.
UNSAID = re.compile(
    r"(?m)\A\s*WEBVTT.*\n(?:.+\n)*|^(?:NOTE|STYLE)\b.*\n(?:.+\n)*"
    rf"|^(?:(?<=\n\n).{{1,80}}\n)?{CUE_TIME}.*(?:\n|\Z)|^\d+[ \t]*(?:\n|\Z)"
)
VOICE, MARK = (
    re.compile(r"<v[. ]([^>]{1,60})>"),
    re.compile(r"</?[\w.:]{1,20}[^>]{0,60}>"),
)
NAMED = re.compile(r"([^\W\d_][^:\n]{0,59}): ")
# A main line of CHAT goes on in lines that begin with a tab.
UTTERANCE = re.compile(r"(?m)^\*([^:\n]{1,20}):[ \t]*(.*(?:\n\t.*)*)")
CHAT_DATE = re.compile(r"(?m)^@Date:[ \t]*(.*)")
# Codes of CHAT: what is in brackets, times, pauses, fillers, and what is not clear.
CHAT_CODE = re.compile(
    r"\[[^\[\]\n]{0,200}\]|\x15[^\x15\n]{0,40}\x15|\(\.{1,3}\)|(?<!\S)(?:&|0|xxx|yyy|www|\+)\S*"
    r"|@\w+|[<>()\u2039\u203a]"
)
NAME = re.compile(r'(?m)^[ \t]*name = "(.*)"[ \t]*$')
INTERVAL = re.compile(r'(?m)^[ \t]*(?:text|mark) = "((?:[^"]|"")*)"')
TIERS = re.compile(r"(?m)^[ \t]*item ?\[\d+\]:")


def ways_of_recording(text: str) -> list[Units]:
    """Return the speeches of a recording that tells who speaks, and its text."""
    text = text.replace("\r\n", "\n").lstrip("\ufeff")
    if re.match(rf"\s*{CHAT}", text):
        speeches = list(_utterances(text))
    elif re.match(rf"\s*{TEXT_GRID}", text):
        speeches = list(_intervals(text))
    else:
        return [Units("documents", [Unit(_subtitles(text))])]
    whole = Units("documents", [Unit("\n".join(unit.text for unit in speeches))])
    codes = ("codes and times",)
    return [Units("speeches", speeches, codes), whole] if speeches else [whole]


def _subtitles(text: str) -> str:
    spoken = MARK.sub("", VOICE.sub(r"\1: ", UNSAID.sub("", text)))
    lines: list[str] = []
    speaker = ""
    for line in spoken.split("\n"):
        if (voice := NAMED.match(line)) and voice[1] == speaker:
            lines.append(line[voice.end() :])  # who goes on speaking
            continue
        speaker = voice[1] if voice else speaker
        # Where captions roll, a line is shown again with the next.
        last = next(filter(None, reversed(lines[-3:])), "")
        if not line.strip() or line != last:
            lines.append(line)
    return "\n".join(lines)


def _utterances(text: str) -> Iterator[Unit]:
    day = CHAT_DATE.search(text)
    for utterance in UTTERANCE.finditer(text):
        said = " ".join(CHAT_CODE.sub(_in_word, utterance[2]).split())
        if any(map(str.isalpha, said)):
            date = day[1].strip() if day else ""
            yield Unit(said, date=date, groups={"speaker": utterance[1]})


def _in_word(code: re.Match[str]) -> str:
    """Return what is in place of a code: nothing within a word, as in (be)cause."""
    return "" if code[0] in "()<>" or code[0].startswith("@") else " "


def _intervals(text: str) -> Iterator[Unit]:
    for tier in TIERS.split(text)[1:]:
        name = NAME.search(tier)
        for interval in INTERVAL.findall(tier):
            said = interval.replace('""', '"').strip()
            if said:
                yield Unit(said, groups={"tier": name[1] if name else ""})
