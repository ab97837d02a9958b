"""Objects in JSON, a line each, as strangers write them."""

import json
from typing import Any

from spca_core.corpus.readers.lines import quote


class BadRecordError(ValueError):
    """A line is no such object; the message says why."""


def parse_object(content: str) -> dict[str, Any]:
    """Return the object of a line, or raise BadRecordError."""
    try:
        record = json.loads(content)
    except json.JSONDecodeError as error:
        raise BadRecordError(f"no JSON: {error.msg}, column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        fault = "a number of over 4,000 digits, or brackets in hundreds of brackets"
        raise BadRecordError(fault) from error
    if not isinstance(record, dict):
        raise BadRecordError(f"no JSON object but {quote(content)}")
    return record
