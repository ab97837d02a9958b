"""Random starts, and perturbations that leave a local optimum.

Three perturbations, each followed by an ascent and accepted if it ends higher: shuffle
the words of some components among themselves, swap in unused words, or replace a whole
component by a column. On KOS (8, 15) the first two together reach the best known value
in less time than either, or than rebuilding components around random words. Components
that are near each other are changed together. The cost of a failed perturbation, and of
undoing it, depends on its changes.

Kernels take a seed, not a Generator: passing one to numba runs Python code, and a
KeyboardInterrupt raised there ends the process, because numba does not check for it.
"""

import numpy as np

from spca_core.running.compiled import compiled
from spca_core.running.stopping import slices
from spca_core.steps.ascent import MIN_GAIN, ascent_at, climb
from spca_core.steps.heaps import empty_heaps, offer
from spca_core.steps.matching import matches_at_once
from spca_core.steps.ownership import copy_all, copy_ownership

MAX_CHANGED = 4  # components
BROUGHT_IN = 0.2  # of the perturbations, where there are columns: whole topics
N_COMPARED = 3  # components drawn, of which the nearest is chosen


@compiled
def random_start(gram, n_components, sparsity, seed):
    """Give each component the unused words that covary most with a random word."""
    np.random.seed(seed)
    supports = np.empty((n_components, sparsity), dtype=np.int64)
    used = np.zeros(len(gram), dtype=np.bool_)
    for component in range(n_components):
        row = gram[draw(len(gram))]
        heaps, words = empty_heaps(1, sparsity)
        for word in range(len(gram)):
            if not used[word]:
                offer(abs(row[word]), word, heaps[0], words[0])
        for i in range(sparsity):
            supports[component, i] = words[0, i]
            used[words[0, i]] = True
    return supports


def search_around(gram, pins, columns, supports, n_perturbations, seed):
    """Perturb the best supports so far and climb again, `n_perturbations` times.

    pins     : (n_pins, 2), words and the components that must have them
    columns  : (n_columns, sparsity) supports, any of which may become a component
    supports : where an ascent has ended
    returns  : the ascent at the best, and how many perturbations in a row have failed
    """
    best, trial = ascent_at(gram, supports, pins), ascent_at(gram, supports, pins)
    failures, at_once = 0, matches_at_once(supports.size)
    begin_draws(seed)  # of this thread: each call below goes on where the last stopped
    for part in slices(n_perturbations, at_once):
        here = part.stop - part.start
        failures = keep_perturbing(best, trial, columns, here, failures)
    return best, failures


@compiled
def begin_draws(seed):
    """Seed the random numbers of this thread."""
    np.random.seed(seed)


@compiled
def keep_perturbing(best, trial, columns, n_perturbations, failures):
    """Perturb and climb `n_perturbations` times; leave both ascents at the best so far.

    failures : in a row, so far; those now are returned
    """
    for _ in range(n_perturbations):
        changed = perturb(trial, columns)
        climb(trial, changed)
        failures += 1
        if trial.variances.sum() > best.variances.sum() * (1.0 + MIN_GAIN):
            copy_changed(trial, best, changed)
            failures = 0
        else:
            copy_changed(best, trial, changed)
    return failures


@compiled
def perturb(ascent, columns):
    """Make a random change to the supports; return which of them have changed."""
    pins, before = ascent.pins, ascent.supports.copy()
    if len(pins) > 0 and np.random.random() < 0.25:
        swap_component(ascent.supports, pins)
    elif len(columns) > 0 and np.random.random() < BROUGHT_IN:
        insert_support(ascent.supports, columns[draw(len(columns))])
    else:
        chosen = choose_components(ascent)
        if np.random.random() < 0.5 and len(chosen) > 1:
            shuffle_words(ascent.supports, chosen)
        else:
            swap_in_unused(ascent.supports, chosen, ascent.ownership.owner)
    enforce_pins(ascent.supports, pins)
    changed = np.zeros(len(before), dtype=np.bool_)
    for component in range(len(before)):
        for i in range(before.shape[1]):
            changed[component] |= ascent.supports[component, i] != before[component, i]
    return changed


