"""One schema of options: a field of a dataclass says all that is known of one.

The dataclass checks its fields by their limits and choices. Links, widgets, the flags
of the command line and the keywords of `load` are derived from the same fields: what
depends on an option's type is in its form.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, fields, is_dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, unquote

from spca_core.errors import InputError, check_choice, check_number, check_whole_number
from spca_core.formatting import counted

Limits = tuple[Any, ...]  # the least and the most, or nothing
Groups = tuple[tuple[str, ...], ...]  # of words
Made = TypeVar("Made")
OPTION = "option"  # in the metadata of a field
MAX_TEXT = 60_000  # characters of a text in a link
# Kinds of options.
YES_OR_NO, NUMBER, TEXT = "yes or no", "number", "text"
ONE_OF, SOME_OF, WORDS = "one of", "some of", "words"


class Form(NamedTuple):
    """How an option of some type is checked, written and read.

    name : by which a widget is chosen
    limits : what its values may be, as a part of a sentence
    check : takes a name and a value; raises InputError unless it is within the limits
    parse, write : from the text of a link or a flag, and to it; a ValueError if it is
        none
    metavar : what the help calls what a flag takes
    """

    name: str
    limits: str
    check: Callable[[str, Any], None]
    parse: Callable[[str], Any]
    write: Callable[[Any], str] = str
    metavar: str = "NAME"


class Option(NamedTuple):
    """One option; its name is the same in Python, links and flags.

    label, help : what it is called, and what it does
    limits : of a number, or of how many characters a text has
    choices : what may be chosen, and what each is called on screen
    offered : narrower limits, in links and widgets
    step, unit : of its widget; the unit comes after the number
    short : its name in links and flags, if it has another one there
    form : if it is not that of its type
    name, type, default : of the field
    """

    label: str
    help: str = ""
    limits: Limits = ()
    choices: Mapping[str, Any] = MappingProxyType({})
    offered: Limits = ()
    step: float | None = None
    unit: str = ""
    short: str = ""
    form: Form | None = None
    name: str = ""
    type: Any = None
    default: Any = None

    @property
    def key(self) -> str:
        """Its name in links."""
        return self.short or self.name

    @property
    def is_list(self) -> bool:
        """Whether it holds several texts."""
        return self.type == tuple[str, ...]

    @property
    def on_pages(self) -> "Option":
        """The same, within the limits of links and widgets."""
        return self._replace(limits=self.offered or self.limits)


def option(default: Any, *, label: str, **more: Any) -> Any:
    """Return a field of a dataclass that is an option, as `Option` describes it."""
    return field(default=default, metadata={OPTION: Option(label, **more)})


def options(defaults: object) -> dict[str, Option]:
    """Return the options of a dataclass and of those within it, by name.

    defaults : its values are the options' defaults
    """
    listed: dict[str, Option] = {}
    for name, value, its_option in _parts(defaults):
        if its_option:
            listed[name] = its_option
        elif is_dataclass(value):
            listed |= options(value)
    return listed


def with_values(made: Made, values: Mapping[str, Any]) -> Made:
    """Return a dataclass with other values of its options, and of those within it."""
    changed = {}
    for name, value, its_option in _parts(made):
        now = value
        if is_dataclass(value):
            now = with_values(value, values)
        elif its_option and name in values:
            now = values[name]
        if now is not value:  # not equality: 1 is a number of documents, 1.0 a share
            changed[name] = now
    return replace(made, **changed) if changed else made  # type: ignore[type-var]


def _parts(made: Any) -> Iterator[tuple[str, Any, Option | None]]:
    """Yield the name and the value of each field, and its option if it is one."""
    for each in fields(made):
        value, its_option = getattr(made, each.name), each.metadata.get(OPTION)
        if its_option:
            named = {"name": each.name, "type": each.type, "default": value}
            its_option = its_option._replace(**named)
        yield each.name, value, its_option


def check_options(made: object) -> None:
    """Raise InputError if a field of a dataclass is outside its limits or choices.

    A whole number of NumPy's becomes Python's, which JSON can hold.
    """
    for name, value, its_option in _parts(made):
        if its_option:
            form_of(its_option).check(name, value)
            if its_option.type is int:
                object.__setattr__(made, name, int(value))


def form_of(option: Option) -> Form:
    """Return the form of an option, by its type, limits and choices."""
    if option.form:
        return option.form
    if option.type is bool:
        return Form(YES_OR_NO, "0 or 1", _check_yes_or_no, _yes_or_no, "{:d}".format)
    if option.is_list:
        return _list_form(option.choices)
    if option.choices:
        listed = "one of " + ", ".join(option.choices)
        return Form(ONE_OF, listed, partial(check_choice, choices=option.choices), str)
    if option.type in (str, str | None):
        return _text_form(option)
    return _number_form(option)


def text_form(limits: str, fits: Callable[[str], object]) -> Form:
    """Return the form of texts that fit; the limits are a part of a sentence."""

    def check(name: str, value: Any) -> None:
        if not fits(value):
            raise InputError(f"{name} must be {limits}, got {value!r}.")

    return Form(TEXT, limits, check, str)


def _list_form(choices: Mapping[str, Any]) -> Form:
    return Form(
        SOME_OF if choices else WORDS,
        f"some of {', '.join(choices)}" if choices else "a list of words",
        partial(_check_words, choices=choices),
        parse_words,
        write_words,
        "NAMES",
    )


def _text_form(option: Option) -> Form:
    most = option.limits[1] if option.limits else MAX_TEXT
    return Form(
        TEXT,
        f"a text of at most {counted(most, 'characters')}",
        partial(_check_length, limits=option.limits),
        lambda text: text or option.default,  # which may be None
        lambda text: text or "",
    )


def _number_form(option: Option) -> Form:
    limits, is_any = option.limits, option.type == int | float
    if option.type is int or (is_any and int in map(type, limits)):
        kind, check, parse, limit = "a whole number", check_whole_number, int, "{:,}"
    else:
        kind, check, parse, limit = "a number", check_number, float, "{:g}"
    if is_any and not limits:
        parse = _count_or_share
    return Form(
        NUMBER,
        f"{kind} from {limit} to {limit}".format(*limits) if limits else kind,
        partial(_check_within, check, limits),
        parse,
        str,
        "X" if parse is float else "N",
    )


def _check_yes_or_no(name: str, value: Any) -> None:
    if not isinstance(value, bool):
        raise InputError(f"{name} must be True or False, got {value!r}.")


def _check_words(name: str, value: Any, choices: Mapping[str, Any]) -> None:
    if not isinstance(value, tuple) or not all(isinstance(w, str) for w in value):
        raise InputError(f"{name} is not a tuple of words; give one word an entry.")
    for word in value if choices else ():
        check_choice(name, word, choices)


def _check_length(name: str, value: Any, limits: Limits) -> None:
    if limits and len(value) > limits[1]:
        raise InputError(
            f"{name} has {counted(len(value), 'characters')}; give at most "
            f"{limits[1]:,}."
        )


def _check_within(
    check: Callable[..., None], limits: Limits, name: str, value: Any
) -> None:
    if limits:
        check(name, value, *limits)


def _yes_or_no(text: str) -> bool:
    return bool(("0", "1").index(text))


def _count_or_share(text: str) -> int | float:
    return int(text) if text.isdecimal() else float(text)


def parse_words(text: str, between: str = ",") -> tuple[str, ...]:
    """Return the words of a text, as `write_words` writes them."""
    words = (word.strip() for word in text.split(between))
    return tuple(unquote(word) for word in words if word)


def write_words(words: tuple[str, ...], between: str = ",") -> str:
    """Return words as one text; separators within words are escaped."""
    return between.join(quote(word, safe="") for word in words)


def parse_groups(text: str) -> Groups:
    """Return groups of words, as `write_groups` writes them: a=b,c=d."""
    groups = (parse_words(group, "=") for group in text.split(","))
    return tuple(group for group in groups if group)


def write_groups(groups: Groups) -> str:
    """Return groups of words as one text."""
    return ",".join(write_words(group, "=") for group in groups)


def _check_groups(name: str, value: Any) -> None:
    rule = f'{name} must be groups of words, such as [["gold", "silver"]]'
    if not isinstance(value, tuple):
        raise InputError(f"{rule}, got {value!r}.")
    for group in value:
        are_words = isinstance(group, tuple) and all(isinstance(w, str) for w in group)
        if not (are_words and group and all(group)):
            raise InputError(f"{rule}, got {group!r} for a group.")
    words = [word for group in value for word in group]
    if len(set(words)) < len(words):
        ((twice, _),) = Counter(words).most_common(1)
        raise InputError(
            f"{name} has {twice[:64]!r} twice. Leave one out, or make its groups one."
        )


GROUPS = Form(
    "groups",
    "groups of words",
    _check_groups,
    parse_groups,
    write_groups,
    "A=B,C=D",
)


def frozen(value: Any) -> Any:
    """Return lists as tuples, also within lists and objects; others as they are."""
    if isinstance(value, dict):
        return {name: frozen(each) for name, each in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value
