"""Texts that several pages share, and escaping of strangers' words."""

import re

NOTHING_YET = "&nbsp;"  # as high as what follows, so that nothing jumps
ABOUT_TOTALS = "Each bar is a separate run with that many topics."
STOPPED_TOO_EARLY = "Stopped before the first result. Press Run to start again."

# Web addresses, mail addresses and :icons: are detected after unescaping (remark-gfm,
# Streamlit): an invisible character breaks them up. None has a colon before a space
# but at its end.
RENDERED_LATER = re.compile(r"(?<=www)(?=\.)|(?<=:)(?! )|(?=@)", re.IGNORECASE)
WORD_JOINER = "\u2060"


def plain(text: str) -> str:
    """Escape Markdown in a text that may hold a stranger's words."""
    apart = RENDERED_LATER.sub(WORD_JOINER, text)
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|$~:&=])", r"\\\1", apart)
