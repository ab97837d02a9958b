"""Random starts, and ways off a summit that is not the highest.

Two perturbations, each followed by an ascent and kept if that ends higher: shuffle the
words of some components among themselves, or swap in unused words. On KOS (8, 15) the
two together reach the best known value in less time than either, or than rebuilding
components around random words.

Kernels take a seed, not a Generator: handing one to numba runs Python code, and a
KeyboardInterrupt raised there ends the process, because numba does not look for it.
"""

import numpy as np

from spca_core.corpus.compiled import compiled
from spca_core.steps.ascent import LEAST_GAIN, ascend
from spca_core.steps.heaps import empty_heaps, offer

MOST_CHANGED = 4  # components


@compiled
def random_start(gram, n_components, sparsity, seed):
    """Give each component the unused words that vary most with a random word."""
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


@compiled
def search_around(gram, summit, supports, pins, n_perturbations, seed):
    """Perturb the best supports so far and climb again, `n_perturbations` times.

    summit  : the objective of `supports`
    pins    : (n_pins, 2), words and the components that must have them
    returns : both at the best, and how many perturbations in a row have failed
    """
    np.random.seed(seed)
    failures = 0
    for _ in range(n_perturbations):
        if len(pins) > 0 and np.random.random() < 0.25:
            trial = trade(supports, pins)
        else:
            trial = perturb(supports, len(gram))
        hold(trial, pins)
        objective, trial = ascend(gram, trial, pins)
        failures += 1
        if objective > summit * (1.0 + LEAST_GAIN):
            summit, supports, failures = objective, trial, 0
    return summit, supports, failures


@compiled
def perturb(supports, n_words):
    """Return the supports with one of the two changes made, at random."""
    supports = supports.copy()
    chosen = choose_components(len(supports))
    if np.random.random() < 0.5 and len(chosen) > 1:
        shuffle_words(supports, chosen)
    else:
        swap_in_unused(supports, chosen, n_words)
    return supports


@compiled
def choose_components(n_components):
    """Draw some components: 1 to 4 of them, none twice."""
    n_chosen = 1 + draw(min(MOST_CHANGED, n_components))
    order = np.arange(n_components)
    for i in range(n_chosen):
        j = i + draw(n_components - i)
        order[i], order[j] = order[j], order[i]
    return order[:n_chosen]


@compiled
def shuffle_words(supports, chosen):
    """Deal the words of the chosen components out among them anew."""
    sparsity = supports.shape[1]
    for i in range(len(chosen) * sparsity - 1, 0, -1):
        j = draw(i + 1)
        a, b = chosen[i // sparsity], chosen[j // sparsity]
        word = supports[a, i % sparsity]
        supports[a, i % sparsity] = supports[b, j % sparsity]
        supports[b, j % sparsity] = word


@compiled
def swap_in_unused(supports, chosen, n_words):
    """Put random unused words in the place of a third of the chosen components'."""
    sparsity = supports.shape[1]
    used = np.zeros(n_words, dtype=np.bool_)
    for support in supports:
        for word in support:
            used[word] = True
    for component in chosen:
        for _ in range(1 + sparsity // 3):
            newcomer, place = draw(n_words), draw(sparsity)
            if not used[newcomer]:
                used[supports[component, place]], used[newcomer] = False, True
                supports[component, place] = newcomer


@compiled
def trade(supports, pins):
    """Let a component with pinned words exchange all it has with another's.

    Held again, the pins then stand among the other's words: too far for the two changes
    of `perturb`.
    """
    component, other = pins[draw(len(pins)), 1], draw(len(supports))
    supports = supports.copy()
    words = supports[component].copy()
    supports[component], supports[other] = supports[other], words
    return supports


@compiled
def hold(supports, pins):
    """Exchange words until each pinned one stands in its component."""
    for i in range(len(pins)):
        word, component = pins[i, 0], pins[i, 1]
        place = place_for(word, supports[component], pins, component)
        leaver = supports[component, place]
        for support in supports:
            for j in range(len(support)):
                if support[j] == word:
                    support[j] = leaver
        supports[component, place] = word


@compiled
def place_for(word, support, pins, component):
    """Return where the word stands, or the last place whose word is not pinned here."""
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
