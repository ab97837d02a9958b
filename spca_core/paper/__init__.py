"""The paper's published figures, its data sets, and ours beside them."""
