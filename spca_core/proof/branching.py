"""Branch and bound over the supports that a word leads.

The question is whether any support I of s words, led by word i, has a reduced value
lambda(|A_II|) - p(I) above a level t. (The greatest eigenvalue of A_II is at most that
of |A_II|.) Let x >= 0 be the leading eigenvector of |A_II|. Word i leads I if x_i / d_i
is the greatest of all x_l / d_l, for scales d > 0 of the words: some word does.
Let y = x d_i / x_i, so that y <= d and y_i = d_i. If the value is above t, then

    (t + p(I) - A_ll) y_l <= the sum of |A_lm| y_m over the other m in I, for l in I,

so limits on the other y_m give one on y_l: the greatest that any choice of the other
words allows, with those that I must have and without those that it cannot have. Limits
begin at d, and fall until they rest. Row i then limits the value:

    A_ii - p(I) + the sum of |A_il| y_l / d_i over the other l in I.

If that is at most t, no such I exists. If it were so without some word, I has it; if it
were so with it, I has it not. Else the word that gives row i the most is in I, or not:
two narrower questions. A support with no choice left is worth what its own eigenvalue
says, limited by (A x)_l / x_l for any x > 0 (Collatz 1942).

Only some words are looked at one by one: those that share most with the words I has.
For any other word, y_l is at most `reach` times d_l, by the same inequality. If none of
the words looked at is left, with J in I decided and r words to come from anywhere else,
the value is at most the greatest eigenvalue of

    [[lambda(|A_JJ|), b], [b, c]] less p(J),

where b^2 is the sum of the r greatest sums of squares of A between a word and J, and c
the most that any r words elsewhere capture. If that is above t, the question is left
open, narrower, to be asked again with other words looked at.
"""

from typing import NamedTuple

import numpy as np

from spca_core.proof.greatest import insert
from spca_core.running.compiled import compiled

FREE, IN, OUT = 0, 1, 2  # a word that I may have, must have, or cannot have
MAX_SWEEPS, SETTLED_LIMIT = 40, 3e-3  # of limits, and the relative fall that ends them
MAX_TRIES = 30  # to find the best choice for a row; it takes two or three
# Covers rounding: a limit is a quotient of sums of positive terms.
ROUNDED_UP = 1 + 1e-9
# A limit is left as it is if the quotient's denominator may be such a share of t.
MIN_DENOMINATOR = 1e-3
POWER_STEPS = 60
MAX_OPEN = 1_000  # questions left open by a search
MAX_WORTH = 50  # supports that are worth more than the level


class _Local(NamedTuple):
    """The words looked at: those that I must have come first, and the leader before."""

    words: np.ndarray  # (n,)
    shared: np.ndarray  # (n, n) |A|, or more where it is not listed
    outside: np.ndarray  # (n, s - 1) the greatest |A_lm| d_m of other words
    prices: np.ndarray
    variances: np.ndarray
    scales: np.ndarray


@compiled
def _at_most(rows, i, word):
    """Return a limit on |A_il| for a word that i does not list."""
    last = rows.shared[i, rows.shared.shape[1] - 1]
    if rows.scales[word] > 0.0:
        return min(last, rows.unlisted[i] / rows.scales[word])
    return 0.0


