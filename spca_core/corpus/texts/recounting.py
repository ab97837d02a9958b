"""Count the words of new texts as those of other texts were counted before."""

from collections.abc import Callable, Collection
from dataclasses import replace

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.analyser import Analyser
from spca_core.corpus.texts.counting import (
    content_words,
    corpus_of,
    found_languages,
    merged,
    occurring,
)
from spca_core.corpus.texts.merging import known_names
from spca_core.corpus.texts.phrases import join_known
from spca_core.corpus.texts.repair import repaired
from spca_core.corpus.texts.segmentation import script_of
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.corpus.texts.tokens import cut_words


def recount(
    texts: Texts,
    analyser: Analyser | None,
    known: Collection[str],
    progress: Callable[[int, int], None],
) -> Corpus:
    """Return the counts of new texts; a text without a word is a document, too.

    What is repeated in many of the texts is counted: one new text may be alone.

    analyser : how the other texts were counted; None if they came as counts. Then the
               function words of the language that is found are left out
    known    : the words of the other texts
    progress : called with the characters done and those in all; it may raise to stop
    """
    texts = repaired(texts)
    found = analyser or _guessed(texts)
    options = replace(found.tokenisation, without_repeated=False)
    tokens, left_out = cut_words(texts.texts, options, found.script, progress)
    tokens = content_words(tokens, found)
    forms: dict[str, tuple[str, ...]] = {}
    if not options.vocabulary:
        tokens = tokens.without(found.usual)
        names = known_names(
            tokens.words, found.forms, known, found.merging, found.languages
        )
        tokens, forms = merged(tokens, names)
        tokens = occurring(join_known(tokens, found.phrases))
    if not tokens.words:  # A corpus has a word, if only in no document.
        tokens = tokens.renamed((), [*known][:1])
    return corpus_of(
        texts,
        tokens,
        found,
        forms={
            name: (*found.forms.get(name, ()), *forms.get(name, ()))
            for name in {**found.forms, **forms}
        },
        warnings=texts.warnings,
        report=replace(texts.report, left_out=left_out),
    )


def _guessed(texts: Texts) -> Analyser:
    options = Tokenisation(merging="off")
    languages = found_languages(texts.texts, options)
    script = script_of(texts.texts)
    return Analyser(tokenisation=options, languages=languages, script=script)
