"""The paper's published figures and data sets, and our figures beside them."""