@compiled
def _look_at(forced, excluded, prices, rows, sparsity, size):
    """Return the words that share most with those that I must have, and where they are.

    returns : also each word's place among them, -1 for others and -2 if excluded
    """
    n_words, n_listed = rows.words.shape
    places, sums = np.full(n_words, -1), np.zeros(n_words)
    for word in excluded:
        places[word] = -2
    for place in range(len(forced)):
        places[forced[place]] = place
    best, chosen, n_chosen = np.empty(size), np.empty(size, dtype=np.int64), 0
    for i in forced:
        for at in range(n_listed):
            sums[rows.words[i, at]] += rows.shared[i, at]
    for i in forced:
        for at in range(n_listed):
            word = rows.words[i, at]
            if places[word] == -1 and sums[word] > 0.0:
                n_chosen = insert(best, chosen, n_chosen, size, sums[word], word)
                sums[word] = 0.0  # once
    words = np.concatenate((forced, np.sort(chosen[:n_chosen])))
    for place in range(len(words)):
        places[words[place]] = place
    n = len(words)
    shared = np.empty((n, n))
    for a in range(n):
        for b in range(a):
            i, j = words[a], words[b]
            shared[a, b] = min(_at_most(rows, i, j), _at_most(rows, j, i))
            shared[b, a] = shared[a, b]
    outside, unused = np.zeros((n, sparsity - 1)), np.empty(sparsity, dtype=np.int64)
    for a in range(n):
        i, n_kept = words[a], 0
        for at in range(n_listed):
            word = rows.words[i, at]
            b, entry = places[word], rows.shared[i, at]
            if b >= 0:
                shared[a, b], shared[b, a] = entry, entry
            elif b == -1:
                scaled = entry * rows.scales[word]
                n_kept = insert(outside[a], unused, n_kept, sparsity - 1, scaled, at)
        for at in range(sparsity - 1):
            outside[a, at] = max(outside[a, at], rows.unlisted[i])
    local = _Local(
        words,
        shared,
        outside,
        prices[words],
        rows.variances[words],
        rows.scales[words],
    )
    return local, places


@compiled
def _reach(local, places, states, limits, level, prices, rows, sparsity, sums):
    """Return the most that y_l / d_l is for a word that is not looked at, at most 1.

    sums : (n_words,) zeros, and zeros again at the end
    """
    n_listed, n_in, paid, base = rows.words.shape[1], 0, 0.0, 0.0
    for a in range(len(states)):
        if states[a] == IN:
            n_in, paid, i = n_in + 1, paid + local.prices[a], local.words[a]
            last = rows.shared[i, n_listed - 1] * limits[a]
            base += last
            for at in range(n_listed):
                sums[rows.words[i, at]] += rows.shared[i, at] * limits[a] - last
    n_left, reach = sparsity - 1 - n_in, 0.0
    for word in range(len(sums)):
        if n_left >= 0 and places[word] == -1 and rows.scales[word] > 0.0:
            least = level + paid + prices[word] - rows.variances[word]
            most = sums[word] + base + rows.sums[word, n_left]
            if most >= least * rows.scales[word]:
                reach = 1.0
                break
            reach = max(reach, most / (least * rows.scales[word]))
    for a in range(len(states)):
        if states[a] == IN:
            for at in range(n_listed):
                sums[rows.words[local.words[a], at]] = 0.0
    return min(reach * ROUNDED_UP, 1.0)


@compiled
def _lead(local, states, limits, level, reach, sparsity, free, best, chosen):
    """Return what row i limits the value to; decide words where that decides them.

    free    : overwritten with the places of the words that I may have
    returns : also their number, and whether words were decided to be in I
    """
    scale, value, n_in = local.scales[0], local.variances[0], 0
    n_free, n_best = 0, 0
    for a in range(len(states)):
        if states[a] == IN:
            n_in, value = n_in + 1, value - local.prices[a]
            if a > 0:
                value += local.shared[0, a] * limits[a] / scale
    n_left = sparsity - n_in
    if n_left == 0:
        return value, 0, False
    for a in range(len(states)):
        if states[a] == FREE:
            given = local.shared[0, a] * limits[a] / scale - local.prices[a]
            n_best = insert(best, chosen, n_best, n_left + 1, given, a)
            free[n_free] = a
            n_free += 1
    best[n_best : n_left + 1] = 0.0
    n_taken, n_others, least, elsewhere = 0, 0, 0.0, 0.0
    for at in range(n_left + 1):
        least = elsewhere if n_taken + n_others else np.inf
        elsewhere = local.outside[0, min(n_others, sparsity - 2)] * reach / scale
        if n_taken < n_best and best[n_taken] > elsewhere:
            elsewhere = best[n_taken]
            n_taken += 1
        else:
            n_others += 1
        if at < n_left:
            value += elsewhere
    next_ = elsewhere
    if value <= level:
        return value, n_free, False
    decided = False
    for at in range(min(n_taken, n_best)):
        if best[at] > next_ and value - best[at] + next_ <= level:
            states[chosen[at]], decided = IN, True
    if decided:
        return value, n_free, True
    n_kept = 0
    for at in range(n_free):
        a = free[at]
        given = local.shared[0, a] * limits[a] / scale - local.prices[a]
        if given < least and value - least + given <= level:
            states[a] = OUT
        else:
            free[n_kept] = a
            n_kept += 1
    return value, n_kept, False


