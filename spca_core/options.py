"""One schema of options: a field of a dataclass says all that is known of one.

The dataclass checks its fields by their limits and choices. Links, widgets, the flags
of the command line and the keywords of `load` are derived from the same fields.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from spca_core.errors import InputError, check_choice, check_number, check_whole_number
from spca_core.formatting import counted

Limits = tuple[Any, ...]  # the least and the most, or nothing
Made = TypeVar("Made")
OPTION = "option"  # in the metadata of a field


class Option(NamedTuple):
    """One option; its name is the same in Python, links and flags.

    label, help : what it is called, and what it does
    limits : of a number, or of how many characters a text has
    choices : what may be chosen, and what each is called on screen
    offered : narrower limits, in links and widgets
    step : of its widget
    short : its name in links and flags, if it has another one there
    name, type, default : of the field
    """

    label: str
    help: str
    limits: Limits = ()
    choices: Mapping[str, Any] = MappingProxyType({})
    offered: Limits = ()
    step: float | None = None
    short: str = ""
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


def option(default: Any, *, label: str, help: str, **more: Any) -> Any:
    """Return a field of a dataclass that is an option, as `Option` describes it."""
    return field(default=default, metadata={OPTION: Option(label, help, **more)})


def options(usual: object) -> dict[str, Option]:
    """Return the options of a dataclass and of those within it, by name.

    usual : what is there is the default
    """
    listed: dict[str, Option] = {}
    for name, value, its_option in _parts(usual):
        if its_option:
            listed[name] = its_option
        elif is_dataclass(value):
            listed |= options(value)
    return listed


def with_values(usual: Made, values: Mapping[str, Any]) -> Made:
    """Return a dataclass with other values of its options, and of those within it."""
    changed = {}
    for name, value, its_option in _parts(usual):
        now = value
        if is_dataclass(value):
            now = with_values(value, values)
        elif its_option and name in values:
            now = values[name]
        if now is not value:  # not equality: 1 is a number of documents, 1.0 a share
            changed[name] = now
    return replace(usual, **changed) if changed else usual  # type: ignore[type-var]


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
            _check(name, value, its_option)
            if its_option.type is int:
                object.__setattr__(made, name, int(value))


def _check(name: str, value: Any, option: Option) -> None:
    limits = option.limits
    if option.is_list:
        if not isinstance(value, tuple) or not all(isinstance(w, str) for w in value):
            raise InputError(f"{name} is not a tuple of words; give one word an entry.")
        for word in value if option.choices else ():
            check_choice(name, word, option.choices)
    elif option.type is bool:
        if not isinstance(value, bool):
            raise InputError(f"{name} must be True or False, got {value!r}.")
    elif option.choices:
        check_choice(name, value, option.choices)
    elif option.type is int:
        check_whole_number(name, value, *limits)
    elif option.type is float:
        check_number(name, value, *limits)
    elif option.type is str and limits and len(value) > limits[1]:
        raise InputError(
            f"{name} has {counted(len(value), 'characters')}; give at most "
            f"{limits[1]:,}."
        )
