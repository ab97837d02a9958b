"""The steps that methods share.

The paper's, each in one place: Algorithm 1 is methods/bipartite.py; it takes a sketch
(sketch.py), points of a net (net.py), and for each point the best match (matching.py,
Algorithms 2 and 3), which is a transportation problem (transport.py, ownership.py).

Of the joint search: stars.py finds candidate topics, ascent.py climbs, perturbation.py
leaves a local optimum, columns.py grows whole topics and packing.py chooses among them,
exchanges.py tries single words.
"""
