"""The kinds of choices: what each may be, and how a link holds it."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from spca_core.formatting import counted
from spca_core.options import Option, options, with_values

MAX_TEXT = 60_000  # characters of a list in a link


class Field(NamedTuple):
    """One choice as it stands in the address."""

    default: Any
    limits: str  # as a sentence says them
    parse: Callable[[str], Any]  # raises ValueError for anything else
    write: Callable[[Any], str] = str


def option_fields(usual: object, without: Collection[str] = ()) -> dict[str, Field]:
    """Return the fields for the options of a dataclass, by their names in links.

    usual : what is there is the default; what it refuses, a link may not say either
    without : options that links do not have
    """
    return {
        option.key: _option_field(usual, option)
        for option in options(usual).values()
        if option.name not in without
    }


def _option_field(usual: object, option: Option) -> Field:
    field = _field_by_type(option)

    def parse(text: str) -> Any:
        value = field.parse(text)
        with_values(usual, {option.name: value})  # InputError is a ValueError
        return value

    return field._replace(parse=parse)


def _field_by_type(option: Option) -> Field:
    default, limits = option.default, option.offered or option.limits
    if option.type is bool:
        return yes_or_no(default)
    if option.is_list:
        return some_of(option.choices, default) if option.choices else words(default)
    if option.choices:
        return one_of(default, tuple(option.choices))
    if option.type in (str, str | None):
        most = int(limits[1]) if limits else MAX_TEXT
        return text_up_to(most, default)
    return (whole_number if isinstance(limits[0], int) else number)(default, *limits)


def whole_number(default: int, least: int, most: int) -> Field:
    """Return a field for a whole number within limits."""

    def parse(text: str) -> int:
        if not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return Field(default, f"a whole number from {least:,} to {most:,}", parse)


def number(default: float, least: float, most: float) -> Field:
    """Return a field for a number within limits."""

    def parse(text: str) -> float:
        if not least <= float(text) <= most:
            raise ValueError
        return float(text)

    return Field(default, f"a number from {least:g} to {most:g}", parse)


def one_of(default: str, options: tuple[str, ...]) -> Field:
    """Return a field for one of some names."""
    return Field(
        default,
        "one of " + ", ".join(options),
        lambda text: options[options.index(text)],
    )


def yes_or_no(default: bool) -> Field:
    """Return a field for yes or no, which links hold as 1 or 0."""
    return Field(
        default,
        "0 or 1",
        lambda text: bool(("0", "1").index(text)),
        "{:d}".format,
    )


def matching(default: str, limits: str, fits: Callable[[str], object]) -> Field:
    """Return a field for any text that fits."""

    def parse(text: str) -> str:
        if not fits(text):
            raise ValueError
        text.encode()  # as in `_parse_words`
        return text

    return Field(default, limits, parse)


def text_up_to(most: int, default: str | None = "") -> Field:
    """Return a field for a text of at most so many characters."""

    def parse(text: str) -> str | None:
        if len(text) > most:
            raise ValueError
        text.encode()  # as in `_parse_words`
        return text or default  # which may be None

    limits = f"a text of at most {counted(most, 'characters')}"
    return Field(default, limits, parse, lambda text: text or "")


def words(default: tuple[str, ...]) -> Field:
    """Return a field for words, with commas between them."""
    return Field(default, "a list of words", _parse_words, write_words)


def some_of(names: Iterable[str], default: tuple[str, ...] = ()) -> Field:
    """Return a field for any number of these names."""

    def parse(text: str) -> tuple[str, ...]:
        if not set(words := _parse_words(text)) <= set(names):
            raise ValueError
        return words

    return Field(default, f"some of {', '.join(names)}", parse, write_words)


def _parse_words(text: str) -> tuple[str, ...]:
    if len(text) > MAX_TEXT:
        raise ValueError
    text.encode()  # a ValueError for half a character, which cannot be written
    return tuple(unquote(word) for word in text.split(",") if word)


def write_words(words: tuple[str, ...]) -> str:
    """Return words as one text; separators within words are escaped."""
    return ",".join(quote(word, safe="") for word in words)


def groups() -> Field:
    """Return a field for groups of words, by default none."""
    return Field((), "groups of words", _parse_groups, _write_groups)


def names() -> Field:
    """Return a field for words with a name each, by default none."""
    return Field((), "words with names", _parse_names, _write_groups)


def span(least: int, most: int) -> Field:
    """Return a field for a range of whole numbers, by default all within the limits."""

    def parse(text: str) -> tuple[int, int]:
        first, last = (int(part) for part in text.split("-"))
        if not least <= first <= last <= most:
            raise ValueError
        return first, last

    limits = f"two whole numbers from {least} to {most}, as {least}-{most}"
    return Field((least, most), limits, parse, lambda ends: f"{ends[0]}-{ends[1]}")


def _parse_groups(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(filter(None, map(_parse_words, text.split(";"))))


def _write_groups(groups: tuple[tuple[str, ...], ...]) -> str:
    return ";".join(map(write_words, groups))


def _parse_names(text: str) -> tuple[tuple[str, str], ...]:
    pairs = _parse_groups(text)
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError
    return tuple((word, name) for word, name in pairs)
