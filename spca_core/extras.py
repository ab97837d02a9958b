"""The optional packages: where one is missing, a sentence says how to install it."""

from importlib.util import find_spec

from spca_core.errors import MissingPackageError

# The modules of each extra in pyproject.toml.
EXTRAS = {
    "readers": (
        *("openpyxl", "python_calamine", "mammoth", "pypdf", "webvtt", "cssselect"),
        *("lxml", "striprtf", "rispy", "bibtexparser"),
    ),
    "parquet": ("pyarrow",),
    "charts": ("altair", "vl_convert"),
    "languages": ("icu4py", "rjieba", "sudachipy", "sudachidict_small"),
    "app": ("streamlit",),
    "cluster": ("distributed",),
}
INSTEAD = dict.fromkeys(("readers", "parquet"), ", or save it as text or CSV")


def check_installed(module: str, what: str) -> None:
    """Refuse what needs a module of an extra that is not installed.

    what : the file or the thing that needs it, as the sentence begins
    """
    if find_spec(module) is None:
        (extra,) = (name for name, modules in EXTRAS.items() if module in modules)
        raise MissingPackageError(
            f"{what} needs a package that is not installed; run "
            f"{install_command(extra)}{INSTEAD.get(extra, '')}."
        )


def is_installed(extra: str) -> bool:
    """Return whether all modules of an extra are there."""
    return all(map(find_spec, EXTRAS[extra]))


def install_command(extra: str) -> str:
    return f'pip install "disjoint-topics[{extra}]"'
