"""The transportation problem behind the matching: successive shortest paths.

Nodes are the k components and "nobody", who owns the free words and values each at
zero. An arc is the best word that one owner could hand to another, so a path is a chain
of exchanges, searched on k + 1 nodes instead of k * s + d.
"""

from typing import NamedTuple

import numpy as np

from spca_core.corpus.compiled import compiled

# Ties that are only rounding noise must not look like gains, or a search for paths
# runs in circles; relative to the heaviest weight.
TIE_TOLERANCE = 1e-13


class Ownership(NamedTuple):
    """Who owns which word, and the best word each owner could hand to each other."""

    weights: np.ndarray  # (n_components + 1, n_words), the last row nobody's zeros
    owner: np.ndarray  # (n_words,)
    members: np.ndarray  # (n_components, n_words), the first sizes[j] of row j count
    place: np.ndarray  # (n_words,), where in its owner's members a word stands
    sizes: np.ndarray  # (n_components,)
    gains: np.ndarray  # (n_components + 1, n_components + 1), from row to column
    movers: np.ndarray  # the word behind each gain


@compiled
def assign(weights, n_words, shortlist, sparsity, prices):
    """Solve the transportation problem over the first `n_words` columns of `weights`.

    A price is what a component must gain from a word to take it. Whatever the prices,
    giving every word to who gains most above price is optimal for the sizes that come
    out, and moving words along a best path keeps the optimum for the new sizes
    (successive shortest paths: Ahuja, Magnanti and Orlin 1993, chapter 9).
    """
    n_components = len(weights) - 1
    if np.isnan(prices[0]):
        for component in range(n_components):
            prices[component] = weights[component, shortlist[component, sparsity - 1]]
    ownership = claim(weights, n_words, prices)
    tolerance = TIE_TOLERANCE * heaviest(weights, shortlist)
    release_surplus(ownership, sparsity, tolerance)
    fill_up(ownership, shortlist, sparsity, tolerance, prices)
    return ownership.members[:, :sparsity].copy()


@compiled
def claim(weights, n_words, prices):
    """Give every word to who gains most from it above price, or to nobody."""
    n_components = len(weights) - 1
    nobody = n_components
    ownership = Ownership(
        weights,
        np.full(n_words, nobody),
        np.empty((n_components, n_words), dtype=np.int64),
        np.empty(n_words, dtype=np.int64),
        np.zeros(n_components, dtype=np.int64),
        np.full((n_components + 1, n_components + 1), -np.inf),
        np.zeros((n_components + 1, n_components + 1), dtype=np.int64),
    )
    for word in range(n_words):
        most, winner = 0.0, nobody
        for component in range(n_components):
            gain = weights[component, word] - prices[component]
            if gain > most:
                most, winner = gain, component
        give(ownership, word, winner)
    for component in range(n_components):
        weigh_members(ownership, component)
    return ownership


@compiled
def give(ownership, word, receiver):
    """Pass a word from its owner to `receiver`."""
    members, place, sizes = ownership.members, ownership.place, ownership.sizes
    giver, nobody = ownership.owner[word], len(sizes)
    if giver != nobody:
        sizes[giver] -= 1
        last = members[giver, sizes[giver]]
        members[giver, place[word]] = last
        place[last] = place[word]
    if receiver != nobody:
        members[receiver, sizes[receiver]] = word
        place[word] = sizes[receiver]
        sizes[receiver] += 1
    ownership.owner[word] = receiver


@compiled
def weigh_members(ownership, giver):
    """Find the best of a component's words to hand to each other owner."""
    weights, gains = ownership.weights, ownership.gains
    gains[giver, :] = -np.inf
    for index in range(ownership.sizes[giver]):
        word = ownership.members[giver, index]
        for receiver in range(len(weights)):
            gain = weights[receiver, word] - weights[giver, word]
            if gain > gains[giver, receiver]:
                gains[giver, receiver] = gain
                ownership.movers[giver, receiver] = word
    gains[giver, giver] = -np.inf


@compiled
def weigh_free_words(ownership, shortlist, cursors):
    """Find each component's best free word; words are only ever taken from here on."""
    nobody, length = len(ownership.sizes), shortlist.shape[1]
    for receiver in range(nobody):
        cursor = cursors[receiver]
        while (
            cursor < length and ownership.owner[shortlist[receiver, cursor]] != nobody
        ):
            cursor += 1
        cursors[receiver] = cursor
        ownership.gains[nobody, receiver] = -np.inf
        if cursor < length:
            word = shortlist[receiver, cursor]
            ownership.gains[nobody, receiver] = ownership.weights[receiver, word]
            ownership.movers[nobody, receiver] = word


@compiled
def release_surplus(ownership, sparsity, tolerance):
    """Hand on, along best paths to nobody, what was claimed beyond capacity."""
    nobody = len(ownership.sizes)
    for component in range(nobody):
        while ownership.sizes[component] > sparsity:
            _, before = best_paths(ownership.gains, component, tolerance)
            hand_along(ownership, before, component, nobody)


@compiled
def fill_up(ownership, shortlist, sparsity, tolerance, prices):
    """Bring free words, along best paths, to the components that miss some.

    At the end `prices` are those under which the final owners are a best claim.
    """
    nobody = len(ownership.sizes)
    cursors = np.zeros(nobody, dtype=np.int64)
    while True:
        receiver, before = next_path(
            ownership, shortlist, cursors, sparsity, tolerance, prices
        )
        if receiver == nobody:
            break
        hand_along(ownership, before, nobody, receiver)


@compiled
def next_path(ownership, shortlist, cursors, sparsity, tolerance, prices):
    """Find who gains most by one word more, of those that miss some, or nobody.

    Returns also the predecessors on the paths from the free words. `prices` become
    what a word more would bring to each component.
    """
    sizes, nobody = ownership.sizes, len(ownership.sizes)
    weigh_free_words(ownership, shortlist, cursors)
    totals, before = best_paths(ownership.gains, nobody, tolerance)
    most, receiver = -np.inf, nobody
    for component in range(nobody):
        prices[component] = max(totals[component], 0.0)
        if sizes[component] < sparsity and totals[component] > most:
            most, receiver = totals[component], component
    return receiver, before


@compiled
def best_paths(gains, source, tolerance):
    """Return each owner's greatest total gain from `source` and its predecessor.

    Bellman-Ford; no cycle gains anything, because the owners are optimal so far.
    """
    n_owners = len(gains)
    totals, before = np.full(n_owners, -np.inf), np.full(n_owners, source)
    totals[source] = 0.0
    for _ in range(n_owners):
        changed = False
        for giver in range(n_owners):
            for receiver in range(n_owners):
                total = totals[giver] + gains[giver, receiver]
                if total > totals[receiver] + tolerance:
                    totals[receiver], before[receiver] = total, giver
                    changed = True
        if not changed:
            break
    return totals, before


@compiled
def hand_along(ownership, before, source, sink):
    """Move one word over each arc of the path, then weigh its owners' words anew."""
    nobody = len(ownership.sizes)
    receiver = sink
    while receiver != source:
        give(ownership, ownership.movers[before[receiver], receiver], receiver)
        receiver = before[receiver]
    owner = sink
    while True:
        if owner != nobody:
            weigh_members(ownership, owner)
        if owner == source:
            break
        owner = before[owner]


@compiled
def heaviest(weights, shortlist):
    """Return the greatest weight: the best of the components' best words."""
    most = 0.0
    for component in range(len(shortlist)):
        most = max(most, weights[component, shortlist[component, 0]])
    return most
