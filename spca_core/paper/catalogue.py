"""The paper's eleven data sets: their files, and where they come from."""

from dataclasses import dataclass
from typing import NamedTuple

from spca_core.paper.figures import published_variances

UCI = "https://archive.ics.uci.edu/dataset"
PLACE = "in the folder that SPCA_DATA names"
NUMBERS = "comma-separated numbers without a header"


class File(NamedTuple):
    """A file name under which the numbers may be found, with or without .gz."""

    name: str
    label: str | None = None  # a column of labels, by its name or its number from 1

    @property
    def names(self) -> tuple[str, str]:
        return self.name, f"{self.name}.gz"


@dataclass(frozen=True, kw_only=True)
class DataSet:
    """A data set of the paper, under the paper's name for it."""

    name: str
    files: tuple[File, ...]  # in the order of the search
    source: str
    url: str
    how: str  # what to get, how to convert it if necessary, and where to put it

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns that the paper gives."""
        table = published_variances().set_index("data_set")
        n_rows, n_columns = table.loc[[self.name], ["n_rows", "n_columns"]].iloc[0]
        return int(n_rows), int(n_columns)


def _bag_of_words(name: str) -> DataSet:
    docword, vocabulary = f"docword.{name.lower()}.txt", f"vocab.{name.lower()}.txt"
    return DataSet(
        name=name,
        files=(File(docword),),
        source="UCI, Bag of Words",
        url=f"{UCI}/164/bag+of+words",
        how=f"put {docword}.gz and {vocabulary} {PLACE}",
    )


DATA_SETS = (
    DataSet(
        name="Amazon Commerce Reviews",
        files=(File("amazon_commerce_reviews.csv"),),
        source="UCI, Amazon Commerce Reviews",
        url=f"{UCI}/215/amazon+commerce+reviews+set",
        how="convert Amazon_initial_50_30_10000.arff without its class to 1,500 lines "
        f"of 10,000 {NUMBERS}, and save them as amazon_commerce_reviews.csv.gz {PLACE}",
    ),
    DataSet(
        name="Arcene train",
        files=(File("arcene_train.data"),),
        source="UCI, Arcene",
        url=f"{UCI}/167/arcene",
        how=f"put arcene_train.data {PLACE}",
    ),
    # Grey levels are from 0 to 1: the paper's 5.29 is too small for levels up to 255.
    # The address is an archived copy, since the institute's own page may go away.
    DataSet(
        name="CBCL Face train",
        files=(File("cbcl_face_train.csv"),),
        source="MIT, CBCL face database 1",
        url="https://web.archive.org/web/2015/http://cbcl.mit.edu/software-datasets/FaceData2.html",
        how="convert the 2,429 faces (PGM images) of its training set to a line of "
        f"361 {NUMBERS} each, the grey levels divided by 255, and save them as "
        f"cbcl_face_train.csv.gz {PLACE}",
    ),
    DataSet(
        name="Isolet-5",
        files=(File("isolet5.data", label="618"),),
        source="UCI, ISOLET",
        url=f"{UCI}/54/isolet",
        how=f"unpack isolet5.data.Z with gzip -d and put isolet5.data {PLACE}",
    ),
    # The paper gives only the size, which these data have.
    DataSet(
        name="Leukemia",
        files=(File("leukemia.csv"),),
        source="Broad Institute, Armstrong et al. 2002 (not at UCI)",
        url="https://doi.org/10.1038/ng765",
        how="convert expression_data.txt of the article's supplement, which has a gene "
        f"per line, to 72 lines, a sample each, of 12,582 {NUMBERS}, and save "
        f"them as leukemia.csv.gz {PLACE}",
    ),
    DataSet(
        name="PEMS train",
        files=(File("pems_train.csv"),),
        source="UCI, PEMS-SF",
        url=f"{UCI}/204/pems+sf",
        how="convert PEMS_train, which has a matrix [a b; c d] per line, to 267 lines "
        f"of 138,672 {NUMBERS}, and save them as pems_train.csv.gz {PLACE}",
    ),
    DataSet(
        name="Mfeat Pix",
        files=(File("mfeat-pix"), File("mfeat-pixel.csv", label="class")),
        source="UCI, Multiple Features",
        url=f"{UCI}/72/multiple+features",
        how=f"put mfeat-pix {PLACE}",
    ),
    *(_bag_of_words(name) for name in ("NIPS", "KOS", "Enron", "NYTimes")),
)
