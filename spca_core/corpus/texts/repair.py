"""Repair texts that were read in a wrong encoding and saved: GroĂź, GrÃ¶ÃŸe.

R. Speer, "ftfy", zenodo.org/record/2591652, 2019.
"""

import re
from dataclasses import replace

from spca_core.corpus.texts.texts import Texts, sampled_beginnings
from spca_core.formatting import counted
from spca_core.running.stopping import stopping_point

# How Python writes bytes, and the signs for others in them.
BYTES = re.compile(r"""(?s)\s*b(?:'((?>[^'\\]|\\.)*+)'|"((?>[^"\\]|\\.)*+)")\s*""")
ESCAPE = re.compile(r"(?s)\\(?:x([0-9a-fA-F]{2})|(.))")
MEANT = {"n": "\n", "r": "\n", "t": "\t"}
MAX_WORD_SHOWN = 40  # characters of a word


def repaired(texts: Texts) -> Texts:
    """Return texts with their letters as they were meant, and say so.

    They are looked at one by one if one of their `beginnings` is damaged.
    """
    if not any(_mended(text) != text for text in sampled_beginnings(texts.texts)):
        return texts
    mended = tuple(map(_mended, texts.texts))
    pairs = [
        pair for pair in zip(texts.texts, mended, strict=True) if len(set(pair)) > 1
    ]
    warning = (
        f"{texts.name}: the letters of {counted(len(pairs), 'texts')} were restored, "
        f"which had been read in a wrong encoding and saved: {_example(*pairs[0])}."
    )
    return replace(
        texts,
        texts=mended,
        titles=tuple(map(_mended, texts.titles)),
        groups={
            _mended(name): tuple(map(_mended, groups))
            for name, groups in texts.groups.items()
        },
        warnings=(*texts.warnings, warning),
    )


def _mended(text: str) -> str:
    text = _without_escapes(text)
    if text.isascii():
        return text
    from ftfy import fix_encoding  # late: few files need it

    stopping_point()
    return fix_encoding(text)


def _without_escapes(text: str) -> str:
    """Return what Python wrote as bytes: of b'caf\\xc3\\xa9', caf\u00e9."""
    if text[:3].lstrip()[:1] != "b" or not (written := BYTES.fullmatch(text)):
        return text
    content = ESCAPE.sub(
        lambda sign: chr(int(sign[1], 16)) if sign[1] else MEANT.get(sign[2], sign[2]),
        written[1] or written[2] or "",
    )
    return content.encode("latin-1", "replace").decode(errors="replace")


def _example(before: str, after: str) -> str:
    """Return the first word that was restored, as it was and as it is."""
    pairs = zip(before.split(), after.split(), strict=False)
    was, now = next((pair for pair in pairs if len(set(pair)) > 1), (before, after))
    return f"{now[:MAX_WORD_SHOWN]} was {was[:MAX_WORD_SHOWN]}"
