"""Recordings, as programs write down what is said in them."""

from collections.abc import Callable, Sequence

import pytest

from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import read_texts
from spca_core.corpus.readers.look import look
from spca_core.corpus.texts.texts import Texts

pytestmark = pytest.mark.usefixtures("at_hand")

Turns = Sequence[tuple[str, str]]  # who, and what is said
SAID = ("play with the drum", "where is the horse", "you can have the toy")


def read(content: str) -> Texts:
    return read_texts(look(Upload("talk", content.encode())))


def as_chat(turns: Turns) -> str:
    lines = (
        f"*{who}:\t&-uh <{said[:4]}(>{said[4:6]}){said[6:]} [/] (.) xxx\n\tto us . "
        "\x151_2\x15\n%mor:\tn|play\n"
        for who, said in turns
    )
    head = "@UTF8\n@Begin\n@Participants:\tCHI Ann Child\n@Date:\t08-OCT-1962\n"
    return f"{head}{''.join(lines)}@End\n"


def as_text_grid(turns: Turns) -> str:
    tiers = (
        f'item [{i}]:\n class = "IntervalTier"\n name = "{who}"\n'
        + "".join(
            f'  intervals [1]:\n   xmin = 0\n   text = "{said} to us ."\n'
            for said in ("", *(said for other, said in turns if other == who))
        )
        for i, who in enumerate(dict.fromkeys(who for who, _ in turns))
    )
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\nitem []:\n'
    return (head + "".join(tiers)).replace('" to us ."', '""')


def as_web_vtt(turns: Turns) -> str:
    cues = (
        f"a-{i}/7\n00:00:{i:02}.000 --> 00:00:{i:02}.900 align:start\n"
        f"<v {who}>{said} to us .</v>\n"
        for i, (who, said) in enumerate(turns)
    )
    return "WEBVTT\nKind: captions\n\n" + "\n".join(cues)


@pytest.mark.parametrize("write", [as_chat, as_text_grid, as_web_vtt])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_recording_is_what_is_said_without_codes_and_times(
    write: Callable[[Turns], str], ends: str
):
    turns = [(("CHI", "MOT")[i % 2], SAID[i % 3]) for i in range(12)]
    texts = read(write(turns).replace("\n", ends))
    (speakers,) = texts.groups.values()
    assert sorted(zip(speakers, texts.texts, strict=True)) == sorted(
        (who, f"{said} to us .") for who, said in turns
    )


def test_captions_that_roll_are_read_once():
    lines = [f"cue number {i} of tea" for i in range(9)]
    shown = zip(["", *(f"{it} now" for it in lines)], lines, strict=False)
    cues = (
        f"00:00:{i:02}.000 --> 00:00:{i:02}.900\n{before}\n{line}"
        "<00:00:01.000><c> now</c>\n"
        for i, (before, line) in enumerate(shown)
    )
    (text,) = read("WEBVTT\n\n" + "\n".join(cues)).texts
    assert text.split() == " now ".join([*lines, ""]).split()