@compiled
def _limit(local, a, limits, held, free, level, reach, sparsity, best, chosen):
    """Return a limit on y_a, for a word that I has or may have.

    held, free : the places of the words that I must have, and may have
    """
    total_in, least, n_left = 0.0, level + local.prices[a], sparsity - 1
    least -= local.variances[a]
    for b in held:
        if b != a:
            total_in += local.shared[a, b] * limits[b]
            least += local.prices[b]
            n_left -= 1
    if least <= MIN_DENOMINATOR * abs(level):
        return limits[a]
    # The quotient is greatest where the best choice for it no longer raises it.
    quotient = limits[a]
    for attempt in range(MAX_TRIES):
        n_best = 0
        for b in free:
            if b != a:
                given = local.shared[a, b] * limits[b] - local.prices[b] * quotient
                if given > 0.0:
                    n_best = insert(best, chosen, n_best, n_left, given, b)
        total, cost, n_taken = total_in, least, 0
        for at in range(n_left):
            elsewhere = local.outside[a, at - n_taken] * reach
            if n_taken < n_best and best[n_taken] > elsewhere:
                b = chosen[n_taken]
                total += local.shared[a, b] * limits[b]
                cost += local.prices[b]
                n_taken += 1
            else:
                total += elsewhere
        raised = total / cost
        if attempt == 0:
            if raised >= quotient:
                return limits[a]
        elif raised <= quotient:
            return min(limits[a], quotient * ROUNDED_UP)
        quotient = raised
    return limits[a]


@compiled
def _narrow(local, states, limits, level, reach, sparsity, room):
    """Lower the limits until they rest, and decide words; return the value's limit.

    returns : also the word that gives row i the most, if any is left, or -1, and the
              number of products that this took
    """
    held, free, best, chosen = room
    work, changed = 0, True
    value, n_free = np.inf, 0
    for _ in range(MAX_SWEEPS):
        value, n_free, decided = _lead(
            local, states, limits, level, reach, sparsity, free, best, chosen
        )
        work += len(states)
        if decided:
            continue
        if value <= level or not changed:
            break
        n_held, changed = 0, False
        for a in range(len(states)):
            if states[a] == IN:
                held[n_held] = a
                n_held += 1
        for at in range(1, n_held + n_free):
            a = held[at] if at < n_held else free[at - n_held]
            if at >= n_held and n_held == sparsity:
                break
            limit = _limit(
                local,
                a,
                limits,
                held[:n_held],
                free[:n_free],
                level,
                reach,
                sparsity,
                best,
                chosen,
            )
            changed = changed or limit < limits[a] * (1 - SETTLED_LIMIT)
            limits[a] = limit
            work += n_held + n_free
    strongest, most = -1, -np.inf
    for at in range(n_free):
        a = free[at]
        given = local.shared[0, a] * limits[a] / local.scales[0] - local.prices[a]
        if states[a] == FREE and given > most:
            strongest, most = a, given
    return value, strongest, work


