"""Who owns which word, and the best word that each owner could hand to each other.

A price is what a component must gain from a word to take it. Weights are rounded to
multiples of a unit: 2^-51 of a power of two that is at most twice the heaviest
(`on_grid`). Prices, and the loss along a path of exchanges, are sums of weights that
stay below 2^53 units. So they are exact, and so are ties.
"""

import math
from typing import NamedTuple

import numpy as np

from spca_core.running.compiled import compiled


class Ownership(NamedTuple):
    """Who owns which word, and the best word each owner could hand to each other."""

    weights: np.ndarray  # (n_components + 1, n_words), the last row 0 for free words
    prices: np.ndarray  # (n_components + 1,), the last one 0 for free words
    owner: np.ndarray  # (n_words,)
    members: np.ndarray  # (n_components, n_words); row j uses its first sizes[j]
    place: np.ndarray  # (n_words,), the index of a word in its owner's members
    sizes: np.ndarray  # (n_components,)
    gains: np.ndarray  # (n_components + 1, n_components + 1), from row to column
    movers: np.ndarray  # the word behind each gain
    stale: np.ndarray  # (n_components,), whether the gains from its words are outdated


@compiled
def grid_for(most):
    """Return what `on_grid` needs for weights up to `most`."""
    return 3.0 * 2.0 ** math.frexp(most)[1]


@compiled
def on_grid(weight, grid):
    """Round a weight to a multiple of the grid's unit.

    The sum lies in the upper half of the interval between two powers of two, where
    floats are one unit apart.
    """
    return (weight + grid) - grid


@compiled
def unowned(weights):
    """Return the ownership in which all words are free.

    weights : (n_components + 1, n_words), zeros in the last row; not copied
    """
    n_components, n_words = len(weights) - 1, weights.shape[1]
    n_owners = n_components + 1
    return Ownership(
        weights,
        np.zeros(n_owners),
        np.full(n_words, n_components),
        np.empty((n_components, n_words), dtype=np.int64),
        np.empty(n_words, dtype=np.int64),
        np.zeros(n_components, dtype=np.int64),
        np.full((n_owners, n_owners), -np.inf),
        np.zeros((n_owners, n_owners), dtype=np.int64),
        np.zeros(n_components, dtype=np.bool_),
    )


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
        ownership.stale[giver] = True
    if receiver != nobody:
        members[receiver, sizes[receiver]] = word
        place[word] = sizes[receiver]
        sizes[receiver] += 1
        ownership.stale[receiver] = True
    ownership.owner[word] = receiver
    if receiver == nobody:
        for other in range(nobody):
            note(ownership, nobody, other, word)


@compiled
def note(ownership, giver, receiver, word):
    """Record a word as the one to hand from giver to receiver, if it is the best."""
    gain = ownership.weights[receiver, word] - ownership.weights[giver, word]
    if gain > ownership.gains[giver, receiver]:
        ownership.gains[giver, receiver] = gain
        ownership.movers[giver, receiver] = word


@compiled
def earnings(ownership):
    """Return each word's gain to its owner above the owner's price, (n_words,)."""
    earned = np.zeros(len(ownership.owner))
    for component in range(len(ownership.sizes)):
        for i in range(ownership.sizes[component]):
            word = ownership.members[component, i]
            weight = ownership.weights[component, word]
            earned[word] = weight - ownership.prices[component]
    return earned


@compiled
def weigh_changed(ownership, changed):
    """Update the gains after the weights of some components have changed.

    changed : (n_components,) which ones
    """
    for receiver in range(len(changed)):
        if changed[receiver]:
            for giver in range(len(changed)):
                weigh(ownership, giver, receiver)
            weigh_free_words(ownership, receiver)
    weigh_stale(ownership)


@compiled
def weigh_stale(ownership):
    """Update the gains after words have changed owners."""
    nobody = len(ownership.sizes)
    for component in range(nobody):
        if ownership.stale[component]:
            for receiver in range(nobody + 1):
                weigh(ownership, component, receiver)
            ownership.stale[component] = False
        if ownership.owner[ownership.movers[nobody, component]] != nobody:
            weigh_free_words(ownership, component)


@compiled
def weigh(ownership, giver, receiver):
    """Find the best word that a component could hand to another owner."""
    given, taken = ownership.weights[giver], ownership.weights[receiver]
    members = ownership.members[giver, : ownership.sizes[giver]]
    most, best = -np.inf, 0
    for word in members:
        gain = taken[word] - given[word]
        if gain > most:
            most, best = gain, word
    ownership.gains[giver, receiver], ownership.movers[giver, receiver] = most, best


@compiled
def weigh_free_words(ownership, receiver):
    """Find a component's best free word."""
    nobody, weights = len(ownership.sizes), ownership.weights[receiver]
    most, best = -np.inf, 0
    for word in range(len(weights)):
        if weights[word] > most and ownership.owner[word] == nobody:
            most, best = weights[word], word
    ownership.gains[nobody, receiver], ownership.movers[nobody, receiver] = most, best


@compiled
def copy_ownership(source, target, changed):
    """Copy an ownership into another that differs in the weights of `changed`."""
    for component in range(len(changed)):
        if changed[component]:
            copy_all(source.weights[component], target.weights[component])
        members = source.members[component, : source.sizes[component]]
        copy_all(members, target.members[component])
    copy_all(source.prices, target.prices)
    copy_all(source.owner, target.owner)
    copy_all(source.place, target.place)
    copy_all(source.sizes, target.sizes)
    for owner in range(len(source.gains)):
        copy_all(source.gains[owner], target.gains[owner])
        copy_all(source.movers[owner], target.movers[owner])


@compiled
def copy_all(source, target):
    """Copy the entries of an array."""
    for i in range(len(source)):  # numba takes a second to compile `target[:] = source`
        target[i] = source[i]
