"""Links of older versions, translated to the present form."""

from collections.abc import Mapping

from pages.shared.state.fields import FIELDS
from spca_core.corpus.weighting import OLDER_NAMES, OLDEST_NAMES

OLDER = "weighting"  # the name of `weigh` when counts as they are were the default
AS_LOADED = {"repeated": "0", "copies": "0", "junk": ""}  # when nothing was left out


def upgrade_query(address: Mapping[str, str]) -> dict[str, str]:
    """Return an address with the defaults of older links, and its weighting's name now.

    The oldest have counts as they are, raw. An empty address gets the present defaults.
    """
    said = dict(address)
    older = said.pop(OLDER, "")
    if not (older or FIELDS.keys() & said.keys()):
        return said
    if "repeated" in said:
        return said
    if "weigh" in said:
        names, weighting, usual = OLDER_NAMES, said["weigh"], {}
    else:
        names, weighting, usual = OLDEST_NAMES, older or "counts", {"centred": "0"}
    return {**AS_LOADED, **usual, **said, "weigh": names.get(weighting, weighting)}