@compiled
def _of_decided(local, places, states, rows, sparsity, sums):
    """Return what the words that I must have are worth alone, and with any others.

    sums : (n_words,) zeros, and zeros again at the end
    """
    n_in, paid = 0, 0.0
    held = np.empty(len(states), dtype=np.int64)
    for a in range(len(states)):
        if states[a] == IN:
            held[n_in], paid = a, paid + local.prices[a]
            n_in += 1
    held = held[:n_in]
    vector, alone = np.ones(n_in), np.inf
    for _ in range(POWER_STEPS):
        product, highest = np.empty(n_in), 0.0
        for at in range(n_in):
            a = held[at]
            product[at] = local.variances[a] * vector[at]
            for other in range(n_in):
                if other != at:
                    product[at] += local.shared[a, held[other]] * vector[other]
            highest = max(highest, product[at] / vector[at])
        alone = min(alone, highest)
        vector = np.maximum(product / max(product.max(), 1e-300), 1e-9)
    if n_in == sparsity:
        return alone - paid, alone - paid
    n_listed, n_left, base = rows.words.shape[1], sparsity - n_in, 0.0
    for a in held:
        i = local.words[a]
        last = rows.shared[i, n_listed - 1] ** 2
        base += last
        for at in range(n_listed):
            sums[rows.words[i, at]] += rows.shared[i, at] ** 2 - last
    best, unused, n_best = np.empty(n_left), np.empty(n_left, dtype=np.int64), 0
    elsewhere = 0.0
    for word in range(len(sums)):
        if places[word] == -1 and rows.scales[word] > 0.0:
            n_best = insert(best, unused, n_best, n_left, sums[word] + base, word)
            row = rows.sums[word, n_left - 1] / rows.scales[word]
            elsewhere = max(elsewhere, rows.variances[word] + row)
    for a in held:
        for at in range(n_listed):
            sums[rows.words[local.words[a], at]] = 0.0
    squares = max(best[:n_best].sum(), 0.0)
    half = (alone - elsewhere) / 2
    greatest = (alone + elsewhere) / 2 + np.sqrt(half * half + squares)
    return alone - paid, greatest * ROUNDED_UP - paid


@compiled
def search_choices(forced, excluded, level, prices, rows, sparsity, size, budget):
    """Answer the question, or leave narrower ones open.

    forced, excluded : words that I must have, its leader first, and cannot have
    size    : how many other words to look at
    budget  : of products; what they do not suffice for is left open
    returns : the work; the words looked at; and, for supports that may be worth more
              than the level, the states of the words, how much they may be worth, and
              whether that is to be asked again
    """
    local, places = _look_at(forced, excluded, prices, rows, sparsity, size)
    n, n_words = len(local.words), len(prices)
    states, limits = np.empty((n + 2, n), dtype=np.int8), np.empty((n + 2, n))
    reaches, is_new = np.empty(n + 2), np.empty(n + 2, dtype=np.bool_)
    most_open = MAX_OPEN + n + 2
    open_states, values = np.empty((most_open, n), dtype=np.int8), np.empty(most_open)
    is_open, n_open = np.empty(most_open, dtype=np.bool_), 0
    sums = np.zeros(n_words)
    indices = np.empty((3, n + sparsity + 2), dtype=np.int64)
    room = indices[0], indices[1], np.empty(n + sparsity + 2), indices[2]
    states[0], limits[0], reaches[0], is_new[0] = FREE, local.scales, 1.0, True
    states[0, : len(forced)] = IN
    depth, work = 0, n * n
    n_worth = 0
    while depth >= 0 and work <= budget and n_open < MAX_OPEN and n_worth < MAX_WORTH:
        state, limit = states[depth], limits[depth]
        if is_new[depth]:
            reach = _reach(
                local, places, state, limit, level, prices, rows, sparsity, sums
            )
            reaches[depth] = min(reaches[depth], reach)
            work += n_words
        value, strongest, took = _narrow(
            local, state, limit, level, reaches[depth], sparsity, room
        )
        work += took
        if value > level and strongest < 0:
            alone, most = _of_decided(local, places, state, rows, sparsity, sums)
            value, work = min(value, most), work + n_words
            if value > level:
                open_states[n_open], values[n_open] = state, value
                is_open[n_open] = alone <= level and n > len(forced)
                n_worth += not is_open[n_open]
                n_open += 1
        if value > level and strongest >= 0:
            states[depth + 1], limits[depth + 1] = state, limit
            reaches[depth + 1] = reaches[depth]
            states[depth + 1, strongest], is_new[depth + 1] = IN, True
            state[strongest], is_new[depth] = OUT, False
            depth += 1
        else:
            depth -= 1
    n_left = n_open + depth + 1
    open_states[n_open:n_left] = states[: depth + 1]
    values[n_open:n_left], is_open[n_open:n_left] = np.inf, True
    return work, local.words, (open_states[:n_left], values[:n_left], is_open[:n_left])
