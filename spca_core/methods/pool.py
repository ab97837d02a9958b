"""pool"""
import numpy as np
from spca_core.steps.ascent import ascent_at
from spca_core.methods.pins import places_among
from spca_core.steps.columns import *
from spca_core.steps.packing import packed, priced
from spca_core.steps.stars import words_of_strongest_stars

POOL_WORDS = 600
N_ROUNDS = 1
class Pool:
    @staticmethod
    def of(covariance, settings):
        from spca_core.methods.starts import searched
        k, s = settings.n_components, settings.sparsity
        size = max(POOL_WORDS, searched(settings))
        if covariance.n_words <= size: words = covariance.words_by_variance
        else: words = words_of_strongest_stars(covariance, s, size)
        self = Pool(); self.words, self.k, self.s = words, k, s
        self.columns = pool_of(covariance.gram(words), k, s)
        self.prices = None
        return self
    def add(self, parts):
        parts = [Columns(np.sort(places_among(self.words, p.supports)), p.values) for p in parts
           if np.isin(p.supports, self.words).all()]
        self.columns = self.columns.with_others(*parts)
    def best(self, covariance, incumbent):
        gram = covariance.gram(self.words); n = len(gram)
        prices = priced(self.columns, n, self.k)
        for _ in range(N_ROUNDS):
                new = grown(gram, prices.words, self.s)
                red = new.values - prices.words[new.supports].sum(1)
                new = Columns(*(p[red > prices.place] for p in new))
                self.columns = self.columns.with_others(new)
                prices = priced(self.columns, n, self.k)
        chosen = packed(self.columns, prices, n, self.k)
        if len(chosen) < self.k:
            print('INCOMPLETE', len(chosen), self.k); return incumbent
        a = ascent_at(gram, chosen, np.empty((0,2),np.int64))
        return self.words[a.supports]
