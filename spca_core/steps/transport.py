"""The transportation problem behind the matching: successive shortest paths.

Nodes are the k components and "nobody", who owns the free words and values each at
zero. An arc is the best word that one owner could hand to another, so a path is a chain
of exchanges, searched on k + 1 nodes instead of k * s + d.

Every loop ends, and it ends at the optimum. A price is what a component must gain from
a word to take it; the loss of an arc is how much less the receiver gains above its
price than the giver does now. If every word's owner gains most from it, no loss is
negative, so Dijkstra's algorithm (1959) finds the path that loses least. It settles
every owner at most once, and an owner's predecessor before it: the predecessors form a
tree, whatever the numbers are. After `reprice` and `hand_along` every word's owner
again gains most from it, and one more place is filled, or one surplus word is gone
(Ahuja, Magnanti and Orlin 1993, section 9.7). So there are at most n_words + k * s
paths.

Rounding cannot disturb this: all numbers lie on one grid, and their sums are exact.
"""

import numpy as np

from spca_core.running.compiled import compiled
from spca_core.steps.heaps import empty_heaps, offer
from spca_core.steps.ownership import earnings, give, weigh_changed, weigh_stale


@compiled
def reassign(ownership, changed, sparsity):
    """Give every component its `sparsity` words, after some weights have changed.

    Its cost depends on what has changed: other components keep their words and prices
    until a bid or a path takes them.

    changed : (n_components,) which ones have new weights; all of them the first time
    """
    let_go(ownership, changed)
    earned = earnings(ownership)
    for component in range(len(changed)):
        if changed[component]:
            bid(ownership, component, sparsity, earned)
    weigh_changed(ownership, changed)
    release_surplus(ownership, sparsity)
    fill_up(ownership, sparsity)


@compiled
def let_go(ownership, changed):
    """Give changed components' words to the others that gain most, or to nobody."""
    nobody = len(changed)
    for component in range(nobody):
        while changed[component] and ownership.sizes[component] > 0:
            word = ownership.members[component, ownership.sizes[component] - 1]
            most, winner = 0.0, nobody
            for other in range(nobody):
                gain = ownership.weights[other, word] - ownership.prices[other]
                if gain > most and not changed[other]:
                    most, winner = gain, other
            give(ownership, word, winner)


@compiled
def bid(ownership, component, sparsity, earned):
    """Set the price at which a component gains most from at most `sparsity` words.

    It takes these words, since their owners gain less from them. The price is the
    highest at which it would have one more word.
    """
    weights = ownership.weights[component]
    heaps, words = empty_heaps(1, sparsity + 1)
    for word in range(len(weights)):
        offer(weights[word] - earned[word], word, heaps[0], words[0])
    price = max(heaps[0, 0], 0.0)
    ownership.prices[component] = price
    for i in range(sparsity + 1):
        if heaps[0, i] > price:
            earned[words[0, i]] = weights[words[0, i]] - price
            give(ownership, words[0, i], component)


@compiled
def release_surplus(ownership, sparsity):
    """Hand a component's words beyond `sparsity` on, along best paths to nobody."""
    nobody = len(ownership.sizes)
    for component in range(nobody):
        for _ in range(ownership.sizes[component] - sparsity):
            _, before = next_path(ownership, component, sparsity)
            hand_along(ownership, before, component, nobody)


@compiled
def fill_up(ownership, sparsity):
    """Bring free words, along best paths, to the components that need some."""
    nobody = len(ownership.sizes)
    for _ in range(nobody * sparsity - ownership.sizes.sum()):
        receiver, before = next_path(ownership, nobody, sparsity)
        hand_along(ownership, before, nobody, receiver)


@compiled
def next_path(ownership, source, sparsity):
    """Find the path from `source` that loses least, and reprice along it.

    A path from nobody ends at a component that needs a word; any other, at nobody.
    returns : where it ends, and each owner's predecessor
    """
    n_owners = len(ownership.gains)
    losses, before = np.full(n_owners, np.inf), np.full(n_owners, source)
    open_ = np.ones(n_owners, dtype=np.bool_)
    losses[source], giver = 0.0, source
    for _ in range(n_owners):
        if is_end(ownership, giver, source, sparsity):
            break
        open_[giver] = False
        relax(ownership, giver, open_, losses, before)
        giver = nearest_open(open_, losses)
    reprice(ownership, losses, losses[giver])
    return giver, before


@compiled
def is_end(ownership, owner, source, sparsity):
    """Return whether a path from `source` may end here."""
    nobody = len(ownership.sizes)
    if source != nobody:
        return owner == nobody
    return owner != nobody and ownership.sizes[owner] < sparsity


@compiled
def relax(ownership, giver, open_, losses, before):
    """Lower the losses of the owners that are better reached through `giver`."""
    gains, prices = ownership.gains, ownership.prices
    reached = losses[giver] - prices[giver]
    for receiver in range(len(gains)):
        loss = reached + prices[receiver] - gains[giver, receiver]
        if open_[receiver] and loss < losses[receiver]:
            losses[receiver], before[receiver] = loss, giver


@compiled
def nearest_open(open_, losses):
    """Return the open owner of least loss."""
    least, best = np.inf, 0
    for owner in range(len(losses)):
        if open_[owner] and losses[owner] < least:
            least, best = losses[owner], owner
    return best


@compiled
def reprice(ownership, losses, reached):
    """Set prices under which the path loses nothing and no other arc gains.

    An owner's price moves by the loss up to it; the price of "nobody" stays zero.
    """
    shift = min(losses[-1], reached)
    for owner in range(len(losses)):
        ownership.prices[owner] += shift - min(losses[owner], reached)


@compiled
def hand_along(ownership, before, source, sink):
    """Move one word over each arc of the path."""
    receiver = sink
    for _ in range(len(before)):
        if receiver == source:
            break
        give(ownership, ownership.movers[before[receiver], receiver], receiver)
        receiver = before[receiver]
    weigh_stale(ownership)
