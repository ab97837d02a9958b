"""What a reader left out or merged, beside the corpus."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Report:
    """What a reader left out or merged, for the user to see."""

    refused_lines: tuple[tuple[int, str], ...] = ()  # the first few: number, reason
    n_refused_lines: int = 0  # in all
    empty_documents: int = 0  # without words, and dropped
    merged_words: int = 0  # columns added to the first column of the same word
    split: str = ""  # the units, such as "chapters", into which texts were split
    encoding: str = ""  # of the text, if it is not UTF-8
    languages: tuple[str, ...] = ()  # codes; their function words are left out
    left_out: tuple[str, ...] = ()  # of the texts, besides: sentences

    def with_left_out(self, sentence: str) -> "Report":
        """Return the report with one more sentence on what was left out."""
        return replace(self, left_out=(*self.left_out, sentence))


NOTHING_TO_REPORT = Report()
