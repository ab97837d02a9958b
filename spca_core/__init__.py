"""Disjoint sparse PCA for exploring topics.

The verb is `spca_core.solve.solve`; corpora come from `spca_core.corpus`. Nothing is
imported here, so that who needs only the settings does not wait for the solver.
"""
