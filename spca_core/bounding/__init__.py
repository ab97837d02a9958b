"""No topics capture more than this: A is split in two parts, each easy to bound."""
