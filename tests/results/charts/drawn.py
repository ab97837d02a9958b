"""What a drawn chart holds: its rows, and the columns that its layers name."""


def rows_of(chart: dict, layer: dict) -> list[dict]:
    """Return the rows that a layer draws."""
    return chart["datasets"][layer.get("data", chart.get("data"))["name"]]


def assert_columns_are_there(chart: dict, layers: list[dict]) -> None:
    """Assert that each layer names columns, and only such as its table has."""
    for layer in layers:
        encoding = dict(layer["encoding"])
        channels = [*encoding.pop("tooltip"), *encoding.values()]
        named = {channel["field"] for channel in channels}
        assert len(named) >= 3
        assert named <= set(rows_of(chart, layer)[0])
