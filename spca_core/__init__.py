"""Disjoint sparse PCA for exploring topics.

The verb is `spca_core.methods.solve.solve`; corpora come from `spca_core.corpus`.
Nothing is imported here, so that reading the settings does not wait for the solver.
"""
