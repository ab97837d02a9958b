"""How texts were turned into words, so that other texts are counted alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from spca_core.corpus.texts.tokenisation import AUTO, Tokenisation

Rounds = tuple[tuple[tuple[str, str], ...], ...]  # of pairs of words that were joined


class Script(NamedTuple):
    """How texts write what other scripts separate by blanks.

    are_spaced   : whether they come with blanks between their words
    are_japanese : whether their Chinese characters are Japanese
    """

    are_spaced: bool = False
    are_japanese: bool = False


OTHER_SCRIPT = Script()


@dataclass(frozen=True, eq=False, kw_only=True)
class Analyser:
    """The options by which texts were counted, and what all of them together decided.

    Attributes
    ----------
    tokenisation : Tokenisation
        The options.
    languages : tuple of str
        The languages whose function words were left out.
    script : Script
        How words without blanks between them were found.
    usual : tuple of str
        Further function words, which no list has.
    forms : mapping of str to tuple of str
        The forms of a word that were counted as it.
    phrases : tuple of tuples of pairs of str
        The words that were joined, round by round.
    """

    tokenisation: Tokenisation
    languages: tuple[str, ...] = ()
    script: Script = OTHER_SCRIPT
    usual: tuple[str, ...] = ()
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    phrases: Rounds = ()

    @property
    def merging(self) -> str:
        """How forms are merged: "off", "plurals" or "stems"."""
        if self.tokenisation.merging != AUTO:
            return self.tokenisation.merging
        return "plurals" if "en" in self.languages else "off"
