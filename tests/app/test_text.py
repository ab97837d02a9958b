"""What a stranger wrote is shown as it stands: no link, picture, markup or icon."""

import re

import pytest

from pages.shared.text import WORD_JOINER, plain

MARKUP = [
    pytest.param("[here](http://example.com)", id="link"),
    pytest.param("![x](http://example.com/x.png)", id="picture"),
    pytest.param("**loud** _soft_ ~~gone~~ `code`", id="emphasis"),
    pytest.param("<b>bold</b><script>alert(1)</script>", id="html"),
    pytest.param("&lt;b&gt; &#60;", id="entity"),
    pytest.param("$x^2$", id="formula"),
    pytest.param(":red[alarm] :blue-background[calm]", id="colour"),
    pytest.param("# head\n- item\n+ item\n1. first\n> said\n===", id="block"),
    pytest.param("| a | b |\n|---|---|", id="table"),
    pytest.param("already \\* escaped \\", id="backslash"),
    pytest.param("{x}", id="brace"),
]


def rendered(markdown: str) -> str:
    """Undo the escapes, as a reader of Markdown does."""
    return re.sub(r"\\(\W|_)", r"\1", markdown)


@pytest.mark.parametrize("text", MARKUP)
def test_every_sign_that_markdown_reads_is_escaped_and_seen(text: str):
    left = re.sub(r"\\.", "", plain(text))
    assert re.search(r"[\\`*_{}\[\]()<>#+\-.!|$~:&=]", text)
    assert not re.search(r"[\\`*_{}\[\]()<>#+\-.!|$~:&=]", left)
    assert rendered(plain(text)).replace(WORD_JOINER, "") == text


@pytest.mark.parametrize("text", ["", "word", "two words, three", "naïve 水 'x'"])
def test_plain_words_stay_as_they_are(text: str):
    assert plain(text) == text
