"""Figures, printed: run one with `python -m tests.benchmarks.NAME`. No test times."""
