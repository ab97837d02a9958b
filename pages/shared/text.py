"""Texts that several pages share, and escaping of strangers' words."""

import re

ABOUT_TOTALS = "Each bar is a separate run with that many topics."
NOT_YET = "Checking how close to the best..."
NOT_PROVEN = "No bound: the proof was stopped."
STOPPED_TOO_EARLY = "Stopped before the first result. Press Run to start again."

# Web addresses, mail addresses and :icons: are detected after unescaping (remark-gfm,
# Streamlit): an invisible character breaks them up.
RENDERED_LATER = re.compile(r"(?<=www)\.|[:@]", re.IGNORECASE)
WORD_JOINER = "\u2060"


def plain(text: str) -> str:
    """Escape Markdown in a text that may hold a stranger's words."""
    apart = RENDERED_LATER.sub(rf"{WORD_JOINER}\g<0>", text)
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|$~:&=])", r"\\\1", apart)
