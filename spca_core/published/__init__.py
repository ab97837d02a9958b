"""The paper beside ours: its figures, its data sets, and the two compared."""
