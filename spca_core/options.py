"""One schema of options: a field of a dataclass says all that is known of one.

The dataclass checks its fields by their limits and choices. Links, widgets, the flags
of the command line and the keywords of `load` are derived from the same fields.
"""

from collections.abc import Mapping
from dataclasses import field, fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar

from spca_core.errors import InputError, check_choice, check_number, check_whole_number

Limits = tuple[Any, ...]  # the least and the most, or nothing
Options = TypeVar("Options")


class Option(NamedTuple):
    """One option; its name is the same in Python, links and flags.

    name, type, default : of the field
    label, help : what it is called, and what it does
    limits : of a number, or of how many characters a text has
    choices : what may be chosen, and what each is called on screen
    offered : narrower limits, in links and widgets
    step : of its widget
    short : its name in links and flags, if it has another one there
    """

    name: str
    type: Any
    default: Any
    label: str
    help: str
    limits: Limits
    choices: Mapping[str, Any]
    offered: Limits
    step: float | None
    short: str

    @property
    def key(self) -> str:
        """Its name in links."""
        return self.short or self.name

    @property
    def is_list(self) -> bool:
        """Whether it holds several texts."""
        return self.type == tuple[str, ...]


def option(
    default: Any,
    *,
    label: str,
    help: str = "",
    limits: Limits = (),
    choices: Mapping[str, Any] | None = None,
    offered: Limits = (),
    step: float | None = None,
    short: str = "",
) -> Any:
    """Return a field of a dataclass that is an option, as `Option` describes it."""
    return field(
        default=default,
        metadata={
            "label": label,
            "help": help,
            "limits": limits,
            "choices": choices or {},
            "offered": offered,
            "step": step,
            "short": short,
        },
    )


def options(usual: Any) -> dict[str, Option]:
    """Return the options of a dataclass and of those within it, by name.

    usual : what is there is the default
    """
    listed: dict[str, Option] = {}
    for each in fields(usual):
        value = getattr(usual, each.name)
        if is_dataclass(value):
            listed |= options(value)
        elif each.metadata:
            listed[each.name] = Option(each.name, each.type, value, **each.metadata)
    return listed


def with_values(usual: Options, values: Mapping[str, Any]) -> Options:
    """Return a dataclass with other values of its options, and of those within it."""
    changed = {}
    for each in fields(usual):  # type: ignore[arg-type]
        value = getattr(usual, each.name)
        if is_dataclass(value):
            changed[each.name] = with_values(value, values)
        elif each.metadata and each.name in values:
            changed[each.name] = values[each.name]
    return replace(usual, **changed)  # type: ignore[type-var]


def check_options(made: Any) -> None:
    """Raise InputError if a field of a dataclass is outside its limits or choices.

    A whole number of NumPy's becomes Python's, which JSON can hold.
    """
    for each in fields(made):
        value = getattr(made, each.name)
        if each.metadata:
            _check(Option(each.name, each.type, value, **each.metadata))
        if each.metadata and each.type is int:
            object.__setattr__(made, each.name, int(value))


def _check(option: Option) -> None:
    name, value = option.name, option.default
    if option.is_list:
        _check_list(option)
    elif option.type is bool:
        if not isinstance(value, bool):
            raise InputError(f"{name} is {value!r}; give True or False.")
    elif option.choices:
        check_choice(name, value, option.choices)
    elif option.type is int and option.limits:
        check_whole_number(name, value, *option.limits)
    elif option.type is float and option.limits:
        check_number(name, value, *option.limits)
    elif option.type is str and option.limits and len(value) > option.limits[1]:
        raise InputError(
            f"{name} has {len(value):,} characters; give at most {option.limits[1]:,}."
        )


def _check_list(option: Option) -> None:
    listed = option.default
    if not isinstance(listed, tuple) or not all(isinstance(one, str) for one in listed):
        raise InputError(
            f"{option.name} is not a tuple of words; give one word an entry."
        )
    for one in listed if option.choices else ():
        check_choice(option.name, one, option.choices)
