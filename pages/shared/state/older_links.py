"""Links of older versions, translated to the present form."""

from collections.abc import Mapping

from pages.shared.state.fields import FIELDS
from spca_core.corpus.weighting import OLDER_NAMES, OLDEST_NAMES

# What choices were called, and are now.
RENAMED = {
    "group": "groups",
    "stop": "stop_words",
    "language": "languages",
    "merge": "merging",
    "phrases": "longest_phrase",
    "digits": "numbers",
    "case": "lowercase",  # which said the opposite
    "pattern": "token_pattern",
    "repeated": "without_repeated",
    "least": "min_df",
    "most": "max_df",
    "features": "max_features",
    "copies": "without_copies",
    "weigh": "weighting",
    "numbers": "numbers_of_topics",
}
OPPOSITE = {"0": "1", "1": "0"}
PRESENT = "without_repeated"  # in every link that is not empty
# When nothing was left out.
AS_LOADED = {"without_repeated": "0", "without_copies": "0", "junk": ""}


def upgrade_query(address: Mapping[str, str]) -> dict[str, str]:
    """Return an address with the names and defaults that it had, as they are now.

    The oldest have counts as they are, raw. An empty address gets the present defaults.
    """
    if PRESENT in address:
        return dict(address)
    # So it was called when counts as they are were the default, and later `weigh`.
    oldest = address.get("weighting", "")
    renamed = {
        RENAMED.get(name, name): OPPOSITE.get(text, text) if name == "case" else text
        for name, text in address.items()
        if name != "weighting"
    }
    if "repeated" in address or not (oldest or FIELDS.keys() & renamed.keys()):
        return renamed
    if "weigh" in address:
        names, weighting, usual = OLDER_NAMES, address["weigh"], {}
    else:
        names, weighting, usual = OLDEST_NAMES, oldest or "counts", {"centred": "0"}
    weighting = names.get(weighting, weighting)
    return {**AS_LOADED, **usual, **renamed, "weighting": weighting}