@compiled
def choose_components(ascent):
    """Draw 1 to 4 components: a random one, and others that are near it."""
    n_components = len(ascent.supports)
    n_chosen = 1 + draw(min(MAX_CHANGED, n_components))
    chosen = np.full(n_chosen, draw(n_components))
    for i in range(1, n_chosen):
        chosen[i] = near(ascent.ownership.gains, chosen[:i])
    return chosen


@compiled
def near(gains, chosen):
    """Draw a few other components; return the nearest to the first chosen.

    Two components are near if little is lost when one hands a word to the other.
    """
    is_other = np.ones(len(gains) - 1, dtype=np.bool_)
    for component in chosen:
        is_other[component] = False
    others = np.flatnonzero(is_other)
    first, nearest = chosen[0], others[draw(len(others))]
    for _ in range(N_COMPARED - 1):
        other = others[draw(len(others))]
        gain = max(gains[first, other], gains[other, first])
        if gain > max(gains[first, nearest], gains[nearest, first]):
            nearest = other
    return nearest


@compiled
def shuffle_words(supports, chosen):
    """Shuffle the words of the chosen components among these components."""
    sparsity = supports.shape[1]
    for i in range(len(chosen) * sparsity - 1, 0, -1):
        j = draw(i + 1)
        here, there = supports[chosen[i // sparsity]], supports[chosen[j // sparsity]]
        a, b = i % sparsity, j % sparsity
        here[a], there[b] = there[b], here[a]


@compiled
def swap_in_unused(supports, chosen, owner):
    """Replace about a third of the chosen components' words by random unused ones."""
    n_components, sparsity = supports.shape
    used = owner != n_components
    for component in chosen:
        for _ in range(1 + sparsity // 3):
            newcomer, place = draw(len(owner)), draw(sparsity)
            if not used[newcomer]:
                used[supports[component, place]], used[newcomer] = False, True
                supports[component, place] = newcomer


@compiled
def copy_changed(source, target, changed):
    """Copy an ascent into another that differs in the `changed` components."""
    for component in range(len(changed)):
        if changed[component]:
            copy_all(source.supports[component], target.supports[component])
            copy_all(source.projected[component], target.projected[component])
            target.variances[component] = source.variances[component]
    copy_ownership(source.ownership, target.ownership, changed)


@compiled
def insert_support(supports, column):
    """Make a column one of the supports; others get words of that which it replaces."""
    component = draw(len(supports))
    for place in range(len(column)):
        exchange(supports, component, place, column[place])


@compiled
def exchange(supports, component, place, word):
    """Put a word in a component's place; if another has the word, it gets the old."""
    leaver = supports[component, place]
    for support in supports:
        for j in range(len(support)):
            if support[j] == word:
                support[j] = leaver
    supports[component, place] = word


@compiled
def swap_component(supports, pins):
    """Exchange all words of a component that has pins with those of another.

    `enforce_pins` then puts the pins back, among the other's words. The other two
    changes that `perturb` makes do not reach that far.
    """
    here, there = supports[pins[draw(len(pins)), 1]], supports[draw(len(supports))]
    for i in range(len(here)):  # numba takes seconds to compile whole rows
        here[i], there[i] = there[i], here[i]


@compiled
def enforce_pins(supports, pins):
    """Exchange words until each pinned one is in its component."""
    for i in range(len(pins)):
        word, component = pins[i, 0], pins[i, 1]
        place = place_for(word, supports[component], pins, component)
        exchange(supports, component, place, word)


@compiled
def place_for(word, support, pins, component):
    """Return the word's place, or the last place whose word is not pinned here."""
    free = 0
    for place in range(len(support)):
        if support[place] == word:
            return place
        is_pinned = False
        for i in range(len(pins)):
            if pins[i, 0] == support[place] and pins[i, 1] == component:
                is_pinned = True
        if not is_pinned:
            free = place
    return free


@compiled
def draw(n):
    """Return a random whole number below `n`."""
    return int(np.random.random() * n)
